package merge_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

// Each law broken by hand is noticed, and the place named.
func TestVerifyFinds(t *testing.T) {
	skip, replace := "rules: [{path: a, mode: SKIP}]", "rules: [{path: a, mode: REPLACE}]"
	for name, c := range map[string]struct{ config, o, u, d, r, want string }{
		"local change lost":       {"", "{a: 1, b: 1}", "{a: 1, b: 2}", "{a: 3, b: 1}", "{a: 1, b: 2}", "a: a local change is missing"},
		"upstream change lost":    {"", "{a: 1, b: 1}", "{a: 2, b: 1}", "{a: 1, b: 3}", "{a: 1, b: 3}", "a: a change of upstream is missing"},
		"upstream addition lost":  {"", "{b: 1}", "{b: 1, a: 2}", "{b: 1}", "{b: 1}", "a: a change of upstream is missing"},
		"upstream deletion lost":  {"", "{a: 1, b: 1}", "{b: 1}", "{a: 1, b: 1}", "{a: 1, b: 1}", "a: a change of upstream is missing"},
		"local addition lost":     {"", "{b: 1}", "{b: 2}", "{b: 1, a: 1}", "{b: 2}", "a: a local change is missing"},
		"local deletion undone":   {"", "{a: 1, b: 1}", "{a: 1, b: 2}", "{b: 1}", "{a: 1, b: 2}", "a: a local change is missing"},
		"changed by nobody":       {"", "{a: 1, b: 1}", "{a: 1, b: 2}", "{a: 1, b: 1}", "{a: 4, b: 2}", "a: neither side changed this"},
		"silent deletion":         {"", "{a: 1}", "{}", "{a: 3}", "{a: 3}", "a: both sides changed this differently"},
		"silent conflict":         {"", "{a: 1}", "{a: 2}", "{a: 3}", "{a: 2}", "a: both sides changed this differently"},
		"agreement ignored":       {"", "{a: 1}", "{a: 2}", "{a: 2}", "{a: 1}", "a: both sides agree"},
		"invented field":          {"", "{b: 1}", "{b: 2}", "{b: 1}", "{b: 2, a: 9}", "a: the value on line 1 of the result is in no version"},
		"key twice":               {"", "{a: 1}", "{a: 2}", "{a: 1, b: 1}", "{a: 2, b: 1, b: 1}", "holds a key twice"},
		"element lost":            {"", "{keyed: [{name: a}]}", "{keyed: [{name: a}, {name: b}]}", "{keyed: [{name: a}]}", "{keyed: [{name: a}]}", "keyed[name=b]: a change of upstream"},
		"element twice":           {"", "{keyed: [{name: a}]}", "{keyed: [{name: a}, {name: b}]}", "{keyed: [{name: a}]}", "{keyed: [{name: a}, {name: b}, {name: b}]}", "keyed: the result would break the keys"},
		"invented element":        {"", "{keyed: [{name: a}]}", "{keyed: [{name: a, x: 1}]}", "{keyed: [{name: a}]}", "{keyed: [{name: a, x: 1}, {name: c}]}", "keyed[name=c]: the result has a tag that no version has"},
		"set member lost":         {"", "{set: [a]}", "{set: [a, b]}", "{set: [a]}", "{set: [a]}", "set: a change of upstream"},
		"invented in atomic list": {"", "{atomic: [a]}", "{atomic: [a, b]}", "{atomic: [c, a]}", "{atomic: [c, a, d]}", "in no version"},
		"invented tag":            {"", "{atomic: [{b: 1}]}", "{atomic: [{b: 2}]}", "{atomic: [{b: 3}]}", "{atomic: [!other {b: 2}]}", "atomic: the result has a tag that no version has"},
		"tag lost":                {"", "{a: !x {b: 1}}", "{a: !y {b: 1}}", "{a: !x {b: 1}}", "{a: !x {b: 1}}", "a: a change of upstream is missing"},
		"two members of a union":  {"", "{union: {left: 1}}", "{union: {left: 1, x: 1}}", "{union: {right: 1}}", "{union: {left: 1, right: 1, x: 1}}", "union.left: a local change is missing"},
		"kept under SKIP":         {skip, "{a: {b: 1}}", "{a: {b: 2}}", "{a: {b: 3}}", "{a: {b: 2}}", "a.b: SKIP settles this"},
		"added under SKIP":        {skip, "{a: {b: 1}}", "{a: {b: 2}}", "{a: {}}", "{a: {b: 2}}", "a.b: SKIP settles this"},
		"lost under SKIP":         {skip, "{a: {b: 1}}", "{a: {b: 1, c: 1}}", "{a: {b: 1}}", "{a: {b: 1}}", "a.c: a change of upstream is missing"},
		"taken under REPLACE":     {replace, "{a: {b: 1}}", "{a: {b: 1}}", "{a: {b: 3}}", "{a: {b: 3}}", "a.b: REPLACE settles this"},
		"lost under REPLACE":      {replace, "{a: {b: 1}}", "{a: {b: 1}}", "{a: {b: 1, c: 1}}", "{a: {b: 1}}", "a.c: a local change is missing"},
		"beside a mode":           {skip, "{a: {b: 1}, k: 1}", "{a: {b: 1}, k: 2}", "{a: {b: 3}, k: 1}", "{a: {b: 3}, k: 1}", "k: a change of upstream is missing"},
		"below a mode's map":      {skip, "{a: {b: 1}, k: {a: {b: 1}}}", "{a: {b: 1}, k: {a: {b: 2}}}", "{a: {b: 1}, k: {a: {b: 1}, x: 1}}", "{a: {b: 1}, k: {a: {b: 1}, x: 1}}", "k.a.b: a change of upstream is missing"},
		"pinned":                  {"", "{a: 1}", "{a: 2}", "a: 3 # krm-merge: keep", "{a: 2}", "a: krm-merge: keep settles this"},
	} {
		t.Run(name, func(t *testing.T) {
			// The result is built by hand, not parsed: no parser takes a key twice.
			o, u, d, r := parse(t, c.o), parse(t, c.u), parse(t, c.d), parse(t, c.r)
			opts, err := optionsOf(c.config, o, u, d)
			if err != nil {
				t.Fatal(err)
			}
			opts.Schema = root()
			err = merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, merge.Result{Node: r}, opts)
			var v *merge.Violation
			if !errors.As(err, &v) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// A union that a mode decides is no violation, though no conflict is about it.
func TestVerifyAcceptsUnionOfAMode(t *testing.T) {
	o, u, d := parse(t, "{union: {left: 1}}"), parse(t, "{union: {left: 1}, x: 1}"), parse(t, "{union: {right: 1}}")
	opts, err := optionsOf("rules: [{path: union.right, mode: SKIP}, {path: union.left, mode: REPLACE}]", o, u, d)
	if err != nil {
		t.Fatal(err)
	}
	opts.Schema = root()
	if err := merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, mustMerge(t, o, u, d, opts), opts); err != nil {
		t.Error(err)
	}
}
