package merge_test

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/rules"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/merge"
)

// seedRules gives the fuzzer the versions of every rule file as it needs them:
// original, updated, dest. A source, and a second layer, are an updated version;
// a first layer is a dest, and a third an original one. Of every fourth where slow tests are not wanted.
func seedRules(f *testing.F, add func(original, updated, dest string)) {
	f.Helper()
	for i, rule := range rules.All(f, ruleDir) {
		if _, refused := rule.Section("want-error"); refused || !slow.Wanted && i%4 > 0 {
			continue // What a merge accepts is the better start.
		}
		version := func(names ...string) string {
			for _, name := range names {
				if text, ok := rule.Section(name); ok {
					return text
				}
			}
			return ""
		}
		add(version("original.yaml", "3.yaml"), version("updated.yaml", "source.yaml", "2.yaml"), version("dest.yaml", "1.yaml"))
	}
}

// policyOf makes a policy of a number, so that the fuzzer reaches all of them.
func policyOf(bits uint16) merge.Policy {
	return merge.Policy{
		OnConflict:   merge.OnConflict(bits & 3),
		KeepNulls:    bits>>2&1 == 1,
		UpdatedOrder: bits>>3&1 == 1,
		Atomic:       merge.Atomic((bits >> 6 & 3) % 3),
		TextByLines:  bits>>8&1 == 1,
	}
}

// rulesOf makes rules of a number: a mode for every field of a document, and
// one for the fields below.
func rulesOf(t *testing.T, bits uint16) []merge.Rule {
	t.Helper()
	var all []merge.Rule
	for i, path := range []string{"*", "*.*"} {
		pattern, err := merge.ParsePattern(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, merge.Rule{Path: pattern, Mode: merge.Mode(bits >> (9 + 2*i) & 3)})
	}
	return all
}

// fuzzOptions makes options of documents and a number.
func fuzzOptions(t *testing.T, bits uint16, versions ...*yaml.Node) merge.Options {
	t.Helper()
	opts, err := optionsOf("", versions...)
	if err != nil {
		t.Fatal(err)
	}
	opts.Policy, opts.Rules = policyOf(bits), rulesOf(t, bits)
	if bits>>13&1 != 0 {
		opts.ModeKey = "mapMergeMode"
	}
	return opts
}

// parseAll parses texts that a merge could be given; false if one of them is no
// document, or one the YAML library cannot write and read back as it is, which
// is not what is tested here.
func parseAll(texts ...string) ([]*yaml.Node, bool) {
	var nodes []*yaml.Node
	for _, text := range texts {
		if len(text) > 10_000 {
			return nil, false
		}
		n, err := parseText(text)
		if err != nil || n != nil && !survivesWriting(n) {
			return nil, false
		}
		nodes = append(nodes, n)
	}
	return nodes, true
}

func survivesWriting(n *yaml.Node) bool {
	if merge.Check(n) != nil {
		return true
	}
	text, err := encodeText(n)
	if err != nil {
		return false
	}
	read, err := parseText(text)
	return err == nil && valueText(read) == valueText(n)
}

// checkFuzzed makes a merge that may be refused, and checks what must hold of
// one that is not.
func checkFuzzed(t *testing.T, c mergeCase) {
	t.Helper()
	before := snapshots(c.versions)
	res, err := c.merge()
	if strings.Join(before, "\n") != strings.Join(snapshots(c.versions), "\n") {
		t.Fatal("the merge changed its input")
	}
	if err != nil {
		if res.Node != nil {
			t.Fatalf("an error, %v, and a result", err)
		}
		return
	}
	if res.Node != nil && !survivesWriting(res.Node) {
		// The YAML library spoils it: a comment behind the key of a map that
		// is empty now.
		return
	}
	checkInvariants(t, c)
}

// FuzzThreeWay: never a panic, inputs unchanged, merging the result again
// changes nothing, the result reads back as itself and passes the check.
func FuzzThreeWay(f *testing.F) {
	settings := []uint16{0, 1<<6 | 1<<8, 1<<3 | 1<<8 | 1, 1 << 2, 1 << 3, 1, 2 << 6, 2 << 9, 3<<9 | 1<<8, 2 << 11, 3 << 11, 1<<13 | 2<<9}
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
		c := threeWayCase(nodes[0], nodes[1], nodes[2], fuzzOptions(t, bits, nodes...))
		if bits>>9 != 0 {
			// Where modes decide, what came with the result can be another thing to them.
			c.again = func(*yaml.Node) []*yaml.Node { return nil }
		}
		checkFuzzed(t, c)
	})
}

// FuzzTwoWay: the same of a patch.
func FuzzTwoWay(f *testing.F) {
	seedRules(f, func(_, source, dest string) { f.Add(source, dest, uint16(0)) })
	f.Fuzz(func(t *testing.T, source, dest string, bits uint16) {
		nodes, ok := parseAll(source, dest)
		if !ok {
			return
		}
		checkFuzzed(t, twoWayCase(nodes[0], nodes[1], fuzzOptions(t, bits, nodes...)))
	})
}

// FuzzLayers: the same of layers.
func FuzzLayers(f *testing.F) {
	seedRules(f, func(third, second, first string) { f.Add(first, second, third, uint16(1<<13)) })
	f.Fuzz(func(t *testing.T, first, second, third string, bits uint16) {
		nodes, ok := parseAll(first, second, third)
		if !ok {
			return
		}
		checkFuzzed(t, layersCase(nodes, fuzzOptions(t, bits, nodes...)))
	})
}
