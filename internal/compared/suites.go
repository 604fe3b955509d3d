package main

import (
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/internal/compared/peers"
)

// writeSuites merges the cases of other projects' own tests, and writes what that
// gives. It fails where a case gives something else and no reason is listed.
func writeSuites(b *strings.Builder, root string, versions map[string]string) error {
	b.WriteString(suitesHead)
	var details strings.Builder
	for _, s := range peers.Suites() {
		r, err := s.Run(root)
		if err != nil {
			return err
		}
		var modules []string
		for _, m := range s.Modules {
			modules = append(modules, m+" "+versions[m])
		}
		fmt.Fprintf(b, "| [%s](#%s) | %s | %d | %d | %d | %d | %d |\n", s.Title, strings.ReplaceAll(strings.ToLower(s.Title), " ", "-"),
			strings.Join(modules, ", "), r.Cases, r.Default, r.Equal, r.Cases-r.Equal, r.Settled())
		writeSuite(&details, s, r)
	}
	b.WriteString(decided)
	b.WriteString(details.String())
	return nil
}

// writeSuite writes why cases of a suite differ.
func writeSuite(b *strings.Builder, s peers.Suite, r peers.Result) {
	fmt.Fprintf(b, "\n### %s\n\n%s", s.Title, s.How)
	if s.Settings != "{}" {
		fmt.Fprintf(b, " Settings: `%s`.", s.Settings)
	}
	b.WriteString("\n\n")
	for _, why := range r.Reasons {
		fmt.Fprintf(b, "- %s\n", why.Reason)
		for _, w := range why.With {
			fmt.Fprintf(b, "  - `%s` gives the same: %s\n", w.Setting, names(w.Cases))
		}
		if len(why.Cases) > 0 {
			fmt.Fprintf(b, "  - no setting: %s\n", names(why.Cases))
		}
	}
}

// names are the names of cases in one line.
func names(cases []string) string {
	quoted := make([]string, len(cases))
	for i, name := range cases {
		quoted[i] = "“" + name + "”"
	}
	return strings.Join(quoted, ", ")
}
