package report

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// plain is what a page shows where no script runs: every conflict, and of each file dest
// beside the result.
type plain struct{ strings.Builder }

// element writes an element with a text; attributes are written as they are.
func (w *plain) element(name, attributes, text string) {
	w.open(name, attributes)
	w.WriteString(html.EscapeString(text))
	w.close(name)
}

func (w *plain) open(name, attributes string) {
	w.WriteString("<" + name)
	if attributes != "" {
		w.WriteString(" " + attributes)
	}
	w.WriteString(">")
}

func (w *plain) close(name string) { w.WriteString("</" + name + ">") }

// plainly is the page as elements.
func (p *page) plainly() string {
	var w plain
	if p.Refused != "" {
		w.element("p", `class="refused"`, p.Refused)
	}
	if len(p.Conflicts) > 0 {
		w.element("h2", "", "Conflicts")
	}
	for i := range p.Conflicts {
		w.card(&p.Conflicts[i])
	}
	if p.MoreConflicts != "" {
		w.element("p", `class="soft"`, p.MoreConflicts)
	}
	if len(p.Files) > 0 {
		w.element("h2", "", "Files")
		w.legend(p.Patched)
	}
	for i := range p.Files {
		w.file(&p.Files[i])
	}
	for _, list := range p.Lists {
		w.list(list)
	}
	return w.String()
}

// legend writes what the colours mean; patched: there is no original.
func (w *plain) legend(patched bool) {
	entries := [][2]string{{"up", "changed upstream"}, {"down", "changed by you"}, {"both", "merged from both"}}
	if patched {
		entries = [][2]string{{"up", "new"}, {"down", "as it was"}}
	}
	w.open("ul", `class="legend"`)
	for _, e := range entries {
		w.open("li", "")
		w.element("span", `class="`+e[0]+`"`, e[1])
		w.close("li")
	}
	w.close("ul")
}

// card writes a conflict.
func (w *plain) card(c *pageConflict) {
	class := `class="conflict"`
	if c.Open {
		class = `class="conflict open"`
	}
	w.open("section", class)
	w.open("h3", "")
	w.element("span", "", strings.TrimLeft(c.Resource+" ", " "))
	w.element("code", "", c.Path)
	w.close("h3")
	w.open("p", "")
	w.element("code", "", c.At)
	w.close("p")
	w.open("p", "")
	w.WriteString(html.EscapeString(c.Title) + ": ")
	w.element("strong", "", c.Outcome)
	if c.Why != "" {
		w.element("span", `class="soft"`, " ("+c.Why+")")
	}
	w.close("p")
	w.open("div", `class="sides"`)
	for _, side := range c.Sides {
		w.side(side)
	}
	w.close("div")
	w.ways(c)
	w.close("section")
}

// side writes what a version has at the place of a conflict.
func (w *plain) side(s pageSide) {
	class, taken := `class="side"`, ""
	if s.Taken {
		class, taken = `class="side taken"`, "✓ taken"
	}
	w.open("div", class)
	w.open("h4", "")
	w.WriteString(html.EscapeString(s.Name) + " ")
	w.element("span", `class="at"`, s.At)
	w.element("span", `class="took"`, taken)
	w.close("h4")
	text := s.Text
	if text == "" {
		text = s.Says
	}
	if text == "" {
		text = "empty"
	}
	w.element("pre", "", text)
	w.close("div")
}

// ways writes what to run or to write for another outcome.
func (w *plain) ways(c *pageConflict) {
	if len(c.Ways) == 0 && c.Instead == "" {
		return
	}
	if c.Open {
		w.open("details", `class="ways" open`)
		w.element("summary", "", "Answer it")
	} else {
		w.open("details", `class="ways"`)
		w.element("summary", "", "For another outcome")
	}
	if len(c.Ways) == 0 {
		w.element("p", `class="soft"`, c.Instead)
	}
	commands, rules := false, false
	for _, way := range c.Ways {
		commands, rules = commands || way.Command != "", rules || way.Rule != ""
		w.way(way.Label, way.Command)
	}
	if commands && rules {
		w.open("details", "")
		w.element("summary", "", "In the configuration, so that nobody asks again")
		defer w.close("details")
	}
	for _, way := range c.Ways {
		w.way(way.Label, way.Rule)
	}
	w.close("details")
}

// way writes a command or a rule, "" for none.
func (w *plain) way(label, text string) {
	if text == "" {
		return
	}
	w.open("div", `class="way"`)
	w.element("span", `class="soft"`, label)
	w.element("pre", "", strings.TrimSuffix(text, "\n"))
	w.close("div")
}

