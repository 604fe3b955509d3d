package report

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// summary is the report in a line, or in a line for each package. all: what is counted is
// listed, too.
func (r *Report) summary(all bool) []string {
	switch {
	case r.Headline != "":
		return []string{r.Headline}
	case len(r.Packages) > 0:
		return packageLines(r.Packages, all)
	case r.Refused:
		return []string{Counted(len(r.Conflicts), "conflict") + "; nothing was written"}
	}
	return []string{"merged: " + r.counts(all)}
}

// counts is what the merge did. all: what is counted is listed, too.
func (r *Report) counts(all bool) string {
	listed := r.listed()
	text := fmt.Sprintf("%d added, %d deleted, %d changed", len(r.Added), len(r.Deleted), len(r.Changed))
	if n := len(r.Moved); n > 0 {
		text += fmt.Sprintf(", %d moved", n)
	}
	switch n := len(listed[isKept]); n {
	case 0:
	case 1:
		text += ", 1 stays deleted"
	default:
		text += fmt.Sprintf(", %d stay deleted", n)
	}
	questions, conflicts := len(listed[isQuestion]), len(listed[isConflict])
	if questions > 0 {
		text += ", " + Counted(questions, "question")
	}
	if conflicts > 0 || questions == 0 {
		text += ", " + Counted(conflicts, "conflict")
	}
	if n := len(listed[isNote]); n > 0 && !all {
		text += "; " + Counted(n, "note") + " with -v"
	}
	return text
}

// packageLines are the packages in columns.
func packageLines(packages []Package, all bool) []string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, p := range packages {
		fmt.Fprintf(t, "%s\t%s\t%s\n", p.Name, strings.Trim(p.From+" → "+p.To, " →"), p.outcome(all))
	}
	t.Flush()
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// outcome is what became of the package, with what was counted.
func (p *Package) outcome(all bool) string {
	if p.Of == nil || p.Of.Refused {
		return p.Status
	}
	return p.Status + ": " + p.Of.counts(all)
}
