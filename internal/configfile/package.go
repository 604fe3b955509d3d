// Package configfile reads configurations from files, and finds the one that a package
// has: krm-merge.yaml, the nearest in dest or above it, up to the root of the repository.
// In go texts and paths, out comes a checked configuration. It must not know commands,
// flags or merges.
package configfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Name is the file with the settings for merges into a package.
const Name = kptfile.ChartName

// Package is the configuration that dest, a file or directory, has: that of the nearest
// krm-merge.yaml in its directory or one above it, see Root. It is never merged with
// another one. The settings beside it hold over and under it, also where there is none.
// name is the file, as somebody in the working directory calls it, "" for none. The rules of
// one that lies above dest, or beside a dest that is a file, are for others, too.
func Package(dest string, read *bounded.Input, beside config.Beside) (cfg *config.Config, name string, err error) {
	info, missing := os.Stat(dest)
	own := missing == nil && info.IsDir()
	return nearest(directory(dest), Root(dest), DisplayPath, own, beside, func(name string) ([]byte, error) { return read.ReadFile(os.OpenFile, name) })
}

// PackageIn is Package for a file of a tree whose files read gives, by their paths with
// slashes; its error is fs.ErrNotExist for one that is not there.
func PackageIn(read func(name string) ([]byte, error), file string, beside config.Beside) (cfg *config.Config, name string, err error) {
	return nearest(filepath.Dir(file), ".", filepath.ToSlash, false, beside, func(name string) ([]byte, error) { return read(filepath.ToSlash(name)) })
}

// nearest is the configuration of the first directory that has one, from this one up to a root.
// called is how messages call a file. own: one in the first directory is for all of that.
func nearest(first, root string, called func(string) string, own bool, beside config.Beside, read func(string) ([]byte, error)) (cfg *config.Config, name string, err error) {
	for dir := first; ; dir = filepath.Dir(dir) {
		name = filepath.Join(dir, Name)
		data, err := read(name)
		name = called(name)
		switch doc, unread := document(data, name); {
		case err == nil && (unread != nil || !isPlace(doc)):
			if err = cmp.Or(unread, check(doc, name)); err != nil {
				return nil, name, err
			}
			if cfg, err = beside.Parse(doc, name); err == nil {
				own = own && dir == first
				cfg.SharedRules = !own && !slices.ContainsFunc(beside.Over, func(s config.Setting) bool { return s.Name == "rules" })
			}
			return cfg, name, err
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, name, fmt.Errorf("%s: cannot be read: %w", name, err)
		case dir == root || dir == filepath.Dir(dir):
			cfg, err = beside.Parse(nil, "")
			return cfg, "", err
		}
	}
}

// isPlace reports whether a krm-merge.yaml says only where its chart is from, so that the settings
// are those above it.
func isPlace(config *yaml.Node) bool {
	spec := node.FieldAt(node.Root(config), "spec")
	return spec != nil && len(spec.Content) == 2 && spec.Content[0].Value == kptfile.FieldUpstream
}

// Root is the topmost directory whose krm-merge.yaml counts for a file or directory: that
// of the repository around it; without one the outermost directory with a Kptfile, else
// its own. The path is absolute, with links resolved.
func Root(name string) string {
	found := directory(name)
	if root := git.Root(found); root != "" {
		return root
	}
	for dir := found; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, kptfile.Name)); err == nil {
			found = dir
		}
	}
	return found
}

// directory is the directory of a file, or a directory itself, absolute and without links.
func directory(name string) string {
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		name = filepath.Dir(name)
	}
	return git.RealPath(name)
}

// DisplayPath is a path without links as somebody in the working directory calls it.
func DisplayPath(name string) string {
	rel, err := filepath.Rel(git.RealPath("."), name)
	if above := ".." + string(filepath.Separator); err != nil || strings.HasPrefix(rel, above+above+above) {
		return name
	}
	return rel
}

// check refuses a krm-merge.yaml that other tools of the package would trip over.
func check(config *yaml.Node, name string) error {
	m := resource.MetaOf(config)
	if m.Kind == "Merge" && m.Group() == "fn.kpt.dev" && m.Name != "" && annotation.Get(config, annotation.LocalConfig) == "true" {
		return nil
	}
	return fmt.Errorf("%s: does not begin as the settings for merges into this directory do:\n  %s\n  spec:\nWithout the name kpt refuses the package, without the annotation this would be sent to the cluster. Rename the file if it is something else",
		name, strings.ReplaceAll(strings.TrimSpace(kptfile.BeginChart), "\n", "\n  "))
}

// Parse checks a configuration in any form; name is that of the
// file, for errors. The settings beside it hold over and under it.
func Parse(data []byte, name string, beside config.Beside) (*config.Config, error) {
	doc, err := document(data, name)
	if err != nil {
		return nil, err
	}
	return beside.Parse(doc, name)
}

// document is the only document of a file, nil without one.
func document(data []byte, name string) (*yaml.Node, error) {
	if err := marks.Refuse(data); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	docs, err := source.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, source.Refused(data, err))
	}
	switch len(docs) {
	case 0:
		return nil, nil
	case 1:
		return docs[0], nil
	}
	return nil, fmt.Errorf("%s: holds %d documents; a configuration is one", name, len(docs))
}
