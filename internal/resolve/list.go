package resolve

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge"
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
	var named []*Question
	for _, q := range all {
		places := []decisions.Place{q.Place}
		if q.block != nil {
			for i := range q.block.asks {
				places = append(places, q.block.asks[i].Place)
			}
		}
		if slices.ContainsFunc(places, names) {
			named = append(named, q)
		}
	}
	return named
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
				q := Question{Open: decisions.Open{Place: e.Place}}
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

// Kind is the code of its kind.
func (q *Question) Kind() string {
	if q.unknown() {
		return merge.BothChanged.String()
	}
	return q.Conflict
}

// Title is what happened, on one line: a file may call it anything. Between lines of which
// nobody knows more it names the sides.
func (q *Question) Title() string {
	if q.unknown() && !strings.Contains(q.Conflict, ": ") {
		title := "the versions differ here"
		if names := q.block.Names; names.Yours != "" && names.Yours != phrase.Dest && names.Yours != "ours" {
			title += fmt.Sprintf(": yours is %s, upstream's %s", names.Yours, cmp.Or(names.Upstream, "the other"))
		}
		return printable.Line(title)
	}
	title := printable.Line(phrase.TitleOf(q.Conflict))
	if q.block != nil && len(q.block.asks) > 1 {
		title += fmt.Sprintf(" (and %d more in the same lines)", len(q.block.asks)-1)
	}
	return title
}

// Subject is the place of the question, on one line.
func (q *Question) Subject() string {
	place, resource, path := q.subject()
	return strings.Join(slices.DeleteFunc([]string{place, resource, path}, func(part string) bool { return part == "" }), " ")
}

// subject is the place of the question: the file and line, the resource, and the path.
func (q *Question) subject() (place, resource, path string) {
	place = q.File
	if q.Line > 0 {
		place += fmt.Sprintf(":%d", q.Line)
	}
	if q.unknown() {
		return printable.Line(place), "", ""
	}
	return printable.Line(place), printable.Line(q.Resource.String()), printable.Line(cmp.Or(q.Path, "(whole)"))
}

// unknown reports whether it stands between lines of which nobody knows the values.
func (q *Question) unknown() bool { return q.block != nil && len(q.block.asks) == 0 }

// SeenAt is the question with its file called so, to be shown.
func (q *Question) SeenAt(file string) *Question {
	here := *q
	here.File = file
	return &here
}

// Words are what is said of it; the values only where they are shown in one line.
func (q *Question) Words() phrase.Words {
	w := phrase.Words{Kind: phrase.Kind{Code: q.Kind(), Title: q.Title()}, Outcome: "unresolved", Hint: "krm-merge resolve", Open: true}
	if !q.Secret && (q.Path != "" || q.Conflict == decisions.Moved) {
		values := phrase.Excerpts(q.sides()...)
		w.Original, w.Updated, w.Dest = values[0], values[1], values[2]
	}
	return w
}

// String is the question on one line.
func (q *Question) String() string {
	words := q.Words()
	text := q.Subject() + ": " + words.Question()
	if q.Secret {
		text += " (secret)"
	}
	return text
}
