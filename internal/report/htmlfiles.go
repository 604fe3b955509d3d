package report

import (
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/krm-merge/krm-merge/internal/printable"
)

// fileTables shows the files side by side.
func (r *Report) fileTables(m *marked) g.Node {
	if len(r.Files) == 0 {
		return nil
	}
	files := g.Group{h.H2(h.ID("files"), g.Text("Files")), r.legend()}
	for i := range r.Files {
		files = append(files, r.Files[i].table(m.ids[i]))
	}
	return h.Section(h.Data("group", ""), files)
}

// legend explains the colours.
func (r *Report) legend() g.Node {
	entry := func(o origin, text string) g.Node {
		return h.Li(h.Span(h.Class(o.String()), g.Text(text)))
	}
	if r.Files[0].original() < 0 {
		return h.Ul(h.Class("legend"), entry(fromUpstream, "new"), entry(fromDest, "as it was"))
	}
	return h.Ul(h.Class("legend"), entry(fromUpstream, "changed upstream"), entry(fromDest, "changed in dest"), entry(fromBoth, "merged from both"),
		h.Li(h.Span(h.Class("mark"), g.Text("!")), g.Text(" conflict")))
}

func (f *File) table(conflicts []map[int][]string) g.Node {
	head := h.Summary(text(f.Name+" "), h.Span(h.Class("soft"), g.Text(statusNames.Of(f.Status))))
	if f.Hidden != "" {
		return h.Details(h.Class("file"), g.Attr("open"), findable(f.Name), head, h.P(h.Class("soft"), g.Text(f.Hidden)))
	}
	columns := g.Group{h.Class("grid"), h.Style("--columns: " + strconv.Itoa(len(f.Columns)))}
	var widths, titles g.Group
	for i, c := range f.Columns {
		last := g.If(i == len(f.Columns)-1, h.Class("last"))
		widths = append(widths, h.Col(h.Class("number")), h.Col(h.Class("text")))
		titles = append(titles, h.Th(last, h.Scope("col"), h.ColSpan("2"), g.Text(c.Version+" "), h.Span(h.Class("soft"), text(c.File))))
	}
	columns = append(columns, h.ColGroup(widths), h.THead(h.Tr(titles)))
	for _, s := range f.sideBySide(conflicts) {
		columns = append(columns, s.body(f))
	}
	return h.Details(h.Class("file"), g.Attr("open"), h.Data("group", ""), head,
		h.Div(h.Class("scroll"), h.Role("region"), h.TabIndex("0"), h.Aria("label", printable.Line(f.Name)), h.Table(columns)))
}

// body is a stretch of the file under the name of its resource.
func (s *stretch) body(f *File) g.Node {
	name := s.Resource
	if name == "" {
		name = "…"
	}
	rows := g.Group{findable(f.Name + " " + s.Resource), h.Tr(h.Th(h.Class("about"), h.Scope("rowgroup"), h.ColSpan(strconv.Itoa(2*len(f.Columns))), text(name)))}
	for i := range s.Rows {
		rows = append(rows, s.Rows[i].line())
	}
	return h.TBody(rows)
}

// line is a row of the table; the link to a conflict stands in front of it.
func (l *lineUp) line() g.Node {
	var cells g.Group
	for i, c := range l.Cells {
		last := ""
		if i == len(l.Cells)-1 {
			last = "last "
		}
		var number g.Group
		if i == 0 {
			for _, id := range l.Conflicts {
				number = append(number, h.A(h.Class("mark"), h.ID("line-"+id), h.Href("#"+id), h.Aria("label", "conflict"), g.Text("!")))
			}
		}
		if c.Line == 0 {
			cells = append(cells, h.Td(h.Class(last+"number absent"), number), h.Td(h.Class("text absent "+c.From.String())))
			continue
		}
		cells = append(cells, h.Td(h.Class(last+"number"), number, g.Text(strconv.Itoa(c.Line))), h.Td(h.Class(strings.TrimSpace("text "+c.From.String())), g.Text(c.Text)))
	}
	return h.Tr(cells)
}

// place is where the page marks a conflict: a line of a column of its file, line 0
// if nobody knows.
func (c *Conflict) place(f *File) (column, line int) {
	if c.Dest == nil && c.Updated != nil {
		for i, of := range f.Columns {
			if i != f.Dest && of.File == c.Updated.File && i < len(f.Columns)-1 {
				column = i
			}
		}
		if column > 0 {
			return column, c.Updated.Line
		}
	}
	return f.Dest, c.Line
}

// marked are where the page marks conflicts.
type marked struct {
	// ids are the IDs of conflicts by file, column and line.
	ids [][]map[int][]string
	// shown: for each conflict, whether it is marked.
	shown []bool
}

func (r *Report) marked() *marked {
	m := &marked{ids: make([][]map[int][]string, len(r.Files)), shown: make([]bool, len(r.Conflicts))}
	files := map[string]int{}
	for i := range r.Files {
		files[r.Files[i].Name] = i
		m.ids[i] = make([]map[int][]string, len(r.Files[i].Columns))
		for k, c := range r.Files[i].Columns {
			if len(c.Text) > 0 {
				m.ids[i][k] = make(map[int][]string)
			}
		}
	}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		to, ok := files[c.File]
		if !ok || r.Files[to].Hidden != "" {
			continue
		}
		column, line := c.place(&r.Files[to])
		if at := m.ids[to][column]; at != nil && line > 0 {
			at[line] = append(at[line], conflictID(i))
			m.shown[i] = true
		}
	}
	return m
}
