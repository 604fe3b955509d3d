package resource

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
)

// feature is a scalar of a resource with the fields that lead to it, or a line of a
// text: as a hash, with what it says about whether two resources are one. Where
// in a list it stands does not count.
type feature struct {
	hash   uint64
	weight int
}

// features are what a resource holds, apart from who it is, sorted; all differ.
type features struct {
	all []feature
	// named stand for those that hold the resource's own name, in the same way
	// whatever the name is. What they stand for is one of all as well.
	named []feature
	// total is the weight of all.
	total int
}

// written is a feature as it was read: its hash, and the one with a placeholder for
// the resource's own name, 0 if it does not hold that.
type written struct{ hash, named uint64 }

// mostFeatures is how many features of a resource are looked at. More would not
// make two resources more alike.
const mostFeatures = 1 << 16

// featuresOf reads the features of a resource. What is there twice differs.
func featuresOf(m *member) []written {
	r := featureReader{name: m.id.name}
	root := node.Target(m.value())
	if root == nil || root.Kind != yaml.MappingNode {
		r.value(root, 0, 0)
		return distinct(r.all)
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		switch field, value := root.Content[i].Value, root.Content[i+1]; field {
		case "apiVersion", "kind":
		case "metadata":
			r.fields(value, hashText(0, field), 1, "name", "namespace", "generateName", "creationTimestamp")
		default:
			r.value(value, hashText(0, field), 1)
		}
	}
	return distinct(r.all)
}

// value is the value of a resource without transport annotations, parsed only now
// if nobody else needed it.
func (m *member) value() *yaml.Node {
	if m.Node != nil || m.Deferred == nil {
		return bare(m)
	}
	return annotation.WithTransport(m.Deferred.Value.Node(), nil)
}

// featureReader collects features of the resource with the name.
type featureReader struct {
	all  []written
	name string
}

func (r *featureReader) value(n *yaml.Node, path uint64, depth int) {
	n = node.Target(n)
	if n == nil || depth > 100 || len(r.all) >= mostFeatures {
		return
	}
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag == "!!null":
	case n.Kind == yaml.ScalarNode && strings.Contains(n.Value, "\n"):
		for line := range strings.Lines(n.Value) {
			if line = strings.TrimSpace(line); line != "" {
				r.feature(path, line)
			}
		}
	case n.Kind == yaml.ScalarNode:
		r.feature(path, n.Value)
	case len(n.Content) == 0:
		// An empty map or list says something too.
		r.feature(path, "")
	case n.Kind == yaml.SequenceNode:
		for _, e := range n.Content {
			r.value(e, path, depth+1)
		}
	default:
		r.fields(n, path, depth)
	}
}

// fields reads the fields of a map, but for some.
func (r *featureReader) fields(n *yaml.Node, path uint64, depth int, but ...string) {
	n = node.Target(n)
	if n == nil || n.Kind != yaml.MappingNode {
		r.value(n, path, depth+1)
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		switch field := n.Content[i].Value; {
		case slices.Contains(but, field):
		case field == "<<":
			r.value(n.Content[i+1], path, depth+1)
		default:
			r.value(n.Content[i+1], hashText(path, field), depth+1)
		}
	}
}

func (r *featureReader) feature(path uint64, text string) {
	w := written{hash: hashText(path, text)}
	if other := renamed(text, r.name); other != text {
		w.named = hashText(path, other)
	}
	r.all = append(r.all, w)
}

// renamed gives a text with a placeholder for each name in it that stands by
// itself: web and web-tls hold the name web, webhook does not.
func renamed(text, name string) string {
	if name == "" || !strings.Contains(text, name) {
		return text
	}
	var b strings.Builder
	from := 0
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			b.WriteString(text[from:])
			return b.String()
		}
		start, end := at+i, at+i+len(name)
		at = end
		if start > 0 && isWord(text[start-1]) || end < len(text) && isWord(text[end]) {
			continue
		}
		b.WriteString(text[from:start])
		b.WriteByte(0)
		from = end
	}
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// distinct sorts features and makes those differ that are there several times.
func distinct(all []written) []written {
	order := func(a, b written) int { return cmp.Compare(a.hash, b.hash) }
	slices.SortFunc(all, order)
	var last uint64
	copies := uint64(0)
	for i, w := range all {
		if i == 0 || w.hash != last {
			last, copies = w.hash, 0
			continue
		}
		copies++
		all[i].hash = mixed(w.hash, copies)
		if w.named != 0 {
			all[i].named = mixed(w.named, copies)
		}
	}
	slices.SortFunc(all, order)
	return all
}

// weighed gives features their weights. A feature that many resources of the kind
// have says little; holders counts those that have it.
func weighed(all []written, holders map[uint64]int) features {
	l := features{all: make([]feature, len(all))}
	for i, w := range all {
		at := feature{w.hash, fullWeight / max(holders[w.hash], 1)}
		l.all[i] = at
		l.total += at.weight
		if w.named != 0 {
			l.named = append(l.named, feature{w.named, at.weight})
		}
	}
	slices.SortFunc(l.named, func(a, b feature) int { return cmp.Compare(a.hash, b.hash) })
	return l
}

// fullWeight is the weight of a feature that one resource has, divisible by most
// numbers of resources that share one.
const fullWeight = 60

// shared is the weight of the features that two sorted lists have in common.
func shared(a, b []feature) int {
	sum := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].hash < b[0].hash:
			a = a[1:]
		case a[0].hash > b[0].hash:
			b = b[1:]
		default:
			sum += min(a[0].weight, b[0].weight)
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

func hashText(seed uint64, text string) uint64 {
	sum := mixed(14695981039346656037, seed)
	for i := range len(text) {
		sum = (sum ^ uint64(text[i])) * 1099511628211
	}
	return sum
}

func mixed(a, b uint64) uint64 { return (a ^ b) * 1099511628211 }
