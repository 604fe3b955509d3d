package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// report prints where struct tags, markers, versions of a group and the
// published schema disagree, and what the table holds.
func (a *api) report(w io.Writer, modules []module) error {
	a.reportTags()
	a.reportVersions()
	if err := a.reportPublished(modules); err != nil {
		return err
	}
	slices.Sort(a.findings)
	for _, f := range slices.Compact(a.findings) {
		fmt.Fprintln(w, f)
	}
	return nil
}

func (a *api) finding(format string, args ...any) {
	a.findings = append(a.findings, fmt.Sprintf(format, args...))
}

// reportTags finds lists whose struct tags say something else than their markers.
func (a *api) reportTags() {
	a.eachType(func(d *declared) {
		for _, f := range d.fields() {
			if s, _ := a.underlying(f.shape); s.kind != listShape {
				continue
			}
			l := a.listOf(f)
			keys := unique(f.markers["listMapKey"])
			declaredAs := strings.TrimSpace(f.markers.first("listType") + " " + strings.Join(keys, ","))
			tag := strings.TrimSpace(f.patchStrategy + " " + f.patchMergeKey)
			agrees := tag == "" || f.patchMergeKey != "" && declaredAs == "map "+f.patchMergeKey || f.patchMergeKey == "" && declaredAs == "set"
			if !agrees {
				a.finding("tags: %s.%s: tag %q, marker %q: %s", d.pkg.name(d.name), f.name, tag, declaredAs, l)
			}
		}
	})
}

// reportVersions finds lists that merge differently in two versions of a group.
func (a *api) reportVersions() {
	a.eachType(func(d *declared) {
		a.eachType(func(e *declared) {
			if d.pkg.group != e.pkg.group || d.name != e.name || compareVersions(d.pkg.version, e.pkg.version) >= 0 {
				return
			}
			for _, f := range d.fields() {
				for _, g := range e.fields() {
					if x, y := a.declaredList(f), a.declaredList(g); f.name == g.name && x.String() != y.String() {
						a.finding("versions: %s.%s: %s, in %s %s", d.pkg.name(d.name), f.name, x, e.pkg.version, y)
					}
				}
			}
		})
	})
}
