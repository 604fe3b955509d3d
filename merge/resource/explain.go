package resource

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/merge"
)

// Explanation is the reason why a place of a resource is in the result as it is.
type Explanation struct {
	// Place is how the merge came to it, and what the versions have there; Result
	// is what the result has.
	Place  merge.Traced
	Result merge.Spot
	// OriginalResource, UpdatedResource and DestResource are the resource in
	// the versions, nil where one has none; Merged is what became of it, nil
	// if it is gone.
	OriginalResource, UpdatedResource, DestResource *Resource
	Merged                                          *Merged
	// Conflict is the conflict about the place, about what it is in, or about
	// something in it; nil if there is none.
	Conflict *Conflict
	// Answered is such a conflict that a remembered decision or another answer decided;
	// nil if there is none.
	Answered *Conflict
	// Overrides: dest's document holds only what differs from original, so that
	// nothing of upstream's is added.
	Overrides bool
	// Rules are the places in Options.Rules of those that hold at the place.
	Rules []int
	// Schema is where the schema of the resource comes from.
	Schema  string
	secrets *secret.Places
}

// Selector names resources: by NAME, NAMESPACE/NAME, KIND/NAME,
// KIND/NAMESPACE/NAME, or by KIND or FILE or FILE#DOCUMENT where they have no
// name. Kinds may be in lower case; documents of a file count from 1.
type Selector string

// Matches reports whether a resource is one of those named; index is the place of its
// document in the file, from 0.
func (s Selector) Matches(of decisions.Place, index int) bool {
	file, number, numbered := strings.Cut(string(s), "#")
	if file == of.File && of.File != "" {
		return !numbered || number == strconv.Itoa(index+1)
	}
	m := of.Resource
	if m.Name == "" {
		return m.Kind != "" && strings.EqualFold(string(s), m.Kind)
	}
	named := func(text string) bool { return text == m.Name || text == m.Namespace+"/"+m.Name }
	kind, rest, _ := strings.Cut(string(s), "/")
	return named(string(s)) || m.Kind != "" && strings.EqualFold(kind, m.Kind) && named(rest)
}

// Explain merges three versions as Merge does, and explains the places that a
// pattern names in the resource that a selector names. It is an error if none
// or several resources are meant. The cost is that of the merge.
func Explain(v Versions, options Options, of Selector, at merge.Path) ([]Explanation, error) {
	if options.Strategy.Patches() {
		return nil, errors.New("only a merge of three versions can be explained; leave the strategy out")
	}
	p := newPkg(v, &options)
	out, err := p.merge()
	if err != nil {
		return nil, err
	}
	t, err := p.only(of)
	if err != nil {
		return nil, err
	}
	base := Explanation{secrets: t.hidden(), Merged: p.results[t]}
	base.OriginalResource, base.UpdatedResource, base.DestResource = t.resources()
	if t.foremost().isText() {
		return nil, fmt.Errorf("%s holds no resources; only places in resources can be explained", t.foremost().Path)
	}
	m, opts := cmp.Or(t.u(), t.foremost()), p.options(t)
	_, rules := p.rules(t)
	base.Schema, base.Overrides = p.schemas.Source(m.meta.APIVersion, m.meta.Kind), p.isOverrides(t)
	var result *yaml.Node
	if base.Merged != nil {
		result = base.Merged.Node
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	var all []Explanation
	for _, place := range merge.Trace(merge.Versions{Original: nodeOf(t.o()), Updated: nodeOf(t.u()), Dest: nodeOf(t.d())}, at, opts) {
		e := base
		e.Place = place
		if found, whole := place.Path.Find(result); whole {
			e.Result = found
		}
		for _, i := range place.Rules {
			e.Rules = append(e.Rules, rules[i])
		}
		e.Conflict, e.Answered = about(out.Conflicts, t, place.Path), about(out.answered, t, place.Path)
		all = append(all, e)
	}
	return all, nil
}

// about is the first conflict about a place of a resource, nil if there is none.
func about(all []Conflict, t *triple, at merge.Path) *Conflict {
	for i := range all {
		if c := &all[i]; c.triple == t && c.Kind != merge.Moved && related(c.Path.String(), at.String()) {
			return c
		}
	}
	return nil
}

// only gives the resource that a selector names.
func (p *pkg) only(of Selector) (*triple, error) {
	var found []*triple
	var names, all []string
	for _, t := range p.order {
		name := t.foremost().place() + ": " + t.foremost().Describe()
		all = append(all, name)
		if slices.ContainsFunc(t[:], func(m *member) bool { return m != nil && of.Matches(m.At(), m.Index) }) {
			found, names = append(found, t), append(names, name)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, fmt.Errorf("%s names %d resources; write KIND/NAMESPACE/NAME, or FILE#DOCUMENT:\n  %s", of, len(found), listed(names))
	}
	return nil, fmt.Errorf("no version has a resource %s; name one as KIND/NAME, NAMESPACE/NAME or FILE:\n  %s", of, listed(all))
}

func listed(names []string) string {
	const most = 20
	if n := len(names); n > most {
		names = append(names[:most:most], fmt.Sprintf("and %d more", n-most))
	}
	return strings.Join(names, "\n  ")
}

// related reports whether one path is the other, or leads to it.
func related(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) && (a == "" || len(a) == len(b) || b[len(a)] == '.' || b[len(a)] == '[')
}
