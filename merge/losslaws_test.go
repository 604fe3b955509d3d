package merge_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// Where lists merge element by element and text line by line, no element and no
// line is lost, or comes back, but in a conflict: how often each is there
// changes as either side changed it. A conflict accounts for one element; in
// text it is about the whole string.
func TestLawNothingLost(t *testing.T) {
	forDocuments(t, func(t *testing.T, v generated) {
		if v.unproven || v.opts.Policy.Atomic != merge.AtomicMerge {
			return
		}
		res := v.merge(t)
		for path, parts := range apart(v.opts, v.o, v.u, v.d, res.Node) {
			if conflictAt(res, path) || slices.Contains(parts, nil) || slices.ContainsFunc(parts, holdsMaps) {
				// Of a place that one version lacks the other laws speak; maps
				// in a list merge field by field.
				continue
			}
			o, u, d, merged := countParts(parts[0]), countParts(parts[1]), countParts(parts[2]), countParts(parts[3])
			wrong := 0
			for part := range keysOf(o, u, d) {
				least, most := min(u[part], d[part]), max(u[part], d[part])
				switch {
				case max(o[part], u[part], d[part]) > 1:
					// Which of those that repeat went, and which one moved, is
					// for their neighbours to say.
					least, most = max(0, u[part]+d[part]-o[part]), u[part]+d[part]
					least = min(least, u[part], d[part])
				case o[part] == 0 && u[part] == d[part]:
					// Both added it: the same one, or each one of their own.
					most = u[part] + d[part]
				case o[part] == u[part]:
					least, most = d[part], d[part]
				case o[part] == d[part]:
					least, most = u[part], u[part]
				}
				wrong += max(0, least-merged[part]) + max(0, merged[part]-most)
			}
			if below := conflictsBelow(res, path); wrong > below {
				t.Errorf("%s: %d elements or lines are lost or too many, and conflicts speak of %d:\n%s\nmerged:\n%s", path, wrong, below, conflictLines(res), encode(t, res.Node))
			}
		}
	})
}

// Lines are never joined or cut: each line of a text that was merged by lines is one of
// a version, whichever of them ends without a line break and whoever wins.
func TestLawLinesStayWhole(t *testing.T) {
	some := func(random *rand.Rand) string {
		lines := make([]string, 1+random.IntN(4))
		for i := range lines {
			lines[i] = string(rune('a' + random.IntN(5)))
		}
		return strings.Join(lines, "\n") + []string{"", "\n"}[random.IntN(2)]
	}
	clean := 0
	for seed := range 1000 * seeds() {
		random := rand.New(rand.NewPCG(seed, 11))
		o, u, d := some(random), some(random), some(random)
		lines := diff.Texts(o, u, d)
		merged := []string{lines.Text(true), lines.Text(false)}
		if !lines.Open() {
			clean++
		}
		for _, side := range []merge.OnConflict{merge.TakeUpdated, merge.TakeDest} {
			text := func(text string) *yaml.Node { return scalar("!!str", text) }
			res := mustMerge(t, text(o), text(u), text(d), merge.Options{Policy: merge.Policy{TextByLines: true, OnConflict: side}})
			merged = append(merged, res.Node.Value)
		}
		versions := strings.Split(strings.Join([]string{o, u, d}, "\n"), "\n")
		for _, text := range merged {
			for line := range strings.Lines(text) {
				if !slices.Contains(versions, strings.TrimSuffix(line, "\n")) {
					t.Fatalf("seed %d: %q of %q is a line of none of %q, %q and %q", seed, line, text, o, u, d)
				}
			}
		}
	}
	if clean < 20*int(seeds()) {
		t.Errorf("only %d merges were clean", clean)
	}
}

