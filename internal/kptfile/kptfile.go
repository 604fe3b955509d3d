// Package kptfile reads and writes where a package is from: the fields upstream and
// upstreamLock of a Kptfile, as kpt knows them, and those of krm-merge.yaml for a chart. In go
// texts, out come places in repositories, or the same text in which only these fields differ. It must not know how
// versions are fetched or merged.
package kptfile

import (
	"cmp"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
)

const (
	// Name is how the file is called.
	Name = "Kptfile"
	// Kind and Group are the type of what is in it.
	Kind  = "Kptfile"
	Group = "kpt.dev"

	// FieldUpstream is where the package is from and FieldLock is the version that was
	// taken.
	FieldUpstream = "upstream"
	FieldLock     = "upstreamLock"

	apiVersion = Group + "/v1"
	typeGit    = "git"
)

// Upstream is where a package is from, and what is asked for when it is upgraded.
type Upstream struct {
	// Repo is the repository: an address that git knows, or a path; or one of charts, see IsChart.
	Repo string
	// Directory is that of the package in the repository, with slashes; those around it do not matter, and none are
	// its root. It is the name of a chart.
	Directory string
	// Ref is a tag, a branch or a commit, "" for the branch that HEAD of the repository is. It is the version of a
	// chart, "" for the newest release.
	Ref string
}

// Lock is the version of a package that was taken.
type Lock struct {
	Upstream
	Commit string
}

// Kptfile is a Kptfile that was read, or the krm-merge.yaml of a chart. It is never modified.
type Kptfile struct {
	// File is its name, for messages, too.
	File string
	// Upstream is nil where the package has no upstream, Lock where it has none.
	Upstream *Upstream
	Lock     *Lock

	text []byte
	doc  *yaml.Node
}

// Read reads a Kptfile, or a krm-merge.yaml if the name ends so. The name is for messages. An
// error names the file, the field and what to do: for what is neither, and for an upstream that
// is not known.
func Read(text []byte, name string) (*Kptfile, error) {
	docs, err := source.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, source.Refused(text, err))
	}
	if len(docs) != 1 {
		return nil, fmt.Errorf("%s: holds %d documents; it must be one", name, len(docs))
	}
	k := &Kptfile{File: name, text: text, doc: docs[0]}
	root := node.Target(k.doc)
	if k.isChart() {
		return k, k.readChart(root)
	}
	group, _, _ := strings.Cut(node.TextAt(root, "apiVersion"), "/")
	if root == nil || root.Kind != yaml.MappingNode || node.TextAt(root, "kind") != Kind || group != Group {
		return nil, fmt.Errorf("%s: is not a Kptfile; one has apiVersion: %s and kind: %s", name, apiVersion, Kind)
	}
	upstream, git, err := k.place(root, FieldUpstream)
	if err != nil {
		return nil, err
	}
	if git != nil {
		k.Upstream = &upstream
	}
	taken, git, err := k.place(root, FieldLock)
	if err != nil || git == nil {
		return k, err
	}
	k.Lock = &Lock{Upstream: taken, Commit: node.TextAt(git, "commit")}
	if k.Lock.Commit == "" {
		return nil, k.wrong(git, FieldLock+".git.commit is missing; krm-merge adopt writes it")
	}
	return k, nil
}

// place reads where a field says that a package is from; git is nil if it does not.
func (k *Kptfile) place(root *yaml.Node, field string) (at Upstream, git *yaml.Node, err error) {
	from := node.FieldAt(root, field)
	if from == nil || from.Tag == "!!null" {
		return at, nil, nil
	}
	if kind := node.TextAt(from, "type"); from.Kind != yaml.MappingNode || kind != "" && kind != typeGit {
		return at, nil, k.wrong(from, "%s.type is %q; only packages in git repositories can be upgraded", field, kind)
	}
	git = node.FieldAt(from, typeGit)
	at = Upstream{Repo: node.TextAt(git, "repo"), Directory: node.TextAt(git, "directory"), Ref: node.TextAt(git, "ref")}
	if at.Repo == "" {
		return at, nil, k.wrong(cmp.Or(git, from), "%s.git.repo is missing; write the repo, the directory and the ref there", field)
	}
	for name, text := range map[string]string{"repo": at.Repo, "ref": at.Ref, "commit": node.TextAt(git, "commit")} {
		if strings.HasPrefix(text, "-") {
			return at, nil, k.wrong(git, "%s.git.%s begins with a -, which git would take for an option", field, name)
		}
	}
	at.Directory = relative(at.Directory)
	return at, git, nil
}

func (k *Kptfile) wrong(at *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", k.File, at.Line, fmt.Sprintf(format, args...))
}
