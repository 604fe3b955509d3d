package merge_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// mergeCase is one merge to make, of one of the three systems.
type mergeCase struct {
	versions  []*yaml.Node
	keepNulls bool
	run       func(versions []*yaml.Node) (merge.Result, error)
	// verify is the check of a result of three versions: one that cries wolf would keep
	// people from merging.
	verify func(merge.Result) error
	// again are the versions of a merge that changes nothing: the same change
	// once more, on its result.
	again func(result *yaml.Node) []*yaml.Node
	// same reports whether such a merge gives the result itself, not only an equal one.
	same bool
}

func (c mergeCase) merge() (merge.Result, error) { return c.run(c.versions) }

func threeWayCase(o, u, d *yaml.Node, opts merge.Options) mergeCase {
	return mergeCase{
		versions:  []*yaml.Node{o, u, d},
		keepNulls: opts.Policy.KeepNulls,
		run: func(v []*yaml.Node) (merge.Result, error) {
			return merge.ThreeWay(merge.Versions{Original: v[0], Updated: v[1], Dest: v[2]}, opts)
		},
		verify: func(res merge.Result) error {
			return merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, res, opts)
		},
		again: func(result *yaml.Node) []*yaml.Node {
			if u == nil {
				return nil
			}
			return []*yaml.Node{u, u, result}
		},
		same: true,
	}
}

func twoWayCase(source, dest *yaml.Node, opts merge.Options) mergeCase {
	return mergeCase{
		versions: []*yaml.Node{source, dest},
		run: func(v []*yaml.Node) (merge.Result, error) {
			return merge.TwoWay(v[0], v[1], opts)
		},
		again: func(result *yaml.Node) []*yaml.Node { return []*yaml.Node{source, result} },
	}
}

// layersCase is a merge of layers. Of a mixture of resources and other maps, or
// nothing, nothing is said about merging again: a null that is a value in one
// is not in the other.
func layersCase(layers []*yaml.Node, opts merge.Options) mergeCase {
	return mergeCase{
		versions: layers,
		run: func(v []*yaml.Node) (merge.Result, error) {
			return merge.Layers(v, opts)
		},
		again: func(result *yaml.Node) []*yaml.Node {
			for _, layer := range layers {
				if layer == nil || isResource(layer) != isResource(result) {
					return nil
				}
			}
			return []*yaml.Node{result, layers[len(layers)-1]}
		},
	}
}

func isResource(document *yaml.Node) bool {
	m := node.Target(document)
	for _, name := range []string{"apiVersion", "kind"} {
		if m.Kind != yaml.MappingNode || at(m, name) == nil || node.Target(at(m, name)).Tag == "!!null" {
			return false
		}
	}
	return true
}

// updated is the version whose change is merged.
func (c mergeCase) updated() *yaml.Node { return c.versions[max(0, len(c.versions)-2)] }

// hasNull reports whether a version holds a null that clears.
func (c mergeCase) hasNull(version *yaml.Node) bool {
	return !c.keepNulls && strings.Contains(valueText(version), "null\n")
}

// checkInvariants makes the merge and reports what must hold of any merge and
// does not: inputs unchanged, same input same output, a result that passes the check, is
// written and read back as itself, and nothing left to do when it is merged again.
func checkInvariants(t *testing.T, c mergeCase) {
	t.Helper()
	before := snapshots(c.versions)
	res, err := c.merge()
	if err == nil && c.verify != nil {
		err = c.verify(res)
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, snapshots(c.versions)); diff != "" {
		t.Errorf("the merge changed its input:\n%s", diff)
	}

	text := encode(t, res.Node)
	repeat, err := c.merge()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text+conflictLines(res)+noteLines(res), encode(t, repeat.Node)+conflictLines(repeat)+noteLines(repeat)); diff != "" {
		t.Errorf("the second run of the same merge differs:\n%s", diff)
	}
	if res.Node == nil {
		return
	}
	if twice := keyTwice(res.Node); twice != "" {
		t.Errorf("Kubernetes reads the key %s twice in one map:\n%s", twice, text)
	}

	read, err := parseText(text)
	if err != nil {
		t.Fatalf("the result does not parse: %v\n%s", err, text)
	}
	if diff := cmp.Diff(valueText(res.Node), valueText(read)); diff != "" {
		t.Errorf("the result reads back as another value:\n%s\nwritten:\n%s", diff, text)
	}
	if err = merge.Check(res.Node); err != nil {
		t.Errorf("the result is no input for another merge: %v\n%s", err, text)
	}

	versions := c.again(res.Node)
	if versions == nil {
		return
	}
	before = snapshots(versions)
	again, err := c.run(versions)
	switch {
	case err != nil:
		t.Errorf("merging the result again: %v", err)
	case c.same && again.Node != res.Node:
		t.Errorf("merging the result again is not the result itself (-first +second):\n%s", cmp.Diff(text, encode(t, again.Node)))
	case valueText(again.Node) != valueText(res.Node):
		t.Errorf("merging the result again differs (-first +second):\n%s", cmp.Diff(text, encode(t, again.Node)))
	case len(again.Conflicts) > 0 && !c.hasNull(c.updated()):
		// A null in updated clears what only dest has, or would: that is a
		// conflict as often as it is merged.
		t.Errorf("merging the result again has conflicts:\n%s", conflictLines(again))
	}
	if diff := cmp.Diff(before, snapshots(versions)); diff != "" {
		t.Errorf("merging the result again changed its input:\n%s", diff)
	}
}

// keyTwice is a text that two keys of one map have, numbers, true and false as JSON has
// them; "" if no map has any.
func keyTwice(n *yaml.Node) string {
	seen := map[string]bool{}
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && c.Kind == yaml.ScalarNode {
			text := keyText(c)
			if c.ShortTag() != "!!merge" && seen[text] {
				return text
			}
			seen[text] = true
		}
		if twice := keyTwice(c); twice != "" {
			return twice
		}
	}
	return ""
}

func snapshots(versions []*yaml.Node) []string {
	var all []string
	for _, v := range versions {
		all = append(all, snapshot(v))
	}
	return all
}

// checkRepeated makes a 3-way merge once more into its result, as somebody
// does who runs a command twice. It holds of the rules; in general a place that
// was added in part, or that a null of dest's cleared, can come back.
func checkRepeated(t *testing.T, c mergeCase) {
	t.Helper()
	if len(c.versions) != 3 || !c.same || c.hasNull(c.versions[2]) {
		return
	}
	first, err := c.merge()
	if err != nil {
		t.Fatal(err)
	}
	if first.Node == nil {
		return
	}
	second, err := c.run([]*yaml.Node{c.versions[0], c.versions[1], first.Node})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(valueText(first.Node), valueText(second.Node)); diff != "" {
		t.Errorf("the same merge into the result differs (-first +second):\n%s", diff)
	}
}
