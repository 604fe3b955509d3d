package merge_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

// Whatever the engine gives passes: a check that cries wolf would keep people
// from merging.
func TestVerifyPassesRules(t *testing.T) {
	checked := 0
	for _, rule := range readRules(t) {
		original, _ := rule.Section("original.yaml")
		updated, ok := rule.Section("updated.yaml")
		dest, hasDest := rule.Section("dest.yaml")
		if _, fails := rule.Section("want-error"); fails || !ok && !hasDest {
			continue
		}
		text, _ := rule.Section("config.yaml")
		opts, err := optionsOf(text, parse(t, updated), parse(t, dest))
		if err != nil {
			t.Fatal(err)
		}
		o, u, d := parse(t, original), parse(t, updated), parse(t, dest)
		res, err := merge.ThreeWay(merge.Versions{Original: o, Updated: u, Dest: d}, opts)
		if err != nil {
			t.Fatalf("%s: %v", rule.Name, err)
		}
		if err := merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, res, opts); err != nil {
			t.Errorf("%s: %v", rule.Name, err)
		}
		checked++
	}
	if checked < 100 {
		t.Errorf("only %d rules were checked", checked)
	}
}

func TestVerifyPassesGenerated(t *testing.T) {
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		texts, nodes := g.versions(t)
		for _, atomic := range []merge.Atomic{merge.AtomicReplace, merge.AtomicMerge, merge.AtomicUnion} {
			opts.Policy.Atomic = atomic
			res := mustMerge(t, nodes[0], nodes[1], nodes[2], opts)
			if err := merge.Verify(merge.Versions{Original: nodes[0], Updated: nodes[1], Dest: nodes[2]}, res, opts); err != nil {
				t.Fatalf("%v\no:\n%s\nu:\n%s\nd:\n%s\nmerged:\n%s%s", err, texts[0], texts[1], texts[2], encode(t, res.Node), conflictLines(res))
			}
		}
	})
}

