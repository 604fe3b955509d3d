// Package lines takes texts apart at the lines that both sides of a merge changed, and names
// these. In go three versions of a text, out come its stretches and their paths. It must not
// know what becomes of them.
package lines

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// Stretch is a part of a text merged by lines. Its texts are the same where the merge is
// settled; else they are what the versions have where both changed them: updated and dest
// neither begin nor end with the same line.
type Stretch struct {
	Original, Updated, Dest string
	// Lines are those that the texts begin at, counted from 1, of a stretch that is open.
	Lines [3]int
}

// Open reports whether both sides changed the stretch differently.
func (s Stretch) Open() bool { return s.Updated != s.Dest }

// Stretches merges three versions of a text line by line, as git does, and takes the
// result apart at the places where both sides changed the same or adjacent lines
// differently. The cost is that of two diffs.
func Stretches(original, updated, dest string) []Stretch {
	var all []Stretch
	for _, s := range diff.Texts(original, updated, dest) {
		all = append(all, apart(s)...)
	}
	return all
}

// apart has of a part what both sides begin and end with as stretches that are settled.
func apart(s diff.Part) (all []Stretch) {
	settled := func(lines []string) {
		text := strings.Join(lines, "")
		all = append(all, Stretch{Original: text, Updated: text, Dest: text})
	}
	if !s.Open {
		settled(s.Dest)
		return all
	}
	front, behind := diff.CommonEnds(s.Updated, s.Dest)
	inU, inD := len(s.Updated)-behind, len(s.Dest)-behind
	if front > 0 {
		settled(s.Dest[:front])
	}
	original := s.Original
	if behind > 0 {
		original = diff.Ended(original) // Other lines follow.
	}
	all = append(all, Stretch{
		strings.Join(original, ""), strings.Join(s.Updated[front:inU], ""), strings.Join(s.Dest[front:inD], ""),
		[3]int{s.At[merge.Original] + 1, s.At[merge.Updated] + front + 1, s.At[merge.Dest] + front + 1},
	})
	if behind > 0 {
		settled(s.Dest[inD:])
	}
	return all
}

// Values are what the versions have there, nil where one has nothing.
func (s Stretch) Values() (original, updated, dest *yaml.Node) {
	value := func(text string, side merge.Side) *yaml.Node {
		if text == "" {
			return nil
		}
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text, Line: s.Lines[side]}
	}
	return value(s.Original, merge.Original), value(s.Updated, merge.Updated), value(s.Dest, merge.Dest)
}

// Edited are the lines that somebody wrote in place of a stretch, a scalar, nil for
// none. Their last one is ended unless the stretch is the last one of its text.
func Edited(value *yaml.Node, last bool) string {
	switch {
	case value == nil:
		return ""
	case last || strings.HasSuffix(value.Value, "\n"):
		return value.Value
	}
	return value.Value + "\n"
}

// linesField is what paths call the lines of a text, nearField those around them; behind
// nthField equal ones are counted.
const (
	linesField = "lines"
	nearField  = "near"
	nthField   = "#"
)

// Paths are the places of stretches in their text, nil of those that are settled:
// [lines=1f40fc92,near=07c2a1b9]. They depend on nothing but what the versions have there and on
// up to three lines in front and behind, so that an answer for one place is none for another
// that has the same lines; of places that are alike all are counted:
// [lines=1f40fc92,near=07c2a1b9,#=2/3]. The cost is linear.
func Paths(stretches []Stretch) []merge.Path {
	type place struct{ lines, near string }
	places := make([]place, len(stretches))
	times, nth := map[place]int{}, map[place]int{}
	for i, s := range stretches {
		if s.Open() {
			places[i] = place{s.name(), near(stretches, i)}
			times[places[i]]++
		}
	}
	paths := make([]merge.Path, len(stretches))
	for i, s := range stretches {
		if !s.Open() {
			continue
		}
		p := places[i]
		key := []merge.KeyValue{{Field: linesField, Value: p.lines}, {Field: nearField, Value: p.near}}
		if nth[p]++; times[p] > 1 {
			key = append(key, merge.KeyValue{Field: nthField, Value: fmt.Sprintf("%d/%d", nth[p], times[p])})
		}
		paths[i] = merge.Path{merge.Keyed(key...)}
	}
	return paths
}

// near is a short digest of the settled lines around a stretch.
func near(stretches []Stretch, i int) string {
	const most, length = 3, 8
	var front, behind []string
	for k := i - 1; k >= 0 && len(front) < most && !stretches[k].Open(); k-- {
		front = append(diff.Lines(stretches[k].Dest), front...)
	}
	for k := i + 1; k < len(stretches) && len(behind) < most && !stretches[k].Open(); k++ {
		behind = append(behind, diff.Lines(stretches[k].Dest)...)
	}
	front, behind = front[max(0, len(front)-most):], behind[:min(most, len(behind))]
	return terms.Digest(length, strings.Join(front, ""), strings.Join(behind, ""))
}

// name is a short digest of what the versions have there.
func (s Stretch) name() string {
	const length = 8
	original, updated, dest := s.Values()
	return terms.Digest(length, merge.Digest(original), merge.Digest(updated), merge.Digest(dest), "")
}

// Is reports whether a path that Paths gave may be that of the stretch.
func (s Stretch) Is(at merge.Path) bool {
	named, _, _ := strings.Cut(at.String(), ",")
	return len(at) == 1 && named == "["+linesField+"="+s.name()
}

// IsPath reports whether a path, as it is spelled, is one that Paths may give.
func IsPath(path string) bool { return strings.HasPrefix(path, "["+linesField+"=") }
