package decisions

import (
	"fmt"

	"github.com/krm-merge/krm-merge/merge"
)

// Merge merges three versions of one file of decisions, as two branches of a repository
// have it: an entry or question that one of them added, changed or dropped is so in the
// result, which else has the bytes of ours. The error is that a version cannot be read,
// as of Read, or that both decided one question differently. The cost is that of
// sorting the entries.
func Merge(original, ours, theirs []byte, name string) ([]byte, error) {
	var sets [3]*Set
	for i, text := range [][]byte{original, ours, theirs} {
		s, err := Read(text, name)
		if err != nil {
			return nil, err
		}
		sets[i] = s
	}
	o, d, u := sets[0], sets[1], sets[2]
	type question struct {
		key
		file   string
		secret bool
	}
	of := func(e *Entry) question { return question{e.key(), e.File, e.Secret} }
	added, dropped, again := threeWay(o.Entries, d.Entries, u.Entries, of, (*Entry).takesLike)
	if again != nil {
		return nil, fmt.Errorf("%s: both sides decided differently about %s", name, again.about())
	}
	d.drop(func(e *Entry) bool { return dropped[of(e)] })
	entries := make([]Entry, len(added))
	for i, e := range added {
		entries[i] = *e
	}
	d.Remember(entries...)

	place := func(o *Open) Place { return o.Place }
	asked, answered, other := threeWay(o.Open, d.Open, u.Open, place, (*Open).asksLike)
	if other != nil {
		return nil, fmt.Errorf("%s: each side has another question about %s", name, other.about())
	}
	kept := d.Open[:0:0]
	for _, q := range d.Open {
		if !answered[q.Place] {
			kept = append(kept, q)
		}
	}
	d.Open = kept
	d.Ask(asked...)
	return d.Text()
}

// threeWay finds what theirs changed and ours has to take over: elements that are added
// or take the place of those with their key, and the keys of those that are dropped. If
// both changed one differently, conflict is that of theirs.
func threeWay[K comparable, T any](original, ours, theirs []*T, key func(*T) K, same func(a, b *T) bool) (added []*T, dropped map[K]bool, conflict *T) {
	index := func(all []*T) map[K]*T {
		byKey := make(map[K]*T, len(all))
		for _, e := range all {
			byKey[key(e)] = e
		}
		return byKey
	}
	was, has, gets := index(original), index(ours), index(theirs)
	alike := func(a, b *T) bool { return a == nil && b == nil || a != nil && b != nil && same(a, b) }
	for _, e := range theirs {
		switch o, d := was[key(e)], has[key(e)]; {
		case alike(o, e), alike(d, e):
		case alike(o, d):
			added = append(added, e)
		default:
			return nil, nil, e
		}
	}
	dropped = map[K]bool{}
	for _, e := range ours {
		if o := was[key(e)]; o != nil && gets[key(e)] == nil && same(o, e) {
			dropped[key(e)] = true
		}
	}
	return added, dropped, nil
}

// asksLike reports whether two questions about one place ask the same.
func (o *Open) asksLike(other *Open) bool {
	return o.Conflict == other.Conflict && o.Secret == other.Secret &&
		merge.Equal(o.Original, other.Original) && merge.Equal(o.Updated, other.Updated) && merge.Equal(o.Dest, other.Dest)
}

// about is a place for messages.
func (p *Place) about() string {
	name := p.Resource.Kind + " " + p.Resource.Name
	if p.Resource.Name == "" {
		name = p.File
	}
	if p.Path == "" {
		return name
	}
	return name + " " + p.Path
}
