package resource

import (
	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/merge"
)

// AgreesWithLines reports whether the resources of a merged file are those that a merge
// by lines gives, each with its value: see merge.AgreesWithLines. Their order does not
// count, nor do resources whose annotation holds modes. The cost is linear.
func AgreesWithLines(result, lines []*Resource, opts Options) bool {
	p := newPkg(Versions{Dest: result, Updated: lines}, &opts)
	others := map[Identity][]*member{}
	for _, m := range p.members[merge.Updated] {
		others[m.id] = append(others[m.id], m)
	}
	if len(p.members[merge.Dest]) != len(p.members[merge.Updated]) {
		return false
	}
	for _, m := range p.members[merge.Dest] {
		same := others[m.id]
		if len(same) == 0 {
			return false
		}
		s := p.schemas.For(m.meta.APIVersion, m.meta.Kind, m.Path)
		if annotation.Get(m.Node, annotation.Modes) == "" && !merge.AgreesWithLines(s, m.Node, same[0].Node) {
			return false
		}
		others[m.id] = same[1:]
	}
	return true
}