// Each law broken by hand is noticed, and the place named.
func TestVerifyFinds(t *testing.T) {
	for name, c := range map[string]struct{ o, u, d, r, want string }{
		"local change lost":       {"{a: 1, b: 1}", "{a: 1, b: 2}", "{a: 3, b: 1}", "{a: 1, b: 2}", "a: a local change is missing"},
		"upstream change lost":    {"{a: 1, b: 1}", "{a: 2, b: 1}", "{a: 1, b: 3}", "{a: 1, b: 3}", "a: a change of upstream is missing"},
		"upstream addition lost":  {"{b: 1}", "{b: 1, a: 2}", "{b: 1}", "{b: 1}", "a: a change of upstream is missing"},
		"upstream deletion lost":  {"{a: 1, b: 1}", "{b: 1}", "{a: 1, b: 1}", "{a: 1, b: 1}", "a: a change of upstream is missing"},
		"local addition lost":     {"{b: 1}", "{b: 2}", "{b: 1, a: 1}", "{b: 2}", "a: a local change is missing"},
		"local deletion undone":   {"{a: 1, b: 1}", "{a: 1, b: 2}", "{b: 1}", "{a: 1, b: 2}", "a: a local change is missing"},
		"changed by nobody":       {"{a: 1, b: 1}", "{a: 1, b: 2}", "{a: 1, b: 1}", "{a: 4, b: 2}", "a: neither side changed this"},
		"silent deletion":         {"{a: 1}", "{}", "{a: 3}", "{a: 3}", "a: both sides changed this differently"},
		"silent conflict":         {"{a: 1}", "{a: 2}", "{a: 3}", "{a: 2}", "a: both sides changed this differently"},
		"agreement ignored":       {"{a: 1}", "{a: 2}", "{a: 2}", "{a: 1}", "a: both sides agree"},
		"invented field":          {"{b: 1}", "{b: 2}", "{b: 1}", "{b: 2, a: 9}", "a: the result has what no version has"},
		"key twice":               {"{a: 1}", "{a: 2}", "{a: 1, b: 1}", "{a: 2, b: 1, b: 1}", "holds a key twice"},
		"element lost":            {"{keyed: [{name: a}]}", "{keyed: [{name: a}, {name: b}]}", "{keyed: [{name: a}]}", "{keyed: [{name: a}]}", "keyed[name=b]: a change of upstream"},
		"element twice":           {"{keyed: [{name: a}]}", "{keyed: [{name: a}, {name: b}]}", "{keyed: [{name: a}]}", "{keyed: [{name: a}, {name: b}, {name: b}]}", "keyed: the result would break the keys"},
		"invented element":        {"{keyed: [{name: a}]}", "{keyed: [{name: a, x: 1}]}", "{keyed: [{name: a}]}", "{keyed: [{name: a, x: 1}, {name: c}]}", "keyed[name=c]: the result has what no version has"},
		"set member lost":         {"{set: [a]}", "{set: [a, b]}", "{set: [a]}", "{set: [a]}", "set: a change of upstream"},
		"invented in atomic list": {"{atomic: [a]}", "{atomic: [a, b]}", "{atomic: [c, a]}", "{atomic: [c, a, d]}", "in no version"},
		"lines joined":            {`{t: "a\nb\n"}`, `{t: "a\nb\nc\n"}`, `{t: "b\nb"}`, `{t: "b\nbc\n"}`, "t: the text on line 1 of the result holds a line that is in no version"},
		"invented tag":            {"{atomic: [{b: 1}]}", "{atomic: [{b: 2}]}", "{atomic: [{b: 3}]}", "{atomic: [!other {b: 2}]}", "atomic: the result has a tag that no version has"},
		"tag lost":                {"{a: !x {b: 1}}", "{a: !y {b: 1}}", "{a: !x {b: 1}}", "{a: !x {b: 1}}", "a: a change of upstream is missing"},
		"two members of a union":  {"{union: {left: 1}}", "{union: {left: 1, x: 1}}", "{union: {right: 1}}", "{union: {left: 1, right: 1, x: 1}}", "several of a group of fields of which one is allowed: left right"},
	} {
		t.Run(name, func(t *testing.T) {
			// The result is built by hand, not parsed: no parser takes a key twice.
			o, u, d, r := parse(t, c.o), parse(t, c.u), parse(t, c.d), parse(t, c.r)
			err := merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, merge.Result{Node: r}, merge.Options{Schema: root()})
			var v *merge.Violation
			if !errors.As(err, &v) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// The same under settings.
func TestVerifyFindsUnder(t *testing.T) {
	skip, replace := "rules: [{path: a, mode: SKIP}]", "rules: [{path: a, mode: REPLACE}]"
	for name, c := range map[string]struct{ config, o, u, d, r, want string }{
		"kept under SKIP":     {skip, "{a: {b: 1}}", "{a: {b: 2}}", "{a: {b: 3}}", "{a: {b: 2}}", "a.b: SKIP settles this"},
		"added under SKIP":    {skip, "{a: {b: 1}}", "{a: {b: 2}}", "{a: {}}", "{a: {b: 2}}", "a.b: SKIP settles this"},
		"lost under SKIP":     {skip, "{a: {b: 1}}", "{a: {b: 1, c: 1}}", "{a: {b: 1}}", "{a: {b: 1}}", "a.c: a change of upstream is missing"},
		"taken under REPLACE": {replace, "{a: {b: 1}}", "{a: {b: 1}}", "{a: {b: 3}}", "{a: {b: 3}}", "a.b: REPLACE settles this"},
		"lost under REPLACE":  {replace, "{a: {b: 1}}", "{a: {b: 1}}", "{a: {b: 1, c: 1}}", "{a: {b: 1}}", "a.c: a local change is missing"},
		"beside a mode":       {skip, "{a: {b: 1}, k: 1}", "{a: {b: 1}, k: 2}", "{a: {b: 3}, k: 1}", "{a: {b: 3}, k: 1}", "k: a change of upstream is missing"},
		"below a mode's map":  {skip, "{a: {b: 1}, k: {a: {b: 1}}}", "{a: {b: 1}, k: {a: {b: 2}}}", "{a: {b: 1}, k: {a: {b: 1}, x: 1}}", "{a: {b: 1}, k: {a: {b: 1}, x: 1}}", "k.a.b: a change of upstream is missing"},
		"pinned":              {"", "{a: 1}", "{a: 2}", "a: 3 # krm-merge: keep", "{a: 2}", "a: krm-merge: keep settles this"},
	} {
		t.Run(name, func(t *testing.T) {
			o, u, d, r := parse(t, c.o), parse(t, c.u), parse(t, c.d), parse(t, c.r)
			opts, err := optionsOf(c.config, o, u, d)
			if err != nil {
				t.Fatal(err)
			}
			err = merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, merge.Result{Node: r}, opts)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// Of a union that is a conflict the result has the winner's members.
func TestVerifyFindsUnionOfTheLoser(t *testing.T) {
	o, u, d := parse(t, "{union: {left: 1}}"), parse(t, "{union: {right: 1, x: 1}}"), parse(t, "{union: {middle: 1}}")
	opts := merge.Options{Schema: root()}
	res := mustMerge(t, o, u, d, opts)
	if err := merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, res, opts); err != nil {
		t.Fatal(err)
	}
	res.Node = parse(t, "{union: {middle: 1, x: 1}}")
	if err := merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, res, opts); err == nil || !strings.Contains(err.Error(), "union.middle: the other side won") {
		t.Errorf("got %v", err)
	}
	res.Node = parse(t, "{union: {right: 1}}")
	if err := merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, res, opts); err == nil || !strings.Contains(err.Error(), "union.x: a change of upstream is missing") {
		t.Errorf("got %v", err)
	}
}

// FuzzVerify: whatever the engine gives passes the check, under every setting.
func FuzzVerify(f *testing.F) {
	settings := []uint16{0, 1<<3 | 1<<8 | 1, 1 << 2, 1 << 3, 1<<6 | 1<<8, 1, 2 << 6, 2 << 9, 3<<9 | 1<<8, 2 << 11, 3 << 11, 1<<13 | 2<<9}
	if testing.Short() {
		settings = settings[:2]
	}
	seedRules(f, func(original, updated, dest string) {
		for _, bits := range settings {
			f.Add(original, updated, dest, bits)
		}
	})
	f.Fuzz(func(t *testing.T, original, updated, dest string, bits uint16) {
		nodes, ok := parseAll(original, updated, dest)
		if !ok {
			return
		}
		opts := fuzzOptions(t, bits, nodes...)
		res, err := merge.ThreeWay(merge.Versions{Original: nodes[0], Updated: nodes[1], Dest: nodes[2]}, opts)
		if err != nil {
			return
		}
		if err := merge.Verify(merge.Versions{Original: nodes[0], Updated: nodes[1], Dest: nodes[2]}, res, opts); err != nil {
			t.Fatalf("%v\n%s\n%s", err, encode(t, res.Node), conflictLines(res))
		}
	})
}
