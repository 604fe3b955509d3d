package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// Code hosts refuse comments above 65536 or 32768 characters, not bytes, and something may
// stand around it.
const longestComment = 30000

// writeMarkdown writes a comment for a pull request: the questions as a table, what was counted,
// and the rest folded away by kind, but what asks for attention. What does not fit is counted.
func (r *Report) writeMarkdown(b *bytes.Buffer) {
	all := r.listed()
	title := "no conflicts"
	switch questions, conflicts := len(all[isQuestion]), len(all[isConflict]); {
	case r.Title != "":
		title = r.Title
	case questions > 0:
		title = Counted(questions, "question")
	case conflicts > 0:
		title = Counted(conflicts, "conflict")
	}
	fmt.Fprintf(b, "### krm-merge: %s\n\n", title)
	writeTable(b, all[isQuestion], longestComment/2)
	if len(r.Packages) > 0 {
		b.WriteString("| package | from | to | |\n|---|---|---|---|\n")
		for _, p := range r.Packages {
			fmt.Fprintf(b, "| %s | %s | %s | %s |\n", code(p.Name), code(p.From), code(p.To), escaped(p.outcome(true)))
		}
	} else {
		fmt.Fprintf(b, "%s.\n", r.summary(true)[0])
	}
	for w, list := range all {
		if w := what(w); w != isQuestion && len(list) > 0 {
			r.writeFolded(b, w, list)
		}
	}
}

// writeTable writes conflicts, up to so many bytes of the comment, and counts the others.
func writeTable(b *bytes.Buffer, all []*Entry, most int) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(b, "| place | %s | %s | %s | what happened |\n|---|---|---|---|---|\n", phrase.Original, phrase.Updated, phrase.Dest)
	for i, e := range all {
		text := "| " + strings.Join(e.places(code), "<br>") + " |"
		for _, s := range e.sides() {
			cell := code(s.excerpt)
			if s.instead != "" {
				cell = "*" + s.instead + "*"
			}
			text += " " + cell + " |"
		}
		text += fmt.Sprintf(" %s: **%s**", escaped(e.Title), escaped(e.Outcome))
		if e.Why != "" {
			text += " (" + code(e.Why) + ")"
		}
		if e.Hint != "" {
			text += "<br>" + code(e.Hint)
		}
		if b.Len()+len(text) > most {
			fmt.Fprintf(b, "\n… and %s more.\n", Counted(len(all)-i, all[i].what.String()))
			break
		}
		b.WriteString(text + " |\n")
	}
	b.WriteString("\n")
}

// writeFolded writes entries, folded away if they ask for nobody's attention.
func (r *Report) writeFolded(b *bytes.Buffer, w what, list []*Entry) {
	unfolded := ""
	if w <= lastShown {
		unfolded = " open"
	}
	fmt.Fprintf(b, "\n<details%s><summary>%s (%d)</summary>\n\n", unfolded, w.title(), len(list))
	if w == isConflict {
		writeTable(b, list, longestComment*3/4)
		list = nil
	}
	for i, e := range list {
		line := e.line(code, escaped)
		if b.Len()+len(line) > longestComment {
			fmt.Fprintf(b, "- … and %d more\n", len(list)-i)
			break
		}
		b.WriteString("- " + line + "\n")
	}
	b.WriteString("\n</details>\n")
}

// code is a text in a code span that is safe in a table, "" for none.
func code(s string) string {
	if s = printable.Line(s); strings.TrimSpace(s) == "" {
		return ""
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	// A table ends its cell at a bar, in a code span too.
	s = strings.ReplaceAll(s, "|", `\|`)
	if len(fence) > 1 || strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// escaped is a text in which nothing reads as markup.
func escaped(s string) string {
	pairs := []string{"<", "&lt;", "&", "&amp;"}
	for _, c := range "\\`*_[]|#@~" {
		pairs = append(pairs, string(c), `\`+string(c))
	}
	return strings.NewReplacer(pairs...).Replace(printable.Line(s))
}
