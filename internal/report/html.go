package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // The frame and the style of the page.
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

//go:embed page.html
var pageFrame string

//go:embed page.css
var pageStyle string

// longestPage is how large a page may be: what is larger no browser shows gladly. The last element that
// begins below it may be as long as longestElement, and a text in it as longestText. A package of templates
// would make the program half as large again.
const (
	longestPage    = 1 << 20
	longestElement = 100 << 10
	longestText    = 4000
)

// writeHTML writes one page that needs nothing else: no font, no picture, no script. The questions
// come first. What there is no room for is left out, and the page says so.
func (r *Report) writeHTML(b *bytes.Buffer) {
	title := "krm-merge"
	for i, v := range r.Versions {
		title += []string{": ", " → "}[min(i, 1)] + v.Name
	}
	m := markup{room: longestPage - longestElement - len(pageFrame) - len(pageStyle)}
	m.page(r)
	sum := sha256.Sum256([]byte(pageStyle))
	b.WriteString(strings.NewReplacer("{{title}}", html.EscapeString(printable.Line(title)), "{{main}}", m.String(),
		"{{style}}", pageStyle, "{{style-hash}}", base64.StdEncoding.EncodeToString(sum[:])).Replace(pageFrame))
}

// markup is what a page shows, as it is written, in so much room.
type markup struct {
	strings.Builder
	room int
}

// f writes markup with values in it; strings among them are texts, and stay texts. Whatever
// reaches the page as one is made printable here.
func (m *markup) f(format string, values ...any) {
	for i, v := range values {
		if text, is := v.(string); is {
			values[i] = html.EscapeString(phrase.Cut(printable.Text(text), longestText))
		}
	}
	fmt.Fprintf(m, format, values...)
}

// full reports whether the page fills more than a part of its room, in percent, and says then that more is left out.
func (m *markup) full(part int, elsewhere string) bool {
	full := m.Len() > m.room/100*part
	if full {
		m.f(`<span class="soft">… more; %s</span>`+"\n", elsewhere)
	}
	return full
}

// flag is an attribute or class that is there or not. It is markup, not text.
type flag string

func when(is bool, name flag) flag {
	if is {
		return " " + name
	}
	return ""
}

func (m *markup) page(r *Report) {
	all := r.listed()
	if r.Refused {
		m.f(`<p class="refused">The configuration fails on conflicts, so nothing was written. %s</p>`+"\n", phrase.Unresolved)
	}
	m.cards(all[isQuestion])
	m.f("<ul class=\"summary\">\n")
	for _, line := range r.summary(true) {
		m.f("<li>%s\n", line)
	}
	m.f("</ul>\n")
	m.cards(all[isConflict])
	for w, list := range all {
		if w := what(w); w > isConflict && len(list) > 0 {
			m.list(w, list)
		}
	}
	for i := range r.Files {
		if i == 0 {
			m.f("<h2>Files (%d)</h2>\n", len(r.Files))
		}
		if m.full(100, "the same command with --diff shows all files") {
			break
		}
		m.file(&r.Files[i])
	}
}

// cards writes conflicts of one sort.
func (m *markup) cards(all []*Entry) {
	for i, e := range all {
		if i == 0 {
			m.f("<h2>%s (%d)</h2>\n", e.what.title(), len(all))
		}
		if m.full(50, "--report json has all, and krm-merge check those that are open") {
			break
		}
		m.card(e)
	}
}

// card writes a conflict.
func (m *markup) card(e *Entry) {
	m.f(`<section class="conflict%s">`+"\n", when(e.Open, "open"))
	m.f("<h3>%s <code>%s</code></h3>\n", printable.Line(e.Resource.String()), printable.Line(e.Path))
	m.f(`<p class="where"><a href="#%s"><code>%s</code></a></p>`+"\n", printable.Line(e.File), e.Place())
	m.f(`<p>%s: <strong>%s</strong> <span class="soft">%s</span></p>`+"\n", e.Title, printable.Line(e.Outcome), printable.Line(e.Why))
	m.f(`<div class="sides">` + "\n")
	for _, s := range e.sides() {
		m.f(`<div class="side%s"><h4>%s <span class="at">%s</span></h4><pre>`, when(s.version == e.Taken, "taken"), s.name, printable.Line(s.Place()))
		if s.instead == "" {
			m.f("%s</pre></div>\n", strings.TrimSuffix(phrase.YAML(s.Value.Value), "\n"))
		} else {
			m.f(`<span class="soft">%s</span></pre></div>`+"\n", s.instead)
		}
	}
	m.f("</div>\n")
	if e.Hint != "" {
		m.f(`<pre class="hint">%s</pre>`+"\n", printable.Line(e.Hint))
	}
	m.f("</section>\n")
}

// list writes what is not a conflict.
func (m *markup) list(w what, all []*Entry) {
	m.f(`<details class="list"%s><summary>%s (%d)</summary><ul class="entries">`+"\n", when(w <= lastShown, "open"), w.title(), len(all))
	for _, e := range all {
		if m.full(70, "--report json has all") {
			break
		}
		m.f("<li>%s\n", e.line(printable.Line, printable.Line))
	}
	m.f("</ul></details>\n")
}

// file writes what the merge changed in a file.
func (m *markup) file(f *File) {
	status, name := statusNames.Of(f.Status), printable.Line(f.Name)
	if f.Untouched {
		status += "; you did not change it"
	}
	m.f(`<details class="file" id="%s"%s><summary>%s <span class="soft">%s</span></summary>`+"\n", name, when(!f.Untouched, "open"), name, status)
	m.f(`<pre class="diff">%s`, f.Hidden)
	for kind, line := range linesOf(f.Diff) {
		if m.full(100, "the same command with --diff shows all lines") {
			break
		}
		if kind != nameLine {
			m.f("<span class=\"%s\">%s\n</span>", flag(kind), strings.TrimRight(line, "\r\n"))
		}
	}
	m.f("</pre></details>\n")
}
