package merge_test

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/rules"
	"github.com/krm-merge/krm-merge/merge"
)

// seedRules gives the fuzzer the sections of every rule file that has any of
// them.
func seedRules(f *testing.F, add func(texts []string), sections ...string) {
	f.Helper()
	for _, rule := range readRules(f) {
		texts := make([]string, len(sections))
		found := false
		for i, name := range sections {
			text, ok := rule.Section(name)
			texts[i], found = text, found || ok
		}
		if found && isSeed(rule) {
			add(texts)
		}
	}
}

// isSeed leaves out rules whose documents no merge accepts: the others are the
// better start.
func isSeed(rule rules.Rule) bool {
	_, fails := rule.Section("want-error")
	return !fails
}

// policyOf makes a policy of a number, so that the fuzzer reaches all of them.
func policyOf(bits uint8) merge.Policy {
	return merge.Policy{
		OnConflict: merge.OnConflict(bits & 3 % 3),
		Nulls:      merge.Nulls(bits >> 2 & 1),
		Order:      merge.Order(bits >> 3 & 1),
		Additions:  merge.Additions(bits >> 4 & 3),
	}
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
	checkInvariants(t, c)
}

// FuzzThreeWay: never a panic, inputs unchanged, merging the result again
// changes nothing, the result reads back as itself.
func FuzzThreeWay(f *testing.F) {
	seedRules(f, func(texts []string) {
		for _, bits := range []uint8{0, 1, 4, 8} {
			f.Add(texts[0], texts[1], texts[2], bits)
		}
	}, "original.yaml", "updated.yaml", "dest.yaml")
	f.Fuzz(func(t *testing.T, original, updated, dest string, bits uint8) {
		nodes, ok := parseAll(original, updated, dest)
		if !ok {
			return
		}
		opts, err := optionsOf("", nodes...)
		if err != nil {
			t.Fatal(err)
		}
		opts.Policy = policyOf(bits)
		checkFuzzed(t, threeWayCase(nodes[0], nodes[1], nodes[2], opts))
	})
}

// FuzzTwoWay: the same of a patch.
func FuzzTwoWay(f *testing.F) {
	seedRules(f, func(texts []string) { f.Add(texts[0], texts[1], uint8(0)) }, "source.yaml", "dest.yaml")
	f.Fuzz(func(t *testing.T, source, dest string, bits uint8) {
		nodes, ok := parseAll(source, dest)
		if !ok {
			return
		}
		opts, err := optionsOf("", nodes...)
		if err != nil {
			t.Fatal(err)
		}
		opts.Policy = policyOf(bits)
		checkFuzzed(t, twoWayCase(nodes[0], nodes[1], opts))
	})
}

// FuzzLayers: the same of layers.
func FuzzLayers(f *testing.F) {
	seedRules(f, func(texts []string) { f.Add(texts[0], texts[1], texts[2]) }, "1.yaml", "2.yaml", "3.yaml")
	f.Fuzz(func(t *testing.T, first, second, third string) {
		nodes, ok := parseAll(first, second, third)
		if !ok {
			return
		}
		opts, err := optionsOf("", nodes...)
		if err != nil {
			t.Fatal(err)
		}
		opts.ModeKey = "mapMergeMode"
		checkFuzzed(t, layersCase(nodes, opts))
	})
}
