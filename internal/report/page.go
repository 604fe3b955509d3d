package report

import (
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge"
)

// page is what the page of a report shows. The script reads it, and knows the names of
// its fields.
type page struct {
	Refused   string         `json:"refused,omitempty"`
	Conflicts []pageConflict `json:"conflicts,omitempty"`
	// MoreConflicts is said of those that there is no room for.
	MoreConflicts string     `json:"moreConflicts,omitempty"`
	Files         []pageFile `json:"files,omitempty"`
	Lists         []pageList `json:"lists,omitempty"`
	// Patched: there is no original.
	Patched bool `json:"patched,omitempty"`
}

// pageConflict is a card.
type pageConflict struct {
	Resource string `json:"resource,omitempty"`
	Path     string `json:"path,omitempty"`
	At       string `json:"at,omitempty"`
	Title    string `json:"title"`
	Outcome  string `json:"outcome"`
	Why      string `json:"why,omitempty"`
	Instead  string `json:"instead,omitempty"`
	// Open: nobody decided it.
	Open  bool       `json:"open,omitempty"`
	Sides []pageSide `json:"sides"`
	Ways  []pageWay  `json:"ways,omitempty"`
	// File is the place of the file among those of the page, -1 if it is not there, and
	// Column and Line where the conflict is marked in it.
	File   int `json:"file"`
	Column int `json:"column,omitempty"`
	Line   int `json:"line,omitempty"`
}

// pageWay is what to run or to write for an outcome.
type pageWay struct {
	Label   string `json:"label"`
	Command string `json:"command,omitempty"`
	Rule    string `json:"rule,omitempty"`
}

// labelOf is what people are told that an answer does.
func labelOf(answer string) string {
	switch answer {
	case merge.ChoseUpdated.String():
		return "Take upstream’s"
	case merge.ChoseDest.String():
		return "Keep yours"
	}
	return "Write your own"
}

// pageSide is what a version has at the place of a conflict.
type pageSide struct {
	Name string `json:"name"`
	At   string `json:"at,omitempty"`
	// Text is the value as YAML; Says what is said in place of one.
	Text  string `json:"text,omitempty"`
	Says  string `json:"says,omitempty"`
	Taken bool   `json:"taken,omitempty"`
}

// pageFile is a file side by side.
type pageFile struct {
	Name    string       `json:"name"`
	Status  string       `json:"status"`
	Says    string       `json:"says,omitempty"`
	Columns []pageColumn `json:"columns,omitempty"`
	Dest    int          `json:"dest"`
	Parts   []pagePart   `json:"parts,omitempty"`
	// Folded is why it is not shown at first.
	Folded string `json:"folded,omitempty"`
}

type pageColumn struct {
	Version string `json:"version"`
	File    string `json:"file,omitempty"`
}

// pagePart is a stretch of rows of one resource.
type pagePart struct {
	Resource string `json:"resource,omitempty"`
	// Lines are the line before the first row in each column.
	Lines []int `json:"lines"`
	// Folded: the merge changed nothing in it. Without rows it is that many, which are left out.
	Folded int   `json:"folded,omitempty"`
	Rows   []any `json:"rows,omitempty"`
	// More is said of rows behind these that there is no room for.
	More string `json:"more,omitempty"`
}

// pageList is a list of what is not a conflict.
type pageList struct {
	Title   string   `json:"title"`
	Entries []string `json:"entries"`
	Open    bool     `json:"open,omitempty"`
	// Count is how many entries there are, of which the page may have less.
	Count int `json:"count"`
}

// page takes the report apart into what the page shows.
func (r *Report) page() *page {
	p := &page{}
	if r.Refused {
		p.Refused = "The configuration fails on conflicts, so nothing was written. " + phrase.Unresolved
	}
	names := map[string]int{}
	for i := range r.Files {
		f := &r.Files[i]
		names[f.Name] = i
		p.Patched = p.Patched || f.original() < 0
	}
	marked := map[int][]int{}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		card := c.card()
		if at, there := names[c.File]; there && r.Files[at].Hidden == "" {
			card.File = at
			card.Column, card.Line = c.column(&r.Files[at])
			marked[at] = append(marked[at], i)
		}
		p.Conflicts = append(p.Conflicts, card)
	}
	for i := range r.Files {
		f := &r.Files[i]
		lines := make([]map[int]bool, len(f.Columns))
		for _, k := range marked[i] {
			c := &p.Conflicts[k]
			if lines[c.Column] == nil {
				lines[c.Column] = map[int]bool{}
			}
			lines[c.Column][c.Line] = true
		}
		p.Files = append(p.Files, f.onPage(lines, len(marked[i]) > 0))
	}
	for w, list := range r.told() {
		if what(w) == isConflict || len(list) == 0 {
			continue
		}
		l := pageList{Title: what(w).title(), Open: what(w) == isWarning, Count: len(list)}
		for i := range list {
			line := strings.Join(list[i].places(), ": ")
			if list[i].message != "" {
				line += ": " + printable.Line(list[i].message)
			}
			l.Entries = append(l.Entries, strings.TrimPrefix(line, ": "))
		}
		p.Lists = append(p.Lists, l)
	}
	return p
}

