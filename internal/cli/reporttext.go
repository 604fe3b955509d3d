package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
)

// write writes the report in the form asked for. The text ends with a summary
// where files were written.
func (r *report) write(w io.Writer, asJSON, summary bool) error {
	if asJSON {
		return r.writeJSON(w)
	}
	var b strings.Builder
	for _, c := range r.Conflicts {
		line(&b, "conflict", c.File, c.Resource, c.Path, c.text())
	}
	for _, d := range r.Deleted {
		line(&b, "deleted", d.File, d.Resource, d.Path, "")
	}
	for _, a := range r.Added {
		line(&b, "added", a.File, a.Resource, a.Path, "")
	}
	for _, m := range r.Moved {
		line(&b, "moved", m.File, m.Resource, m.Path, "from "+m.From)
	}
	for _, n := range r.Notes {
		what := "note"
		if n.Warning {
			what = "warning"
		}
		line(&b, what, n.File, n.Resource, n.Path, n.Message)
	}
	if summary {
		fmt.Fprintf(&b, "%s changed, %d added, %d deleted; %s\n", counted(r.Changed, "file"), r.Created, r.Removed, counted(len(r.Conflicts), "conflict"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// line writes one line of the report; parts that are empty are left out.
func line(b *strings.Builder, what, file string, of *ref, path, message string) {
	b.WriteString(what)
	parts := []string{file, "", path, message}
	if of != nil {
		parts[1] = of.String()
	}
	for _, part := range parts {
		if part != "" {
			b.WriteString(": " + oneLine(part))
		}
	}
	b.WriteByte('\n')
}

// oneLine keeps control characters of the input out of the report.
func oneLine(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, s)
}

// text says what the versions hold and what was taken.
func (c *conflict) text() string {
	var values []string
	for _, v := range []struct {
		side  merge.Side
		value json.RawMessage
	}{{merge.Original, c.Original}, {merge.Updated, c.Updated}, {merge.Dest, c.Dest}} {
		if v.value != nil {
			values = append(values, v.side.String()+" "+short60(string(v.value)))
		}
	}
	text := c.Reason
	if len(values) > 0 {
		text += " (" + strings.Join(values, ", ") + ")"
	}
	if c.Taken == merge.Dest.String() {
		text += ": kept dest"
	} else {
		text += ": took updated"
	}
	if c.Partial {
		text += ", only what it changed; look whether it is complete"
	}
	return text
}

// short60 cuts a text off after 60 characters.
func short60(s string) string {
	const most = 60
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
