package resource

import (
	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/merge"
)

// Secret reports whether the resource holds values that must not be shown to
// anybody: it is a Secret or is encrypted by SOPS, or a part of it, or a text in
// it, is. The cost is linear.
func (r *Resource) Secret() bool { return r != nil && secret.In(r.Node).Any() }

// Secret reports whether the values of the conflict must not be shown.
func (c *Conflict) Secret() bool {
	none := c.Original == nil && c.Updated == nil && c.Dest == nil
	return !c.Moved && !none && c.secrets.Hide(c.Path)
}

// Place is the path of the conflict as it may be shown: inside of what is secret
// without the values that identify elements of lists.
func (c *Conflict) Place() string { return c.secrets.Show(c.Path).String() }

// Secret reports whether the values of the place must not be shown.
func (e *Explanation) Secret() bool { return e.secrets.Hide(e.Place.Path) }

// Shown is a path to the place, or on the way to it, as it may be shown.
func (e *Explanation) Shown(p merge.Path) string { return e.secrets.Show(p).String() }

// hidden finds the secret places of a resource once, for all conflicts and notes.
func (t *triple) hidden() *secret.Places {
	m := t.foremost()
	if m.secrets == nil {
		m.secrets = secret.In(nodeOf(t.o()), nodeOf(t.u()), nodeOf(t.d()))
	}
	return m.secrets
}

// shown is a note as it may be shown.
func (t *triple) shown(n merge.Note) merge.Note {
	n.Message = t.hidden().Message(n.Path, n.Message)
	n.Path = t.hidden().Show(n.Path)
	return n
}
