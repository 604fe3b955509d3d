package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/printable"
)

// writeGitHub writes what asks for attention as commands that GitHub Actions reads in a log,
// and shows at the lines of a pull request: errors are what is left to somebody.
func (r *Report) writeGitHub(w io.Writer) error {
	all := r.told()
	var b strings.Builder
	for i, t := range slices.Concat(all[isConflict], all[isWarning]) {
		command := "warning"
		if t.what == isConflict {
			command, t.message = r.level(&r.Conflicts[i]), r.Conflicts[i].advice(t.answers)
		}
		about := strings.TrimSpace(t.resource.String() + " " + t.path)
		if about != "" {
			about += ": "
		}
		at := []string{}
		if t.file != "" {
			at = append(at, "file="+inCommand(t.file, true))
		}
		if t.line > 0 {
			at = append(at, fmt.Sprint("line=", t.line))
		}
		at = append(at, "title=krm-merge "+t.what.String())
		fmt.Fprintf(&b, "::%s %s::%s\n", command, strings.Join(at, ","), inCommand(about+t.message, false))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// inCommand is a text as it stands in such a command, in a property or behind them.
func inCommand(text string, property bool) string {
	text = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(printable.Line(text))
	if property {
		text = strings.NewReplacer(":", "%3A", ",", "%2C").Replace(text)
	}
	return text
}
