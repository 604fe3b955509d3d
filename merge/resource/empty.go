package resource

import (
	"errors"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// empties are the versions of a 3-way merge in which there is nothing.
type empties struct {
	original, updated bool
	of                *Versions
}

func emptiesOf(v *Versions, strategy Strategy) empties {
	e := empties{of: v}
	if !strategy.Patches() && !v.Partial {
		e.original, e.updated = len(v.Original) == 0, len(v.Updated) == 0
	}
	return e
}

// refused is the error about an updated version that may not be empty.
func (e *empties) refused() error {
	if !e.updated || e.original || !e.of.RefuseEmpty {
		return nil
	}
	return errors.New(e.name(merge.Updated) + " holds no resources, so everything that upstream ever had would be deleted; give the new version" + e.how(merge.Updated))
}

// warn adds the notes about empty versions that make conflicts or delete resources.
func (e *empties) warn(o *Outcome) {
	add := func(message string) {
		o.Notes = append(o.Notes, Note{Warning: true, Note: merge.Note{Kind: terms.NoteFile, Message: message}})
	}
	if e.original && len(o.Conflicts) > 0 {
		add(e.name(merge.Original) + " holds no resources, so upstream's changes and local ones cannot be distinguished, and each difference is a conflict; give the version that dest was made from" +
			e.how(merge.Original))
	}
	if e.updated && len(o.Deleted) > 0 && !e.of.AllowEmpty {
		add(e.name(merge.Updated) + " holds no resources, so everything that upstream ever had is deleted; give the new version, unless it is empty on purpose" + e.how(merge.Updated))
	}
}

// name is how messages call a version.
func (e *empties) name(side merge.Side) string {
	if name := e.of.Names[side]; name != "" {
		return name
	}
	return side.String()
}

// how is the way to give a version, in brackets.
func (e *empties) how(side merge.Side) string {
	if how := e.of.How[side]; how != "" {
		return " (" + how + ")"
	}
	return ""
}
