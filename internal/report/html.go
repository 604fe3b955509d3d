package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // The style and the script of the page.
	"encoding/base64"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// writeHTML writes one page that needs nothing else: no script, no font, no
// picture from elsewhere. Its own script only filters; without it all is shown.
func (r *Report) writeHTML(w io.Writer) error {
	title := "krm-merge: " + r.summary()
	sum := sha256.Sum256([]byte(pageScript))
	policy := "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
	m := r.marked()
	return h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(g.Attr("http-equiv", "Content-Security-Policy"), h.Content(policy)),
			h.TitleEl(text(title)),
			h.StyleEl(g.Raw(pageStyle)),
		),
		h.Body(
			h.Header(h.H1(text(title)), g.If(r.Refused, h.P(h.Class("refused"), h.Strong(g.Text("The configuration fails on conflicts, so nothing was written.")), g.Text(" "+phrase.Unresolved))), r.contents()),
			h.Main(filterForm(), r.conflictCards(m), r.fileTables(m), r.entryLists()),
			h.Script(g.Raw(pageScript)),
		),
	)).Render(w)
}

// text is text from the input, without what could drive a reader.
func text(s string) g.Node { return g.Text(printable.Line(s)) }

// findable marks a part of the page that the filter finds by what is in the text.
func findable(s string) g.Node { return h.Data("text", printable.Line(s)) }

// contents leads to the parts of the page.
func (r *Report) contents() g.Node {
	var items g.Group
	add := func(id, text string, n int) {
		if n > 0 {
			items = append(items, h.A(h.Href("#"+id), g.If(id == "conflicts" || id == "warnings", h.Class("alarm")), g.Text(text)))
		}
	}
	add("conflicts", Counted(len(r.Conflicts), "conflict"), len(r.Conflicts))
	add("files", Counted(len(r.Files), "file"), len(r.Files))
	for i, list := range r.told() {
		text := strconv.Itoa(len(list)) + " " + what(i).String()
		if w := what(i); w == isWarning || w == isNote {
			text = Counted(len(list), w.String())
		}
		if what(i) != isConflict {
			add(what(i).id(), text, len(list))
		}
	}
	return h.Nav(h.Aria("label", "Contents"), items)
}

// filterForm is there only where the script runs.
func filterForm() g.Node {
	return h.Form(h.ID("filter"), h.Class("filter"), h.Role("search"), h.Hidden(""),
		h.Label(g.Text("Filter by resource, file or path"), h.Input(h.Type("search"), h.AutoComplete("off"), h.Placeholder("Deployment web")), g.El("output", h.Class("soft"))))
}

func (r *Report) conflictCards(m *marked) g.Node {
	if len(r.Conflicts) == 0 {
		return nil
	}
	cards := g.Group{h.H2(h.ID("conflicts"), g.Text("Conflicts"))}
	for i := range r.Conflicts {
		cards = append(cards, r.Conflicts[i].card(conflictID(i), m.shown[i]))
	}
	return h.Section(h.Data("group", ""), cards)
}

func conflictID(i int) string { return "conflict-" + strconv.Itoa(i+1) }

// card shows one conflict; linked: it is marked in a file on the page.
func (c *Conflict) card(id string, linked bool) g.Node {
	find := strings.Join([]string{c.Resource.String(), at(c.File, c.Line), c.Path}, " ")
	versions := g.Group{h.Class("versions")}
	begin, end := c.alike()
	for _, s := range c.sides() {
		versions = append(versions, c.version(s, begin, end))
	}
	return h.Section(h.Class("conflict"), h.ID(id), findable(find),
		h.H3(text(c.Resource.String()+" "), h.Code(text(c.Path))),
		h.P(text(c.Title+": "), h.Strong(text(c.Outcome)), g.If(c.Why != "", h.Span(h.Class("soft"), text(" ("+c.Why+")"))),
			g.Text(" "), h.Span(h.Class("soft"), h.Code(text(at(c.File, c.Line)))),
			g.If(linked, g.Group{g.Text(" "), h.A(h.Href("#line-"+id), g.Text("show in the file"))})),
		h.Div(versions),
		g.If(c.Instead != "", h.P(h.Class("soft"), text("Otherwise: "+c.Instead))),
	)
}

