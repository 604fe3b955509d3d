package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"sort"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
)

// report is what a merge tells about itself, sorted by file. Its JSON form is
// that of --report json.
type report struct {
	Conflicts []conflict `json:"conflicts"`
	Deleted   []entry    `json:"deleted"`
	Added     []entry    `json:"added"`
	Moved     []entry    `json:"moved"`
	Notes     []entry    `json:"notes"`
	// Changed, Created and Removed count files.
	Changed int `json:"changedFiles"`
	Created int `json:"createdFiles"`
	Removed int `json:"removedFiles"`
}

// entry is a deletion, an addition, a move or a note.
type entry struct {
	File     string `json:"file"`
	Resource *ref   `json:"resource,omitempty"`
	Path     string `json:"path,omitempty"`
	// From is the file a moved resource was in.
	From    string `json:"from,omitempty"`
	Message string `json:"message,omitempty"`
	Warning bool   `json:"warning,omitempty"`
}

// conflict is a conflict about a place, a resource or a file. Values are
// absent where a version has none, and where they are secret.
type conflict struct {
	File     string          `json:"file"`
	Resource *ref            `json:"resource,omitempty"`
	Path     string          `json:"path,omitempty"`
	Reason   string          `json:"reason"`
	Original json.RawMessage `json:"original,omitempty"`
	Updated  json.RawMessage `json:"updated,omitempty"`
	Dest     json.RawMessage `json:"dest,omitempty"`
	Taken    string          `json:"taken"`
	// Partial: the place holds only what updated changed of it.
	Partial bool `json:"partial,omitempty"`
	Secret  bool `json:"secret,omitempty"`
}

// addOutcome reports what became of the resources. show gives the name of a
// file by its path.
func (r *report) addOutcome(o *fn.Outcome, show func(string) string) {
	for i := range o.Conflicts {
		r.Conflicts = append(r.Conflicts, conflictOf(&o.Conflicts[i], show))
	}
	for _, d := range o.Deleted {
		r.Deleted = append(r.Deleted, entryOf(d, show))
	}
	for _, m := range o.Resources {
		switch {
		case m.Dest == nil && m.Updated != nil:
			e := entryOf(m.Updated, show)
			e.File = show(m.Path)
			r.Added = append(r.Added, e)
		case m.Dest != nil && m.Path != m.Dest.Path:
			e := entryOf(m.Dest, show)
			e.File, e.From = show(m.Path), e.File
			r.Moved = append(r.Moved, e)
		}
	}
	for _, n := range o.Notes {
		e := entry{Message: n.Message, Path: n.Path.String(), Warning: n.Warning}
		if n.Resource != nil {
			at := entryOf(n.Resource, show)
			e.File, e.Resource = at.File, at.Resource
		}
		r.Notes = append(r.Notes, e)
	}
}

// addResults reports what became of the files, and of those merged whole by
// name.
func (r *report) addResults(results []*result, show func(string) string) {
	for _, f := range results {
		switch {
		case !f.changed():
			continue
		case f.deleted:
			r.Removed++
			if f.whole {
				r.Deleted = append(r.Deleted, entry{File: show(f.path)})
			}
		case f.dest == nil:
			r.Created++
			if f.whole {
				r.Added = append(r.Added, entry{File: show(f.path)})
			}
		default:
			r.Changed++
		}
	}
}

func entryOf(of *fn.Resource, show func(string) string) entry {
	return entry{File: show(of.Path), Resource: resourceOf(of)}
}

// resourceOf says which resource it is, nil for a document that does not say.
func resourceOf(of *fn.Resource) *ref {
	if r := refOf(of.Node); r.Kind != "" {
		return &r
	}
	return nil
}

func conflictOf(c *fn.Conflict, show func(string) string) conflict {
	out := conflict{Path: c.Path.String(), Reason: c.Kind.String(), Taken: c.Taken.String(), Partial: c.Partial}
	if c.Moved {
		out.Reason = "moved to different files"
	}
	for _, of := range []*fn.Resource{c.DestResource, c.UpdatedResource, c.OriginalResource} {
		if of == nil {
			continue
		}
		if out.File == "" {
			out.File, out.Resource = show(of.Path), resourceOf(of)
		}
		if scalar(field(of.Node, "kind")) == "Secret" {
			out.Secret = true
		}
	}
	if (out.Path == "" || out.Secret) && !c.Moved {
		// A whole resource says nothing in one line.
		return out
	}
	out.Original, out.Updated, out.Dest = value(c.Original), value(c.Updated), value(c.Dest)
	return out
}

// value is a value as JSON on one line, nil for none.
func value(n *yaml.Node) json.RawMessage {
	if n == nil {
		return nil
	}
	var v any
	switch n = resolved(n); {
	case n.Kind != yaml.ScalarNode:
		if err := n.Decode(&v); err != nil {
			return nil
		}
	case n.Tag != "!!str" && json.Valid([]byte(n.Value)):
		return json.RawMessage(n.Value)
	case n.Tag == "!!null":
		return json.RawMessage("null")
	default:
		v = n.Value
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		// JSON has no map with keys that are no strings.
		text, err := yaml.Marshal(n)
		if err != nil {
			return nil
		}
		b.Reset()
		if enc.Encode(string(text)) != nil {
			return nil
		}
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// sorted puts the report in the order of files. Inside one the order of the
// merge stays, which is that of the text.
func (r *report) sorted() {
	sort.SliceStable(r.Conflicts, func(i, j int) bool { return r.Conflicts[i].File < r.Conflicts[j].File })
	for _, list := range [][]entry{r.Deleted, r.Added, r.Moved, r.Notes} {
		sort.SliceStable(list, func(i, j int) bool { return list[i].File < list[j].File })
	}
}

func (r *report) writeJSON(w io.Writer) error {
	out := *r
	for _, list := range []*[]entry{&out.Deleted, &out.Added, &out.Moved, &out.Notes} {
		if *list == nil {
			*list = []entry{}
		}
	}
	if out.Conflicts == nil {
		out.Conflicts = []conflict{}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}
