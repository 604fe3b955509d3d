package resource

import (
	"encoding/json"
	"fmt"

	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// Secret reports whether the resource holds values that must not be shown to
// anybody: it is a Secret or is encrypted by SOPS, or a part of it, or a text in
// it, is; or it lies in a .env file. The cost is linear.
func (r *Resource) Secret() bool {
	return r != nil && (secret.File(r.Path) || secret.In(r.Node).Any())
}

// Secret reports whether the values of the conflict must not be shown.
func (c *Conflict) Secret() bool {
	none := c.Original == nil && c.Updated == nil && c.Dest == nil
	return c.Kind != merge.Moved && !none && c.secrets.Hide(c.Path)
}

// Place is the path of the conflict as it may be shown: inside of what is secret
// without the values that identify elements of lists.
func (c *Conflict) Place() string { return c.secrets.Show(c.Path).String() }

// summary is a conflict without values, as programs and people may read it.
type summary struct {
	Kind     string `json:"conflict"`
	Resource string `json:"resource,omitempty"`
	File     string `json:"file,omitempty"`
	Path     string `json:"path,omitempty"`
	Taken    string `json:"taken"`
}

func (c *Conflict) summary() summary {
	t := summary{Kind: c.Kind.String(), Path: c.Place(), Taken: c.Taken.String()}
	if r := c.Subject(); r != nil {
		t.Resource, t.File = r.Describe(), r.Path
	}
	return t
}

// String has the kind, the place and what was taken, but no values: they may be secret.
func (c Conflict) String() string {
	t := c.summary()
	return fmt.Sprintf("%s at %s %s: %s taken", t.Kind, t.Resource, t.Path, t.Taken)
}

// Format writes String, whatever the verb.
func (c Conflict) Format(to fmt.State, _ rune) { fmt.Fprint(to, c.String()) }

// MarshalJSON is an object of the same.
func (c Conflict) MarshalJSON() ([]byte, error) { return json.Marshal(c.summary()) }

// String names the resource, without its values: they may be secret.
func (r Resource) String() string { return r.Describe() }

// Format writes String, whatever the verb.
func (r Resource) Format(to fmt.State, _ rune) { fmt.Fprint(to, r.String()) }

// MarshalJSON is String.
func (r Resource) MarshalJSON() ([]byte, error) { return json.Marshal(r.String()) }

// hidden finds the secret places of a resource once, for all conflicts and notes.
func (t *triple) hidden() *secret.Places {
	m := t.foremost()
	if m.secrets == nil && !(m.isText() && secret.File(m.Path)) {
		m.secrets = secret.In(nodeOf(t.o()), nodeOf(t.u()), nodeOf(t.d()))
	}
	return m.secrets
}

// notes adds notes about a resource as they may be shown.
func (p *pkg) notes(t *triple, notes ...merge.Note) {
	for _, n := range notes {
		n.Message = t.hidden().Message(n.Path, n.Message)
		n.Path = t.hidden().Show(n.Path)
		p.out.Notes = append(p.out.Notes, Note{Note: n, Resource: t.foremost().Resource})
	}
}

// warn is notes for what asks for attention.
func (p *pkg) warn(t *triple, note merge.Note) {
	p.notes(t, note)
	p.out.Notes[len(p.out.Notes)-1].Warning = true
}

// warning is a note that asks for attention, about a resource or, without one, about a version.
func warning(r *Resource, kind terms.NoteKind, format string, args ...any) Note {
	return Note{Resource: r, Warning: true, Note: merge.Note{Kind: kind, Message: fmt.Sprintf(format, args...)}}
}