// Merging the same versions once more into what a list without keys merged to changes
// nothing, or is a conflict: no element is there once more each time, and none goes. Where
// elements are maps that no other is like, of which no side deletes one, and the first merge had
// no conflict, the second has none: together the sides may leave little of an element.
func TestLawListsMergedAgain(t *testing.T) {
	elements := []string{"{key: a}", "{key: a, op: E}", "{key: a, op: E, eff: N}", "{key: b}", "--a", "--a=1", "--a=2", "--b", "x", "y", `"a/b?ref=1"`, `"a/b?ref=2"`, "c/d"}
	clean := map[bool]int{}
	for seed := range 400 * seeds() {
		random, apart := rand.New(rand.NewPCG(seed, 17)), seed%4 == 0
		from, most := random.IntN(len(elements)-3), 4
		some := func() string { return elements[min(from+random.IntN(6), len(elements)-1)] }
		changed := func(string) string { return some() }
		if apart {
			number := func() int { return random.IntN(1 << 30) }
			some = func() string {
				return fmt.Sprintf("{a: %d, b: %d, c: %d, d: %d, e: %d}", number(), number(), number(), number(), number())
			}
			changed = func(element string) string {
				name := "abcde"[random.IntN(5)]
				return regexp.MustCompile(fmt.Sprintf(`%c: \d+`, name)).ReplaceAllString(element, fmt.Sprintf("%c: %d", name, number()))
			}
			most = 8
		}
		edited := func(list []string) []string {
			list = slices.Clone(list)
			for range random.IntN(most) {
				switch at := random.IntN(len(list) + 1); {
				case at == len(list) || !apart && random.IntN(2) == 0:
					list = slices.Insert(list, at, some())
				case !apart && random.IntN(2) == 0:
					list = slices.Delete(list, at, at+1)
				default:
					list[at] = changed(list[at])
				}
			}
			return list
		}
		o := edited(nil)
		u, d := edited(o), edited(o)
		text := func(list []string) string { return "[" + strings.Join(list, ", ") + "]\n" }
		for _, side := range []merge.OnConflict{merge.TakeUpdated, merge.TakeDest} {
			opts := merge.Options{Policy: merge.Policy{Atomic: merge.AtomicMerge, OnConflict: side, UpdatedOrder: apart}}
			res := mustMerge(t, parse(t, text(o)), parse(t, text(u)), parse(t, text(d)), opts)
			if len(res.Conflicts) == 0 {
				clean[apart]++
			}
			if res.Node == nil {
				continue
			}
			again := mustMerge(t, parse(t, text(o)), parse(t, text(u)), res.Node, opts)
			if told := len(again.Conflicts) > 0 && (!apart || len(res.Conflicts) > 0); !told && !merge.Equal(again.Node, res.Node) {
				t.Fatalf("seed %d: merging again changes\n%sto\n%so %su %sd %s", seed, encode(t, res.Node), encode(t, again.Node), text(o), text(u), text(d))
			}
		}
	}
	if clean[false] < 300*int(seeds()) || clean[true] < 50*int(seeds()) {
		t.Errorf("only %v merges were clean", clean)
	}
}

// What both sides added to a list without keys under one path is there once.
func TestLawAddedByOnePathOnce(t *testing.T) {
	for seed := range 50 * seeds() {
		random := rand.New(rand.NewPCG(seed, 23))
		some := func() string {
			list := "[{path: /}"
			for _, path := range random.Perm(3)[:1+random.IntN(2)] {
				list += fmt.Sprintf(", {path: /%d, v: %d", path, random.IntN(2))
				if random.IntN(2) == 0 {
					list += fmt.Sprintf(", w: %d", random.IntN(2))
				}
				list += "}"
			}
			return list + "]\n"
		}
		u, d := some(), some()
		res := mustMerge(t, parse(t, "[{path: /}]\n"), parse(t, u), parse(t, d), merge.Options{Policy: merge.Policy{Atomic: merge.AtomicMerge, OnConflict: merge.Fail}})
		for path := range 3 {
			if text := encode(t, res.Node); strings.Count(text, fmt.Sprintf("path: /%d", path)) > 1 {
				t.Fatalf("seed %d: /%d is there twice\nu %sd %smerged\n%s", seed, path, u, d, text)
			}
		}
	}
}

