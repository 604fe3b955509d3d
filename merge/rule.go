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

// leadsTo reports whether the pattern names the place, or one around it.
func (p Path) leadsTo(at []place) bool {
	if len(p) > len(at) {
		return false
	}
	for i := range p {
		if !p[i].matches(at[i]) {
			return false
		}
	}
	return true
}

// ruledPolicy is the policy at the place at hand: each setting is that of the first rule that holds there
// and has it.
//
// rule: rule/*
func (w *walker) ruledPolicy() Policy {
	p := w.opts.Policy
	for _, rule := range slices.Backward(w.opts.Rules) {
		if rule.Path.leadsTo(w.at) {
			p = rule.Over(p)
		}
	}
	return p
}

// ruling reports whether a rule decides about conflicts at the place at hand.
func (w *walker) ruling() bool {
	return slices.ContainsFunc(w.opts.Rules, func(rule Rule) bool { return rule.OnConflict != nil && rule.Path.leadsTo(w.at) })
}

// ruledMode is the mode of the first rule that names exactly the place at hand.
func (w *walker) ruledMode() Mode {
	for _, rule := range w.opts.Rules {
		if rule.Mode != ModeUnset && len(rule.Path) == len(w.at) && rule.Path.leadsTo(w.at) {
			return rule.Mode
		}
	}
	return ModeUnset
}

// holding gives the places of the rules that hold at the place at hand.
func (w *walker) holding() (places []int) {
	for i, rule := range w.opts.Rules {
		if (len(rule.Path) == len(w.at) || rule.reaches()) && rule.Path.leadsTo(w.at) {
			places = append(places, i)
		}
	}
	return places
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

// reaches reports whether the rule has a setting for what is below its places.
func (r *Rule) reaches() bool {
	return r.OnConflict != nil || r.KeepNulls != nil || r.UpdatedOrder != nil || r.Atomic != nil || r.TextByLines != nil || r.ImagesByParts != nil
}

func set[T any](setting, to *T) {
	if to != nil {
		*setting = *to
	}
}
