package resource

import (
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/decisions"
)

// isDecisions reports whether the resource holds decisions about conflicts.
func (m *Meta) isDecisions() bool { return decisions.Is(m.Group(), m.Kind) }

// decided is what becomes of decisions: they are not merged. Only dest decides, so
// that what upstream ships of them is reported and not taken over.
//
// rule: decisions/upstreams-*
func (p *pkg) decided(t *triple) *Merged {
	u, d := t.u(), t.d()
	if u != nil && (d == nil || !merge.Equal(bare(u), bare(d))) {
		p.notes(t, []merge.Note{{Kind: merge.NoteFile, Message: "upstream's decisions about conflicts are not taken over: only dest's count"}})
	}
	if d == nil {
		return nil
	}
	return t.merged(d.Node, d.Path)
}