// version shows what one version has, without lines that all versions have at the
// beginning and at the end.
func (c *Conflict) version(s side, begin, end int) g.Node {
	taken := c.Taken == s.name
	head := g.Group{h.Span(g.Text(s.words)), g.If(s.place() != "", h.Span(h.Class("place"), text(s.place()))), g.If(taken, h.Span(h.Class("took"), g.Text("✓ taken")))}
	var value, focus g.Node
	switch {
	case s.value == nil:
		value = h.Span(h.Class("soft"), g.Text("absent"))
	case c.Secret:
		value = h.Span(h.Class("soft"), g.Text("secret, not shown"))
	case s.value.Value == nil:
		value = h.Span(h.Class("soft"), g.Text("the whole resource"))
	default:
		lines := s.lines()
		// Whoever has no mouse scrolls what has the focus.
		focus = g.If(len(lines)-begin-end > 10, h.TabIndex("0"))
		value = g.Group{alike(begin), g.Text(phrase.Cut(strings.Join(lines[begin:len(lines)-end], "\n"), 20_000)), alike(end)}
	}
	return h.Div(g.If(taken, h.Class("taken")), h.H4(head), h.Pre(focus, h.Aria("label", s.words), value))
}

// alike stands for lines that are the same in all versions.
func alike(lines int) g.Node {
	return g.If(lines > 0, h.Span(h.Class("alike"), g.Text("… "+Counted(lines, "line")+" alike …")))
}

// alike counts the lines that all versions share at the beginning and at the end of a
// long value, without a few next to the lines that differ.
func (c *Conflict) alike() (begin, end int) {
	const few, long = 2, 8
	var all [][]string
	shortest := 0
	for _, s := range c.sides() {
		if s.value != nil && s.value.Value != nil {
			all = append(all, s.lines())
			if n := len(all[len(all)-1]); len(all) == 1 || n < shortest {
				shortest = n
			}
		}
	}
	if len(all) < 2 || shortest <= long {
		return 0, 0
	}
	same := func(at func(lines []string) string) bool {
		return !slices.ContainsFunc(all, func(lines []string) bool { return at(lines) != at(all[0]) })
	}
	for begin < shortest && same(func(lines []string) string { return lines[begin] }) {
		begin++
	}
	for end < shortest-begin && same(func(lines []string) string { return lines[len(lines)-1-end] }) {
		end++
	}
	return max(0, begin-few), max(0, end-few)
}

// lines is the value as people read it: a text of several lines as it is, lists and
// maps with a line for each element.
func (s side) lines() []string {
	var value string
	if json.Unmarshal(s.value.Value, &value) != nil || !strings.Contains(value, "\n") {
		var b bytes.Buffer
		if json.Indent(&b, s.value.Value, "", "  ") == nil {
			value = b.String()
		} else {
			value = string(s.value.Value)
		}
	}
	lines := strings.Split(strings.TrimSuffix(value, "\n"), "\n")
	for i := range lines {
		lines[i] = printable.Line(strings.TrimRight(lines[i], "\r"))
	}
	return lines
}

// entryLists are all entries that are not conflicts, as lines.
func (r *Report) entryLists() g.Node {
	var all g.Group
	for w, list := range r.told() {
		if what(w) == isConflict || len(list) == 0 {
			continue
		}
		items := g.Map(list, func(t told) g.Node {
			line := strings.Join(t.places(), ": ")
			if t.message != "" {
				line += ": " + t.message
			}
			return h.Li(findable(line), text(line))
		})
		all = append(all, h.Section(h.Data("group", ""), h.H2(h.ID(what(w).id()), g.Text(what(w).title())), h.Ul(h.Class("entries"), items)))
	}
	return all
}

// id is the anchor of a list on the page.
func (w what) id() string { return strings.ToLower(w.title()) }
