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
	Entries []*Entry
	// Open are the questions that nobody has answered yet.
	Open []*Open

	// doc is the document as it was read, root its value; nil if there was none.
	doc  *yaml.Node
	root *yaml.Node
	text []byte
	// byPlace has the entries about each place, which is without a file: not every question has one.
	byPlace map[Place][]*Entry
}

// IsEmpty reports whether there is neither an entry nor a question.
func (s *Set) IsEmpty() bool { return len(s.Entries)+len(s.Open) == 0 }

// Lookup gives the entry that answers a question about a resource in a file of the
// directory that the set is for, nil if none does. The cost is that of the entries about its place.
//
// Entries that differ in the file alone are about resources of the same name: of a
// question without a file none answers if there are several.
func (s *Set) Lookup(q Question) *Entry {
	var found *Entry
	for e := range s.about(q) {
		switch {
		case e.Secret || !e.asks(q):
		case found != nil:
			return nil
		default:
			found = e
		}
	}
	return found
}

// about are the entries about the place of a question.
func (s *Set) about(q Question) iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		for _, e := range s.byPlace[q.anywhere()] {
			if (e.File == "" || q.File == "" || e.File == q.File) && !yield(e) {
				return
			}
		}
	}
}

// Earlier gives the last entry that kept what dest has at the place of a question against another
// change of upstream's, nil if there is none. One that another entry decides otherwise does not count.
func (s *Set) Earlier(q Question) *Entry {
	var found *Entry
	for e := range s.about(q) {
		kept := e.Taken == Dest && e.Original != "" && e.Updated != "" && e.Dest != "" && e.Dest == q.Dest && s.Lookup(e.Question) == e
		if kept && (found == nil || e.When >= found.When) {
			found = e
		}
	}
	return found
}

// Remember adds entries, each in place of one that answers the same question, or is of
// the same place of a Secret. The entries are sorted then, so that their order depends
// on nothing but what they hold. The cost is that of sorting them.
func (s *Set) Remember(entries ...Entry) {
	latest := make(map[Question]int, len(entries))
	for i, e := range entries {
		latest[e.same()] = i
	}
	s.Forget(func(old *Entry) bool {
		_, is := latest[old.same()]
		return is
	})
	for i, e := range entries {
		if latest[e.same()] == i {
			e.Value = plain(e.Value)
			e.node = written(e)
			s.Entries = append(s.Entries, &e)
		}
	}
	slices.SortStableFunc(s.Entries, (*Entry).compare)
	s.index()
}

// Ask adds questions, each in place of one about the same place. They are sorted then.
// The cost is that of sorting them.
func (s *Set) Ask(questions ...*Open) {
	again := make(map[Place]bool, len(questions))
	for _, o := range questions {
		again[o.Place] = true
	}
	s.Open = slices.DeleteFunc(slices.Clone(s.Open), func(o *Open) bool { return again[o.Place] })
	for _, o := range questions {
		asked := *o
		asked.Original, asked.Updated, asked.Dest, asked.Theirs = plain(o.Original), plain(o.Updated), plain(o.Dest), plain(o.Theirs)
		asked.node = written(asked)
		s.Open = append(s.Open, &asked)
	}
	slices.SortStableFunc(s.Open, (*Open).compare)
}

// Forget drops the entries that are meant, and gives them.
func (s *Set) Forget(meant func(*Entry) bool) []*Entry {
	var kept, dropped []*Entry
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
func (s *Set) Has(e *Entry) bool {
	return slices.ContainsFunc(s.byPlace[e.anywhere()], func(other *Entry) bool {
		return other.asks(e.Question) && other.When == e.When && other.takesLike(e)
	})
}

func (s *Set) index() {
	s.byPlace = make(map[Place][]*Entry, len(s.Entries))
	for _, e := range s.Entries {
		s.byPlace[e.anywhere()] = append(s.byPlace[e.anywhere()], e)
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
func (t *Tree) Lookup(q Question) *Entry { return t.find(q, (*Set).Lookup) }

// Earlier is Lookup for the last entry about another change of upstream's, see Set.Earlier.
func (t *Tree) Earlier(q Question) *Entry { return t.find(q, (*Set).Earlier) }

func (t *Tree) find(q Question, in func(*Set, Question) *Entry) *Entry {
	if t.IsEmpty() {
		return nil
	}
	for dir := path.Dir(q.File); ; dir = path.Dir(dir) {
		inside := q
		inside.File, _ = below(q.File, dir)
		var found *Entry
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

func (e *Entry) takesLike(other *Entry) bool {
	return e.Taken == other.Taken && merge.Equal(e.Value, other.Value)
}
