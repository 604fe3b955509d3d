package resolve

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Filter names questions.
type Filter struct {
	// Resource names resources as explain does, "" for all.
	Resource resource.Selector
	// Path is a place as reports spell it, with * for any field and [*] for any element,
	// and all that is below it; "" is everywhere.
	Path string
}

// Of gives the questions that are named.
func (f Filter) Of(all []*Question) []*Question {
	names := f.names()
	asks := func(o *decisions.Open) bool { return names(o.Place) }
	return slices.DeleteFunc(slices.Clone(all), func(q *Question) bool {
		return !asks(q.Open) && (q.block == nil || !slices.ContainsFunc(q.block.asks, asks))
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
		return (f.Resource == "" || f.Resource.Matches(p, max(0, p.Document-1))) && (at == nil || at.MatchString(p.Path))
	}
}

// Forget drops the decisions about the places that are named, in the files that were
// opened, and describes each.
func (s *Session) Forget(f Filter) []string {
	names := f.names()
	var dropped []string
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		for _, d := range s.files[name].docs {
			if d.set == nil {
				continue
			}
			for _, e := range d.set.Forget(func(e *decisions.Entry) bool { return names(e.Place) }) {
				q := Question{Open: &decisions.Open{Place: e.Place}}
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
