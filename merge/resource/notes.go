package resource

import (
	"github.com/krm-merge/krm-merge/merge"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// record records a conflict; one that is answered is a note. moved: it is about the path.
func (p *pkg) record(t *triple, c merge.Conflict, moved bool) {
	fc := Conflict{Conflict: c, Moved: moved, secrets: t.hidden(), triple: t}
	fc.OriginalResource, fc.UpdatedResource, fc.DestResource = t.resources()
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

func (t *triple) inputError(err error) error {
	var versions [3]*Resource
	versions[merge.Original], versions[merge.Updated], versions[merge.Dest] = t.resources()
	return inputError(err, versions)
}
