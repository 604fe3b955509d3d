// Package report tells people and programs what a merge did: which conflicts there were
// and what settled them, what was added, deleted, moved and changed. In goes the outcome
// of a merge ([New]), out comes a text in one of its forms ([Report.Write]). It must not
// know how the outcome came about, and its words come from package phrase.
//
// The report is in the order of files, inside a file in that of the merge, so the same
// merge gives the same report.
//
// Values of Secrets, SealedSecrets and documents encrypted by SOPS are in no
// form of it.
package report

import (
	"cmp"
	"encoding/json"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Version is the version of the JSON form. It changes when a field changes its
// meaning or goes.
const Version = 3

// Report is what a merge did. Its JSON form is described in docs/report.schema.json.
type Report struct {
	Version int `json:"version"`
	// Versions are those that were merged, by what the user calls them; the merge itself does
	// not know.
	Versions []Named `json:"versions,omitempty"`
	// Refused: there are conflicts, and the configuration fails on them, so
	// nothing was written.
	Refused   bool    `json:"refused"`
	Conflicts []Entry `json:"conflicts"`
	Changed   []Entry `json:"changed"`
	Added     []Entry `json:"added"`
	Deleted   []Entry `json:"deleted"`
	Moved     []Entry `json:"moved"`
	Notes     []Entry `json:"notes"`
	// ChangedFiles, CreatedFiles and RemovedFiles are counted.
	ChangedFiles int `json:"changedFiles"`
	CreatedFiles int `json:"createdFiles"`
	RemovedFiles int `json:"removedFiles"`
	// Files are shown by the form HTML, and by no other.
	Files []File `json:"-"`

	// Headline is said in a line in place of what was counted, "" for that; Title is what of.
	Headline string `json:"-"`
	Title    string `json:"-"`
	// Packages have a line each in place of what was counted.
	Packages []Package `json:"-"`
	// Written: the files lie where their names say.
	Written bool `json:"-"`
}

// Package is a package with what became of it.
type Package struct {
	Name, From, To string
	// Status is a word or two: upgraded, failed.
	Status string
	// Of is the merge of it, nil if there was none.
	Of *Report
}

// Named is a version with what the user calls it.
type Named struct {
	// Version is what it is in the merge: original, updated, source, dest, layer 2.
	Version string `json:"version"`
	Name    string `json:"name"`
}

// Spot is where something is.
type Spot struct {
	// File and Line are where the result has it, or what is left around it.
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	// DestFile and DestLine are where dest has it, if that is elsewhere.
	DestFile string `json:"destFile,omitempty"`
	DestLine int    `json:"destLine,omitempty"`
}

// Entry is one thing that a report tells: a conflict, a resource or a file merged whole that
// was changed, added, deleted or moved, a note about the merge, or how two versions differ at a place.
type Entry struct {
	Spot
	Resource *decisions.Ref `json:"resource,omitempty"`
	Path     string         `json:"path,omitempty"`
	// Question is what answers call a question that a file holds, "" where it has no name.
	Question string `json:"question,omitempty"`
	// Words are what happened in a conflict, by which programs know it, and what was done; of
	// a note only the code.
	phrase.Words
	// From is the file a moved resource was in.
	From string `json:"from,omitempty"`
	// Message is that of a note; Warning: it asks for attention.
	Message string `json:"message,omitempty"`
	Warning bool   `json:"warning,omitempty"`
	// Original, Updated and Dest are what the versions have at the place of a conflict, nil
	// where one has nothing.
	Original *Value `json:"original,omitempty"`
	Updated  *Value `json:"updated,omitempty"`
	Dest     *Value `json:"dest,omitempty"`
	// Taken is the version that had its way, "" if nobody had, and nothing was
	// written because of that.
	Taken string `json:"taken,omitempty"`
	// Partial: one side deleted the place, and it holds only what the other changed of it.
	Partial bool `json:"partial,omitempty"`
	// Secret: the values are not shown.
	Secret bool `json:"secret,omitempty"`
	// Change is how two versions differ: added, deleted, changed or moved. Before and After are
	// the values of the place; a Note is about a file.
	Change string          `json:"change,omitempty"`
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
	Note   string          `json:"note,omitempty"`

	what what
	// marked: it stands in what was written, and the hint is a command that the file may follow.
	marked bool
	// told: a conflict tells of this deletion.
	told bool
}

// Note adds a note of that kind about a file, and gives it for what else is known.
func (r *Report) Note(file string, kind terms.NoteKind, message string) *Entry {
	r.Notes = append(r.Notes, Entry{Spot: Spot{File: file}, Words: phrase.Words{Kind: phrase.Kind{Code: kind.String()}}, Message: message})
	return &r.Notes[len(r.Notes)-1]
}

// File is a file that the merge changed, or that has conflicts.
type File struct {
	Name   string
	Status files.Status
	// Diff is what the merge changed in it.
	Diff string
	// Untouched: all changes are upstream's.
	Untouched bool
	// Hidden is why its text is not shown, "" if it is.
	Hidden string
}

// statusNames are what people are told that became of a file.
var statusNames = enum.Names[files.Status]{"kept as it is", "changed", "created", "removed"}

// telling makes a report of a merge.
type telling struct {
	*Report
	// show gives the name of a file by its path in dest.
	show func(path string) string
	// lines finds places in merged files, nil where there are none.
	lines *lines
}

// noted is what many notes about one resource share: what each looked up for itself would grow with
// their square.
type noted struct {
	ref    *decisions.Ref
	places *marks.Finder
}

// New reports a merge with these options. show gives the name of a file by its path in dest: where
// it lies, so that a terminal can open it. Lines are those of the merged files, of a merge that has
// none those of dest. With texts, the report has what changed in the files.
func New(m *files.Result, options resource.Options, show func(path string) string, texts bool) *Report {
	r := telling{Report: &Report{Version: Version}, show: show}
	if len(m.Files) > 0 {
		r.lines = newLines(m)
	}
	told := map[*resource.Resource]bool{}
	for i := range m.Conflicts {
		c := r.conflict(&m.Conflicts[i], &options)
		if c.Path == "" && c.Code == merge.DeletedUpstream.String() && c.Taken == merge.Updated.String() {
			told[m.Conflicts[i].Subject()] = true // It tells of the deletion.
		}
		r.Conflicts = append(r.Conflicts, c)
	}
	for _, d := range m.Deleted {
		e := r.entryOf(d)
		e.told = told[d]
		r.Deleted = append(r.Deleted, e)
	}
	for _, of := range m.Resources {
		r.add(of)
	}
	known := map[*resource.Resource]noted{}
	for _, n := range m.Notes {
		note := r.Note("", n.Kind, n.Message)
		note.Path, note.Warning = n.Path.String(), n.Warning
		if of := n.Resource; of != nil {
			about, is := known[of]
			if !is {
				about = noted{RefOf(of.Node), marks.NewFinder(of.Node)}
				known[of] = about
			}
			line := of.Line
			if found, rest := about.places.Find(n.Path); len(rest) == 0 && len(n.Path) > 0 {
				line = cmp.Or(found.Line(), line)
			}
			note.Resource, note.Spot = about.ref, r.spot(show(of.Path), line, place{resource: of, path: n.Path})
		}
	}
	r.addFiles(m, texts)
	r.Sort()
	return r.Report
}

// add reports what became of a resource.
func (r *telling) add(m *resource.Merged) {
	d := m.Dest
	if d == nil {
		if m.Updated != nil {
			r.Added = append(r.Added, Entry{Spot: r.spot(r.show(m.Path), 0, place{resource: m.Updated}), Resource: RefOf(m.Updated.Node)})
		}
		return
	}
	if m.Path != d.Path {
		r.Moved = append(r.Moved, Entry{Spot: r.spot(r.show(m.Path), 0, place{resource: d}), Resource: RefOf(d.Node), From: r.show(d.Path)})
	}
	if m.Node != d.Node || m.Doc != nil && m.Doc != d.Doc {
		r.Changed = append(r.Changed, r.entryOf(d))
	}
}

func (r *telling) entryOf(of *resource.Resource) Entry {
	return Entry{Spot: r.spot(r.show(of.Path), of.Line, place{resource: of}), Resource: RefOf(of.Node)}
}

// spot is where the result has a place that dest has in a file and a line of that.
func (r *telling) spot(file string, line int, p place) Spot {
	s := Spot{File: file, Line: line}
	if r.lines == nil {
		return s
	}
	path, line, moved := r.lines.of(p, line)
	if moved && s.File != r.show(path) {
		s.File, s.DestFile, s.DestLine = r.show(path), s.File, s.Line
	}
	if line != s.Line {
		s.Line, s.DestLine = line, s.Line
	}
	return s
}

// RefOf names the resource that a document is, nil if it has no type.
func RefOf(root *yaml.Node) *decisions.Ref {
	m := resource.MetaOf(root)
	return refOf(&m)
}

func refOf(m *resource.Meta) *decisions.Ref {
	if m.Kind == "" || m.APIVersion == "" {
		return nil
	}
	ref := m.Ref()
	return &ref
}

// Join adds what another merge did. The versions are those of both, or unknown.
func (r *Report) Join(other *Report) {
	if !slices.Equal(r.Versions, other.Versions) {
		r.Versions = nil
	}
	r.Refused, r.Written = r.Refused || other.Refused, r.Written && other.Written
	r.Files, r.Packages = append(r.Files, other.Files...), append(r.Packages, other.Packages...)
	others := other.entries()
	for i, list := range r.entries() {
		*list = append(*list, *others[i]...)
	}
	r.ChangedFiles += other.ChangedFiles
	r.CreatedFiles += other.CreatedFiles
	r.RemovedFiles += other.RemovedFiles
}

// Sort puts the report in the order of files. Inside one the order of the
// merge stays, which is that of the text.
func (r *Report) Sort() {
	slices.SortStableFunc(r.Files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	for _, list := range r.entries() {
		slices.SortStableFunc(*list, func(a, b Entry) int { return cmp.Compare(a.File, b.File) })
	}
}

// entries are the lists of all that it tells.
func (r *Report) entries() []*[]Entry {
	return []*[]Entry{&r.Conflicts, &r.Changed, &r.Added, &r.Deleted, &r.Moved, &r.Notes}
}
