package resolve

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/krm-merge/krm-merge/internal/decisions"
)

// Filter names questions.
type Filter struct {
	// Resource names resources, "" for all: by NAME, NAMESPACE/NAME, KIND/NAME, KIND/NAMESPACE/NAME, or by
	// KIND or FILE or FILE#DOCUMENT where they have no name. Kinds may be in lower case; documents of a file count from 1.
	Resource string
	// Path is a place as reports spell it, with * for any field and [*] for any element,
	// and all that is below it; "" is everywhere.
	Path string
}

// Of gives the questions that are named.
func (f Filter) Of(all []*Question) []*Question {
	names := f.names()
	asks := func(o *decisions.Question) bool { return names(o.Place) }
	return slices.DeleteFunc(slices.Clone(all), func(q *Question) bool {
		return !asks(q.Question) && (q.block == nil || !slices.ContainsFunc(q.block.asks, asks))
	})
}

// names reports whether a place is one of those named.
func (f Filter) names() func(p decisions.Place) bool {
	var at *regexp.Regexp
	if f.Path != "" {
		quoted := strings.ReplaceAll(regexp.QuoteMeta(f.Path), `\[\*\]`, `\[[^\]]*\]`)
		at = regexp.MustCompile("^" + strings.ReplaceAll(quoted, `\*`, `[^.\[]+`) + `($|[.\[])`)
	}
	return func(p decisions.Place) bool {
		return (f.Resource == "" || f.namesResource(p)) && (at == nil || at.MatchString(p.Path))
	}
}

func (f Filter) namesResource(of decisions.Place) bool {
	file, number, numbered := strings.Cut(f.Resource, "#")
	if file == of.File && of.File != "" {
		return !numbered || number == strconv.Itoa(max(1, of.Document))
	}
	m := of.Resource
	if m.Name == "" {
		return m.Kind != "" && strings.EqualFold(f.Resource, m.Kind)
	}
	named := func(text string) bool { return text == m.Name || text == m.Namespace+"/"+m.Name }
	kind, rest, _ := strings.Cut(f.Resource, "/")
	return named(f.Resource) || m.Kind != "" && strings.EqualFold(kind, m.Kind) && named(rest)
}

// Forget drops the decisions about the places that are named, in the files that were opened, and describes each.
func (s *Session) Forget(f Filter) []string {
	names := f.names()
	var dropped []string
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		for _, d := range s.files[name].docs {
			if d.set == nil {
				continue
			}
			for _, e := range d.set.Forget(func(e *decisions.Question) bool { return names(e.Place) }) {
				q := Question{Question: &decisions.Question{Place: e.Place}}
				dropped = append(dropped, q.Subject()+": "+outcomeOf(e.Taken))
				d.touched = true
			}
		}
	}
	return dropped
}

// outcomeOf says what a decision takes.
func outcomeOf(t decisions.Taken) string {
	return map[decisions.Taken]string{
		decisions.Updated: "took upstream's", decisions.Dest: "kept yours", decisions.Edited: "took the edited value", decisions.Removed: "deleted it",
	}[t]
}