// What one side deleted of a list without keys does not come back in silence where
// somebody is asked, wherever the other side moved it and whichever of its fields that
// changed; of a list with keys not under another key.
func TestLawDeletedStaysOrIsAsked(t *testing.T) {
	for seed := range 50 * seeds() {
		random := rand.New(rand.NewPCG(seed, 19))
		rules := make([]string, 3+random.IntN(4))
		for i := range rules {
			rules[i] = fmt.Sprintf("{groups: [g%d], resources: [r%d], verbs: [get]}", i, i)
		}
		text := func(list []string) string { return "[" + strings.Join(list, ", ") + "]\n" }
		at := random.IntN(len(rules))
		deleted := slices.Delete(slices.Clone(rules), at, at+1)
		changed := strings.Replace(rules[at], []string{"g", "r", "get"}[random.IntN(3)], "z", 1)
		if random.IntN(3) == 0 {
			changed = strings.TrimSuffix(rules[at], "}") + ", more: [x]}"
		}
		moved := slices.Insert(slices.Clone(deleted), random.IntN(len(rules)), changed)
		keyed := func(list []string) string {
			return regexp.MustCompile(`groups: \[(\w+)\], resources: \[r(\d+)\]`).ReplaceAllString(text(list), "name: $1, image: i$2, dir: /$2, args: [--a$2, --b$2, --c$2]")
		}
		named := slices.Clone(rules)
		named[at] = strings.Replace(rules[at], "[g", "[z", 1)
		opts := merge.Options{Policy: merge.Policy{Atomic: merge.AtomicMerge, OnConflict: merge.Fail}}
		for _, v := range [][3]string{
			{text(rules), text(moved), text(deleted)}, {text(rules), text(deleted), text(moved)},
			{keyed(rules), keyed(named), keyed(deleted)}, {keyed(rules), keyed(deleted), keyed(named)},
		} {
			res := mustMerge(t, parse(t, v[0]), parse(t, v[1]), parse(t, v[2]), opts)
			if len(res.Conflicts) == 0 {
				t.Fatalf("seed %d: no conflict\no %su %sd %smerged\n%s", seed, v[0], v[1], v[2], encode(t, res.Node))
			}
		}
	}
}

// Flags of a list without keys keep their values: where no conflict says otherwise, each
// flag of the result has the value that the side has which changed it.
func TestLawFlagsKeepValues(t *testing.T) {
	clean := 0
	for seed := range 100 * seeds() {
		random := rand.New(rand.NewPCG(seed, 13))
		some := func(from map[string]string) (map[string]string, string) {
			values, text := map[string]string{}, ""
			for _, flag := range []string{"--a", "--b", "--c", "--d", "--e"} {
				value, there := from[flag]
				switch random.IntN(6) {
				case 0:
					there = !there
				case 1:
					value = []string{"", "x", "y"}[random.IntN(3)]
				}
				if there {
					values[flag] = value
					text += fmt.Sprintf("- %s\n- %q\n", flag, value)
				}
			}
			return values, "args:\n- run\n" + text
		}
		o, original := some(map[string]string{"--a": "", "--b": "x", "--c": ""})
		u, updated := some(o)
		d, dest := some(o)
		res := mustMerge(t, parse(t, original), parse(t, updated), parse(t, dest), merge.Options{Policy: merge.Policy{Atomic: merge.AtomicMerge}})
		if len(res.Conflicts) > 0 {
			continue
		}
		clean++
		merged, args := map[string]string{}, at(node.Target(res.Node), "args").Content[1:]
		for i := 0; i+1 < len(args); i += 2 {
			merged[args[i].Value] = args[i+1].Value
		}
		has := func(version map[string]string, flag string) string {
			if v, ok := version[flag]; ok {
				return "=" + v
			}
			return ""
		}
		for flag := range keysOf(o, u, d) {
			want := has(d, flag)
			if has(o, flag) == has(d, flag) {
				want = has(u, flag)
			}
			if has(merged, flag) != want || len(args)%2 != 0 {
				t.Fatalf("seed %d: %s has %q, want %q\no:\n%s\nu:\n%s\nd:\n%s\nmerged:\n%s", seed, flag, has(merged, flag), want, original, updated, dest, encode(t, res.Node))
			}
		}
	}
	if clean < 50 {
		t.Errorf("only %d merges were clean", clean)
	}
}

