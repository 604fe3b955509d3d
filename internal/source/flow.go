package source

import (
	"bytes"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// flow edits the entries of a flow collection; false if it must be written
// anew: when entries come or go between comments, when a key has no value but
// a colon ({x:, y: 1} would read x: as the key), for pairs without braces.
func (ed *editor) flow(o *place, n *yaml.Node) bool {
	match, ok := align(o.node, n, ed.hashes, ed.foreign)
	if !ok {
		return false
	}
	same := len(match) == len(o.entries)
	for j, i := range match {
		same = same && i == j
	}
	if !same && (o.bare || ed.hasComment(o) || hasBareColon(o)) || !ed.habits.json && ed.commentsChange(o, n, match) {
		return false
	}
	layout := sync.OnceValue(func() flowLayout { return ed.layoutOf(o) })
	runs(match, len(o.entries), func(prev, next, j, j1 int) {
		ed.betweenFlow(o, n, layout, prev, next, j, j1)
	}, func(i, j int) {
		_, value := child(n, j)
		ed.flowEntry(&o.entries[i], value, layout)
	})
	return true
}

func (ed *editor) betweenFlow(o *place, n *yaml.Node, layout func() flowLayout, prev, next, j, j1 int) {
	var added []string
	separator := ""
	if j < j1 {
		separator = ed.separatorOf(o)
	}
	for ; j < j1; j++ {
		key, value := child(n, j)
		added = append(added, ed.flowEntryText(key, value, layout()))
	}
	switch {
	case prev >= 0:
		at := o.entries[prev].end
		for _, t := range added {
			ed.insert(at, separator+t)
		}
		if prev+1 < next {
			ed.replaceBytes(at, o.entries[next-1].end, "")
		}
	default:
		at := o.entries[0].start
		for _, t := range added {
			ed.insert(at, t+separator)
		}
		if next > 0 {
			ed.replaceBytes(at, o.entries[next].start, "")
		}
	}
}

func (ed *editor) flowEntry(e *entry, value *yaml.Node, layout func() flowLayout) {
	old := e.value.node
	if old == value {
		return
	}
	o := e.value
	if isCollection(value) && len(value.Content) > 0 && len(o.entries) > 0 && sameShape(old, value) {
		if !ed.flow(o, value) {
			ed.replaceBytes(o.body, o.end, ed.flowAgain(o, value))
		}
		return
	}
	if Equal(old, value) {
		return
	}
	text := ed.flowText(value, layout())
	switch {
	case o.start < o.end:
		ed.replaceBytes(o.start, o.end, text)
	case e.mark < 0:
		ed.insert(e.key.end, ": "+text)
	case e.key == nil:
		ed.insert(e.mark, text)
	default:
		ed.insert(e.mark, " "+text)
	}
}

// commentsChange reports whether comments of the entries themselves come, go or change.
func (ed *editor) commentsChange(o *place, n *yaml.Node, match []int) bool {
	for j, i := range match {
		key, value := child(n, j)
		if i < 0 {
			if len(appendComments(nil, value)) > 0 || key != nil && len(appendComments(nil, key)) > 0 {
				return true
			}
			continue
		}
		e := &o.entries[i]
		if e.value.node != value && !sameComments(e.value.node, value) || e.key != nil && e.key.node != key && !sameComments(e.key.node, key) {
			return true
		}
	}
	return false
}

// hasComment reports whether a comment stands between the entries.
func (ed *editor) hasComment(o *place) bool {
	at := o.body
	for i := range o.entries {
		e := &o.entries[i]
		if bytes.IndexByte(ed.stream.text[at:e.start], '#') >= 0 {
			return true
		}
		at = e.end
	}
	return bytes.IndexByte(ed.stream.text[at:o.end], '#') >= 0
}

func hasBareColon(o *place) bool {
	for i := range o.entries {
		if e := &o.entries[i]; e.key != nil && e.mark >= 0 && e.value.start == e.value.end || e.explicit {
			return true
		}
	}
	return false
}

// separatorOf gives what stands between the first two entries.
func (ed *editor) separatorOf(o *place) string {
	if len(o.entries) > 1 {
		return strings.ReplaceAll(string(ed.stream.text[o.entries[0].end:o.entries[1].start]), "\r\n", "\n")
	}
	first := o.entries[0]
	l := ed.stream.lines
	if l.number(first.start) != l.number(o.body) {
		return ",\n" + string(ed.stream.text[l.start(first.start):first.start])
	}
	if ed.habits.tight || first.key != nil && first.mark >= 0 && first.mark == first.value.start {
		return ","
	}
	return ", "
}
