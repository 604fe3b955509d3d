package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
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

// version parses a version of the file.
func version(name string, text []byte) (docs []*yaml.Node, resources []*fn.Resource, err error) {
	if docs, err = source.Parse(text); err != nil {
		return nil, nil, err
	}
	for i, doc := range docs {
		if len(doc.Content) == 1 && doc.Content[0].Tag != "!!null" {
			resources = append(resources, &fn.Resource{Node: doc.Content[0], Doc: doc, Name: name, Path: "file.yaml", Index: i, Line: doc.Content[0].Line})
		}
	}
	return docs, resources, nil
}

// carefulMerge merges in the profile Careful.
func carefulMerge(c *file) (m merged) {
	defer func() {
		if r := recover(); r != nil {
			m = merged{err: fmt.Errorf("panic: %v", r)}
		}
	}()
	var v fn.Versions
	var docs, upstream []*yaml.Node
	var errs [3]error
	_, v.Original, errs[0] = version("base", c.base)
	upstream, v.Updated, errs[1] = version("theirs", c.theirs)
	docs, v.Dest, errs[2] = version("ours", c.ours)
	byLine, clean := merge.Lines(string(c.base), string(c.theirs), string(c.ours))
	if err := errors.Join(errs[:]...); err != nil {
		switch template := bytes.Contains(c.ours, []byte("{{")); {
		case template && clean:
			return merged{text: []byte(byLine)}
		case template:
			return merged{conflicts: []string{"both changed the same lines of a template"}}
		}
		return merged{err: err, untried: true}
	}
	if clean {
		// Lines that are no YAML, or hold a key twice, say nothing.
		if _, lines, err := version("lines", []byte(byLine)); err == nil && sound(lines) {
			fn.PairByLines(v.Dest, lines)
		} else {
			clean = false
		}
	}
	o, err := fn.Merge(v, fn.Careful())
	if err != nil {
		return merged{err: err}
	}
	for i := range o.Conflicts {
		if k := &o.Conflicts[i]; k.Fails() || len(k.Path) == 0 {
			m.conflicts = append(m.conflicts, k.Path.String()+": "+k.Kind.String())
		}
	}
	if m.conflicts != nil {
		return m
	}
	m.text, _, m.err = source.Print(c.ours, changes(docs, o), source.Text{Bytes: c.theirs, Docs: upstream})
	if clean && m.err == nil {
		m.text = source.Layout(m.text, []byte(byLine), slices.ContainsFunc(o.Resources, (*fn.Merged).FromLines))
	}
	return m
}

// sound says that resources can be merged.
func sound(resources []*fn.Resource) bool {
	for _, r := range resources {
		if merge.Check(r.Node) != nil {
			return false
		}
	}
	return true
}

// changes are the documents of ours before and after.
func changes(docs []*yaml.Node, o *fn.Outcome) []source.Change {
	after := map[*yaml.Node]*yaml.Node{}
	before := map[*yaml.Node][]*yaml.Node{}
	var waiting []*yaml.Node
	known := map[*yaml.Node]bool{}
	for _, d := range o.Deleted {
		known[d.Doc] = true
	}
	for _, m := range o.Resources {
		if m.Dest == nil {
			waiting = append(waiting, m.Node)
			continue
		}
		known[m.Dest.Doc] = true
		before[m.Dest.Doc], waiting = waiting, nil
		after[m.Dest.Doc] = m.Node
		if m.Doc != nil {
			after[m.Dest.Doc] = m.Doc
		}
	}
	var all []source.Change
	for _, doc := range docs {
		for _, added := range before[doc] {
			all = append(all, source.Change{New: added})
		}
		next := after[doc]
		if !known[doc] {
			next = doc
		}
		all = append(all, source.Change{Old: doc, New: next})
	}
	for _, added := range waiting {
		all = append(all, source.Change{New: added})
	}
	return all
}

// gitMerge merges by lines, as git does.
func gitMerge(c *file) (m merged, err error) {
	dir, err := os.MkdirTemp("", "replay")
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	args := []string{"merge-file", "-p"}
	for _, v := range []struct {
		name string
		text []byte
	}{{"ours", c.ours}, {"base", c.base}, {"theirs", c.theirs}} {
		name := filepath.Join(dir, v.name)
		if err = os.WriteFile(name, v.text, 0o600); err != nil {
			return m, err
		}
		args = append(args, name)
	}
	m.text, err = exec.Command("git", args...).Output()
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

// kyamlMerge merges single documents the way kpt and kustomize do. It tells
// nobody about conflicts.
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
