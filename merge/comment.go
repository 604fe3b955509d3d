package merge

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// comments merges the comments of a place three ways, as values of their own,
// and puts them on the result: dest's where dest changed them, else updated's.
// It gives the result's key and value, copied where a comment differs.
//
// rule: comments/*
func (w *walker) comments(r, o, u, d spot) (key, value *yaml.Node) {
	if !w.traits.comments || d.value == nil {
		return r.key, r.value
	}
	if r.value == nil {
		if hasOwn(d, o) {
			w.note(terms.NoteComment, terms.CommentGone)
		}
		return r.key, nil
	}
	if u.value == nil {
		return r.key, r.value
	}
	want := d.remarks()
	if u.remarks() != o.remarks() {
		want = w.mergedRemarks(o, u, d)
	}
	return w.put(r, want, false)
}

// mergedRemarks are the comments of a place of which updated changed one.
func (w *walker) mergedRemarks(o, u, d spot) remarks {
	co, cu, cd := o.remarks(), u.remarks(), d.remarks()
	want := cd
	takeUpdated := !Equal(u.value, o.value)
	differ := false
	for i := range want {
		if i != behind && cu[i] != co[i] && cu[i] != cd[i] {
			at := above
			if i == keyFoot || i == valueFoot {
				at = below
			}
			cu[i] = w.moved(at, o, u, d, co[i], cu[i], cd[i])
		}
		switch taken, apart := commentOf(co[i], cu[i], cd[i]); {
		case taken == Updated:
			want[i] = cu[i]
		case apart:
			differ = true
			if takeUpdated && (isDirective(cu[i]) || isDirective(cd[i])) {
				want[i] = cu[i]
			}
		}
	}
	if differ {
		w.note(terms.NoteComment, "updated and dest changed a comment differently")
	}
	return want
}

// commentOf reports whose comment is taken of one place, "" being none: dest's where dest
// changed it, else updated's. apart: updated changed it too, differently.
func commentOf(o, u, d string) (taken Side, apart bool) {
	switch {
	case d == o:
		return Updated, false
	case sameRemark(u, o), sameRemark(u, d):
		return Dest, false
	case sameRemark(d, o):
		return Updated, false
	}
	return Dest, true
}

// put gives a spot the comments wanted, in copies where they differ, or anyway.
func (w *walker) put(r spot, want remarks, anyway bool) (key, value *yaml.Node) {
	if r.remarks() == want && !anyway {
		return r.key, r.value
	}
	v := *r.value
	v.HeadComment, v.FootComment, v.LineComment = want[valueHead], want[valueFoot], want[behind]
	if r.key != nil {
		k := *r.key
		k.HeadComment, k.FootComment, k.LineComment = want[keyHead], want[keyFoot], ""
		if v.Kind != yaml.ScalarNode && len(v.Content) > 0 && v.Style&yaml.FlowStyle == 0 { // It starts below its key.
			k.LineComment, v.LineComment = want[behind], ""
		}
		r.key = &k
	}
	w.moveInheritance(r.value, &v)
	return r.key, &v
}

// besideEmpty moves the line comment of a field whose value is an empty
// collection now from the key to the value: nothing starts below the key.
func (w *walker) besideEmpty(key, value *yaml.Node) (k, v *yaml.Node) {
	if !w.traits.comments || value == nil || key.LineComment == "" || value.LineComment != "" || len(value.Content) > 0 {
		return key, value
	}
	if value.Kind != yaml.MappingNode && value.Kind != yaml.SequenceNode {
		return key, value
	}
	return w.put(spot{key, value}, spot{key, value}.remarks(), true)
}

// sameRemark reports whether two comments differ in white space and line breaks at most.
//
// rule: comments/alike-*
func sameRemark(a, b string) bool {
	words := func(comment string) (all []string) {
		for line := range strings.Lines(comment) {
			all = append(all, strings.Fields(strings.TrimLeft(strings.TrimSpace(line), "#"))...)
		}
		return all
	}
	return slices.Equal(words(a), words(b))
}

// commented is the schema that a comment of a field holds, else s.
//
// rule: keyed/schema-in-a-comment*
func (w *walker) commented(s Schema, versions ...spot) Schema {
	if w.opts.CommentSchema == nil || !w.traits.comments && !w.compares {
		return s
	}
	for _, v := range versions {
		if v.value == nil {
			continue
		}
		for _, text := range [...]string{v.value.LineComment, v.value.HeadComment, v.key.LineComment, v.key.HeadComment} {
			if text == "" {
				continue
			}
			if found := w.opts.CommentSchema(text); found != nil {
				return found
			}
		}
	}
	return s
}

// isDirective reports whether programs read the comment: setters and image policies.
func isDirective(comment string) bool {
	return strings.HasPrefix(comment, "# kpt-set:") || strings.HasPrefix(comment, `# {"$`)
}

// hasOwn reports whether d, or something in it, has a comment o does not have.
func hasOwn(d, o spot) bool { return len(own(d, o)) > 0 }

// OwnComments gives the comments in dest that original has not, trimmed, in any order.
// Both are values or documents of any kind, original may be nil. The cost is linear.
func OwnComments(dest, original *yaml.Node) iter.Seq[string] {
	return maps.Keys(own(spot{nil, dest}, spot{nil, original}))
}

// own counts the comments that d, or something in it, has more often than o.
func own(d, o spot) map[string]int {
	counts := map[string]int{}
	count(counts, 1, d.key, d.value)
	count(counts, -1, o.key, o.value)
	maps.DeleteFunc(counts, func(_ string, more int) bool { return more <= 0 })
	return counts
}

func count(counts map[string]int, by int, nodes ...*yaml.Node) {
	for _, root := range nodes {
		for n := range node.All(root) {
			for _, c := range []string{n.HeadComment, n.LineComment, n.FootComment} {
				if c != "" {
					counts[strings.TrimSpace(c)] += by
				}
			}
		}
	}
}

// moved takes out of what updated did to a comment at an end of a spot what is none: lines
// that the gap has as often in original as in updated were neither added nor deleted, and
// those that it has as often elsewhere in dest are there. What was added between them moved them to
// another node.
//
// rule: comments/*
func (w *walker) moved(at end, o, u, d spot, was, is, local string) string {
	inO, inU, inD := w.gap(Original).at(o, at), w.gap(Updated).at(u, at), w.gap(Dest).at(d, at)
	before, after := commentLines(was), commentLines(is)
	hadO, hadU, hadD := counted(before), counted(after), counted(commentLines(local))
	stays := slices.DeleteFunc(slices.Clone(before), func(line string) bool {
		return hadU[line] > 0 || inU[line] < inO[line]
	})
	added := slices.DeleteFunc(slices.Clone(after), func(line string) bool {
		return hadO[line]+hadD[line] == 0 && inU[line] <= max(inO[line], inD[line])
	})
	if len(added) < len(after) {
		is = strings.Join(added, "\n")
	}
	kept := strings.Join(stays, "\n")
	switch {
	case slices.Equal(append(stays, added...), before):
		return was
	case kept == "":
		return is
	case is == "":
		return kept
	case at == above:
		return kept + "\n\n" + is
	}
	return is + "\n\n" + kept
}

// gap gives the gaps of a version, read when the first comment differs.
func (w *walker) gap(side Side) *gaps {
	if w.gaps[side] == nil {
		w.gaps[side] = &gaps{ends: map[*yaml.Node][2]int{}, lines: make([][]string, 1)}
		if n := w.versions.all()[side]; n != nil {
			w.gaps[side].read(n)
		}
	}
	return w.gaps[side]
}
