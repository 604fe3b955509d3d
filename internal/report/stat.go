package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/paint"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/files"
)

// change is how many lines of a file changed.
type change struct {
	file       string
	status     files.Status
	gone, come int
	binary     bool
}

// WriteStat writes how many lines of which files a merge changed in dest, as git diff
// --stat does, no wider than so many columns. The cost is that of a diff.
func WriteStat(w io.Writer, m *files.Result, width int, colour bool) error {
	var all []change
	longest, most := 0, 0
	for i := range m.Files {
		if f := &m.Files[i]; f.Status != files.Unchanged {
			c := changeOf(f, m.Dest)
			all = append(all, c)
			longest = max(longest, utf8.RuneCountInString(c.name()))
			most = max(most, c.gone+c.come)
		}
	}
	slices.SortStableFunc(all, func(a, b change) int { return cmp.Compare(a.file, b.file) })
	digits := len(fmt.Sprint(most))
	if slices.ContainsFunc(all, func(c change) bool { return c.binary }) {
		digits = max(digits, len("Bin"))
	}
	longest = min(longest, max(width/2, 20))
	room := max(width-longest-digits-len("  |  "), 10)
	added, removed := paint.Green.If(colour), paint.Red.If(colour)
	var b bytes.Buffer
	gone, come := 0, 0
	for _, c := range all {
		gone, come = gone+c.gone, come+c.come
		count, signs := fmt.Sprint(c.gone+c.come), added.Sprint(scaled("+", c.come, most, room))+removed.Sprint(scaled("-", c.gone, most, room))
		if c.binary {
			count = "Bin"
		}
		fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf(" %s | %*s %s", pad(shortened(c.name(), longest), longest), digits, count, signs), " "))
	}
	if len(all) > 0 {
		fmt.Fprintf(&b, " %s changed, %s(+), %s(-)\n", Counted(len(all), "file"), Counted(come, "insertion"), Counted(gone, "deletion"))
	}
	return writeAll(w, &b)
}

// changeOf compares a file with what dest had.
func changeOf(f *files.Merged, dest int) change {
	c := change{file: f.Path, status: f.Status}
	var was []byte
	for _, v := range f.Versions[dest] {
		was = v.Data
	}
	if bytes.IndexByte(was, 0) >= 0 || bytes.IndexByte(f.Data, 0) >= 0 {
		c.binary = true
		return c
	}
	before, after := slices.Collect(strings.Lines(string(was))), slices.Collect(strings.Lines(string(f.Data)))
	same := len(diff.Match(before, after))
	c.gone, c.come = len(before)-same, len(after)-same
	return c
}

// name is the file, and whether it is new or gone.
func (c *change) name() string {
	name := printable.Line(c.file)
	switch c.status {
	case files.Added:
		name += " (new)"
	case files.Deleted:
		name += " (gone)"
	case files.Changed, files.Unchanged:
	}
	return name
}

// scaled draws so many signs; fewer, but at least one, where the file with most has more
// than there is room.
func scaled(sign string, n, most, room int) string {
	if n > 0 && most > room {
		n = max(1, n*room/most)
	}
	return strings.Repeat(sign, n)
}

// shortened is the end of a name that is longer than so many letters.
func shortened(name string, most int) string {
	letters := []rune(name)
	if len(letters) <= most {
		return name
	}
	return "..." + string(letters[len(letters)-most+3:])
}
