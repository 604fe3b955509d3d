package merge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

func TestTrace(t *testing.T) {
	const (
		original = "keyed: [{name: a, x: 1}, {name: b, x: 1}]\nset: [p]\natomic: [v, w]\nunion: {left: 1}\nplain: 1\n"
		updated  = "keyed: [{name: b, x: 2}, {name: a, x: 2}]\nset: [p, q]\natomic: [v, z]\nunion: {left: 2}\nplain: 2\n"
		dest     = "keyed:\n- {name: a, x: 1}\n- {name: b, x: 3}\nset: [p]\natomic: [v, w]\nunion: {left: 1}\nplain: 1 # krm-merge: keep\nmine: {}\n"
	)
	dontTouch := merge.TakeDest
	pattern := func(text string) merge.Path {
		p, err := merge.ParsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	opts := merge.Options{Schema: root(), Rules: []merge.Rule{
		{Path: pattern("keyed[name=b]"), OnConflict: &dontTouch},
		// A mode is for the one place, and not for what is below it.
		{Path: pattern("keyed[name=b]"), Mode: merge.ModeMerge},
	}}
	checkTraced(t, original, updated, dest, opts, map[string]string{
		"keyed[name=b].x":  "keyed[name=b].x: 1@1 2@1 3@3 -> 3; keyed: keyed by name (by its schema); onConflict Dest; rules [0]",
		"keyed[name=b]":    "keyed[name=b]: {name: b, x: 1}@1 {name: b, x: 2}@1 {name: b, x: 3}@3 -> {name: b, x: 3}; keyed: keyed by name (by its schema); onConflict Dest; rules [0 1]",
		"keyed[*].x":       "keyed[name=a].x: 1@1 2@1 1@2 -> 2; keyed: keyed by name (by its schema); onConflict Updated\nkeyed[name=b].x: 1@1 2@1 3@3 -> 3; keyed: keyed by name (by its schema); onConflict Dest; rules [0]",
		"keyed[name=none]": "",
		"set[=q]":          "set[=q]: - q@2 - -> q; set: set (by its schema); onConflict Updated",
		"atomic[1]":        "atomic[1]: w@3 z@3 w@5 -> z; atomic: atomic (by its schema); onConflict Updated",
		"union.left":       "union.left: 1@4 2@4 1@6 -> 2; union left right middle; onConflict Updated",
		"plain":            "plain: 1@5 2@5 1@7 -> 1; pinned; onConflict Updated",
		"mine":             "mine: - - {}@8 -> {}; onConflict Updated",
		"nowhere":          "",
	})
}

// checkTraced merges, and compares the places that patterns name.
func checkTraced(t *testing.T, original, updated, dest string, opts merge.Options, wants map[string]string) {
	t.Helper()
	for at, want := range wants {
		pattern, err := merge.ParsePattern(at)
		if err != nil {
			t.Fatal(err)
		}
		opts.Trace = &merge.Trace{At: pattern}
		res := mustMerge(t, parse(t, original), parse(t, updated), parse(t, dest), opts)
		var got []string
		for _, e := range opts.Trace.Places {
			got = append(got, tracedText(t, e, resultAt(res.Node, e.Path)))
		}
		if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", at, diff)
		}
	}
}

func tracedText(t *testing.T, e merge.Traced, result merge.Spot) string {
	t.Helper()
	value := func(n *yaml.Node) string {
		if n == nil {
			return "-"
		}
		return strings.TrimSpace(encode(t, n))
	}
	text := e.Path.String() + ":"
	for _, s := range []merge.Spot{e.Original, e.Updated, e.Dest} {
		text += " " + value(s.Value)
		text = strings.TrimSuffix(text, " # krm-merge: keep")
		if s.Value != nil {
			text += fmt.Sprintf("@%d", s.Line())
		}
	}
	text += " -> " + strings.TrimSuffix(value(result.Value), " # krm-merge: keep")
	for _, l := range e.Way {
		text += fmt.Sprintf("; %s: %s", l.Path, l)
	}
	if e.Union != nil {
		text += "; union"
		for _, m := range e.Union.Members {
			text += " " + m.Field
		}
	}
	if e.Mode == merge.ModeKeep {
		text += "; pinned"
	}
	text += "; onConflict " + e.Policy.OnConflict.String()
	if len(e.Rules) > 0 {
		text += fmt.Sprintf("; rules %v", e.Rules)
	}
	return text
}

