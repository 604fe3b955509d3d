package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/krm-merge/krm-merge/internal/paint"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// writeDiff writes what the merge changes in dest as a unified diff, which
// patch -p1 and git apply take. Symbolic links, and files that became executable or are
// not any more, have headers as git writes them. shown: it is shown to somebody, without
// what would drive the terminal.
func writeDiff(b *bytes.Buffer, result *files.Result, coloured, shown bool) {
	for i := range result.Files {
		r := &result.Files[i]
		if r.Status == files.Unchanged {
			continue
		}
		var old *files.File
		for _, f := range r.Versions[result.Dest] {
			old = &f
		}
		merged := &r.File
		if r.Status == files.Deleted {
			merged = nil
		}
		writeFileDiff(b, r.Path, old, merged, coloured, shown)
	}
}

// writeTreeDiff is writeDiff for two versions of a package, without some directories. Where
// all lines of a file end otherwise, as a checkout of git may have them, that is not shown.
func writeTreeDiff(b *bytes.Buffer, before, after *files.Tree, without resource.Directories, coloured, shown bool) {
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
		writeFileDiff(b, name, withEndsOf(v[0], v[1]), v[1], coloured, shown)
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

// writeFileDiff writes what differs between two versions of a file, nil for one that is
// not there.
func writeFileDiff(b *bytes.Buffer, name string, before, after *files.File, coloured, shown bool) {
	text := string(fileDiff(printable.Line(name), before, after))
	if coloured || shown {
		text = printable.Text(text)
	}
	if coloured {
		text = colourDiff(text)
	}
	b.WriteString(text)
}

// colourDiff colours the diff of a file as git does.
func colourDiff(text string) string {
	var b strings.Builder
	inside := false
	for full := range strings.Lines(text) {
		line, end := strings.CutSuffix(full, "\n")
		style := paint.Bold
		switch {
		case strings.HasPrefix(line, "diff "):
			inside = false
		case strings.HasPrefix(line, "@@"):
			style, inside = paint.Cyan, true
		case inside && strings.HasPrefix(line, "-"):
			style = paint.Red
		case inside && strings.HasPrefix(line, "+"):
			style = paint.Green
		case inside:
			style = ""
		}
		b.WriteString(style.Sprint(line))
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// fileDiff is the difference between two files, nil for one that is not there. Where one
// is a link, it is two: one that deletes and one that adds.
func fileDiff(path string, old, merged *files.File) []byte {
	before, after := gitMode(old), gitMode(merged)
	if old != nil && merged != nil && (before == linkMode || after == linkMode) {
		return append(fileDiff(path, old, nil), fileDiff(path, nil, merged)...)
	}
	from, to := "a/"+path, "b/"+path
	var b bytes.Buffer
	header := func(format string, args ...any) {
		if b.Len() == 0 {
			fmt.Fprintf(&b, "diff --git %s %s\n", "a/"+path, "b/"+path)
		}
		fmt.Fprintf(&b, format+"\n", args...)
	}
	var was, is []byte
	if old == nil {
		from = "/dev/null"
	} else {
		was = old.Data
	}
	if merged == nil {
		to = "/dev/null"
	} else {
		is = merged.Data
	}
	switch {
	case old == nil && after != fileMode:
		header("new file mode %s", after)
	case merged == nil && before != fileMode:
		header("deleted file mode %s", before)
	case old != nil && merged != nil && before != after:
		header("old mode %s\nnew mode %s", before, after)
	}
	switch {
	case bytes.IndexByte(was, 0) >= 0 || bytes.IndexByte(is, 0) >= 0:
		fmt.Fprintf(&b, "Binary files %s and %s differ\n", from, to)
	case b.Len() > 0:
		// The line that names the files is there already.
		_, text, _ := bytes.Cut(diff.Diff(from, was, to, is), []byte("\n"))
		b.Write(text)
	default:
		b.Write(diff.Diff(from, was, to, is))
	}
	return b.Bytes()
}

// Modes as git writes them.
const (
	fileMode       = "100644"
	executableMode = "100755"
	linkMode       = "120000"
)

// gitMode is the mode of a file as git writes it.
func gitMode(f *files.File) string {
	switch {
	case f == nil:
		return ""
	case f.Mode.Type() == fs.ModeSymlink:
		return linkMode
	case f.Mode&0o111 != 0:
		return executableMode
	}
	return fileMode
}
