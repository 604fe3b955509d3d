package similar

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Features are what a value holds, taken apart: its scalars with the fields that
// lead to them, and the lines of texts. Where in a list something stands does not
// count.
type Features struct {
	// all differ and are sorted.
	all []uint64
}

const (
	// most is how many features of a value are looked at. More would not make two
	// values more alike.
	most = 1 << 16
	// deepest is how far features are looked for.
	deepest = 100
)

// Of takes a value of any kind apart; nil has no features. The cost is linear, apart from
// sorting the features.
func Of(n *yaml.Node) Features {
	var f Features
	f.value(n, 0, 0)
	distinct(f.all)
	return f
}

// Small reports whether a value holds so little that another one may well hold the same.
func (f Features) Small() bool { return len(f.all) <= 1 }

// value reads a value at a path.
func (f *Features) value(n *yaml.Node, path uint64, depth int) {
	for n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch {
	case n == nil || depth > deepest || len(f.all) >= most:
	case n.Kind == yaml.ScalarNode:
		f.scalar(n, path)
	case len(n.Content) == 0 && n.Kind != yaml.DocumentNode:
		// An empty map or list is a feature too.
		f.add(path, "")
	case n.Kind != yaml.MappingNode:
		for _, e := range n.Content {
			f.value(e, path, depth+1)
		}
	default:
		for i := 0; i+1 < len(n.Content); i += 2 {
			inner := path
			if key := n.Content[i]; key.Value != "<<" {
				inner = hashText(path, key.Value)
			}
			f.value(n.Content[i+1], inner, depth+1)
		}
	}
}

// scalar reads a scalar: each line of a text is a feature, and null is none.
func (f *Features) scalar(n *yaml.Node, path uint64) {
	switch {
	case n.Tag == "!!null":
	case strings.Contains(n.Value, "\n"):
		for line := range strings.Lines(n.Value) {
			if line = strings.TrimSpace(line); line != "" {
				f.add(path, line)
			}
		}
	default:
		f.add(path, n.Value)
	}
}

func (f *Features) add(path uint64, text string) { f.all = append(f.all, hashText(path, text)) }

// distinct sorts features and makes those differ that are there several times.
func distinct(all []uint64) {
	slices.Sort(all)
	var last, copies uint64
	for i, hash := range all {
		if i == 0 || hash != last {
			last, copies = hash, 0
			continue
		}
		copies++
		all[i] = mixed(hash, copies)
	}
	slices.Sort(all)
}

func hashText(seed uint64, text string) uint64 {
	sum := mixed(14695981039346656037, seed)
	for i := range len(text) {
		sum = (sum ^ uint64(text[i])) * 1099511628211
	}
	return sum
}

func mixed(a, b uint64) uint64 { return (a ^ b) * 1099511628211 }
