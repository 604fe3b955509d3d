package report

import (
	"fmt"
	"html"
	"strings"

	"github.com/krm-merge/krm-merge/internal/printable"
)

// markup is a page as it is written.
type markup struct{ strings.Builder }

// f writes markup with values in it; strings among them are texts, and stay texts. Whatever
// reaches the page as one is made printable here.
func (m *markup) f(format string, values ...any) {
	for i, v := range values {
		if text, is := v.(string); is {
			values[i] = html.EscapeString(printable.Text(text))
		}
	}
	fmt.Fprintf(m, format, values...)
}

// flag is an attribute or class that is there or not. It is markup, not text.
type flag string

func when(is bool, name flag) flag {
	if is {
		return " " + name
	}
	return ""
}

// said writes an element with a text, nothing for none.
func (m *markup) said(name, class, text string) {
	if text != "" {
		m.f(`<%s class="%s">%s</%s>`+"\n", flag(name), class, text, flag(name))
	}
}

func (m *markup) page(p *page) {
	m.said("p", "refused", p.Refused)
	if len(p.Conflicts) > 0 {
		m.f("<h2>Conflicts</h2>\n")
	}
	for i := range p.Conflicts {
		m.card(&p.Conflicts[i])
	}
	m.said("p", "soft", p.MoreConflicts)
	if len(p.Files) > 0 {
		m.f("<h2>Files</h2>\n" + `<ul class="legend" aria-label="Legend">`)
		legend := [][2]string{{"up", "changed upstream"}, {"down", "changed by you"}, {"both", "merged from both"}}
		if p.Patched {
			legend = [][2]string{{"up", "new"}, {"down", "as it was"}}
		}
		for _, l := range legend {
			m.f(`<li><span class="%s">%s</span>`, l[0], l[1])
		}
		m.f(`<li><mark>words</mark> that differ<li><span class="mark">!</span> conflict</ul>` + "\n")
	}
	for i := range p.Files {
		m.file(&p.Files[i])
	}
	for i := range p.Lists {
		l := &p.Lists[i]
		m.f(`<details class="list"%s><summary>%s (%d)</summary><ul class="entries">`+"\n", when(l.Open, "open"), l.Title, l.Count)
		for _, entry := range l.Entries {
			m.f(`<li data-find="%s">%s</li>`+"\n", entry, entry)
		}
		m.said("li", "soft", l.More)
		m.f("</ul></details>\n")
	}
}

// card writes a conflict.
func (m *markup) card(c *card) {
	m.f(`<section class="conflict%s" id="conflict-%d" data-find="%s">`+"\n", when(c.Open, "open"), c.Number, c.Resource+" "+c.Path+" "+c.At)
	m.f("<h3>%s <code>%s</code></h3>\n", c.Resource, c.Path)
	if c.Linked {
		m.f(`<p class="where"><a href="#line-%d"><code>%s</code></a></p>`+"\n", c.Number, c.At)
	} else {
		m.f(`<p class="where"><code>%s</code></p>`+"\n", c.At)
	}
	m.f("<p>%s: <strong>%s</strong> ", c.Title, c.Outcome)
	m.said("span", "soft", c.Why)
	m.f(`</p><div class="sides">` + "\n")
	for _, s := range c.Sides {
		m.f(`<div class="side%s"><h4>%s <span class="at">%s</span>`, when(s.Taken, "taken"), s.Name, s.At)
		if s.Taken {
			m.said("span", "took", "✓ taken")
		}
		m.f("</h4><pre>%s", s.Text)
		m.said("span", "soft", s.Says)
		m.f("</pre></div>\n")
	}
	m.f("</div>\n")
	if c.Hint != "" {
		title := "For another outcome"
		if c.Open {
			title = "Answer it"
		}
		m.f(`<details class="ways"%s><summary>%s</summary><pre>%s</pre></details>`+"\n", when(c.Open, "open"), title, c.Hint)
	}
	m.f("</section>\n")
}

// file writes dest beside the result.
func (m *markup) file(f *shownFile) {
	find := f.Name
	for i := range f.Parts {
		find += " " + f.Parts[i].Resource
	}
	m.f(`<details class="file"%s data-find="%s"><summary>%s <span class="soft">%s</span></summary>`+"\n", when(f.Folded == "", "open"), find, f.Name, strings.TrimSuffix(f.Status+"; "+f.Folded, "; "))
	m.said("p", "soft", f.Says)
	if len(f.Parts) > 0 {
		m.f(`<table class="grid"><thead><tr><th colspan="2">dest <span class="soft">%s</span><th colspan="2">result</table>`+"\n", f.Was)
	}
	for i := range f.Parts {
		p := &f.Parts[i]
		m.said("p", "about", p.Resource)
		switch {
		case p.Folded != "" && p.Rows == nil:
			m.said("p", "fold", p.Folded)
			continue
		case p.Folded != "":
			m.f(`<details class="fold"><summary>%s</summary>`, p.Folded)
		}
		m.rows(p.Rows)
		if p.Folded != "" {
			m.f("</details>")
		}
		m.said("p", "fold", p.More)
	}
	m.f("</details>\n")
}

func (m *markup) rows(rows []shownRow) {
	m.f(`<table class="grid"><col class="number"><col class="text"><col class="number"><col class="text">` + "\n")
	for i := range rows {
		if rows[i].Same() {
			m.f(`<tr class="same">`)
		} else {
			m.f("<tr>")
		}
		m.cell(&rows[i].Dest)
		m.cell(&rows[i].Result)
		m.f("\n")
	}
	m.f("</table>\n")
}

func (m *markup) cell(c *shownCell) {
	if c.Line == 0 {
		m.f(`<td class="number absent %s"><td class="text absent %s">`, c.Column, c.Column)
		return
	}
	m.f(`<td class="number %s">`, c.Column)
	for _, number := range c.Conflicts {
		m.f(`<a class="mark" id="line-%d" href="#conflict-%d" aria-label="conflict %d">!</a>`, number, number, number)
	}
	m.f(`%d<td class="text %s%s">`, c.Line, c.Column, when(c.From != "", flag(c.From)))
	for _, w := range c.Words {
		if w.Differs {
			m.f("<mark>%s</mark>", w.Text)
		} else {
			m.f("%s", w.Text)
		}
	}
}
