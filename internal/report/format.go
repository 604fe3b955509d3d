package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/krm-merge/krm-merge/internal/enum"
)

// Format is a form of a report.
type Format uint8

const (
	// Text is for people at a terminal.
	Text Format = iota
	// JSON is for programs; docs/report.schema.json describes it.
	JSON
	// SARIF is what code hosts show at the lines of a pull request.
	SARIF
	// Markdown is a comment for a pull request.
	Markdown
	// HTML is a page with the merge side by side.
	HTML
)

var formatNames = enum.Names[Format]{"text", "json", "sarif", "markdown", "html"}

func (f Format) String() string { return formatNames.Of(f) }

// Formats are all forms.
func Formats() []Format { return []Format{Text, JSON, SARIF, Markdown, HTML} }

// ParseFormat reads the name of a form.
func ParseFormat(name string) (f Format, err error) {
	if name == "md" {
		return Markdown, nil
	}
	if formatNames.Unmarshal([]byte(name), &f) != nil {
		err = errors.New("unknown form; use text, json, sarif, markdown (md), html or none")
	}
	return f, err
}

// Options control how a report is written.
type Options struct {
	Format Format
	// Colour is for Text: only a terminal shows it.
	Colour bool
	// Summary ends Text with a line of counts.
	Summary bool
	// Verbose lists in Text every resource that changed, too.
	Verbose bool
	// Program is the version of the program, for SARIF.
	Program string
}

// Write writes the report in one piece.
func (r *Report) Write(w io.Writer, o Options) error {
	var b bytes.Buffer
	var err error
	switch o.Format {
	case Text:
		r.writeText(&b, o)
	case JSON:
		err = r.writeJSON(&b)
	case SARIF:
		err = r.writeSARIF(&b, o)
	case Markdown:
		r.writeMarkdown(&b)
	case HTML:
		err = r.writeHTML(&b)
	}
	if err != nil {
		return fmt.Errorf("the report cannot be written as %s: %w", o.Format, err)
	}
	if _, err = w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("the report cannot be written: %w", err)
	}
	return nil
}

func (r *Report) writeJSON(w io.Writer) error {
	out := *r
	for _, list := range []*[]Entry{&out.Changed, &out.Added, &out.Deleted, &out.Moved} {
		if *list == nil {
			*list = []Entry{}
		}
	}
	if out.Conflicts == nil {
		out.Conflicts = []Conflict{}
	}
	if out.Notes == nil {
		out.Notes = []Note{}
	}
	return writeIndented(w, out)
}

func writeIndented(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

// summary is the report in a line.
func (r *Report) summary() string {
	if r.Refused {
		return Counted(len(r.Conflicts), "conflict") + "; nothing was written"
	}
	return fmt.Sprintf("%s changed, %d added, %d deleted; %s",
		Counted(r.ChangedFiles, "file"), r.CreatedFiles, r.RemovedFiles, Counted(len(r.Conflicts), "conflict"))
}
