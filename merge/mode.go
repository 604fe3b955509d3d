package merge

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
)

// Mode says what becomes of the keys of one map that both sides have.
type Mode uint8

const (
	// ModeUnset leaves the choice to others, in the end to ModeMerge.
	ModeUnset Mode = iota
	// ModeMerge merges the values of shared keys.
	ModeMerge
	// ModeSkip keeps the left value (dest's) of shared keys, whole.
	ModeSkip
	// ModeReplace takes the right value (updated's) of shared keys, whole.
	ModeReplace
)

var modeNames = enum.Names[Mode]{"", "MERGE", "SKIP", "REPLACE"}

func (m Mode) String() string { return modeNames.Of(m) }

// MarshalText is the name in a configuration.
func (m Mode) MarshalText() ([]byte, error) { return modeNames.Marshal(m) }

// UnmarshalText reads the name; the error for another text lists the names.
func (m *Mode) UnmarshalText(text []byte) error { return modeNames.Unmarshal(text, m) }

// ParseMode reads a mode as written: MERGE, SKIP or REPLACE. The error for anything
// else names these.
func ParseMode(text string) (m Mode, err error) {
	if m.UnmarshalText([]byte(text)) != nil {
		err = fmt.Errorf("unknown mode %q; use MERGE, SKIP or REPLACE", text)
	}
	return m, err
}

// mode is the mode of the map at hand: what left writes into it, else what
// right does, else what a rule says of the place.
//
// rule: mode/*
func (w *walker) mode(left, right *yaml.Node) Mode {
	if w.modeKey != "" {
		l, r := w.written(left), w.written(right)
		if l != ModeUnset {
			return l
		}
		if r != ModeUnset {
			return r
		}
	}
	return w.ruled.mode()
}

// written is the mode that a map holds under the mode key.
func (w *walker) written(n *yaml.Node) Mode {
	v := target(field(n, w.modeKey))
	if v == nil || isNull(v) {
		return ModeUnset
	}
	m, err := ParseMode(nameOf(v))
	if err != nil || v.Kind != yaml.ScalarNode {
		w.enter(place{key: &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: w.modeKey}})
		w.fail(v, fmt.Sprintf("unknown mode %q; use MERGE, SKIP or REPLACE", nameOf(v)))
		w.leave()
	}
	return m
}

// modeOf is the mode that settles the field at hand: a rule's for the field
// itself, unless both sides have a map there, whose own keys it is for, else
// the one of the map around it.
func (w *walker) modeOf(around Mode, u, d *yaml.Node) Mode {
	own := w.ruled.mode()
	if own == ModeUnset || kindOf(target(u)) == yaml.MappingNode && kindOf(target(d)) == yaml.MappingNode {
		return around
	}
	return own
}

// moded merges a field that a mode settles without a look inside.
func (w *walker) moded(mode Mode, s Schema, o, u, d *yaml.Node) (value *yaml.Node, settled bool) {
	if mode == ModeUnset || mode == ModeMerge {
		return nil, false
	}
	switch {
	case u == nil && d != nil:
		if mode == ModeReplace {
			return nil, false
		}
		if w.system == threeWay && o != nil {
			w.settledByMode(mode, o, nil, d)
		}
		return d, true
	case d == nil:
		if mode == ModeReplace || o == nil {
			return nil, false
		}
		if !w.clears() || !isNull(target(u)) {
			w.settledByMode(mode, o, u, nil)
		}
		return nil, true
	case mode == ModeSkip && w.system != threeWay && isNull(target(d)):
		return nil, false
	}
	if mode == ModeReplace && w.heedsPins() && pinsInside(d) {
		w.keep(o, u, d)
		return d, true
	}
	w.unread(mode, u, d)
	w.settledByMode(mode, o, u, d)
	if mode == ModeSkip {
		return d, true
	}
	if w.system == freeForm {
		return u, true
	}
	if isNull(target(u)) && (w.clears() || w.system.patches()) {
		return nil, true
	}
	return w.settled(s, u, u), true
}

// settledByMode reports a change that a mode does not carry over.
func (w *walker) settledByMode(m Mode, o, u, d *yaml.Node) {
	if w.system != threeWay || Equal(u, d) {
		return
	}
	taken, lost := Dest, u
	if m == ModeReplace {
		taken, lost = Updated, d
	}
	if !Equal(o, lost) {
		v := decide(changeOf(o, u), changeOf(o, d))
		w.record(Conflict{Kind: v.kind, Original: o, Updated: u, Dest: d, Taken: taken, By: ByMode, Mode: m})
	}
}

// unread warns of modes that nobody looks at, below a map taken whole.
func (w *walker) unread(m Mode, u, d *yaml.Node) {
	if w.modeKey != "" && (w.holdsMode(target(u)) || w.holdsMode(target(d))) {
		w.note(NoteMode, "the modes written in here are not looked at, because mode "+m.String()+" above settles the whole")
	}
}

func (w *walker) holdsMode(n *yaml.Node) bool {
	if n == nil {
		return false
	}
	if n.Kind == yaml.MappingNode && field(n, w.modeKey) != nil {
		return true
	}
	for _, c := range n.Content {
		if w.holdsMode(c) {
			return true
		}
	}
	return false
}
