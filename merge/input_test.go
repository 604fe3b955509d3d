package merge_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// Input that no merge accepts is an error that names the version and says what
// is wrong, in whichever version it stands, and never a panic.
func TestBadInput(t *testing.T) {
	cyclic := &yaml.Node{Kind: yaml.MappingNode, Anchor: "x"}
	cyclic.Content = []*yaml.Node{scalar("!!str", "a"), {Kind: yaml.AliasNode, Value: "x", Alias: cyclic}}
	deep := scalar("!!str", "end")
	for range 200_000 {
		deep = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{deep}}
	}
	for _, c := range []struct {
		name string
		node *yaml.Node
		want string
	}{
		{"duplicate key", parse(t, "m: {a: 1, a: 2}"), `duplicate key "a"`},
		{"duplicate key spelled otherwise", parse(t, "m: {a: 1, 'a': 2}"), `duplicate key "a"`},
		{"duplicate key in a large map", parse(t, lines("", 100, func(i int) string { return fmt.Sprintf("k%d: 1", i%99) })), `duplicate key "k0"`},
		{"exponential aliases", parse(t, laughs(30)), "aliases"},
		{"cyclic alias", cyclic, "contains itself"},
		{"absurd depth", deep, "deep"},
		{"alias without anchor", &yaml.Node{Kind: yaml.AliasNode, Value: "x"}, "no anchor"},
		{"key without value", &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar("!!str", "a")}}, "no value"},
	} {
		good := parse(t, "m: 1")
		for side, versions := range map[merge.Side][]*yaml.Node{
			merge.Original: {c.node, good, good},
			merge.Updated:  {good, c.node, good},
			merge.Dest:     {good, good, c.node},
		} {
			t.Run(c.name+" in "+side.String(), func(t *testing.T) {
				res, err := merge.ThreeWay(merge.Versions{Original: versions[0], Updated: versions[1], Dest: versions[2]}, merge.Options{})
				var input *merge.InputError
				if !errors.As(err, &input) || res.Node != nil {
					t.Fatalf("got %v, want an input error and no result", err)
				}
				if input.Side != side || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %q in %s, want %q in %s", err, input.Side, c.want, side)
				}
			})
		}
	}
}

// laughs doubles a value n times by aliases.
func laughs(n int) string {
	return lines("a0: &a0 [x, x]\n", n, func(i int) string { return fmt.Sprintf("a%d: &a%d [*a%d, *a%d]", i+1, i+1, i, i) })
}

// A long document may hold many aliases: they are too much only where they stand
// for far more than it holds.
func TestManyAliases(t *testing.T) {
	many := lines("base: &b ["+strings.Repeat("x, ", 20)+"x]\nl:\n", 60_000, func(int) string { return "- [*b, a, b, c, d]" })
	if err := merge.Check(parse(t, many)); err != nil {
		t.Error(err)
	}
}
