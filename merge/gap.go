package merge

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// end says on which side of a spot a comment stands.
type end uint8

const (
	above end = iota
	below
	behind
)

// moved takes out of what updated did to a comment at an end of a spot what is none. Blank
// lines, markers and indentation decide whether a comment is one below what precedes it or
// one above what follows, so that what is added beside it can move it to another node: lines
// that original has as often as updated were neither added nor deleted, and what dest has as
// often as updated is there.
//
// rule: comments/*
func (w *walker) moved(at end, was, is string) string {
	before, after := commentLines(was), commentLines(is)
	stays := slices.DeleteFunc(slices.Clone(before), func(line string) bool {
		return slices.Contains(after, line) || w.lines(Updated)[line] < w.lines(Original)[line]
	})
	added := slices.DeleteFunc(slices.Clone(after), func(line string) bool {
		return !slices.Contains(before, line) && w.lines(Updated)[line] <= max(w.lines(Original)[line], w.lines(Dest)[line])
	})
	if len(added) < len(after) {
		is = strings.Join(added, "\n")
	}
	kept := strings.Join(stays, "\n")
	switch {
	case slices.Equal(append(stays, added...), before):
		return was
	case kept == "":
		return is
	case is == "":
		return kept
	case at == above:
		return kept + "\n\n" + is
	}
	return is + "\n\n" + kept
}

func commentLines(comment string) []string {
	return slices.DeleteFunc(strings.Split(strings.ReplaceAll(comment, "\r", ""), "\n"), func(line string) bool {
		return strings.TrimSpace(line) == ""
	})
}

// lines counts the lines of the comments of a version, when the first comment differs.
func (w *walker) lines(side Side) map[string]int {
	if w.counts[side] == nil {
		w.counts[side] = map[string]int{}
		for n := range node.All([...]*yaml.Node{Original: w.versions.Original, Updated: w.versions.Updated, Dest: w.versions.Dest}[side]) {
			for _, comment := range [...]string{n.HeadComment, n.LineComment, n.FootComment} {
				for _, line := range commentLines(comment) {
					w.counts[side][line]++
				}
			}
		}
	}
	return w.counts[side]
}
