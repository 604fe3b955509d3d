package marks

import (
	"bytes"
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/merge"
)

// Style is what a block shows besides both sides.
type Style = enum.Word[style]

const (
	// StyleDefault is Diff3; the command line takes git's merge.conflictStyle.
	StyleDefault Style = iota
	// Diff3 shows what original has, too.
	Diff3
	// ZDiff3 is Diff3, but the lines at the start and the end that both sides have stand
	// outside of the block.
	ZDiff3
	// Merge shows both sides alone.
	Merge
)

type style struct{}

func (style) Words() []string { return []string{"", "diff3", "zdiff3", "merge"} }

// Block is a place where somebody has to choose.
type Block struct {
	// Line is that of the first mark, from 1, in a text that was parsed.
	Line int
	// Size is how many characters a mark has.
	Size int
	// Texts are what the versions have there: whole lines, "" for nothing.
	Texts [3]string
	// HasOriginal reports whether what original has is known.
	HasOriginal bool
	// Names are what stands behind the marks: the versions, and behind dest what is asked.
	Names [3]string
}

// LineCount is how many lines a text has.
func LineCount(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// Part is a part of a text: a block, or text without marks where Block is nil.
type Part struct {
	Text  string
	Block *Block
}

// Blocks are those of a text.
func Blocks(parts []Part) (blocks []*Block) {
	for _, p := range parts {
		if p.Block != nil {
			blocks = append(blocks, p.Block)
		}
	}
	return blocks
}

// Take gives the text with what one version has in place of each block.
func Take(parts []Part, side merge.Side) []byte {
	return Choose(parts, func(b *Block) string { return b.Texts[side] })
}

// Choose gives the text with each block replaced by what is chosen for it. The cost is linear.
func Choose(parts []Part, choose func(*Block) string) []byte {
	var b bytes.Buffer
	for _, p := range parts {
		if p.Block == nil {
			b.WriteString(p.Text)
		} else {
			b.WriteString(choose(p.Block))
		}
	}
	return b.Bytes()
}

// Print gives the text with the marks of its blocks. If a line in it looks like a mark of
// a block's size, all its marks are longer. A side whose last line has no end gets one; at
// the end of the text all sides get one more, and the last mark has none.
func Print(parts []Part, style Style) []byte {
	newline, size := "\n", Size
	for _, p := range parts {
		texts := []string{p.Text}
		if p.Block != nil {
			texts = p.Block.Texts[:]
			size = max(size, p.Block.Size)
		}
		for _, text := range texts {
			if strings.Contains(text, "\r\n") {
				newline = "\r\n"
			}
			size = max(size, longest(text)+1)
		}
	}
	var b bytes.Buffer
	for i, p := range parts {
		if p.Block == nil {
			b.WriteString(p.Text)
			continue
		}
		p.Block.print(&b, style, size, newline, i == len(parts)-1)
	}
	return b.Bytes()
}

// longest is the size of the longest line that looks like a mark, 0 without any.
func longest(text string) int {
	longest := 0
	for line := range strings.Lines(text) {
		_, size, _ := markOf([]byte(line))
		longest = max(longest, size)
	}
	return longest
}

// print prints the block; last: nothing is behind it.
func (b *Block) print(to *bytes.Buffer, style Style, size int, newline string, last bool) {
	original, updated, mine := b.Texts[merge.Original], b.Texts[merge.Updated], b.Texts[merge.Dest]
	front, behind := "", ""
	if style == ZDiff3 {
		front, mine, updated, behind = trimmed(mine, updated)
	}
	shown := style != Merge && b.HasOriginal
	lacks := func(text string) bool { return text != "" && !strings.HasSuffix(text, "\n") }
	unended := last && behind == "" && (lacks(mine) || lacks(updated) || shown && lacks(original))
	mark := func(kind byte, label string) {
		to.Write(bytes.Repeat([]byte{kind}, size))
		if label != "" {
			to.WriteString(" " + label)
		}
		to.WriteString(newline)
	}
	side := func(text string) {
		to.WriteString(text)
		if unended && text != "" || lacks(text) {
			to.WriteString(newline)
		}
	}
	to.WriteString(front)
	mark(open, b.Names[merge.Dest])
	side(mine)
	if shown {
		mark(base, b.Names[merge.Original])
		side(original)
	}
	mark(half, "")
	side(updated)
	mark(end, b.Names[merge.Updated])
	if unended {
		to.Truncate(to.Len() - len(newline))
	}
	to.WriteString(behind)
}

// trimmed takes off both sides the lines that they have in common at the start and at
// the end.
func trimmed(mine, updated string) (front, m, u, behind string) {
	a, b := diff.Lines(mine), diff.Lines(updated)
	n, k := diff.CommonEnds(a, b)
	join := func(lines []string) string { return strings.Join(lines, "") }
	return join(a[:n]), join(a[n : len(a)-k]), join(b[n : len(b)-k]), join(a[len(a)-k:])
}
