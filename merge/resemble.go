package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// features are what a value says, taken apart: its leaves with the names of
// the fields that lead to them, strings by their lines or words. Each feature
// counts how often it occurs.
type features struct {
	counts map[string]int
	total  int
	// anywhere: of the fields that lead to a leaf only the last counts, and it
	// counts by itself as well; how a text is broken into lines does not.
	anywhere bool
}

func featuresOf(n *yaml.Node) features {
	f := features{counts: map[string]int{}}
	f.add("", n)
	return f
}

func (f *features) add(at string, n *yaml.Node) {
	n = target(n)
	switch {
	case n == nil:
	case n.Kind == yaml.MappingNode:
		fields := fieldsOf(n)
		for i := range fields.len() {
			key := valueID(fields.key(i))
			if f.anywhere {
				f.count(key)
				f.add(key, fields.value(i))
				continue
			}
			f.add(at+"\x00."+key, fields.value(i))
		}
	case n.Kind == yaml.SequenceNode:
		if !f.anywhere {
			at += "\x00-"
		}
		for _, e := range n.Content {
			f.add(at, e)
		}
	case isText(n) && !f.anywhere:
		for _, line := range splitLines(n.Value) {
			if line = strings.TrimSpace(line); line != "" {
				f.count(at + "\x00|" + line)
			}
		}
	case strings.ContainsAny(n.Value, " \t\n"):
		for _, word := range strings.Fields(n.Value) {
			f.count(at + "\x00 " + word)
		}
	default:
		f.count(at + "\x00=" + scalarID(n))
		// Two tags of one image have half in common.
		f.count(at + "\x00~" + identifier(n))
	}
}

func (f *features) count(feature string) {
	f.counts[feature]++
	f.total++
}

// shared counts what two values both say.
func (f features) shared(with features) int {
	if len(with.counts) < len(f.counts) {
		f, with = with, f
	}
	n := 0
	for feature, times := range f.counts {
		n += min(times, with.counts[feature])
	}
	return n
}

// follows says that a value says everything that another one has changed in
// original, and nothing that it took out of there.
func (f features) follows(original, other features) bool {
	for _, version := range []features{original, other} {
		for what := range version.counts {
			before, after, n := original.counts[what], other.counts[what], f.counts[what]
			if after > before && n < after || after < before && n > after {
				return false
			}
		}
	}
	return true
}

// resemblance is what two values have in common, 0 if that is less than a
// third of what they say.
func (f features) resemblance(with features) int {
	if n := f.shared(with); 6*n >= f.total+with.total {
		return n
	}
	return 0
}

// telling is how much a value must say to be known again under another name.
const telling = 6

// sameness is what two values have in common, 0 if that is less than most of
// what they say, or if they say too little.
func (f features) sameness(with features) int {
	if f.total < telling || with.total < telling {
		return 0
	}
	if n := f.shared(with); 10*n >= 3*(f.total+with.total) {
		return n
	}
	return 0
}
