package chart

import (
	"regexp"
	"strings"
)

// reads are the values that templates and schemas name, and the maps around them, by the names of their fields,
// each with an end: true if all of a value is read, false if only what is named in it.
type reads map[string]bool

const end = "\x00"

// add adds a value, and what is around it, up to a name that is not known.
func (r reads) add(names []string, whole bool) {
	at := ""
	for _, name := range names {
		if name == "" {
			return
		}
		r.join(at, reads{"": false})
		at += name + end
	}
	r.join(at, reads{"": whole})
}

// join adds what is read of the value at a place.
func (r reads) join(at string, other reads) {
	for below, whole := range other {
		r[at+below] = r[at+below] || whole
	}
}

// has reports whether the value of such a name is read, or something in it.
func (r reads) has(names []string) bool {
	at := ""
	for _, name := range names {
		if r[at] {
			return true
		}
		at += name + end
	}
	_, named := r[at]
	return named
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
func (t *templates) scan(text string, r reads) {
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
