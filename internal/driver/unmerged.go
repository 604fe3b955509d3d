package driver

import (
	"bytes"
	"slices"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// Left is what became of a file that git left unmerged.
type Left uint8

const (
	// Untouched: it is as git, or its driver, wrote it.
	Untouched Left = iota
	// Edited: somebody edited it, and it has other marks than a merge by structure leaves.
	Edited
	// Answered: somebody edited it, and what marks are left are some of these.
	Answered
)

// Again merges a file again that git left unmerged, as Merge does, and finds what became of it in the work tree,
// where now is what lies there, nil for nothing. A file that one side deleted has a question about each resource that
// the other changed. One that is not YAML by its name is merged by lines, and its marks say what they ask if it has
// the conflicts that git finds.
func (f File) Again(now []byte) (r *Result, left Left, err error) {
	if terms.HoldsResources(f.Path) || len(f.Original) > 0 && f.Ours != nil && f.Theirs != nil {
		r, err = Merge(f)
	} else {
		r, err = f.lines()
	}
	if err != nil {
		return nil, 0, err
	}
	untouched, err := f.untouched(now, r)
	switch {
	case err != nil:
		return nil, 0, err
	case untouched:
		return r, Untouched, nil
	case marks.Refuse(now) == nil || remain(now, r.Text):
		return r, Answered, nil
	}
	return r, Edited, nil
}

// untouched reports whether a file is as git wrote it, by lines or by this driver: apart
// from the names, sizes and style of the marks.
func (f *File) untouched(now []byte, structure *Result) (bool, error) {
	unix := func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }
	if now != nil && f.Written != nil && bytes.Equal(unix(now), unix(f.Written)) {
		return true, nil
	}
	if f.Ours == nil || f.Theirs == nil {
		return now != nil && bytes.Equal(now, slices.Concat(f.Ours, f.Theirs)), nil
	}
	has := sidesOf(now)
	if has == nil {
		// A damaged mark, or a file that is gone: git did neither.
		return false, nil
	}
	// As git checkout --merge does, and the strategy recursive, which leaves no word of what it wrote.
	lines, _, err := git.MergeFile("", f.Versions, git.Names{}, marks.Size, "merge")
	if git.Code(err) == cannotMerge {
		lines = f.Ours
	} else if err != nil {
		return false, err
	}
	return slices.Equal(sidesOf(structure.Text), has) || slices.Equal(sidesOf(lines), has), nil
}

// sidesOf are a text with one side of each conflict and with the other, nil of a text
// with a damaged mark. Git ends lines as the work tree does after it merged.
func sidesOf(text []byte) []string {
	parts, err := marks.Parse(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	if text == nil || err != nil {
		return nil
	}
	return []string{string(marks.Take(parts, merge.Dest)), string(marks.Take(parts, merge.Updated))}
}

// remain reports whether the conflicts of a text are conflicts of another one.
func remain(now, of []byte) bool {
	left, err := marks.Parse(now)
	all, damaged := marks.Parse(of)
	sides := func(b *marks.Block) [2]string { return [2]string{b.Texts[merge.Dest], b.Texts[merge.Updated]} }
	had := map[[2]string]int{}
	for _, b := range marks.Blocks(all) {
		had[sides(b)]++
	}
	for _, b := range marks.Blocks(left) {
		if had[sides(b)]--; had[sides(b)] < 0 {
			return false
		}
	}
	return err == nil && damaged == nil
}

// Ended takes the line break at the end of a text whose marks were answered away again, where its last line is that
// of a side that has none there, and not the other's: marks end every line.
func Ended(text, ours, theirs []byte) []byte {
	last := func(text []byte) ([]byte, bool) {
		line, ended := bytes.CutSuffix(text, []byte("\n"))
		return line[bytes.LastIndexByte(line, '\n')+1:], ended
	}
	line, ended := last(text)
	for _, sides := range [][2][]byte{{ours, theirs}, {theirs, ours}} {
		own, ends := last(sides[0])
		other, otherEnds := last(sides[1])
		if ended && !ends && len(own) > 0 && bytes.Equal(own, line) && (!otherEnds || !bytes.Equal(other, line)) {
			return text[:len(text)-1]
		}
	}
	return text
}
