package main

import "testing"

// TestOrigin finds where what was committed comes from.
func TestOrigin(t *testing.T) {
	const list = "l:\n- name: a\n  v: 1\n- name: b\n  v: 1\n"
	for name, c := range map[string]struct {
		base, ours, theirs, committed string
		want                          origin
	}{
		"fields of both":                      {"a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 1\nb: 2\n", "b: 2\na: 2\n", derivable},
		"both alike":                          {"a: 1\n", "a: 2\n", "a: 2\nb: 1\n", "a: 2\nb: 1\n", derivable},
		"one of two":                          {"a: 1\n", "a: 2\n", "a: 3\n", "a: 3\n", chosen},
		"a change dropped":                    {"a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 1\nb: 2\n", "a: 2\nb: 1\n", chosen},
		"a deletion dropped":                  {"a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 1\n", "a: 2\nb: 1\n", chosen},
		"a value of nobody":                   {"a: 1\n", "a: 2\n", "a: 3\n", "a: 4\n", made},
		"a field of nobody":                   {"a: 1\n", "a: 2\n", "a: 1\n", "a: 2\nb: 1\n", made},
		"another type":                        {"a: 1\n", "a: 2\n", "a: 1\n", "a: \"2\"\n", made},
		"elements of both":                    {list, list + "- name: c\n", "l:\n- name: b\n  v: 2\n", "l:\n- name: c\n- name: b\n  v: 2\n", derivable},
		"members of both":                     {"l: [a, b]\n", "l: [a, b, c]\n", "l: [d, b]\n", "l: [d, b, c]\n", derivable},
		"members of both, twice":              {"l: [a]\n", "l: [a, c]\n", "l: [a, c]\n", "l: [a, c, c]\n", made},
		"maps without a key of both":          {"l: [{x: 1}]\n", "l: [{x: 1}, {y: [1], w: 1}]\n", "l: [{z: 1}, {x: 1}]\n", "l: [{z: 1}, {x: 1}, {w: 1, y: [1]}]\n", derivable},
		"by their index":                      {"l: [{x: 1, y: 1}]\n", "l: [{x: 2, y: 1}]\n", "l: [{x: 1, y: 2}]\n", "l: [{x: 2, y: 2}]\n", derivable},
		"lines of a text":                     {"a: |\n  x\n  y\n", "a: |\n  x1\n  y\n", "a: |\n  x\n  y1\n", "a: |\n  x1\n  y1\n", derivable},
		"lines of a template":                 {"{{ a }}\nx\n", "{{ b }}\nx\n", "{{ a }}\ny\n", "{{ b }}\ny\n", derivable},
		"an alias of a list":                  {"x: &x [a, b]\ny: *x\n", "x: &x [a, b]\ny: *x\nz: 1\n", "x: &x [a, b]\ny: [a, b, c]\n", "x: &x [a, b]\ny: [a, b, c]\nz: 1\n", derivable},
		"an alias of a list, another element": {"x: &x [a, b]\ny: *x\n", "x: &x [a, b]\ny: [a, c]\n", "x: &x [a, b]\ny: *x\nz: 1\n", "x: &x [a, b]\ny: [a, c, b]\nz: 1\n", chosen},
		"an alias":                            {"x: &x {a: 1}\ny: *x\n", "x: &x {a: 2}\ny: *x\n", "x: &x {a: 1}\ny: *x\nz: 1\n", "x: &x {a: 2}\ny: {a: 2}\nz: 1\n", derivable},
	} {
		f := &file{base: []byte(c.base), ours: []byte(c.ours), theirs: []byte(c.theirs), committed: []byte(c.committed)}
		if got := originOf(f, judgement{verdict: conflicting}); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if got := originOf(f, judgement{verdict: equalValue}); got != derivable {
			t.Errorf("%s: %s though git gives it", name, got)
		}
	}
}
