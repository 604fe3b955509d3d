package resource

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// matches reports whether a resource is one of those named.
func (t Target) matches(m *member) bool { return t.names(m.meta) && t.selects(m.Node) }

// names reports whether type and metadata are those of a resource that is named.
func (t Target) names(m *Meta) bool {
	return glob(t.Kind, m.Kind) && glob(t.Group, m.Group()) && glob(t.Name, m.Name) && glob(t.Namespace, m.Namespace)
}

// selects reports whether labels and annotations are those of a resource that is named.
func (t Target) selects(root *yaml.Node) bool {
	return (t.Labels == nil || t.Labels(root)) && (t.Annotations == nil || t.Annotations(root))
}

func glob(pattern, name string) bool {
	if pattern == "" || pattern == name {
		return true
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// rules are those for a resource.
func (p *pkg) rules(t *triple) (rules []merge.Rule) {
	for i := range p.opts.Rules {
		if r := &p.opts.Rules[i]; r.Target.matches(t.foremost()) {
			rules = append(rules, r.Rule)
		}
	}
	return rules
}

// onConflict is the setting for conflicts about a resource as a whole, and whether a
// rule has it.
func (p *pkg) onConflict(t *triple) (setting merge.OnConflict, byRule bool) {
	policy := p.opts.Policy
	for _, r := range slices.Backward(p.rules(t)) {
		if len(r.Path) == 0 {
			policy, byRule = r.Over(policy), byRule || r.OnConflict != nil
		}
	}
	return policy.Decides(), byRule
}

// modeOf is the mode that the rules have for a resource as a whole.
func (p *pkg) modeOf(t *triple) merge.Mode {
	for _, rule := range p.rules(t) {
		if len(rule.Path) == 0 && rule.Mode != merge.ModeUnset {
			return rule.Mode
		}
	}
	return merge.ModeUnset
}