// An order that both sides gave a list without keys is there, though one of them edited
// every other element as well.
func TestLawOrderMadeAlike(t *testing.T) {
	for seed := range 50 * seeds() {
		random := rand.New(rand.NewPCG(seed, 17))
		n := 2 + random.IntN(4)
		order := random.Perm(n)
		list := func(order []int, edited int) string {
			text := ""
			for at, i := range order {
				y := 0
				if edited >= 0 && at%2 == edited {
					y = 1
				}
				text += fmt.Sprintf("- {id: %d, y: %d}\n", i, y)
			}
			return text
		}
		straight := slices.Sorted(slices.Values(order))
		o, u, d := list(straight, -1), list(order, -1), list(order, random.IntN(2))
		for _, policy := range []merge.Policy{{Atomic: merge.AtomicMerge}, {Atomic: merge.AtomicMerge, UpdatedOrder: true}} {
			for _, versions := range [][2]string{{u, d}, {d, u}} {
				res := mustMerge(t, parse(t, o), parse(t, versions[0]), parse(t, versions[1]), merge.Options{Policy: policy})
				if got := valueText(res.Node); got != valueText(parse(t, d)) || len(res.Conflicts) > 0 {
					t.Fatalf("seed %d:\n%s\no:\n%s\nu:\n%s\nd:\n%s\nmerged:\n%s", seed, conflictLines(res), o, versions[0], versions[1], encode(t, res.Node))
				}
			}
		}
	}
}

// holdsMaps reports whether not all elements of a list are scalars.
func holdsMaps(n *yaml.Node) bool {
	return slices.ContainsFunc(n.Content, func(e *yaml.Node) bool { return e.Kind != yaml.ScalarNode })
}

// countParts says how often each element of a list, or line of a text, is there.
func countParts(n *yaml.Node) map[string]int {
	counts := map[string]int{}
	if n.Kind == yaml.ScalarNode {
		for line := range strings.Lines(n.Value) {
			counts[strings.TrimSuffix(line, "\n")]++
		}
		return counts
	}
	for _, e := range n.Content {
		counts[valueText(e)]++
	}
	return counts
}

// conflictsBelow counts the elements that conflicts about parts of a place are about:
// two for one about an element, or all of a stretch.
func conflictsBelow(res merge.Result, path string) int {
	n := 0
	for _, c := range res.Conflicts {
		if rest, found := strings.CutPrefix(c.Path.String(), path); found && rest != "" && (rest[0] == '.' || rest[0] == '[') {
			n += max(2, countElements(c.Original)+countElements(c.Updated)+countElements(c.Dest))
		}
	}
	return n
}

func countElements(n *yaml.Node) int {
	if n == nil || n.Kind != yaml.SequenceNode {
		return 0
	}
	return len(n.Content)
}

// Swapping updated and dest gives conflicts at the same places. One rule looks at
// the sides differently: an element that updated deleted and dest only removed
// something from is a conflict; what updated only removes from what dest deleted adds
// nothing, and is none.
func TestLawSwap(t *testing.T) {
	forDocuments(t, func(t *testing.T, v generated) {
		v.opts.Policy.OnConflict = merge.Fail
		there, back := v.merge(t), mustMerge(t, v.o, v.d, v.u, v.opts)
		for _, c := range append(withoutTwin(there, back, v.opts), withoutTwin(back, there, v.opts)...) {
			t.Errorf("%s: %s on one side only\nthere:\n%s\nback:\n%s", c.Path, c.Kind, conflictLines(there), conflictLines(back))
		}
	})
}

