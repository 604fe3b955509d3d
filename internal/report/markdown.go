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

// writeMarkdown writes a comment for a pull request: the conflicts as tables by
// file, the rest folded away. What does not fit is counted.
func (r *Report) writeMarkdown(b *bytes.Buffer) {
	switch n := len(r.Conflicts); {
	case r.Headline != "":
		b.WriteString("### krm-merge git check\n")
	case n == 0:
		b.WriteString("### krm-merge: no conflicts\n")
	default:
		fmt.Fprintf(b, "### krm-merge: %s\n", Counted(n, "conflict"))
	}
	fmt.Fprintf(b, "\n%s.\n", r.summary())
	file, left := "", 0
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		var text bytes.Buffer
		if i == 0 || c.File != file {
			fmt.Fprintf(&text, "\n#### %s\n\n| resource | place | %s | %s | %s | what happened |\n|---|---|---|---|---|---|\n", code(c.File), phrase.Original, phrase.Updated, phrase.Dest)
		}
		fmt.Fprintf(&text, "| %s | %s |", code(c.Resource.String()), code(withLine(c.Path, c.Line)))
		for _, s := range c.sides() {
			fmt.Fprintf(&text, " %s |", c.cell(s))
		}
		fmt.Fprintf(&text, " %s: **%s**", escaped(c.Title), escaped(c.Outcome))
		if c.Why != "" {
			fmt.Fprintf(&text, " (%s)", code(c.Why))
		}
		if c.Open && c.Hint != "" {
			text.WriteString("<br>" + code(c.Hint))
		}
		text.WriteString(" |\n")
		if left > 0 || b.Len()+text.Len() > longestComment/2 {
			left++
			continue
		}
		file = c.File
		b.Write(text.Bytes())
	}
	if left > 0 {
		fmt.Fprintf(b, "\n… and %s more.\n", Counted(left, "conflict"))
	}
	r.writeFolded(b)
}

// cell is what a version has at the place of a conflict.
func (e *Entry) cell(s side) string {
	switch {
	case s.value == nil:
		return "*absent*"
	case e.Secret:
		return "*secret*"
	case s.value.Value == nil:
		return "*there*"
	}
	return code(s.excerpt)
}

func withLine(path string, line int) string {
	switch {
	case line <= 0:
		return path
	case path == "":
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("%s (line %d)", path, line)
}

// writeFolded writes the entries that are not conflicts, folded away by kind, except
// warnings.
func (r *Report) writeFolded(b *bytes.Buffer) {
	for w, list := range r.listed() {
		if what(w) == isConflict || len(list) == 0 {
			continue
		}
		unfolded := ""
		if what(w) == isWarning {
			unfolded = " open"
		}
		fmt.Fprintf(b, "\n<details%s><summary>%s (%d)</summary>\n\n", unfolded, what(w).title(), len(list))
		for i := range list {
			line := list[i].markdown()
			if b.Len()+len(line) > longestComment {
				fmt.Fprintf(b, "- … and %d more\n", len(list)-i)
				break
			}
			b.WriteString("- " + line + "\n")
		}
		b.WriteString("\n</details>\n")
	}
}

func (e *Entry) markdown() string {
	var parts []string
	for _, part := range e.places() {
		parts = append(parts, code(part))
	}
	line, message := strings.Join(parts, " "), e.says()
	switch {
	case message == "":
		return line
	case line == "":
		return escaped(message)
	}
	return line + ": " + escaped(message)
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
	var b strings.Builder
	for _, c := range printable.Line(s) {
		switch c {
		case '<':
			b.WriteString("&lt;")
		case '&':
			b.WriteString("&amp;")
		case '\\', '`', '*', '_', '[', ']', '|', '#', '@', '~':
			b.WriteByte('\\')
			b.WriteRune(c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
