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

// WriteStat writes how many lines of which files a merge added to dest and took away. The cost is
// that of a diff.
func WriteStat(w io.Writer, m *files.Result, colour bool) error {
	var all []change
	longest, gone, come := 0, 0, 0
	for i := range m.Files {
		if f := &m.Files[i]; f.Status != files.Unchanged {
			c := changeOf(f, m.Dest)
			all, gone, come = append(all, c), gone+c.gone, come+c.come
			longest = max(longest, utf8.RuneCountInString(c.name()))
		}
	}
	slices.SortStableFunc(all, func(a, b change) int { return cmp.Compare(a.file, b.file) })
	var b bytes.Buffer
	for _, c := range all {
		count := paint.Green.If(colour).Sprint(fmt.Sprintf("+%d", c.come)) + " " + paint.Red.If(colour).Sprint(fmt.Sprintf("-%d", c.gone))
		if c.binary {
			count = "binary"
		}
		fmt.Fprintf(&b, " %s | %s\n", pad(c.name(), longest), count)
	}
	if len(all) > 0 {
		fmt.Fprintf(&b, " %s changed, %s, %s\n", Counted(len(all), "file"), Counted(come, "insertion"), Counted(gone, "deletion"))
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
