package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/krm-merge/krm-merge/internal/paint"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// WriteDiff writes what a merge changes in dest as a unified diff, which
// patch -p1 and git apply take. Symbolic links, and files that became executable or are
// not any more, have headers as git writes them. shown: it is shown to somebody, without
// what would drive the terminal.
func WriteDiff(b *bytes.Buffer, m *files.Result, colour, shown bool) {
	for i := range m.Files {
		if f := &m.Files[i]; f.Status != files.Unchanged {
			writeDiff(b, diffOf(f, m.Dest), colour, shown)
		}
	}
}

// WriteTreeDiff is WriteDiff for two versions of a package, without some directories. Where
// all lines of a file end otherwise, as a checkout of git may have them, that is not shown.
func WriteTreeDiff(b *bytes.Buffer, before, after *files.Tree, without resource.Directories, colour, shown bool) {
	versions := map[string]*[2]*files.File{}
	for i, t := range []*files.Tree{before, after} {
		for j := range t.Files {
			f := &t.Files[j]
			if without.Hold(f.Path) {
				continue
			}
			if versions[f.Path] == nil {
				versions[f.Path] = &[2]*files.File{}
			}
			versions[f.Path][i] = f
		}
	}
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		v := versions[name]
		writeDiff(b, fileDiff(name, withEndsOf(v[0], v[1]), v[1]), colour, shown)
	}
}

// withEndsOf is a file with CRLF at the ends of its lines where all lines of another version
// of it end so, and none of its own.
func withEndsOf(f, other *files.File) *files.File {
	if f == nil || other == nil || bytes.Contains(f.Data, []byte("\r")) || bytes.IndexByte(other.Data, '\n') < 0 ||
		bytes.Count(other.Data, []byte("\r\n")) != bytes.Count(other.Data, []byte("\n")) {
		return f
	}
	ended := *f
	ended.Data = bytes.ReplaceAll(f.Data, []byte("\n"), []byte("\r\n"))
	return &ended
}

// WriteStat writes how many lines of which files WriteDiff would add and take away.
func WriteStat(b *bytes.Buffer, m *files.Result, colour bool) {
	t := tabwriter.NewWriter(b, 0, 0, 0, ' ', 0)
	changed, gone, come := 0, 0, 0
	all := slices.Clone(m.Files)
	slices.SortStableFunc(all, func(a, b files.Merged) int { return cmp.Compare(a.Path, b.Path) })
	for i := range all {
		f := &all[i]
		if f.Status == files.Unchanged {
			continue
		}
		count, changes := map[lineKind]int{}, diffOf(f, m.Dest)
		for kind := range linesOf(changes) {
			count[kind]++
		}
		changed, gone, come = changed+1, gone+count[goneLine], come+count[comeLine]
		text := paint.Green.If(colour).Sprint(fmt.Sprintf("+%d", count[comeLine])) + " " + paint.Red.If(colour).Sprint(fmt.Sprintf("-%d", count[goneLine]))
		if strings.Contains("\n"+changes, "\nBinary files ") {
			text = "binary"
		}
		fmt.Fprintf(t, " %s%s\t | %s\n", printable.Line(f.Path), map[files.Status]string{files.Added: " (new)", files.Deleted: " (gone)"}[f.Status], text)
	}
	t.Flush()
	if changed > 0 {
		fmt.Fprintf(b, " %s changed, %s, %s\n", Counted(changed, "file"), Counted(come, "insertion"), Counted(gone, "deletion"))
	}
}

// writeDiff writes the diff of a file, in colours as git does.
func writeDiff(b *bytes.Buffer, text string, colour, shown bool) {
	if colour || shown {
		text = printable.Text(text)
	}
	if !colour {
		b.WriteString(text)
		return
	}
	styles := map[lineKind]paint.Style{nameLine: paint.Bold, headLine: paint.Bold, hunkLine: paint.Cyan, goneLine: paint.Red, comeLine: paint.Green}
	for kind, full := range linesOf(text) {
		line, end := strings.CutSuffix(full, "\n")
		b.WriteString(styles[kind].Sprint(line))
		if end {
			b.WriteByte('\n')
		}
	}
}

// lineKind is what a line of a diff says.
type lineKind string

const (
	nameLine lineKind = "name" // of the files
	headLine lineKind = "head"
	hunkLine lineKind = "hunk"
	goneLine lineKind = "gone"
	comeLine lineKind = "come"
	sameLine lineKind = "same"
)

// linesOf are the lines of the diff of a file.
func linesOf(text string) iter.Seq2[lineKind, string] {
	return func(yield func(lineKind, string) bool) {
		inside := false
		for line := range strings.Lines(text) {
			kind := sameLine
			switch {
			case strings.HasPrefix(line, "diff "):
				kind, inside = nameLine, false
			case !inside && (strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "+++ ")):
				kind = nameLine
			case strings.HasPrefix(line, "@@"):
				kind, inside = hunkLine, true
			case !inside:
				kind = headLine
			case line[0] == '-':
				kind = goneLine
			case line[0] == '+':
				kind = comeLine
			}
			if !yield(kind, line) {
				return
			}
		}
	}
}

// diffOf is what a merge changes in a file that dest has.
func diffOf(f *files.Merged, dest int) string {
	var old *files.File
	for _, v := range f.Versions[dest] {
		old = &v
	}
	if f.Status == files.Deleted {
		return fileDiff(f.Path, old, nil)
	}
	return fileDiff(f.Path, old, &f.File)
}

// fileDiff is the difference between two files, nil for one that is not there. Where one
// is a link, it is two: one that deletes and one that adds.
func fileDiff(name string, old, merged *files.File) string {
	name = printable.Line(name)
	from, was, before := versionOf("a/"+name, old)
	to, is, after := versionOf("b/"+name, merged)
	if old != nil && merged != nil && (before == linkMode || after == linkMode) {
		return fileDiff(name, old, nil) + fileDiff(name, nil, merged)
	}
	text, binary := string(diff.Diff(from, was, to, is)), bytes.IndexByte(was, 0) >= 0 || bytes.IndexByte(is, 0) >= 0
	if binary {
		text = fmt.Sprintf("Binary files %s and %s differ\n", from, to)
	}
	modes := ""
	switch {
	case old == nil && after != fileMode:
		modes = "new file mode " + after
	case merged == nil && before != fileMode:
		modes = "deleted file mode " + before
	case old != nil && merged != nil && before != after:
		modes = "old mode " + before + "\nnew mode " + after
	default:
		return text
	}
	if !binary { // The line that names the files is not the first one then.
		_, text, _ = strings.Cut(text, "\n")
	}
	return fmt.Sprintf("diff --git a/%s b/%s\n%s\n%s", name, name, modes, text)
}

// Modes as git writes them.
const (
	fileMode       = "100644"
	executableMode = "100755"
	linkMode       = "120000"
)

// versionOf is a version of a file in a diff: what it is called, its text, and its mode as git writes it.
func versionOf(name string, f *files.File) (called string, text []byte, mode string) {
	switch {
	case f == nil:
		return "/dev/null", nil, ""
	case f.Mode.Type() == fs.ModeSymlink:
		return name, f.Data, linkMode
	case f.Mode&0o111 != 0:
		return name, f.Data, executableMode
	}
	return name, f.Data, fileMode
}
