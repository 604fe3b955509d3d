package chart

import (
	"regexp"
	"strings"
)

// reads are the values that templates name, as a tree by the names of their fields.
type reads struct {
	below map[string]*reads
	// whole: all that is below is read, too.
	whole bool
	// closed: a schema allows no others, so that a template which reads all reads no others.
	closed bool
}

// add adds a value, whole with all that is below it.
func (r *reads) add(names []string, whole bool) {
	for _, name := range names {
		if name == "" {
			return
		}
		if r.below == nil {
			r.below = map[string]*reads{}
		}
		next := r.below[name]
		if next == nil {
			next = &reads{}
			r.below[name] = next
		}
		r = next
	}
	r.whole = r.whole || whole
}

// graft adds what a subchart reads, under its name.
func (r *reads) graft(name string, other *reads) {
	r.add([]string{name}, false)
	at := r.below[name]
	at.closed = at.closed || other.closed
	at.join(other)
}

// join adds what another one has.
func (r *reads) join(other *reads) {
	r.whole = r.whole || other.whole
	for name, below := range other.below {
		r.graft(name, below)
	}
}

// has reports whether the value of such a name is read, or something in it.
func (r *reads) has(names []string) bool {
	whole := false
	for _, name := range names {
		whole = whole || r.whole
		below := r.below[name]
		if below == nil {
			return whole && !r.closed
		}
		r = below
	}
	return true
}

// templates reads templates. Its expressions are compiled when a chart is read, as most runs read none.
type templates struct{ action, named, literal, further, tested, passed *regexp.Regexp }

func newTemplates() *templates {
	return &templates{
		action: regexp.MustCompile(`(?s)\{\{-?\s*(.*?)\s*-?\}\}`),
		// A value by its name, with the function that takes names of fields of it: index .Values.a "b".
		named:   regexp.MustCompile(`(?:\b(index|get|hasKey)\s+\(?)?[$\w.]*\.Values\b((?:\.\w+)*)`),
		literal: regexp.MustCompile("^\\s+[\"`]([^\"`]*)[\"`]"),
		// A field of what stands in parentheses: (.Values.a).b.
		further: regexp.MustCompile(`^\s*\)((?:\.\w+)+)`),
		// A condition only looks whether something is there, unless it passes that on.
		tested: regexp.MustCompile(`^(?:else\s+)?if\b`),
		passed: regexp.MustCompile(`\b(?:include|template|tpl|toYaml|toJson)\b|:=`),
	}
}

// scan adds the values that a template names.
func (t *templates) scan(text string, r *reads) {
	if !strings.Contains(text, ".Values") {
		return
	}
	for _, a := range t.action.FindAllStringSubmatch(text, -1) {
		body := a[1]
		// A digest of all values, to roll pods, reads none of them.
		if strings.HasPrefix(body, "/*") || strings.Contains(body, "sha256sum") {
			continue
		}
		whole := !t.tested.MatchString(body) || t.passed.MatchString(body)
		for _, at := range t.named.FindAllStringSubmatchIndex(body, -1) {
			names := strings.Split(strings.TrimPrefix(body[at[4]:at[5]], "."), ".")
			if names[0] == "" {
				names = nil
			}
			rest := body[at[1]:]
			if at[2] >= 0 {
				for {
					l := t.literal.FindStringSubmatch(rest)
					if l == nil {
						break
					}
					names, rest = append(names, l[1]), rest[len(l[0]):]
					if body[at[2]:at[3]] != "index" {
						break
					}
				}
			}
			for f := t.further.FindStringSubmatch(rest); f != nil; f = t.further.FindStringSubmatch(rest) {
				names, rest = append(names, strings.Split(f[1][1:], ".")...), rest[len(f[0]):]
			}
			r.add(names, whole)
		}
	}
}
