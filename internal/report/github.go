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
	all := r.listed()
	var b strings.Builder
	for _, e := range slices.Concat(all[isQuestion], all[isConflict], all[isKept], all[isWarning]) {
		about := strings.TrimSpace(e.Resource.String() + " " + e.Path)
		if about != "" {
			about += ": "
		}
		at := []string{}
		if e.File != "" {
			at = append(at, "file="+inCommand(e.File, true))
		}
		if e.Line > 0 {
			at = append(at, fmt.Sprint("line=", e.Line))
		}
		at = append(at, "title=krm-merge "+e.what.String())
		fmt.Fprintf(&b, "::%s %s::%s\n", r.level(e), strings.Join(at, ","), inCommand(about+e.advice(), false))
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
