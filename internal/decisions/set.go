package decisions

import (
	"iter"
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// FileName is the name of the file that holds decisions.
const FileName = "merge-decisions.yaml"

// The type of the resource. Another version of it is refused, because its entries may
// mean something else.
const (
	group      = "fn.kpt.dev"
	version    = "v1alpha1"
	kind       = "MergeDecisions"
	apiVersion = group + "/" + version
)

// Is reports whether a resource of that API group and kind holds decisions, be it in a
// version that cannot be read.
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
	// byPlace has the entries about each place, which is without a file: not every question has one.
	byPlace map[Place][]*Question
}

// IsEmpty reports whether there is neither an entry nor a question.
func (s *Set) IsEmpty() bool { return len(s.Entries)+len(s.Open) == 0 }

// Lookup gives the entry that answers a question about a resource in a file of the
// directory that the set is for, nil if none does. The cost is that of the entries about its place.
//
// Entries that differ in the file alone are about resources of the same name: of a
// question without a file none answers if there are several.
func (s *Set) Lookup(k Key) *Question {
	var found *Question
	for e := range s.about(k) {
		switch {
		case e.Secret || !e.Key().asks(k):
		case found != nil:
			return nil
		default:
			found = e
		}
	}
	return found
}

// about are the entries about the place of a question.
func (s *Set) about(k Key) iter.Seq[*Question] {
	return func(yield func(*Question) bool) {
		for _, e := range s.byPlace[k.anywhere()] {
			if (e.File == "" || k.File == "" || e.File == k.File) && !yield(e) {
				return
			}
		}
	}
}

// Earlier gives the last entry that kept what dest has at the place of a question against another
// change of upstream's, nil if there is none. One that another entry decides otherwise does not count.
func (s *Set) Earlier(k Key) *Question {
	var found *Question
	for e := range s.about(k) {
		own := e.Key()
		kept := e.Taken == Dest && own.Original != "" && own.Updated != "" && own.Dest != "" && own.Dest == k.Dest && s.Lookup(own) == e
		if kept && (found == nil || e.When >= found.When) {
			found = e
		}
	}
	return found
}

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
	s.index()
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
	s.index()
	return dropped
}

// Has reports whether the set has an entry like that: for the same question with the same
// answer on the same day, wherever the files are.
func (s *Set) Has(e *Question) bool {
	return slices.ContainsFunc(s.byPlace[e.Key().anywhere()], func(other *Question) bool {
		return other.Key().asks(e.Key()) && other.When == e.When && other.takesLike(e)
	})
}

func (s *Set) index() {
	s.byPlace = make(map[Place][]*Question, len(s.Entries))
	for _, e := range s.Entries {
		at := e.Key().anywhere()
		s.byPlace[at] = append(s.byPlace[at], e)
	}
}

// Below is the set as the files of a directory have it: entries about files elsewhere are
// left out.
func (s *Set) Below(dir string) *Set {
	inside := &Set{}
	for _, e := range s.Entries {
		own, local := *e, false
		if own.File, local = below(e.File, path.Clean(dir)); local {
			inside.Entries = append(inside.Entries, &own)
		}
	}
	inside.index()
	return inside
}

// Tree is the decisions of a package: the sets of its directories. The zero value has
// none.
type Tree struct {
	// sets are those of the directories; the root is a dot.
	sets map[string][]*Set
}

// Add adds the set of a file, whose name is relative to the root of the package, "" for
// one that is for everything.
func (t *Tree) Add(file string, s *Set) {
	if t.sets == nil {
		t.sets = map[string][]*Set{}
	}
	dir := path.Dir(file)
	t.sets[dir] = append(t.sets[dir], s)
}

// IsEmpty reports whether it has no sets.
func (t *Tree) IsEmpty() bool { return t == nil || len(t.sets) == 0 }

// Lookup gives the entry that answers a question, nil if none does: that of the
// innermost directory around the file which has one. None does where several sets of
// that directory answer differently. The cost is that of the depth of the file.
func (t *Tree) Lookup(k Key) *Question { return t.find(k, (*Set).Lookup) }

// Earlier is Lookup for the last entry about another change of upstream's, see Set.Earlier.
func (t *Tree) Earlier(k Key) *Question { return t.find(k, (*Set).Earlier) }

func (t *Tree) find(k Key, in func(*Set, Key) *Question) *Question {
	if t.IsEmpty() {
		return nil
	}
	for dir := path.Dir(k.File); ; dir = path.Dir(dir) {
		inside := k
		inside.File, _ = below(k.File, dir)
		var found *Question
		for _, s := range t.sets[dir] {
			switch e := in(s, inside); {
			case e == nil:
			case found != nil && !found.takesLike(e):
				return nil
			default:
				found = e
			}
		}
		if found != nil || dir == "." || dir == "/" {
			return found
		}
	}
}

func (e *Question) takesLike(other *Question) bool {
	return e.Taken == other.Taken && merge.Equal(e.Value, other.Value)
}
