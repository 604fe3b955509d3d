package resource

import (
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// decisions is what becomes of decisions: they are not merged. Only dest decides, so
// that what upstream ships of them is reported and not taken over. What dest has of
// original's goes once upstream drops it: it would pass for dest's own in the next merge.
//
// rule: decisions/upstreams-*
func (p *pkg) decisions(t *triple) (*Merged, error) {
	u, d := t.u(), t.d()
	if u != nil && (d == nil || !merge.Equal(bare(u), bare(d))) {
		p.notes(t, []merge.Note{{Kind: terms.NoteFile, Message: "upstream's decisions about conflicts are not taken over: only dest's count"}})
	}
	if d == nil {
		return nil, nil
	}
	original, updated, dest := t.resources()
	shipped, is, own := decisionsOf(original), decisionsOf(updated), decisionsOf(dest)
	shipped.Forget(is.Has)
	m := t.merged(d.Node, d.Path)
	if len(own.Forget(shipped.Has)) == 0 {
		return m, nil
	}
	var err error
	m.Node, err = own.Node()
	if m.Doc != nil {
		m.Doc = node.InDocument(m.Doc, m.Node)
	}
	return m, err
}
