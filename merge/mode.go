package merge

import (
	"cmp"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// mode is the mode of the current map: the one that left writes into it, else right's,
// else that of a rule for the place. In a 3-way merge right is upstream, which decides
// nothing in the merge that brings it, nor when that is done again.
//
// rule: mode/*, layers/mode/*
func (w *walker) mode(original, left, right *yaml.Node) Mode {
	if w.opts.ModeKey != "" {
		l, r := w.written(left), w.written(right)
		if w.system == threeWay {
			if l == r && !Equal(field(original, w.opts.ModeKey), field(left, w.opts.ModeKey)) {
				l = ModeUnset
			}
			r = ModeUnset
		}
		if mode := cmp.Or(l, r); mode != ModeUnset {
			return mode
		}
	}
	return w.ruledMode()
}

// written is the mode that a map holds under the mode key.
func (w *walker) written(n *yaml.Node) Mode {
	v := target(field(n, w.opts.ModeKey))
	if v == nil || isNull(v) {
		return ModeUnset
	}
	m := ModeUnset
	if m.UnmarshalText([]byte(nameOf(v))) != nil || v.Kind != yaml.ScalarNode {
		w.enter(place{key: node.String(w.opts.ModeKey)})
		w.fail(v, fmt.Sprintf("unknown mode %q; use MERGE, SKIP or REPLACE", nameOf(v)))
		w.leave()
	}
	return m
}

// modeOf is the mode that decides the current place: that of a comment in dest; else a
// rule's for the place itself, unless both sides have a map there, because then the
// rule is for its keys; else the one of the map around it. REPLACE does not take a
// place whole if a comment keeps a part of it.
func (w *walker) modeOf(around Mode, u, d spot) Mode {
	if w.heedsPins() && (pins(d.key) || pins(d.value)) {
		return ModeKeep
	}
	mode := w.ruledMode()
	if mode == ModeUnset || kindOf(target(u.value)) == yaml.MappingNode && kindOf(target(d.value)) == yaml.MappingNode {
		mode = around
	}
	if mode == ModeReplace && u.value != nil && w.heedsPins() && pinsInside(d.value) {
		return ModeKeep
	}
	return mode
}

// moded merges a place that a mode decides as a whole.
//
// rule: mode/*, layers/mode/*, twoway/mode/*, comments/keep*
func (w *walker) moded(mode Mode, s Schema, o, u, d *yaml.Node) (value *yaml.Node, settled bool) {
	if !w.modeDecides(mode, o, u, d) {
		return nil, false
	}
	gone := w.clears() && isNull(target(u))
	if d == nil && gone {
		return nil, true
	}
	if u != nil && d != nil {
		w.unread(mode, u, d)
	}
	w.recordByMode(mode, o, u, d)
	switch {
	case mode != ModeReplace:
		return d, true
	case w.system == freeForm:
		return u, true
	case gone, w.system.patches() && isNull(target(u)):
		return nil, true
	}
	return w.takenWhole(s, u, u), true
}

// modeDecides reports whether a mode decides about a place: REPLACE where both sides
// have it, the others where dest has it or had it.
func (w *walker) modeDecides(mode Mode, o, u, d *yaml.Node) bool {
	switch mode {
	case ModeReplace:
		return u != nil && d != nil
	case ModeSkip, ModeKeep:
		cleared := w.system != threeWay && u != nil && isNull(target(d))
		return (d != nil || o != nil) && !cleared
	case ModeUnset, ModeMerge:
	}
	return false
}

// unread warns of modes that nobody looks at, below a map taken whole.
func (w *walker) unread(m Mode, u, d *yaml.Node) {
	if w.opts.ModeKey != "" && (w.holdsMode(target(u)) || w.holdsMode(target(d))) {
		w.note(terms.NoteMode, "the modes written in here are not looked at, because mode "+m.String()+" above settles the whole")
	}
}

func (w *walker) holdsMode(n *yaml.Node) bool {
	if n == nil {
		return false
	}
	if n.Kind == yaml.MappingNode && field(n, w.opts.ModeKey) != nil {
		return true
	}
	return slices.ContainsFunc(n.Content, w.holdsMode)
}
