package resource

import (
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// Difference is a resource that two versions of a package do not have alike.
type Difference struct {
	// From and To are the resource in the versions, nil where one has none.
	From, To *Resource
	// Places are where its value differs; none if one version lacks the resource, or has
	// it in another file only.
	Places  []merge.Difference
	secrets *secret.Places
}

// Moved reports whether the versions have the resource in different files.
func (d *Difference) Moved() bool { return d.From != nil && d.To != nil && d.From.Path != d.To.Path }

// Secret reports whether the values of a place must not be shown.
func (d *Difference) Secret(at *merge.Difference) bool { return d.secrets.Hide(at.Path) }

// Place is the path of a place as it may be shown.
func (d *Difference) Place(at *merge.Difference) string { return d.secrets.Show(at.Path).String() }

// Compare gives the resources in which a version of a package differs from another, by
// value, in the order of the first, then what only the second has. Resources pair as in a
// merge. What tools keep book of does not count: transport annotations, and in a Kptfile
// its name, and where the package is from; nor the order of lists that are sets or have keys,
// but with UpdatedOrder; nor what the second version leaves out where it holds only
// overrides (Options.Layout). The cost is linear in the size of the versions.
func Compare(from, to []*Resource, opts Options) ([]Difference, error) {
	opts.Strategy = ThreeWay
	// As a merge that takes all from the second version: the first is original and dest.
	p := newPkg(Versions{Original: from, Updated: to, Dest: from}, &opts)
	if err := p.group(); err != nil {
		return nil, err
	}
	all := slices.DeleteFunc(p.triples(), func(t *triple) bool { return t.foremost().isText() })
	found := make([]Difference, len(all))
	err := parallel.Try(len(all), func(i int) (err error) {
		found[i], err = p.compare(all[i])
		return err
	})
	found = slices.DeleteFunc(found, func(d Difference) bool { return d.From != nil && d.To != nil && len(d.Places) == 0 && !d.Moved() })
	return found, err
}

// compare compares one resource.
func (p *pkg) compare(t *triple) (Difference, error) {
	from, to := t.d(), t.u()
	d := Difference{secrets: t.hidden()}
	_, d.To, d.From = t.resources()
	if from == nil || to == nil {
		return d, nil
	}
	places, err := merge.Compare(bare(from), bare(to), p.options(t))
	if err != nil {
		return d, t.inputError(err)
	}
	sparse := p.isOverrides(&triple{merge.Original: from, merge.Updated: from, merge.Dest: to})
	name := strings.Join(from.meta.nameField(), ".")
	d.Places = slices.DeleteFunc(places, func(at merge.Difference) bool {
		path := at.Path.String()
		first, _, _ := strings.Cut(path, ".")
		return name != "" && path == name || sparse && at.To.Value == nil || from.meta.isKptfile() && (first == kptfile.FieldUpstream || first == kptfile.FieldLock)
	})
	return d, nil
}

// AgreementWithLines is how the resources that a merge by lines gives stand to those of a
// merged file: see merge.AgreementWithLines. Their order does not count, nor do resources
// whose annotation holds modes. The cost is linear.
func (o Options) AgreementWithLines(result, lines []*Resource) terms.Agreement {
	p := newPkg(Versions{Dest: result, Updated: lines}, &o)
	all := terms.Agrees
	for _, c := range clustersOf(p.members.all(), func(m *member) (Identity, bool) { return m.id, true }).order {
		these, those := c.members[merge.Dest], c.members[merge.Updated]
		if len(these) != len(those) {
			return terms.Disagrees
		}
		for i, m := range these {
			s := p.schemas.For(m.meta.APIVersion, m.meta.Kind, m.Path)
			if annotation.Get(m.Node, annotation.Modes) == "" {
				all = max(all, merge.AgreementWithLines(s, m.Node, those[i].Node))
			}
		}
	}
	return all
}
