package report

import (
	"crypto/sha256"
	_ "embed" // The frame and the style of the page.
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

//go:embed page.html
var pageFrame string

//go:embed page.css
var pageStyle string

// longestPage is how large a page may be: what is larger no browser shows gladly. The last
// element that begins below it may be as long as longestElement.
const (
	longestPage    = 1 << 20
	longestElement = 100 << 10
)

// writeHTML writes one page that needs nothing else: no font, no picture, no script. The
// questions come first; what there is no room for is counted.
func (r *Report) writeHTML(w io.Writer) error {
	line := func(s string) string { return html.EscapeString(printable.Line(s)) }
	m := markup{room: longestPage - longestElement - len(pageFrame) - len(pageStyle)}
	m.page(r)
	sum := sha256.Sum256([]byte(pageStyle))
	_, err := strings.NewReplacer(
		"{{title}}", line(r.title()), "{{main}}", m.String(), "{{style}}", pageStyle, "{{style-hash}}", base64.StdEncoding.EncodeToString(sum[:]),
	).WriteString(w, pageFrame)
	return err
}

// title names the versions that were merged.
func (r *Report) title() string {
	var names []string
	of := map[string]string{}
	for _, v := range r.Versions {
		names, of[v.Version] = append(names, v.Name), v.Name
	}
	title := "krm-merge"
	switch {
	case of["original"] != "" && of["updated"] != "":
		title = of["dest"] + ": " + of["original"] + " → " + of["updated"]
	case of["source"] != "":
		title = of["dest"] + " ← " + of["source"]
	case len(names) > 0:
		title = strings.Join(names, " + ")
	}
	if r.Refused {
		return title + " (not merged)"
	}
	return title
}

// markup is what a page shows, as it is written, in so much room.
type markup struct {
	strings.Builder
	room int
	// cases counts the conflicts that were written.
	cases int
}

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
func (m *markup) said(name, class flag, text string) {
	if text != "" {
		m.f(`<%s class="%s">%s</%s>`+"\n", name, class, text, name)
	}
}

// each writes so many elements while the page fills no more than a part of its room, in
// percent, and gives how many it left out.
func (m *markup) each(n, part int, write func(i int)) (left int) {
	for i := range n {
		if m.Len() > m.room/100*part {
			return n - i
		}
		write(i)
	}
	return 0
}

func (m *markup) page(r *Report) {
	all := r.listed()
	if r.Refused {
		m.said("p", "refused", "The configuration fails on conflicts, so nothing was written. "+phrase.Unresolved)
	}
	m.cards(r, all[isQuestion], isQuestion)
	m.f("<ul class=\"summary\">\n")
	for _, line := range r.summary(true) {
		m.f("<li>%s\n", line)
	}
	m.f("</ul>\n")
	m.cards(r, all[isConflict], isConflict)
	for w, list := range all {
		if w := what(w); w > isConflict && len(list) > 0 {
			m.list(w, list)
		}
	}
	if len(r.Files) > 0 {
		m.f("<h2>Files</h2>\n")
	}
	for n := range r.Files {
		m.file(r, n)
	}
}

// cards writes conflicts.
func (m *markup) cards(r *Report, all []*Entry, w what) {
	if len(all) == 0 {
		return
	}
	m.f("<h2>%s</h2>\n", w.title())
	left := m.each(len(all), 50, func(i int) { m.card(r, all[i]) })
	if left > 0 {
		m.said("p", "soft", fmt.Sprintf("… %s; --report json has all, and krm-merge check those that are open", Counted(left, "more "+w.String())))
	}
}

// card writes a conflict.
func (m *markup) card(r *Report, e *Entry) {
	m.cases++
	m.f(`<section class="conflict%s" id="conflict-%d">`+"\n", when(e.Open, "open"), m.cases)
	m.f("<h3>%s <code>%s</code></h3>\n", printable.Line(e.Resource.String()), printable.Line(e.Path))
	where := flag("<code>%s</code>")
	if n := slices.IndexFunc(r.Files, func(f File) bool { return f.Name == e.File }); n >= 0 {
		where = flag(fmt.Sprintf(`<a href="#file-%d">%s</a>`, n, where))
	}
	m.f(`<p class="where">`+string(where)+"</p>\n", printable.Line(at(e.File, e.Line)))
	m.f("<p>%s: <strong>%s</strong> ", printable.Line(e.Title), printable.Line(e.Outcome))
	m.said("span", "soft", printable.Line(e.Why))
	m.f(`</p><div class="sides">` + "\n")
	for _, s := range e.sides() {
		taken := e.Taken == s.name
		m.f(`<div class="side%s"><h4>%s <span class="at">%s</span>`, when(taken, "taken"), s.words, printable.Line(s.place()))
		if taken {
			m.said("span", "took", "✓ taken")
		}
		m.f("</h4><pre>")
		m.value(e, s)
		m.f("</pre></div>\n")
	}
	m.f("</div>\n")
	m.said("pre", "hint", e.Hint)
	m.f("</section>\n")
}

// value writes what a version has at the place of a conflict, or what is said in place of it.
func (m *markup) value(e *Entry, s side) {
	const longest = 4000
	says := e.instead(s)
	if says == "" {
		text := phrase.Cut(strings.TrimSuffix(phrase.YAML(s.value.Value), "\n"), longest)
		if m.f("%s", text); text == "" {
			says = "empty"
		}
	}
	m.said("span", "soft", says)
}

// list writes what is not a conflict.
func (m *markup) list(w what, all []*Entry) {
	m.f(`<details class="list"%s><summary>%s (%d)</summary><ul class="entries">`+"\n", when(w <= lastShown, "open"), w.title(), len(all))
	left := m.each(len(all), 70, func(i int) {
		m.f("<li>%s\n", phrase.Cut(all[i].line(printable.Line, printable.Line), 4000))
	})
	if left > 0 {
		m.f(`<li class="soft">… %d more; --report json has all`+"\n", left)
	}
	m.f("</ul></details>\n")
}

// file writes what the merge changed in a file: lines that are gone on the left, those that came on the right.
func (m *markup) file(r *Report, n int) {
	f := &r.Files[n]
	status, open := statusNames.Of(f.Status), true
	if f.Untouched && !slices.ContainsFunc(r.Conflicts, func(e Entry) bool { return e.File == f.Name }) {
		status, open = status+"; you did not change it", false
	}
	m.f(`<details class="file" id="file-%d"%s><summary>%s <span class="soft">%s</span></summary>`+"\n", n, when(open, "open"), printable.Line(f.Name), status)
	if f.Hidden != "" {
		m.f(`<p class="soft">%s</p></details>`+"\n", f.Hidden)
		return
	}
	const longest = 2000
	m.f(`<pre class="diff">`)
	lines, left, beside := strings.Count(f.Diff, "\n"), 0, false
	for kind, line := range linesOf(f.Diff) {
		if m.Len() > m.room {
			left = lines
			break
		}
		if lines--; kind == nameLine {
			continue
		}
		if is := kind == goneLine || kind == comeLine; is != beside {
			beside = is
			m.f("%s", map[bool]flag{true: `<span class="beside">`, false: "</span>"}[is])
		}
		m.f("<span class=\"%s\">%s\n</span>", flag(kind), phrase.Cut(strings.TrimRight(line, "\r\n"), longest))
	}
	m.f("%s", map[bool]flag{true: "</span>"}[beside])
	m.f("</pre>\n")
	if left > 0 {
		m.said("p", "fold", fmt.Sprintf("… %s; the same command with --diff shows all …", Counted(left, "more line")))
	}
	m.f("</details>\n")
}
