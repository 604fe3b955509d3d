package upgrade

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/internal/upstream"
)

// allowCheck takes the check out of the settings, with a note, unless somebody here wrote it:
// it is from the command line, or from a file that no package with an upstream holds, or no
// version that such a package has had says it. What is not known for sure does not run.
func (m *merging) allowCheck(ctx context.Context) {
	config, file := m.result.Config, m.result.Settings
	if config.Check == "" || m.Check != "" || file == "" {
		return
	}
	if err := m.writtenHere(ctx, file, config.Check); err != nil {
		m.note("the check in %s is not run: %v; run it yourself: %s; upgrade --set check='COMMAND' allows it, or a %s above the package", file, err, config.Check, configfile.Name)
		config.Check = ""
	}
}

// writtenHere is the error that the check of a file may be upstream's word: that of a version which a package
// around the file has had, as the files there say that tell where packages are from.
func (m *merging) writtenHere(ctx context.Context, file, check string) error {
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return errors.New("the file is a symbolic link")
	}
	for dir := git.RealPath(filepath.Dir(file)); ; dir = filepath.Dir(dir) {
		for _, name := range kptfile.Names() {
			text, err := bounded.ReadFile(os.OpenFile, filepath.Join(dir, name))
			if err == nil {
				err = m.unsaid(ctx, dir, name, text, check)
			}
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// unsaid is the error that a version which the package in a directory has had, as a file there says,
// may say the check. What is no package with an upstream has had none.
func (m *merging) unsaid(ctx context.Context, dir, file string, text []byte, check string) error {
	k, err := kptfile.Read(text, filepath.Join(dir, file))
	if err != nil || k.Upstream == nil && k.Lock == nil {
		return err
	}
	versions, err := history(dir, k)
	if err != nil {
		return err
	}
	if dir == m.dir {
		versions[kptfile.Lock{Upstream: kptfile.Upstream(m.result.Upstream), Commit: m.result.To.Commit}] = true
	}
	for v := range versions {
		tree, err := m.Cache.Tree(ctx, upstream.Location(v.Upstream), v.Commit)
		if err != nil {
			return fmt.Errorf("what upstream said in %s is not known: %w", short(v.Commit), err)
		}
		if says, err := says(tree, check); err != nil || says {
			return cmp.Or(err, fmt.Errorf("upstream says the same in %s", short(v.Commit)))
		}
	}
	return nil
}

// history are the versions that a package has had, as far as the repository that it lies in
// tells: those of its Kptfile, and of each that names the same upstream, as packages are moved
// and copied. The error is that the repository does not tell.
func history(dir string, k *kptfile.Kptfile) (map[kptfile.Lock]bool, error) {
	root := git.Root(dir)
	if root == "" {
		return nil, errors.New("which versions the package has had is not known outside of a git repository")
	}
	held, err := (git.Repository{Dir: root}).History(k.Name())
	if err != nil {
		return nil, fmt.Errorf("which versions the package has had is not known: %w", err)
	}
	committed, found := false, map[kptfile.Lock]bool{}
	for _, h := range held {
		file := filepath.Join(root, filepath.FromSlash(h.Path))
		then, err := kptfile.Read(h.Text, file)
		if err != nil || then.Lock == nil || file != k.File && then.Lock.Repo != k.Lock.Repo {
			continue // A Kptfile that cannot be read is one that nothing was upgraded with.
		}
		committed = committed || file == k.File && k.Lock != nil && *then.Lock == *k.Lock
		then.Lock.Upstream = kptfile.Upstream(locationOf(filepath.Dir(file), then.Lock.Upstream))
		found[*then.Lock] = true
	}
	if !committed {
		return nil, errors.New("the version that the package has is not committed")
	}
	return found, nil
}

// says reports whether a version of upstream's has a check anywhere, in whatever file and
// form: as a value of YAML, of several lines as any of these. The error is that it cannot be
// told.
func says(tree *upstream.Files, check string) (found bool, err error) {
	said := map[string]bool{}
	for line := range strings.Lines(check) {
		said[strings.TrimSpace(line)] = true
	}
	delete(said, "")
	for _, f := range tree.All {
		if !f.Mode.IsRegular() || !terms.HoldsResources(f.Path) {
			continue
		}
		docs := yaml.NewDecoder(bytes.NewReader(f.Data))
		for err == nil {
			var doc yaml.Node
			err = docs.Decode(&doc)
			for n := range node.All(&doc) {
				for line := range strings.Lines(n.Value) {
					found = found || said[strings.TrimSpace(line)]
				}
			}
		}
		if !errors.Is(err, io.EOF) && path.Base(f.Path) == configfile.Name {
			return false, fmt.Errorf("%s of upstream cannot be read", f.Path)
		}
		err = nil
	}
	return found, nil
}
