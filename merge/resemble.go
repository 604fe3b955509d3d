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
			f.add(at+"\x00."+valueID(fields.key(i)), fields.value(i))
		}
	case n.Kind == yaml.SequenceNode:
		for _, e := range n.Content {
			f.add(at+"\x00-", e)
		}
	case isText(n):
		for _, line := range splitLines(n.Value) {
			if line = strings.TrimSpace(line); line != "" {
				f.count(at + "\x00|" + line)
			}
		}
	case strings.ContainsAny(n.Value, " \t"):
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

// resembling pairs values of two stretches that resemble one another, in the
// order of both, so that as much as possible of what they say is paired. It
// compares each with each, so its caller keeps the stretches short.
func resembling(a, b []features) [][2]int {
	width := len(b) + 1
	score := make([]int, len(a)*len(b))
	best := make([]int, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			score[i*len(b)+j] = a[i].resemblance(b[j])
			paired := 0
			if s := score[i*len(b)+j]; s > 0 {
				paired = s + best[(i+1)*width+j+1]
			}
			best[i*width+j] = max(paired, best[(i+1)*width+j], best[i*width+j+1])
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		s := score[i*len(b)+j]
		switch {
		case s > 0 && best[i*width+j] == s+best[(i+1)*width+j+1]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case best[(i+1)*width+j] >= best[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}
