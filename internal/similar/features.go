package similar

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Features are what a value holds, taken apart: its scalars with the fields that
// lead to them, and the lines of texts. Where in a list something stands does not
// count.
type Features struct {
	// all differ and are sorted.
	all []feature
	own string
}

// feature is a part of a value, as a hash. Of one that holds the value's own name,
// named is what it would be under a placeholder for that, else 0.
type feature struct{ hash, named uint64 }

const (
	// most is how many features of a value are looked at. More would not make two
	// values more alike.
	most = 1 << 16
	// deepest is how far features are looked for.
	deepest = 100
)

// Of takes a value of any kind apart; nil has no features. own is what the value is
// called, "" for nothing: where a value contains its own name, that is not a feature.
// The cost is linear, apart from sorting the features.
func Of(n *yaml.Node, own string) Features {
	r := reader{own: own}
	r.value(n, 0, 0)
	distinct(r.all)
	return Features{all: r.all, own: own}
}

// Small reports whether a value holds so little that another one may well hold the same.
func (f Features) Small() bool { return len(f.all) <= 1 }

type reader struct {
	all []feature
	own string
}

// value reads a value at a path.
func (r *reader) value(n *yaml.Node, path uint64, depth int) {
	for n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch {
	case n == nil || depth > deepest || len(r.all) >= most:
	case n.Kind == yaml.ScalarNode:
		r.scalar(n, path)
	case len(n.Content) == 0 && n.Kind != yaml.DocumentNode:
		// An empty map or list is a feature too.
		r.add(path, "")
	case n.Kind != yaml.MappingNode:
		for _, e := range n.Content {
			r.value(e, path, depth+1)
		}
	default:
		for i := 0; i+1 < len(n.Content); i += 2 {
			inner := path
			if key := n.Content[i]; key.Value != "<<" {
				inner = hashText(path, key.Value)
			}
			r.value(n.Content[i+1], inner, depth+1)
		}
	}
}

// scalar reads a scalar: each line of a text is a feature, and null is none.
func (r *reader) scalar(n *yaml.Node, path uint64) {
	switch {
	case n.Tag == "!!null":
	case strings.Contains(n.Value, "\n"):
		for line := range strings.Lines(n.Value) {
			if line = strings.TrimSpace(line); line != "" {
				r.add(path, line)
			}
		}
	default:
		r.add(path, n.Value)
	}
}

func (r *reader) add(path uint64, text string) {
	f := feature{hash: hashText(path, text)}
	if other := withoutName(text, r.own); other != text {
		f.named = hashText(path, other)
	}
	r.all = append(r.all, f)
}

// withoutName gives a text with a placeholder for each name in it that stands by
// itself: web and web-tls hold the name web, webhook does not.
func withoutName(text, name string) string {
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
func distinct(all []feature) {
	order := func(a, b feature) int { return cmp.Compare(a.hash, b.hash) }
	slices.SortFunc(all, order)
	var last, copies uint64
	for i, f := range all {
		if i == 0 || f.hash != last {
			last, copies = f.hash, 0
			continue
		}
		copies++
		all[i].hash = mixed(f.hash, copies)
		if f.named != 0 {
			all[i].named = mixed(f.named, copies)
		}
	}
	slices.SortFunc(all, order)
}

func hashText(seed uint64, text string) uint64 {
	sum := mixed(14695981039346656037, seed)
	for i := range len(text) {
		sum = (sum ^ uint64(text[i])) * 1099511628211
	}
	return sum
}

func mixed(a, b uint64) uint64 { return (a ^ b) * 1099511628211 }