func TestFind(t *testing.T) {
	doc := parse(t, "a:\n  list:\n  - {name: x}\n  - name: y\n    v: 1\n  set: [p, q]\n  ports: [{port: 1, protocol: UDP}, {port: 1, v: 2}]\n")
	path := merge.Path{merge.Field("a"), merge.Field("list"), merge.Keyed(merge.KeyValue{Field: "name", Value: "y"}), merge.Field("v")}
	if found, whole := path.Find(doc); !whole || found.Line() != 5 || found.Value.Value != "1" {
		t.Errorf("%s: line %d, %v", path, found.Line(), whole)
	}
	path = merge.Path{merge.Field("a"), merge.Field("set"), merge.Member("q")}
	if found, whole := path.Find(doc); !whole || found.Line() != 6 || found.Value.Value != "q" {
		t.Errorf("%s: line %d, %v", path, found.Line(), whole)
	}
	path, _ = merge.ParsePattern("a.ports[port=1,protocol=TCP].v")
	if found, whole := path.Find(doc); !whole || found.Value.Value != "2" {
		t.Errorf("%s, an element that lacks a key with a default: %v", path, whole)
	}
	path = merge.Path{merge.Field("a"), merge.Field("list"), merge.Index(7), merge.Field("v")}
	if found, whole := path.Find(doc); whole || found.Line() != 2 {
		t.Errorf("%s: line %d, %v", path, found.Line(), whole)
	}
	if _, whole := (merge.Path{merge.Field("a")}).Find(nil); whole {
		t.Error("found a field of nothing")
	}
}

// What is below a place that was taken whole is found too, with what settled it.
func TestTraceBelow(t *testing.T) {
	const (
		original = "kept: {a: 1}\ngone: {a: 1}\nargs: [x]\nold: {a: 1}\napp.yaml: |\n  a: 1\n  b: 1\n"
		updated  = "kept: {a: 2}\nargs: [x]\nnew: {list: [{name: p, v: 1}]}\nold: {a: 1}\napp.yaml: |\n  a: 2\n  b: 1\n"
		dest     = "# krm-merge: keep\nkept: {a: 1}\nargs: [x]\nmine: {a: 1}\nold: {a: 1}\napp.yaml: |\n  a: 1\n  b: 1\n"
	)
	opts, err := optionsOf("text: Lines", parse(t, updated))
	if err != nil {
		t.Fatal(err)
	}
	checkTraced(t, original, updated, dest, opts, map[string]string{
		"kept.a":             "kept.a: 1@1 2@1 1@2 -> 1; pinned; onConflict Updated",
		"gone.a":             "gone.a: 1@2 - - -> -; onConflict Updated",
		"args[0]":            "args[0]: x@3 x@2 x@3 -> x; args: atomic (no schema, and nothing identifies all elements); onConflict Updated",
		"new.list[name=p].v": "new.list[name=p].v: - 1@3 - -> 1; new.list: keyed by name (no schema: found from the elements); onConflict Updated",
		"mine.*":             "mine.a: - - 1@4 -> 1; onConflict Updated",
		"*.nothing":          "",
	})
}

// A trace changes nothing about a merge, and names no field twice.
func TestLawTrace(t *testing.T) {
	forDocuments(t, func(t *testing.T, v generated) {
		res := v.merge(t)
		for _, at := range []string{".", "*", "*[*]", "*.*.*", "*[*].*"} {
			pattern, err := merge.ParsePattern(at)
			if err != nil {
				t.Fatal(err)
			}
			v.opts.Trace = &merge.Trace{At: pattern}
			again := v.merge(t)
			if encode(t, res.Node) != encode(t, again.Node) || conflictLines(res) != conflictLines(again) {
				t.Fatalf("%s: traced\n%s%swithout\n%s%s", at, encode(t, again.Node), conflictLines(again), encode(t, res.Node), conflictLines(res))
			}
			seen := map[string]bool{}
			for _, p := range v.opts.Trace.Places {
				path := p.Path.String()
				if seen[path] && !strings.Contains(path, "[") {
					t.Fatalf("%s: %s is there twice", at, path)
				}
				seen[path] = true
			}
		}
	})
}

// resultAt is a place of a result, the zero value where it does not have it.
func resultAt(result *yaml.Node, at merge.Path) merge.Spot {
	found, whole := at.Find(result)
	if !whole {
		return merge.Spot{}
	}
	return found
}
