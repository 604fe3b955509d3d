package merge

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// renamed finds fields that one side gave another name while the other side
// edited them, and gives the versions with the new name in all of them, so that
// the edit meets the field. A renamed field looks like one that is gone and one
// that is new, with much in common; what only one side touched needs no help.
//
// The cost is that of comparing the values of such fields.
//
// rule: renamed/*
func (w *walker) renamed(s Schema, o, u, d *yaml.Node) (ro, ru, rd *yaml.Node) {
	if w.policy.RenamedKeys != RenamedFollow || w.system != threeWay || o == nil || u == nil || d == nil {
		return o, u, d
	}
	o, d = w.renamedBy(Updated, s, o, u, d)
	o, u = w.renamedBy(Dest, s, o, d, u)
	return o, u, d
}

// renamedBy follows the new names of one side in original and in the other.
func (w *walker) renamedBy(by Side, s Schema, o, side, other *yaml.Node) (ro, rother *yaml.Node) {
	fo, fs, ft := fieldsOf(o), fieldsOf(side), fieldsOf(other)
	if fo.inherits || fs.inherits || ft.inherits {
		return o, other
	}
	for _, p := range w.renames(&fo, &fs, &ft) {
		from, to := fo.key(p[0]), fs.key(p[1])
		if !freeNames(s, from, to) {
			continue
		}
		w.note(NoteRename, fmt.Sprintf("%s renamed %q to %q; what changed in it goes along", by, from.Value, to.Value))
		o, other = withName(o, from, to), withName(other, from, to)
	}
	return o, other
}

// freeNames says that two fields are named as somebody pleased: a schema that
// knows them knows any name. Fields with names of their own mean two things.
func freeNames(s Schema, a, b *yaml.Node) bool {
	if fieldSchema(s, a) == nil && fieldSchema(s, b) == nil {
		return true
	}
	return s.Field("\x00") != nil
}

// renames pairs children of original that a side lacks with such that it alone
// has, or that both sides have, where the other side edited or renamed them
// too.
func (w *walker) renames(o, side, other *children) [][2]int {
	var gone, goneFromBoth, fresh, freshInBoth []int
	for i := range o.len() {
		if side.find(o, i) >= 0 {
			continue
		}
		switch j := other.find(o, i); {
		case j < 0:
			goneFromBoth = append(goneFromBoth, i)
		case !Equal(o.value(i), other.value(j)):
			gone = append(gone, i)
		}
	}
	if len(gone)+len(goneFromBoth) == 0 {
		return nil
	}
	for i := range side.len() {
		if o.find(side, i) >= 0 {
			continue
		}
		if other.find(side, i) < 0 {
			fresh = append(fresh, i)
		} else {
			freshInBoth = append(freshInBoth, i)
		}
	}
	known := make([][2]features, len(gone))
	for n, i := range gone {
		// An edit that both have now is no reason to part them.
		known[n] = [2]features{featuresOf(o.value(i)), featuresOf(other.value(other.find(o, i)))}
	}
	pairs := w.lookalikes(known, gone, side, fresh)
	known = make([][2]features, len(goneFromBoth))
	for n, i := range goneFromBoth {
		known[n] = [2]features{featuresOf(o.value(i))}
	}
	return append(pairs, w.lookalikes(known, goneFromBoth, side, freshInBoth)...)
}

// withName is a map with another name for a field, where it is.
func withName(n, from, to *yaml.Node) *yaml.Node {
	renamed := *n
	renamed.Content = append([]*yaml.Node(nil), n.Content...)
	for i := 0; i+1 < len(renamed.Content); i += 2 {
		if key := renamed.Content[i]; sameKey(key, from) {
			k := *to
			k.HeadComment, k.LineComment, k.FootComment = key.HeadComment, key.LineComment, key.FootComment
			renamed.Content[i] = &k
		}
	}
	return &renamed
}

// renamedElements does the same for the elements of a list that inference
// keys: one that a side gave another key has that key in all versions.
//
// rule: renamed/*
func (w *walker) renamedElements(s Schema, l *listing) {
	if w.policy.RenamedKeys != RenamedFollow || w.system != threeWay || l.kind != ListKeyed || listType(s).Kind != ListUnknown {
		return
	}
	o, u, d := &l.children[Original], &l.children[Updated], &l.children[Dest]
	w.renamedElementsBy(Updated, l.keys, o, u, d)
	w.renamedElementsBy(Dest, l.keys, o, d, u)
}

func (w *walker) renamedElementsBy(by Side, keys []Key, o, side, other *children) {
	for _, p := range w.renames(o, side, other) {
		i, id := p[0], side.ids[p[1]]
		if j := other.find(o, i); j >= 0 {
			other.rename(j, id)
		}
		o.rename(i, id)
		w.enter(place{element: side.value(p[1]), keys: keys})
		w.note(NoteRename, by.String()+" gave this element another key; what changed in it goes along")
		w.leave()
	}
}

// rename gives a child another id.
func (c *children) rename(i int, id string) {
	c.ids[i] = id
	c.index, c.first = nil, nil
}

// widest is how many values are compared with how many, multiplied.
const widest = 1 << 14

// lookalikes pairs children that have most of what they say in common, where
// no other has as much: each with one at most. known is what the first ones
// say, in two versions.
func (w *walker) lookalikes(known [][2]features, first []int, of *children, second []int) [][2]int {
	if len(first)*len(second) == 0 || len(first)*len(second) > widest {
		return nil
	}
	say := make([]features, len(second))
	for j, at := range second {
		say[j] = featuresOf(of.value(at))
	}
	score := func(i, j int) int { return max(known[i][0].sameness(say[j]), known[i][1].sameness(say[j])) }
	var pairs [][2]int
	for i := range first {
		j, alone := best(len(second), func(j int) int { return score(i, j) })
		if !alone {
			continue
		}
		if back, alone := best(len(first), func(i int) int { return score(i, j) }); alone && back == i {
			pairs = append(pairs, [2]int{first[i], second[j]})
		}
	}
	return pairs
}

// best finds the one of n with the highest score; alone is false if none has
// any or another has the same.
func best(n int, score func(int) int) (at int, alone bool) {
	most := 0
	for i := range n {
		switch s := score(i); {
		case s > most:
			at, most, alone = i, s, true
		case s == most:
			alone = false
		}
	}
	return at, alone
}
