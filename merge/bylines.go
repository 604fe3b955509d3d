package merge

import "go.yaml.in/yaml/v3"

// ByLines looks at a result of ThreeWay again when a merge of the texts by
// lines, which git does as well, was clean and gave lines. Where the two differ
// or there are conflicts:
//
//   - A field or element that one side renamed is known with less in common, if
//     that settles all conflicts and comes to lines.
//   - lines is the result if nothing that a side did is missing from it or there
//     twice, no key and no member of a union is, and nothing pinned the result.
//   - Else the result stays, and under Fail each place where lines has something
//     else that a side may have meant is a conflict: a field that one side
//     deleted and the other moved, say. What lines has twice because both sides
//     added it is nothing else.
//
// The versions and lines are values or documents; none is modified. lines must
// not be nil and pass Check. The cost is that of counting what the versions hold
// and of Verify, only where the two differ.
func ByLines(original, updated, dest, lines *yaml.Node, r Result, opts Options) Result {
	if original == nil || r.Node == nil || len(r.Conflicts) == 0 && Equal(r.Node, lines) {
		return r
	}
	for i := range r.Conflicts {
		if c := &r.Conflicts[i]; c.By != ByPolicy || c.Kind == UnionChanged {
			return r
		}
	}
	if len(r.Conflicts) > 0 && opts.Policy.RenamedKeys == RenamedFollow {
		if hinted, ok := mergeHinted(original, updated, dest, lines, opts); ok {
			return hinted
		}
	}
	doubled := doublesElement(lines, updated, dest)
	if !doubled && keepsCount(original, updated, dest, lines) && Verify(Versions{Original: original, Updated: updated, Dest: dest}, Result{Node: lines, Conflicts: r.Conflicts}, opts) == nil {
		return Result{Node: lines, Notes: []Note{{
			Kind: NoteLines, Message: "merged line by line, which keeps what both sides changed: by structure it was not clear",
		}}}
	}
	if len(r.Conflicts) == 0 && opts.Policy.OnConflict == Fail && !(doubled && keepsCount(original, updated, dest, r.Node)) {
		p := parting{policy: opts.Policy}
		p.place(target(original), target(updated), target(dest), target(r.Node), target(lines))
		r.Conflicts, r.Notes = p.conflicts, append(r.Notes[:len(r.Notes):len(r.Notes)], p.notes...)
	}
	return r
}

// mergeHinted merges by structure again, with more trust in new names, and says
// that it comes to what the lines are without a conflict.
func mergeHinted(original, updated, dest, lines *yaml.Node, opts Options) (Result, bool) {
	w := newWalker(threeWay, opts)
	w.hinted = true
	versions := Versions{Original: original, Updated: updated, Dest: dest}
	r, err := w.run(opts.Schema, versions)
	if err != nil || len(r.Conflicts) > 0 || !Equal(r.Node, lines) {
		return Result{}, false
	}
	v := newVerifier(r, opts)
	v.hinted = true
	return r, v.verify(versions, r, opts) == nil
}

// keepsCount says that a result holds what it says as often as the versions
// tell: where one side left the number of something alone, it is the other's.
// It is counted place by place, or, as places may have moved, wherever it is.
func keepsCount(original, updated, dest, result *yaml.Node) bool {
	tells := func(of func(*yaml.Node) features) bool {
		return within(of(original), of(updated), of(dest), of(result))
	}
	return tells(featuresOf) || tells(sayings)
}

func within(o, u, d, r features) bool {
	for _, version := range []features{o, u, d, r} {
		for what := range version.counts {
			least, most := u.counts[what], d.counts[what]
			switch o.counts[what] {
			case u.counts[what]:
				least = most
			case d.counts[what]:
				most = least
			default:
				both := u.counts[what] + d.counts[what] - o.counts[what]
				least, most = min(least, most, both), max(least, most, both)
			}
			if n := r.counts[what]; n < least || n > most {
				return false
			}
		}
	}
	return true
}

// sayings are what a value says, wherever it says it: its fields by their
// names, scalars by those of the field they are in.
func sayings(n *yaml.Node) features {
	f := features{counts: map[string]int{}, anywhere: true}
	f.add("", n)
	return f
}

// doublesElement says that a list of the result holds an element that both
// sides have there, more often than either.
func doublesElement(result, updated, dest *yaml.Node) bool {
	inR, inU, inD := elements(result), elements(updated), elements(dest)
	for e, times := range inR {
		if times > max(inU[e], inD[e]) && min(inU[e], inD[e]) > 0 {
			return true
		}
	}
	return false
}

// elements counts how often an element is in one list at most, by where the list
// is and what the element is.
func elements(n *yaml.Node) map[string]int {
	most := map[string]int{}
	var visit func(at string, n *yaml.Node)
	visit = func(at string, n *yaml.Node) {
		n = target(n)
		switch {
		case n == nil:
		case n.Kind == yaml.MappingNode:
			fields := fieldsOf(n)
			for i := range fields.len() {
				visit(at+"\x00."+valueID(fields.key(i)), fields.value(i))
			}
		case n.Kind == yaml.SequenceNode:
			times := map[string]int{}
			for _, e := range n.Content {
				id := at + "\x00-" + valueID(e)
				times[id]++
				most[id] = max(most[id], times[id])
				visit(at+"\x00-", e)
			}
		}
	}
	visit("", n)
	return most
}

// parting finds the shallowest places where two results differ.
type parting struct {
	policy    Policy
	at        []place
	conflicts []Conflict
	notes     []Note
}

func (p *parting) place(o, u, d, r, lines *yaml.Node) {
	if Equal(r, lines) {
		return
	}
	if kindOf(r) != yaml.MappingNode || kindOf(lines) != yaml.MappingNode || kindOf(u) != yaml.MappingNode || kindOf(d) != yaml.MappingNode {
		p.conflict(o, u, d)
		return
	}
	fo, fu, fd, fr, fl := fieldsOf(o), fieldsOf(u), fieldsOf(d), fieldsOf(r), fieldsOf(lines)
	visit := func(of *children, i int) {
		at := func(version *children) *yaml.Node { return target(version.at(version.find(of, i))) }
		p.at = append(p.at, place{key: of.key(i)})
		p.place(at(&fo), at(&fu), at(&fd), at(&fr), at(&fl))
		p.at = p.at[:len(p.at)-1]
	}
	for i := range fr.len() {
		visit(&fr, i)
	}
	for i := range fl.len() {
		if fr.find(&fl, i) < 0 {
			visit(&fl, i)
		}
	}
}

func (p *parting) conflict(o, u, d *yaml.Node) {
	c := Conflict{Path: pathOf(p.at), Original: o, Updated: u, Dest: d, Taken: Updated, OnConflict: p.policy.OnConflict}
	switch {
	case o == nil:
		c.Kind = BothAdded
	case u == nil:
		c.Kind = DeletedUpstream
	case d == nil:
		c.Kind = DeletedLocally
	case kindOf(u) == yaml.SequenceNode && kindOf(d) == yaml.SequenceNode:
		c.Kind = ListChanged
	}
	p.conflicts = append(p.conflicts, c)
	p.notes = append(p.notes, Note{
		Path: c.Path, Kind: NoteLines, Message: "a merge by lines has something else here, as where one side moves what the other deletes",
	})
}
