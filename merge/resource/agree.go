package resource

import (
	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// AgreementWithLines is how the resources that a merge by lines gives stand to those of a
// merged file: see merge.AgreementWithLines. Their order does not count, nor do resources
// whose annotation holds modes. The cost is linear.
func (o Options) AgreementWithLines(result, lines []*Resource) terms.Agreement {
	p := newPkg(Versions{Dest: result, Updated: lines}, &o)
	others := map[Identity][]*member{}
	for _, m := range p.members[merge.Updated] {
		others[m.id] = append(others[m.id], m)
	}
	if len(p.members[merge.Dest]) != len(p.members[merge.Updated]) {
		return terms.Disagrees
	}
	all := terms.Agrees
	for _, m := range p.members[merge.Dest] {
		same := others[m.id]
		if len(same) == 0 {
			return terms.Disagrees
		}
		s := p.schemas.For(m.meta.APIVersion, m.meta.Kind, m.Path)
		if annotation.Get(m.Node, annotation.Modes) == "" {
			all = max(all, merge.AgreementWithLines(s, m.Node, same[0].Node))
		}
		others[m.id] = same[1:]
	}
	return all
}
