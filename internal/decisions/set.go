package decisions

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// FileName is the name of the file that holds decisions.
const FileName = "merge-decisions.yaml"

// The type of the resource. Another version of it is refused, because its entries may mean something else.
const (
	group      = "fn.kpt.dev"
	version    = "v1alpha1"
	kind       = "MergeDecisions"
	apiVersion = group + "/" + version
)

// Is reports whether a resource of that API group and kind holds decisions, be it in a version that cannot be read.
func Is(g, k string) bool { return k == kind && g == group }

// Set is the decisions of one file or resource. The zero value is one that is empty.
type Set struct {
	// Entries are what was decided, in the order of the file.
	Entries []*Question
	// Open are the questions that nobody has answered yet.
	Open []*Question

	// doc is the document as it was read, root its value; nil if there was none.
	doc  *yaml.Node
	root *yaml.Node
	text []byte
}

// IsEmpty reports whether there is neither an entry nor a question.
func (s *Set) IsEmpty() bool { return len(s.Entries)+len(s.Open) == 0 }

// Remember adds entries, each in place of one that answers the same question, or is of
// the same place of a Secret. The entries are sorted then, so that their order depends
// on nothing but what they hold. The cost is that of sorting them.
func (s *Set) Remember(entries ...*Question) {
	latest := make(map[Key]*Question, len(entries))
	for _, e := range entries {
		latest[e.Key().same()] = e
	}
	s.Forget(func(old *Question) bool { return latest[old.Key().same()] != nil })
	for _, e := range entries {
		if latest[e.Key().same()] == e {
			s.Entries = append(s.Entries, e.spelled())
		}
	}
	slices.SortStableFunc(s.Entries, (*Question).compare)
}

// Ask adds questions, each in place of one about the same place. They are sorted then.
// The cost is that of sorting them.
func (s *Set) Ask(questions ...*Question) {
	again := make(map[Place]bool, len(questions))
	for _, o := range questions {
		again[o.Place] = true
	}
	s.Open = slices.DeleteFunc(slices.Clone(s.Open), func(o *Question) bool { return again[o.Place] })
	for _, o := range questions {
		s.Open = append(s.Open, o.spelled())
	}
	slices.SortStableFunc(s.Open, (*Question).compare)
}

// Forget drops the entries that are meant, and gives them.
func (s *Set) Forget(meant func(*Question) bool) []*Question {
	var kept, dropped []*Question
	for _, e := range s.Entries {
		if meant(e) {
			dropped = append(dropped, e)
		} else {
			kept = append(kept, e)
		}
	}
	s.Entries = kept
	return dropped
}

// Like tells which entries the set has, too: for the same question with the same answer on the same day,
// wherever the files are.
func (s *Set) Like() func(*Question) bool {
	t := &Tree{}
	t.Add("", s)
	return func(e *Question) bool {
		return slices.ContainsFunc(t.entries[e.Key().anywhere()], func(own entry) bool {
			return own.Key().asks(e.Key()) && own.When == e.When && own.takesLike(e)
		})
	}
}

// Below is the set as the files of a directory have it: entries about files elsewhere are left out.
func (s *Set) Below(dir string) *Set {
	inside := &Set{}
	for _, e := range s.Entries {
		own, local := *e, false
		if own.File, local = below(e.File, path.Clean(dir)); local {
			inside.Entries = append(inside.Entries, &own)
		}
	}
	return inside
}

// Tree is the decisions of a package. The zero value has none.
type Tree struct {
	// entries are those about each place, which is without a file: not every question has one.
	entries map[Place][]entry
}

// entry is an entry of the set of a directory.
type entry struct {
	*Question
	dir string
}

// isInside reports whether its directory is one below another's; both are around one file.
func (e entry) isInside(other entry) bool {
	return e.dir != other.dir && (other.dir == "." || len(e.dir) > len(other.dir))
}

// Add adds the set of a file, whose name is relative to the root of the package, "" for one that is for everything.
func (t *Tree) Add(file string, s *Set) {
	if t.entries == nil {
		t.entries = map[Place][]entry{}
	}
	dir := path.Dir(file)
	for _, e := range s.Entries {
		at := e.Key().anywhere()
		t.entries[at] = append(t.entries[at], entry{e, dir})
	}
}

// IsEmpty reports whether it has no entries.
func (t *Tree) IsEmpty() bool { return t == nil || len(t.entries) == 0 }

// Lookup gives the entry that answers a question, nil if none does: that of the
// innermost directory around the file which has one. None does where several of
// that directory answer differently. The cost is that of the entries about its place.
//
// Entries that differ in the file alone are about resources of the same name.
func (t *Tree) Lookup(k Key) *Question {
	var found entry
	doubt := false
	for _, e := range t.about(k) {
		switch {
		case e.Secret || !e.Key().asks(k):
		case found.Question == nil || e.isInside(found):
			found, doubt = e, false
		case e.dir == found.dir:
			doubt = doubt || !e.takesLike(found.Question)
		}
	}
	if doubt {
		return nil
	}
	return found.Question
}

// Earlier gives the last entry that kept what dest has at the place of a question against another
// change of upstream's, nil if there is none. One that another entry decides otherwise does not count.
func (t *Tree) Earlier(k Key) *Question {
	var found entry
	for _, e := range t.about(k) {
		own := e.Key()
		own.File = k.File
		kept := e.Taken == Dest && own.Original != "" && own.Updated != "" && own.Dest != "" && own.Dest == k.Dest && t.Lookup(own) == e.Question
		if kept && (found.Question == nil || e.isInside(found) || e.dir == found.dir && e.When >= found.When) {
			found = e
		}
	}
	return found.Question
}

// about are the entries about the place of a question, of the directories around its file.
func (t *Tree) about(k Key) (all []entry) {
	if t.IsEmpty() {
		return nil
	}
	for _, e := range t.entries[k.anywhere()] {
		file, inside := below(k.File, e.dir)
		if inside && (e.File == "" || k.File == "" || e.File == file) && (k.File != "" || e.dir == ".") {
			all = append(all, e)
		}
	}
	return all
}

func (e *Question) takesLike(other *Question) bool {
	return e.Taken == other.Taken && merge.Equal(e.Value, other.Value)
}
