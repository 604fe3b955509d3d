package resource

import (
	"strings"

	"github.com/krm-merge/krm-merge/internal/lines"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// lines merges the lines of a file that both sides changed. Each place where they changed the
// same lines is a conflict of its own, settled as c is where no answer decides; an answer about
// the whole file is one where there is no other.
func (p *pkg) lines(t *triple, c merge.Conflict) *Merged {
	o, u, d := t.o(), t.u(), t.d()
	if whole := t.conflict(c); p.opts.Answers != nil {
		if all, is := p.opts.Answers(&whole); is && !all.Edited {
			p.opts = p.opts.answering(func(*Conflict) (merge.Answer, bool) { return all, true })
		}
	}
	stretches := lines.Stretches(o.Node.Value, u.Node.Value, d.Node.Value)
	paths := lines.Paths(stretches)
	var text strings.Builder
	line := 1
	for i, stretch := range stretches {
		taken := stretch.Dest
		if stretch.Open() {
			c.Path = paths[i]
			c.Original, c.Updated, c.Dest = stretch.Values()
			place := p.decideConflict(t, c)
			place.Line = line
			if edit := place.Edit(); edit != nil {
				taken = lines.Edited(edit.Value, i == len(stretches)-1)
			} else if place.Taken == merge.Updated {
				taken = stretch.Updated
			}
		}
		line += strings.Count(taken, "\n")
		text.WriteString(taken)
	}
	for _, m := range []*member{d, u} {
		if m.Node.Value == text.String() {
			return t.merged(m.Node, d.Path)
		}
	}
	merged := t.merged(node.String(text.String()), d.Path)
	merged.Lined = true
	return merged
}