// file writes dest beside the result.
func (w *plain) file(f *pageFile) {
	status, folded := f.Status, ""
	if f.Folded != "" {
		status += "; " + f.Folded
	} else {
		folded = " open"
	}
	w.open("details", `class="file"`+folded)
	w.open("summary", "")
	w.WriteString(html.EscapeString(f.Name) + " ")
	w.element("span", `class="soft"`, status)
	w.close("summary")
	if f.Says != "" {
		w.element("p", `class="soft"`, f.Says)
		w.close("details")
		return
	}
	w.head(f)
	about := ""
	for i := range f.Parts {
		if p := &f.Parts[i]; p.Resource != "" && p.Resource != about {
			about = p.Resource
			w.element("p", `class="about"`, about)
		}
		w.part(f, &f.Parts[i])
	}
	w.close("details")
}

// head writes which versions stand in the columns.
func (w *plain) head(f *pageFile) {
	w.open("table", `class="grid"`)
	w.open("thead", "")
	w.open("tr", "")
	for _, k := range f.columns() {
		w.open("th", `colspan="2"`)
		w.WriteString(html.EscapeString(f.Columns[k].Version) + " ")
		w.element("span", `class="soft"`, f.Columns[k].File)
		w.close("th")
	}
	w.close("tr")
	w.close("thead")
	w.close("table")
}

// columns are those that are shown: dest, and the result.
func (f *pageFile) columns() []int {
	if last := len(f.Columns) - 1; last != f.Dest {
		return []int{f.Dest, last}
	}
	return []int{f.Dest}
}

// part writes a stretch of rows, folded where the merge changed nothing in it.
func (w *plain) part(f *pageFile, p *pagePart) {
	left := fmt.Sprintf("… %s that the merge left alone …", Counted(p.Folded, "line"))
	switch {
	case p.Folded > 0 && len(p.Rows) == 0:
		w.element("p", `class="fold"`, left)
		return
	case p.Folded > 0:
		w.open("details", `class="fold"`)
		w.element("summary", "", left)
		defer w.close("details")
	}
	w.open("table", `class="grid"`)
	w.WriteString(`<col class="number"><col class="text">`)
	if len(f.columns()) > 1 {
		w.WriteString(`<col class="number"><col class="text">`)
	}
	lines := slices.Clone(p.Lines)
	for _, row := range p.Rows {
		w.row(f, row, lines)
	}
	w.close("table")
	if p.More != "" {
		w.element("p", `class="fold"`, p.More)
	}
}

// row writes a row; lines are those before it, which it counts on.
func (w *plain) row(f *pageFile, row any, lines []int) {
	texts, letters := cellsOf(row, len(f.Columns))
	for k, text := range texts {
		if text != nil {
			lines[k]++
		}
	}
	columns := f.columns()
	mine, result := texts[columns[0]], texts[columns[len(columns)-1]]
	if mine == nil && result == nil {
		return // Only versions that are not shown have it.
	}
	if mine != nil && result != nil && *mine == *result {
		w.open("tr", `class="same"`)
	} else {
		w.open("tr", "")
	}
	for i, k := range columns {
		column := []string{"mine", "result"}[i]
		if texts[k] == nil {
			w.open("td", `class="number absent `+column+`"`)
			w.open("td", `class="text absent `+column+`"`)
			continue
		}
		class := column
		if origin, by := map[byte]string{'u': " up", 'd': " down", 'b': " both"}[letters[k]]; by {
			class += origin
		}
		w.open("td", `class="number `+column+`"`)
		fmt.Fprint(w, lines[k])
		w.open("td", `class="text `+class+`"`)
		w.WriteString(html.EscapeString(*texts[k]))
	}
}

// cellsOf takes a row apart, which onPage made: the texts of its columns, nil where one has
// no such line, and a letter for who made each what it is.
func cellsOf(row any, columns int) (texts []*string, letters string) {
	texts = make([]*string, columns)
	if text, alike := row.(string); alike {
		for k := range texts {
			texts[k] = &text
		}
		return texts, strings.Repeat("-", columns)
	}
	cells, _ := row.([]any)
	letters, _ = cells[0].(string)
	for k, c := range cells[1:] {
		switch c := c.(type) {
		case string:
			texts[k] = &c
		case int:
			if c > 0 {
				texts[k] = texts[c-1]
			}
		}
	}
	return texts, letters
}

// list writes a list of what is not a conflict.
func (w *plain) list(l pageList) {
	if l.Open {
		w.open("details", `class="list" open`)
	} else {
		w.open("details", `class="list"`)
	}
	w.element("summary", "", fmt.Sprintf("%s (%d)", l.Title, l.Count))
	w.open("ul", `class="entries"`)
	for _, entry := range l.Entries {
		w.element("li", "", entry)
	}
	if more := l.Count - len(l.Entries); more > 0 {
		w.element("li", `class="soft"`, fmt.Sprintf("… %d more; --report json has all", more))
	}
	w.close("ul")
	w.close("details")
}
