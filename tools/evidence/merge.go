package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/kio/filters"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge3"

	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// merged is what a program makes of a file.
type merged struct {
	text []byte
	// conflicts are those it asks a person about, in its own words.
	conflicts []string
	// err: it cannot merge the file; untried: it is not meant to.
	err     error
	untried bool
}

// values parses a text into the values of its documents, without empty ones.
func values(text []byte) (all []*yaml.Node, err error) {
	docs, err := source.Parse(text)
	for _, doc := range docs {
		if len(doc.Content) == 1 && doc.Content[0].Tag != "!!null" {
			all = append(all, doc.Content[0])
		}
	}
	return all, err
}

// carefulMerge merges in the profile Careful, but that a conflict is an error, or in Newest.
func carefulMerge(c *file, newest bool) (m merged) {
	opts := resource.Careful()
	opts.Policy.OnConflict = merge.Fail
	if newest {
		opts.Policy.OnConflict = merge.NewestOrAsk
	}
	text, result, err := files.Bytes(c.base, c.theirs, c.ours, "ours", files.Options{Options: opts})
	var refused *files.ConflictsError
	if err != nil && !errors.As(err, &refused) {
		for _, text := range [][]byte{c.base, c.ours, c.theirs} {
			if _, unread := values(text); unread != nil {
				m.untried = true
			}
		}
		m.err = err
		return m
	}
	m.text = text
	for i := range result.Conflicts {
		if k := &result.Conflicts[i]; refused != nil || k.Open() || k.Place() == "" {
			m.conflicts = append(m.conflicts, k.Place()+": "+k.Kind.String())
		}
	}
	return m
}

// written writes texts into a directory, which is made.
func written(dir string, texts map[string][]byte) error {
	err := os.MkdirAll(dir, 0o750)
	for name, text := range texts {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	return err
}

// keep writes the versions of a file, what was wanted and what became of it
// into a directory of its own below dir, named by the verdicts.
func (c *file) keep(dir string, careful, git *judgement) error {
	name := strings.NewReplacer("/", "_", " ", "-").Replace(fmt.Sprintf("%s+git-%s/%.12s_%s", careful.verdict, git.verdict, c.commit, c.path))
	return written(filepath.Join(dir, strings.Replace(name, "_", "/", 1)), map[string][]byte{
		"base.yaml": c.base, "ours.yaml": c.ours, "theirs.yaml": c.theirs, "committed.yaml": c.committed,
		"merged.yaml": careful.text, "git.yaml": git.text, "detail.txt": []byte(careful.detail() + "\n"),
	})
}

// gitMerge merges by lines: git merge-file.
func gitMerge(c *file, options ...string) (m merged, err error) {
	dir, err := os.MkdirTemp("", "replay")
	if err == nil {
		err = written(dir, map[string][]byte{"ours": c.ours, "base": c.base, "theirs": c.theirs})
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err != nil {
		return m, err
	}
	git := exec.Command("git", slices.Concat([]string{"merge-file", "-p"}, options, []string{"ours", "base", "theirs"})...)
	git.Dir = dir
	m.text, err = git.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		// The exit code counts the conflicts, up to 127.
		if exit.ExitCode() > 127 || exit.ExitCode() < 0 {
			return merged{untried: true, err: exit}, nil
		}
		return merged{conflicts: []string{fmt.Sprintf("%d conflicts", exit.ExitCode())}}, nil
	}
	return m, err
}

// kyamlMerge merges single documents, with keys inferred. It reports no conflicts.
func kyamlMerge(c *file) (m merged) {
	defer func() {
		if r := recover(); r != nil {
			m = merged{err: fmt.Errorf("panic: %v", r)}
		}
	}()
	for _, text := range [][]byte{c.base, c.ours, c.theirs} {
		if docs, err := source.Parse(text); err != nil || len(docs) != 1 || docs[0].Content[0].Kind != yaml.MappingNode {
			return merged{untried: true}
		}
	}
	text, err := merge3.MergeStrings(string(c.ours), string(c.base), string(c.theirs), true)
	if err != nil {
		return merged{err: err}
	}
	return merged{text: []byte(strings.TrimPrefix(text, "---\n"))}
}

// kptMerge merges the file as a package of its own, the way kpt pkg update does: of a file that
// holds no resources the package keeps its own. It reports no conflicts.
func kptMerge(c *file) (m merged) {
	dir, err := os.MkdirTemp("", "replay")
	defer func() {
		if r := recover(); r != nil {
			m.err = fmt.Errorf("panic: %v", r)
		}
		m.err = errors.Join(m.err, err, os.RemoveAll(dir))
	}()
	for version, text := range map[string][]byte{"original": c.base, "updated": c.theirs, "dest": c.ours} {
		err = errors.Join(err, written(filepath.Join(dir, version), map[string][]byte{"file.yaml": text}))
	}
	if docs, bad := values(c.ours); bad != nil || !slices.ContainsFunc(docs, func(n *yaml.Node) bool { return resourceID(n) != "" }) {
		return merged{text: c.ours, untried: bad != nil}
	}
	m.err = filters.Merge3{OriginalPath: filepath.Join(dir, "original"), UpdatedPath: filepath.Join(dir, "updated"), DestPath: filepath.Join(dir, "dest")}.Merge()
	if m.err == nil {
		m.text, m.err = os.ReadFile(filepath.Join(dir, "dest", "file.yaml"))
	}
	return m
}
