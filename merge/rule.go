package merge

import "slices"

// Rule is a setting for some places of a document. It holds for the places its
// pattern names and, but for the mode, for everything below them.
type Rule struct {
	Path Path
	// Mode is the mode of the maps named; at other values SKIP keeps dest's
	// and REPLACE takes updated's.
	Mode Mode
	// The settings that are not nil replace those of the policy.
	OnConflict    *OnConflict
	KeepNulls     *bool
	UpdatedOrder  *bool
	Atomic        *Atomic
	TextByLines   *bool
	ImagesByParts *bool
}

// ruled is what rules say of a place.
type ruled struct {
	policy Policy
	// leading are the positions, among the rules, of those whose patterns name the place, or one around or below it.
	leading []int
}

// holds reports whether the rule, one that leads to the place at hand, names it or a place around it.
func (w *walker) holds(rule *Rule) bool { return len(rule.Path) <= len(w.at) }

// leadingTo are the rules that lead from the place at hand on to a child.
func (w *walker) leadingTo(child place) []int {
	var leading []int
	for _, i := range w.leading {
		if path := w.opts.Rules[i].Path; len(path) <= len(w.at) || path[len(w.at)].matches(child) {
			leading = append(leading, i)
		}
	}
	return leading
}

// ruledPolicy is the policy at the place at hand: each setting is that of the first rule that holds there
// and has it.
//
// rule: rule/*
func (w *walker) ruledPolicy() Policy {
	p := w.opts.Policy
	for _, i := range slices.Backward(w.leading) {
		if rule := &w.opts.Rules[i]; w.holds(rule) {
			p = rule.Over(p)
		}
	}
	return p
}

// ruling reports whether a rule decides about conflicts at the place at hand.
func (w *walker) ruling() bool {
	return slices.ContainsFunc(w.leading, func(i int) bool { return w.opts.Rules[i].OnConflict != nil && w.holds(&w.opts.Rules[i]) })
}

// ruledMode is the mode of the first rule that names exactly the place at hand.
func (w *walker) ruledMode() Mode {
	for _, i := range w.leading {
		if rule := &w.opts.Rules[i]; rule.Mode != ModeUnset && len(rule.Path) == len(w.at) {
			return rule.Mode
		}
	}
	return ModeUnset
}

// Over is a policy with the settings of the rule in place of its own.
func (r *Rule) Over(p Policy) Policy {
	set(&p.OnConflict, r.OnConflict)
	set(&p.KeepNulls, r.KeepNulls)
	set(&p.UpdatedOrder, r.UpdatedOrder)
	set(&p.Atomic, r.Atomic)
	set(&p.TextByLines, r.TextByLines)
	set(&p.ImagesByParts, r.ImagesByParts)
	return p
}

func set[T any](setting, to *T) {
	if to != nil {
		*setting = *to
	}
}
