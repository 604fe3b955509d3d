package chart

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// values are those that a chart knows, and the maps around them, by the names of their fields, each with an end.
type values map[string]value

// value is what a chart knows of a value.
type value struct {
	// whole: all of it is read, else only what is named in it.
	whole bool
	// standard is its default, nil for none.
	standard *yaml.Node
}

const end = "\x00"

// place is where names of fields lead to.
func place(names ...string) string {
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, end) + end
}

// add adds a value that is read, and what is around it, up to a name that is not known.
func (v values) add(names []string, whole bool) {
	for i, name := range names {
		if name == "" {
			return
		}
		v.join(place(names[:i]...), values{"": {}})
	}
	v.join(place(names...), values{"": {whole: whole}})
}

// addDefaults adds the default of a value, and those in it.
func (v values) addDefaults(at string, standard *yaml.Node, depth int) {
	standard = node.Target(standard)
	v.join(at, values{"": {standard: standard}})
	for key, field := range node.Fields(standard) {
		if depth <= deepest {
			v.addDefaults(at+key.Value+end, field, depth+1)
		}
	}
}

// join adds what is known of the value at a place. Its default stays, but for a map without fields.
func (v values) join(at string, other values) {
	for below, o := range other {
		own := v[at+below]
		if own.standard == nil || own.standard.Kind == yaml.MappingNode && own.isFree() {
			own.standard = cmp.Or(o.standard, own.standard)
		}
		v[at+below] = value{own.whole || o.whole, own.standard}
	}
}

// isFree reports whether the default of a value lets any be set in it.
func (v value) isFree() bool {
	return v.standard != nil && (v.standard.Kind != yaml.MappingNode || len(v.standard.Content) == 0)
}

// templates reads templates. Its expressions are compiled when a chart is read, as most runs read none.
type templates struct{ action, values, field, literal, tested, passed *regexp.Regexp }

func newTemplates() *templates {
	return &templates{
		action: regexp.MustCompile(`(?s)\{\{-?\s*(.*?)\s*-?\}\}`),
		// What a value begins with, and the function that takes names of fields of it: index .Values.a "b".
		values: regexp.MustCompile(`(?:\b(index|get|hasKey)\s+\(?)?[$\w.]*\.Values\b`),
		// A field of that, or of what stands in parentheses: (.Values.a).b.
		field:   regexp.MustCompile(`^(?:\s*\))?\.(\w+)`),
		literal: regexp.MustCompile("^\\s+[\"`]([^\"`]*)[\"`]"),
		// A condition only looks whether something is there, unless it passes that on.
		tested: regexp.MustCompile(`^(?:else\s+)?if\b`),
		passed: regexp.MustCompile(`\b(?:include|template|tpl|toYaml|toJson)\b|:=`),
	}
}

// scan adds the values that a template names.
func (t *templates) scan(text string, v values) {
	for _, a := range t.action.FindAllStringSubmatch(text, -1) {
		body := a[1]
		// A digest of all values, to roll pods, reads none of them.
		if strings.HasPrefix(body, "/*") || strings.Contains(body, "sha256sum") {
			continue
		}
		whole := !t.tested.MatchString(body) || t.passed.MatchString(body)
		for _, at := range t.values.FindAllStringSubmatchIndex(body, -1) {
			v.add(t.names(body[at[1]:], at[2] >= 0), whole)
		}
	}
}

// names are those of the fields that a text begins with, or, if they may be, names in quotes.
func (t *templates) names(text string, quoted bool) (names []string) {
	for {
		found := t.field.FindStringSubmatch(text)
		if found == nil && quoted {
			found = t.literal.FindStringSubmatch(text)
		}
		if found == nil {
			return names
		}
		names, text = append(names, found[1]), text[len(found[0]):]
	}
}

// schema is a JSON schema of values, of which so many parts are still looked at: few may name any number.
type schema struct {
	root   *yaml.Node
	values values
	left   int
}

// mostParts is how many parts of a schema are looked at.
const mostParts = 100_000

// add adds the values that a part of the schema names, which is for the value at a place. What nobody can follow
// counts as read.
func (s *schema) add(at []string, part *yaml.Node) {
	if s.left--; s.left < 0 || len(at) > deepest {
		s.values.add(at, true)
		return
	}
	open := len(at) > 0 // Of what has no names below it any is allowed.
	if ref := node.TextAt(part, "$ref"); ref != "" {
		within, local := strings.CutPrefix(ref, "#/")
		to := node.FieldAt(s.root, strings.Split(within, "/")...)
		if open = !local || to == nil; !open {
			s.add(at, to)
		}
	}
	for _, several := range []string{"allOf", "anyOf", "oneOf"} {
		for _, one := range node.Elements(node.FieldAt(part, several)) {
			open = false
			s.add(at, one)
		}
	}
	properties, others := node.FieldAt(part, "properties"), node.FieldAt(part, "additionalProperties")
	for name, property := range node.Fields(properties) {
		s.add(append(slices.Clip(at), name.Value), property)
	}
	open = open && properties == nil && node.Text(others) != "false"
	s.values.add(at, open || node.FieldAt(part, "patternProperties") != nil || others != nil && others.Kind == yaml.MappingNode)
}
