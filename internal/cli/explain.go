package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

const explainShort = "Explain why a place of the result is as it is"

const explainLong = explainShort + `.

RESOURCE is KIND/NAME, NAMESPACE/NAME, KIND/NAMESPACE/NAME or NAME; for a document without a name its KIND, its FILE
or FILE#DOCUMENT (from 1); for a file that is merged by lines its FILE, with the place of lines that both sides changed. PATH is spelled as the report spells it, with * for any field and [*] for any element:
spec.template.spec.containers[name=web].image, data["app.yaml"], spec.ports[*]; a dot is the whole document.

It shows what each version has there and where, how the lists on the way are merged, which settings hold there, and why
the result is what it is. Nothing is written. Values of Secrets are not shown.

Exit code: 0 explained; 2 there is no such resource or place, bad usage or bad input.`

const explainExamples = `  krm-merge explain --original v1 --updated v2 --dest my-package Deployment/web spec.replicas
  krm-merge explain --original v1 --updated v2 --dest my-package prod/web 'spec.template.spec.containers[*].image'
  krm-merge explain --original v1 --updated v2 --dest my-package values.yaml image.tag`

// explainCommand explains single places of a 3-way merge.
func explainCommand() *cobra.Command {
	m := merging{strategy: resource.ThreeWay, arguments: threeVersions()}
	c := &cobra.Command{
		Use:     "explain --original P --updated P --dest P RESOURCE PATH",
		Short:   explainShort,
		Long:    explainLong,
		Example: explainExamples,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				// Both in one argument, as the report has them.
				args = strings.SplitN(strings.TrimSpace(args[0]), " ", 2)
			}
			if len(args) != 2 {
				return errors.New("explain takes a resource and a path: Deployment/web spec.replicas")
			}
			m.stdin, m.stdout = c.InOrStdin(), c.OutOrStdout()
			return m.explain(resource.Selector(args[0]), strings.TrimSpace(args[1]))
		},
	}
	m.versionFlags(c)
	m.settings.strategy = m.strategy
	m.settings.declare(c)
	return c
}

func (m *merging) explain(of resource.Selector, path string) error {
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
	_, err = io.WriteString(m.stdout, b.String())
	return err
}

// explainPlace writes what is known about one place.
func explainPlace(b *strings.Builder, e *resource.Explanation, options *resource.Options) {
	p := &e.Place
	about := cmp.Or(e.DestResource, e.UpdatedResource, e.OriginalResource)
	path := cmp.Or(e.Shown(p.Path), "(the whole document)")
	name := about.Path // A file that is merged by lines.
	if about.Node != nil {
		name = reports.RefOf(about.Node).String()
	}
	fmt.Fprintf(b, "%s\n\n", printable.Line(strings.TrimSpace(name+" "+path)))
	rows := [][3]string{}
	for _, v := range []struct {
		side string
		of   *resource.Resource
		at   merge.Spot
	}{{"original", e.OriginalResource, p.Original}, {"updated", e.UpdatedResource, p.Updated}, {"dest", e.DestResource, p.Dest}} {
		row := [3]string{v.side, "", "has no such resource"}
		if v.of != nil {
			row[1], row[2] = v.of.Name, "has nothing there"
			if v.at.Value != nil {
				row[1], row[2] = fmt.Sprintf("%s:%d", v.of.Name, v.at.Line()), explainedValue(e, v.at.Value)
			}
		}
		rows = append(rows, row)
	}
	result := "nothing"
	if e.Merged != nil && e.Result.Value != nil {
		result = explainedValue(e, e.Result.Value)
	}
	writeRows(b, append(rows, [3]string{"result", "", result}))
	fmt.Fprintf(b, "\nwhy       %s\n", printable.Line(phrase.Reason(e, options)))
	switch {
	case e.Conflict != nil && e.Conflict.Open():
		fmt.Fprintf(b, "instead   %s\n", printable.Line(phrase.Of(e.Conflict, options).Hint))
	case e.Answered != nil:
		fmt.Fprintln(b, "instead   krm-merge resolve --forget drops the decision, which merge-decisions.yaml holds")
	}
	fmt.Fprintf(b, "schema    %s\n", printable.Line(e.Schema))
	for _, l := range p.Way {
		fmt.Fprintf(b, "list      %s: %s\n", printable.Line(cmp.Or(e.Shown(l.Path), "the document")), printable.Line(l.String()))
	}
	if p.Union != nil {
		var members []string
		for _, m := range p.Union.Members {
			members = append(members, m.Field)
		}
		fmt.Fprintf(b, "union     one of %s\n", strings.Join(members, ", "))
	}
	fmt.Fprintf(b, "settings  onConflict: %s, nulls: %s, lists.atomic: %s, lists.order: %s, text: %s, images.merge: %s",
		p.Policy.OnConflict, p.Policy.Nulls, p.Policy.Atomic, p.Policy.Order, p.Policy.Text, p.Policy.Images)
	if p.Mode != merge.ModeUnset {
		fmt.Fprintf(b, ", mode: %s", p.Mode)
	}
	b.WriteByte('\n')
	var rules []string
	for _, i := range e.Rules {
		rules = append(rules, fmt.Sprintf("rules[%d]", i))
	}
	if len(rules) > 0 {
		fmt.Fprintf(b, "rules     %s\n", printable.Line(strings.Join(rules, ", ")))
	}
}

// writeRows writes three columns.
func writeRows(b *strings.Builder, rows [][3]string) {
	width := 0
	for i := range rows {
		rows[i][1], rows[i][2] = printable.Line(rows[i][1]), printable.Line(rows[i][2])
		width = max(width, len(rows[i][1]))
	}
	for _, r := range rows {
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("%-8s  %-*s  %s", r[0], width, r[1], r[2]), " "))
	}
}

// explainedValue is a value on one line, cut where it gets long.
func explainedValue(e *resource.Explanation, n *yaml.Node) string {
	if e.Secret() {
		return "(secret)"
	}
	return phrase.Excerpt(n)
}
