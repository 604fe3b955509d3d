package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/printable"
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
	// HTML is a page to look at, with what the merge changed in each file.
	HTML
	// GitHub is what GitHub Actions shows of a log, at the lines of a pull request.
	GitHub
)

var formatNames = enum.Names[Format]{"text", "json", "sarif", "markdown", "html", "github"}

func (f Format) String() string { return formatNames.Of(f) }

// Formats are all forms.
func Formats() []Format { return []Format{Text, JSON, SARIF, Markdown, HTML, GitHub} }

// ParseFormat reads the name of a form.
func ParseFormat(name string) (f Format, err error) {
	if name == "md" {
		return Markdown, nil
	}
	err = formatNames.Unmarshal([]byte(name), &f)
	return f, err
}

// Options control how a report is written.
type Options struct {
	Format Format
	// Colour is for Text: only a terminal shows it.
	Colour bool
	// All is for Text: what asks for nobody's attention is listed, too.
	All bool
	// Program is the version of the program, for SARIF.
	Program string
	// Rooted gives the names of files in every form but Text, which is read where the merge
	// was run: paths from the root of the repository. Nil leaves them as they are.
	Rooted func(name string) string
	// Remote: original and updated lie upstream, and the names of their files stay as they are.
	Remote bool
}

// Write writes the report in one piece.
func (r *Report) Write(w io.Writer, o Options) error {
	var b bytes.Buffer
	var err error
	name := o.Rooted
	if o.Format == Text || name == nil {
		name = func(name string) string { return name }
	}
	r = r.named(name, o.Remote)
	switch o.Format {
	case Text:
		r.writeText(&b, o)
	case JSON:
		err = WriteJSON(&b, r)
	case SARIF:
		err = r.writeSARIF(&b, o)
	case Markdown:
		r.writeMarkdown(&b)
	case HTML:
		r.writeHTML(&b)
	case GitHub:
		err = r.writeGitHub(&b)
	}
	if err != nil {
		return fmt.Errorf("the report cannot be written as %s: %w", o.Format, err)
	}
	if _, err = b.WriteTo(w); err != nil {
		return fmt.Errorf("the report cannot be written: %w", err)
	}
	return nil
}

// named is the report with such names of files, in what to run as well, and with lists, however little is in them;
// remote is that of the options.
func (r *Report) named(name func(string) string, remote bool) *Report {
	out := *r
	rename := func(file *string) {
		if *file != "" {
			*file = name(*file)
		}
	}
	out.Files = slices.Clone(r.Files)
	for _, list := range out.entries() {
		*list = append([]Entry{}, *list...)
		for i := range *list {
			e := &(*list)[i]
			for _, file := range []*string{&e.File, &e.DestFile, &e.From} {
				rename(file)
			}
			for i, v := range []**Value{&e.Dest, &e.Original, &e.Updated} {
				if *v != nil && (i == 0 || !remote) {
					renamed := **v
					rename(&renamed.File)
					*v = &renamed
				}
			}
			if e.marked && e.File != "" && r.Written {
				e.Hint += " " + printable.Word(e.File)
			}
		}
	}
	for i := range out.Files {
		rename(&out.Files[i].Name)
	}
	return &out
}

// WriteJSON writes a value as people read JSON, with the characters of HTML as they are.
func WriteJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

// Counted is a number with its noun.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
