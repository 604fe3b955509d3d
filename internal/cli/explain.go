package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// explainCommand explains single places of a 3-way merge.
func explainCommand() *cobra.Command {
	m := merging{settings: settings{strategy: resource.ThreeWay}, arguments: threeVersions()}
	c := &cobra.Command{
		Use: "explain",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				// Both in one argument, as the report has them.
				args = strings.SplitN(strings.TrimSpace(args[0]), " ", 2)
			}
			if len(args) != 2 {
				return errors.New("explain takes a resource and a path: Deployment/web spec.replicas")
			}
			return m.explain(c.OutOrStdout(), resource.Selector(args[0]), strings.TrimSpace(args[1]))
		},
	}
	m.versionFlags(c)
	m.settings.declare(c)
	return c
}

func (m *merging) explain(to io.Writer, of resource.Selector, path string) error {
	cfg, trees, err := m.readAll()
	if err != nil {
		return err
	}
	found, err := files.Explain(trees, files.Options{Options: cfg.Options}, of, path)
	if err != nil {
		return err
	}
	var b strings.Builder
	for i := range found {
		if i > 0 {
			b.WriteByte('\n')
		}
		explainPlace(&b, &found[i], &cfg.Options)
	}
	if m.settings.found != "" {
		fmt.Fprintf(&b, "config    %s\n", printable.Line(m.settings.found))
	}
	_, err = io.WriteString(to, b.String())
	return err
}

// explainPlace writes what is known about one place.
func explainPlace(b *strings.Builder, e *resource.Explanation, options *resource.Options) {
	p := &e.Place
	about := cmp.Or(e.DestResource, e.UpdatedResource, e.OriginalResource)
	path := cmp.Or(e.Shown(p.Path), "(the whole document)")
	fmt.Fprintf(b, "%s\n\n", printable.Line(strings.TrimSpace(reports.RefOf(about.Node).String()+" "+path)))
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	tell := func(of, where, what string) {
		fmt.Fprintf(t, "%s\t%s\t%s\n", of, printable.Line(where), printable.Line(what))
	}
	for _, v := range []struct {
		side string
		of   *resource.Resource
		at   merge.Spot
	}{{"original", e.OriginalResource, p.Original}, {"updated", e.UpdatedResource, p.Updated}, {"dest", e.DestResource, p.Dest}} {
		switch {
		case v.of == nil:
			tell(v.side, "", "has no such resource")
		case v.at.Value == nil:
			tell(v.side, v.of.Name, "has nothing there")
		default:
			tell(v.side, fmt.Sprintf("%s:%d", v.of.Name, v.at.Line()), explainedValue(e, v.at.Value))
		}
	}
	result := "nothing"
	if e.Merged != nil && e.Result.Value != nil {
		result = explainedValue(e, e.Result.Value)
	}
	tell("result", "", result)
	t.Flush()
	b.WriteByte('\n')
	for _, line := range explained(e, options) {
		if line[1] != "" {
			fmt.Fprintf(b, "%-8s  %s\n", line[0], printable.Line(line[1]))
		}
	}
}

// explained is what made the result what it is, each line with what it is about.
func explained(e *resource.Explanation, options *resource.Options) [][2]string {
	p, instead := &e.Place, ""
	switch {
	case e.Conflict != nil && e.Conflict.Open():
		instead = phrase.Of(e.Conflict, options).Hint
	case e.Answered != nil:
		instead = "krm-merge resolve --forget drops the decision, which merge-decisions.yaml holds"
	}
	lines := [][2]string{{"why", phrase.Reason(e, options)}, {"instead", instead}, {"schema", e.Schema}}
	for _, l := range p.Way {
		lines = append(lines, [2]string{"list", cmp.Or(e.Shown(l.Path), "the document") + ": " + l.String()})
	}
	if p.Union != nil {
		var members []string
		for _, m := range p.Union.Members {
			members = append(members, m.Field)
		}
		lines = append(lines, [2]string{"union", "one of " + strings.Join(members, ", ")})
	}
	settings := fmt.Sprintf("onConflict: %s, nulls: %s, lists.atomic: %s, lists.order: %s, text: %s, images.merge: %s",
		p.Policy.OnConflict, terms.Nulls(p.Policy.KeepNulls), p.Policy.Atomic, terms.Order(p.Policy.UpdatedOrder), terms.Text(p.Policy.TextByLines), terms.Images(p.Policy.ImagesByParts))
	if p.Mode != merge.ModeUnset {
		settings += ", mode: " + p.Mode.String()
	}
	var rules []string
	for _, i := range e.Rules {
		rules = append(rules, fmt.Sprintf("rules[%d]", i))
	}
	return append(lines, [2]string{"settings", settings}, [2]string{"rules", strings.Join(rules, ", ")})
}

// explainedValue is a value on one line, cut where it gets long.
func explainedValue(e *resource.Explanation, n *yaml.Node) string {
	if e.Secret() {
		return "(secret)"
	}
	return phrase.Excerpts(n)[0]
}