func (c *Conflict) card() pageConflict {
	card := pageConflict{
		Resource: printable.Line(c.Resource.String()), Path: printable.Line(c.Path), At: printable.Line(at(c.File, c.Line)),
		Title: printable.Line(c.Title), Outcome: printable.Line(c.Outcome), Why: printable.Line(c.Why), Instead: printable.Line(c.Instead),
		Open: len(c.Answers) > 0, File: -1,
	}
	for _, way := range c.Ways {
		card.Ways = append(card.Ways, pageWay{Label: labelOf(way.Answer), Command: printable.Line(way.Command), Rule: printable.Text(way.Rule)})
	}
	for _, s := range c.sides() {
		card.Sides = append(card.Sides, c.onPage(s))
	}
	return card
}

func (c *Conflict) onPage(s side) pageSide {
	const longest = 20_000
	p := pageSide{Name: s.words, At: printable.Line(s.place()), Taken: c.Taken == s.name}
	switch {
	case s.value == nil:
		p.Says = "absent"
	case c.Secret:
		p.Says = "secret, not shown"
	case s.value.Value == nil:
		p.Says = "the whole resource"
	default:
		p.Text = printable.Text(phrase.Cut(strings.TrimSuffix(phrase.YAML(s.value.Value), "\n"), longest))
	}
	return p
}

// column is where the page marks a conflict: a column of its file, and the line in it.
func (c *Conflict) column(f *File) (column, line int) {
	if c.Line > 0 {
		return len(f.Columns) - 1, c.Line
	}
	if c.Dest == nil && c.Updated != nil {
		for i, of := range f.Columns {
			if i != f.Dest && of.File == c.Updated.File && i < len(f.Columns)-1 {
				return i, c.Updated.Line
			}
		}
	}
	return f.Dest, c.DestLine
}

// onPage is the file with what changed in it, and the rest folded away.
func (f *File) onPage(conflicts []map[int]bool, marked bool) pageFile {
	p := pageFile{Name: printable.Line(f.Name), Status: statusNames.Of(f.Status), Says: f.Hidden, Dest: f.Dest}
	if f.Hidden != "" {
		return p
	}
	for _, c := range f.Columns {
		p.Columns = append(p.Columns, pageColumn{c.Version, printable.Line(c.File)})
	}
	at := make([]int, len(f.Columns))
	for _, s := range f.sideBySide(conflicts) {
		part := pagePart{Resource: s.Resource, Lines: slices.Clone(at)}
		if s.Alike {
			part.Folded = len(s.Rows)
		}
		for i := range s.Rows {
			for k, c := range s.Rows[i].Cells {
				at[k] = max(at[k], c.Line)
			}
			part.Rows = append(part.Rows, s.Rows[i].onPage())
		}
		p.Parts = append(p.Parts, part)
	}
	if !marked {
		p.Folded = f.folded()
	}
	return p
}

// onPage is the row as the script reads it: the text, if all columns have the same, else a
// list of a letter for each column, for who made it what it is, and the texts, 0 for none
// and the number of a column before for the same.
func (l *lineUp) onPage() any {
	letters, alike := make([]byte, len(l.Cells)), true
	row := []any{""}
	for i, c := range l.Cells {
		letters[i] = "-udb"[c.From]
		alike = alike && c.From == unchanged && c.Line > 0 && c.Text == l.Cells[0].Text
		var spelled any = c.Text
		if c.Line == 0 {
			spelled = 0
		} else if before := slices.IndexFunc(l.Cells[:i], func(b cell) bool { return b.Line > 0 && b.Text == c.Text }); before >= 0 {
			spelled = before + 1
		}
		row = append(row, spelled)
	}
	if alike {
		return l.Cells[0].Text
	}
	row[0] = string(letters)
	return row
}

// folded is why nobody has to look at the file, "" if somebody has to: it is generated, or
// all changes in it are upstream's.
func (f *File) folded() string {
	result := f.Columns[len(f.Columns)-1].Text
	switch original := f.original(); {
	case isGenerated(result):
		return "generated"
	case original >= 0 && string(f.Columns[original].Text) == string(f.Columns[f.Dest].Text):
		return "you did not change it"
	}
	return ""
}

// isGenerated reports whether a file says that a program wrote it.
func isGenerated(text []byte) bool {
	const head = 2000
	text = text[:min(len(text), head)]
	for _, mark := range []string{"DO NOT EDIT", "controller-gen.kubebuilder.io/version", "@generated"} {
		if strings.Contains(string(text), mark) {
			return true
		}
	}
	return false
}
