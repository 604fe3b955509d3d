package packages_test

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// options are those of settings.
func options(t *testing.T, settings string) files.Options {
	t.Helper()
	cfg, err := fn.ParseConfig(golden.Document(t, settings), "settings")
	if err != nil {
		t.Fatal(err)
	}
	return files.Options{Options: cfg.Options}
}

// versions are original, updated and dest.
type versions [3]tree

func (v versions) merge(opts files.Options) (*files.Result, error) {
	return files.Merge(v[0], v[1], v[2], opts)
}

// unlike are the files of a result that are not as in a version.
func unlike(r *files.Result, want tree) []string {
	var found []string
	seen := map[string]bool{}
	for _, f := range r.Files {
		if f.Status == files.Deleted {
			continue
		}
		seen[f.Path] = true
		if is := want[f.Path]; is == nil || !bytes.Equal(is.Data, f.Data) || !alike(is.Mode, f.Mode) {
			found = append(found, f.Path)
		}
	}
	for at := range want {
		if !seen[at] {
			found = append(found, at)
		}
	}
	slices.Sort(found)
	return found
}

// alike reports whether two files are both links, or both executable, or neither.
func alike(a, b fs.FileMode) bool {
	return a.Type() == b.Type() && (a.Type() != 0 || a&0o100 == b&0o100)
}

// kept is where an edit is after a merge: in the result, in a conflict, or lost.
type kept string

const (
	inResult   kept = "result"
	inConflict kept = "conflict"
	isLost     kept = "lost"
)

// fate finds out what became of an edit.
func (e *edit) fate(r *files.Result, dest tree) kept {
	if e.gone != nil {
		return e.fateOfDeletion(r, dest)
	}
	for _, f := range r.Files {
		if f.Status != files.Deleted && bytes.Contains(f.Data, []byte(e.mark)) {
			return inResult
		}
	}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		switch d := c.DestResource; {
		case d == nil || d.Path != e.path:
		case d.Node == nil, holds(c.Dest, e.mark), len(c.Path) == 0 && holds(d.Node, e.mark):
			return inConflict
		}
	}
	for _, n := range r.Notes {
		if n.Kind == terms.NoteComment && n.Resource != nil && n.Resource.Path == e.path && strings.Contains(e.kind, "comment") {
			return inConflict
		}
	}
	return isLost
}

// holds reports whether a mark occurs in a value or its comments.
func holds(n *yaml.Node, mark string) bool {
	if n == nil {
		return false
	}
	key, value, _ := strings.Cut(mark, ": ")
	if strings.Contains(n.Value, mark) || value != "" && n.Value == value || strings.Contains(n.HeadComment+n.LineComment+n.FootComment, mark) {
		return true
	}
	for i, c := range n.Content {
		if holds(c, mark) || n.Kind == yaml.MappingNode && i%2 == 0 && value != "" && c.Value == key && n.Content[i+1].Value == value {
			return true
		}
	}
	return false
}

func (e *edit) fateOfDeletion(r *files.Result, dest tree) kept {
	same := func(m resource.Meta) bool {
		return m.Kind == e.gone.Kind && m.Name == e.gone.Name && m.Namespace == e.gone.Namespace && m.Group() == e.gone.Group()
	}
	for i := range r.Conflicts {
		if c := &r.Conflicts[i]; c.Kind == merge.DeletedLocally && len(c.Path) == 0 {
			if u := c.UpdatedResource; u != nil && (u.Node == nil || same(resource.MetaOf(u.Node))) {
				return inConflict
			}
		}
	}
	before := 0
	for _, f := range dest {
		all, _ := metas(f.Data)
		before += len(slices.DeleteFunc(all, func(m resource.Meta) bool { return !same(m) }))
	}
	after := 0
	for _, m := range r.Resources {
		if same(resource.MetaOf(m.Node)) && m.Dest == nil {
			after++
		}
	}
	if before == 0 && after > 0 {
		return isLost
	}
	return inResult
}
