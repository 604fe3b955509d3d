package report

import (
	_ "embed" // The page.
	"html/template"
	"io"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

//go:embed page.html
var pageText string

// page is what the template shows.
type page struct {
	Summary   string
	Refused   bool
	Conflicts []pageConflict
	Files     []pageFile
	Lists     []pageList
}

type pageConflict struct {
	*Conflict
	ID      string
	Sides   []pageSide
	Settled string
}

type pageSide struct {
	Name, Place, Text string
	Absent, Taken     bool
}

type pageFile struct {
	Name, Status, Hidden string
	Hunks                []hunk
}

type pageList struct {
	Title string
	Items []string
}

// hunk is a stretch of a file before and after the merge, side by side.
type hunk struct{ Rows []pair }

// pair is a line before and after.
type pair struct {
	Left, Right         string
	LeftLine, RightLine int
	Class               string
	// Conflict is the ID of a conflict about the left line, "" if there is none.
	Conflict string
}

// writeHTML writes one page that needs nothing else: no script, no font, no
// picture from elsewhere.
func (r *Report) writeHTML(w io.Writer) error {
	t, err := template.New("page").Funcs(template.FuncMap{"line": OneLine}).Parse(pageText)
	if err != nil {
		return err
	}
	p := page{Summary: r.summary(), Refused: r.Refused}
	lines := map[string]map[int]string{}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		pc := pageConflict{Conflict: c, ID: "conflict-" + strconv.Itoa(i+1), Settled: c.settled()}
		for _, s := range c.sides() {
			text := OneLine(s.text(2000))
			switch {
			case s.value == nil:
				text = "absent"
			case c.Secret:
				text = "secret, not shown"
			case text == "":
				text = "the whole resource"
			}
			pc.Sides = append(pc.Sides, pageSide{s.name, s.place(), text, s.value == nil, c.Taken == s.name})
		}
		p.Conflicts = append(p.Conflicts, pc)
		if lines[c.File] == nil {
			lines[c.File] = map[int]string{}
		}
		lines[c.File][c.Line] = pc.ID
	}
	for _, f := range r.Files {
		pf := pageFile{Name: f.Name, Status: f.Status.String(), Hidden: f.Hidden}
		if f.Hidden == "" {
			pf.Hunks = sideBySide(f.Before, f.After, lines[f.Name])
		}
		p.Files = append(p.Files, pf)
	}
	p.Lists = r.lists()
	return t.Execute(w, p)
}

// lists are what is no conflict, as lines.
func (r *Report) lists() []pageList {
	var all []pageList
	add := func(title string, items []string) {
		if len(items) > 0 {
			all = append(all, pageList{title, items})
		}
	}
	line := func(parts ...string) string {
		var some []string
		for _, p := range parts {
			if p != "" {
				some = append(some, OneLine(p))
			}
		}
		return strings.Join(some, ": ")
	}
	entries := func(list []Entry) (items []string) {
		for _, e := range list {
			from := ""
			if e.From != "" {
				from = "from " + e.From
			}
			items = append(items, line(at(e.File, e.Line), e.Resource.String(), from))
		}
		return items
	}
	var warnings, notes []string
	for _, n := range r.Notes {
		text := line(at(n.File, n.Line), n.Resource.String(), n.Path, n.Message)
		if n.Warning {
			warnings = append(warnings, text)
		} else {
			notes = append(notes, text)
		}
	}
	add("Warnings", warnings)
	add("Deleted", entries(r.Deleted))
	add("Added", entries(r.Added))
	add("Moved", entries(r.Moved))
	add("Changed", entries(r.Changed))
	add("Notes", notes)
	return all
}

// sideBySide lays two texts next to each other where they differ. conflicts
// are IDs by lines of the text before.
func sideBySide(before, after []byte, conflicts map[int]string) []hunk {
	text := string(diff.Diff("a", before, "b", after))
	var hunks []hunk
	var left, right []string
	leftAt, rightAt := 0, 0
	flush := func() {
		for len(left) > 0 || len(right) > 0 {
			p := pair{Class: "changed"}
			if len(left) > 0 {
				p.Left, p.LeftLine, p.Conflict = left[0], leftAt, conflicts[leftAt]
				left, leftAt = left[1:], leftAt+1
			} else {
				p.Class = "created"
			}
			if len(right) > 0 {
				p.Right, p.RightLine = right[0], rightAt
				right, rightAt = right[1:], rightAt+1
			} else {
				p.Class = "removed"
			}
			last := &hunks[len(hunks)-1]
			last.Rows = append(last.Rows, p)
		}
	}
	for line := range strings.Lines(text) {
		content := OneLine(strings.TrimRight(line[1:], "\r\n"))
		switch {
		case strings.HasPrefix(line, "@@ "):
			flush()
			leftAt, rightAt = hunkStart(line)
			hunks = append(hunks, hunk{})
		case len(hunks) == 0 || line[0] == '\\':
		case line[0] == '-':
			left = append(left, content)
		case line[0] == '+':
			right = append(right, content)
		default:
			flush()
			last := &hunks[len(hunks)-1]
			last.Rows = append(last.Rows, pair{Left: content, Right: content, LeftLine: leftAt, RightLine: rightAt, Conflict: conflicts[leftAt]})
			leftAt, rightAt = leftAt+1, rightAt+1
		}
	}
	flush()
	return hunks
}

// hunkStart reads the first lines of "@@ -3,4 +3,5 @@".
func hunkStart(line string) (left, right int) {
	for _, word := range strings.Fields(line) {
		if len(word) < 2 || word[0] != '-' && word[0] != '+' {
			continue
		}
		number, _, _ := strings.Cut(word[1:], ",")
		n, err := strconv.Atoi(number)
		switch {
		case err != nil:
		case word[0] == '-':
			left = n
		default:
			right = n
		}
	}
	return left, right
}
