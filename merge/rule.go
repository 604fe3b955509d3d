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

// ruled follows the rules along the way to the place at hand.
//
// rule: rule/*
type ruled struct {
	rules []Rule
	base  Policy
	// levels holds, for each place on the way, how far which rules match.
	levels [][]match
}

// match is a rule of whose pattern so many steps match the place at hand.
type match struct{ rule, steps int }

func newRuled(rules []Rule, base Policy) *ruled {
	if len(rules) == 0 {
		return nil
	}
	start := make([]match, len(rules))
	for i := range rules {
		start[i].rule = i
	}
	return &ruled{rules: rules, base: base, levels: [][]match{start}}
}

func (r *ruled) enter(p place) {
	var next []match
	for _, m := range r.here() {
		if steps := r.rules[m.rule].Path; m.steps >= len(steps) || steps[m.steps].matches(p) {
			next = append(next, match{m.rule, m.steps + 1})
		}
	}
	r.levels = append(r.levels, next)
}

// here are the rules whose patterns match the place at hand so far, none without rules.
func (r *ruled) here() []match {
	if r == nil {
		return nil
	}
	return r.levels[len(r.levels)-1]
}

func (r *ruled) leave() { r.levels = r.levels[:len(r.levels)-1] }

// policy is the policy at the place at hand: of the rules that hold there and
// have a setting, the first.
func (r *ruled) policy() Policy {
	p := r.base
	for _, m := range slices.Backward(r.here()) {
		if rule := &r.rules[m.rule]; m.steps >= len(rule.Path) {
			p = rule.Over(p)
		}
	}
	return p
}

// ruling reports whether a rule decides about conflicts at the place at hand.
func (r *ruled) ruling() bool {
	return slices.ContainsFunc(r.here(), func(m match) bool {
		rule := &r.rules[m.rule]
		return m.steps >= len(rule.Path) && rule.OnConflict != nil
	})
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

// holding gives the places of the rules that hold at the place at hand.
func (r *ruled) holding() []int {
	var places []int
	for _, m := range r.here() {
		rule := &r.rules[m.rule]
		if steps := len(rule.Path); m.steps == steps || m.steps > steps && rule.reaches() {
			places = append(places, m.rule)
		}
	}
	return places
}

// reaches reports whether the rule has a setting for what is below its places.
func (r *Rule) reaches() bool {
	return r.OnConflict != nil || r.KeepNulls != nil || r.UpdatedOrder != nil || r.Atomic != nil || r.TextByLines != nil || r.ImagesByParts != nil
}

func set[T any](setting, to *T) {
	if to != nil {
		*setting = *to
	}
}

// mode is the mode of the first rule that names exactly the place at hand.
func (r *ruled) mode() Mode {
	for _, m := range r.here() {
		if rule := r.rules[m.rule]; m.steps == len(rule.Path) && rule.Mode != ModeUnset {
			return rule.Mode
		}
	}
	return ModeUnset
}
