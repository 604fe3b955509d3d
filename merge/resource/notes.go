package resource

import (
	"github.com/krm-merge/krm-merge/merge"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// record records a conflict; one that is answered is a note. moved: it is about the path.
func (p *pkg) record(t *triple, c merge.Conflict, moved bool) {
	fc := t.asked(c, moved)
	fc.secrets = t.hidden()
	if c.By == terms.ByAnswer {
		p.out.Notes = append(p.out.Notes, fc.Answered())
		p.out.answered = append(p.out.answered, fc)
		return
	}
	p.out.Conflicts = append(p.out.Conflicts, fc)
}

func (p *pkg) notes(t *triple, notes []merge.Note) {
	for _, n := range notes {
		p.out.Notes = append(p.out.Notes, Note{Note: t.shown(n), Resource: t.foremost().Resource})
	}
}