// withoutTwin are the conflicts of a merge that the swapped one lacks, but for
// those about a place that was deleted and only removed from, of which it holds
// nothing.
func withoutTwin(of, swapped merge.Result, opts merge.Options) []merge.Conflict {
	twins := map[string]int{}
	for _, c := range swapped.Conflicts {
		twins[contested(c)]++
	}
	var alone []merge.Conflict
	for _, c := range of.Conflicts {
		at := contested(c)
		if twins[at]--; twins[at] >= 0 {
			continue
		}
		removed := c.Kind == merge.DeletedUpstream && removes(c.Original, c.Dest)
		if !removed || holds(swapped, c.Path, opts) {
			alone = append(alone, c)
		}
	}
	return alone
}

// contested is the place of a conflict. An element that only its position
// identifies has another one in each version.
func contested(c merge.Conflict) string {
	return regexp.MustCompile(`\[\d+\]`).ReplaceAllString(c.Path.String(), "[]")
}

// holds reports whether a result has something at a place.
func holds(res merge.Result, at merge.Path, opts merge.Options) bool {
	if _, whole := at.Find(res.Node); whole {
		return true
	}
	for path := range leaves(res.Node, opts) {
		if rest, found := strings.CutPrefix(path, at.String()); found && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}

// removes reports whether a version has nothing which original does not have.
func removes(o, v *yaml.Node) bool {
	if o == nil || v == nil || node.Target(o).Kind != node.Target(v).Kind {
		return o != nil && v == nil
	}
	o, v = node.Target(o), node.Target(v)
	switch o.Kind {
	case yaml.MappingNode:
		for i := 0; i < len(v.Content); i += 2 {
			if !removes(at(o, v.Content[i].Value), v.Content[i+1]) {
				return false
			}
		}
		return true
	case yaml.SequenceNode:
		for _, e := range v.Content {
			if !slices.ContainsFunc(o.Content, func(had *yaml.Node) bool { return removes(had, e) }) {
				return false
			}
		}
		return true
	}
	return valueText(o) == valueText(v)
}

// What both sides put in the place of the same elements of a list without keys, or of
// adjacent ones, is a conflict unless it is the same, and never there from both.
func TestLawRewritten(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 2))
	fresh := func(side string, elements []string, from, to int) []string {
		put := make([]string, 1+g.IntN(3))
		for i := range put {
			put[i] = fmt.Sprintf("{%s: %d}", side, i)
		}
		return slices.Replace(slices.Clone(elements), from, to, put...)
	}
	for range 200 {
		o := make([]string, 2+g.IntN(6))
		for i := range o {
			o[i] = fmt.Sprintf("{o: %d}", i)
		}
		from := g.IntN(len(o) - 1)
		to := from + 1 + g.IntN(len(o)-from-1)
		u, d := fresh("u", o, from, to), fresh("d", o, from, to)
		for _, winner := range []merge.OnConflict{merge.TakeUpdated, merge.TakeDest} {
			list := func(elements []string) *yaml.Node { return parse(t, "l: ["+strings.Join(elements, ", ")+"]\n") }
			opts := merge.Options{Policy: merge.Policy{Atomic: merge.AtomicMerge, OnConflict: winner}}
			res := mustMerge(t, list(o), list(u), list(d), opts)
			text := encode(t, res.Node)
			if len(res.Conflicts) != 1 || strings.Contains(text, "u:") == strings.Contains(text, "d:") {
				t.Fatalf("o %s\nu %s\nd %s\nmerged:\n%s%s", o, u, d, text, conflictLines(res))
			}
			if res = mustMerge(t, list(o), list(u), list(u), opts); len(res.Conflicts) > 0 {
				t.Fatalf("the same from both sides is a conflict:\no %s\nu %s\n%s", o, u, conflictLines(res))
			}
		}
	}
}
