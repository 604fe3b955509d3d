package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// split replays changes that were never merged: the lines that differ between
// two versions of a file are dealt to two sides at random, and merging the
// sides must give the newer version again. Details go to the options' writer.
func split(oldDir, newDir string, o options, t *tally, w io.Writer) error {
	paths, err := pairs(oldDir, newDir)
	if err != nil {
		return err
	}
	for _, path := range paths {
		cases, err := dealt(filepath.Join(oldDir, path), filepath.Join(newDir, path), o.seed)
		if err != nil {
			return err
		}
		if len(cases) > 0 {
			t.merges++
		}
		for _, c := range cases {
			c.path = path
			if err := again(c, o, t, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// pairs lists the YAML files that two directories both have; two files are
// one pair, with the path "".
func pairs(oldDir, newDir string) ([]string, error) {
	var paths []string
	err := filepath.WalkDir(oldDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(oldDir, path)
		if err != nil {
			return err
		}
		if rel == "." {
			rel = ""
		} else if ext := filepath.Ext(rel); ext != ".yaml" && ext != ".yml" {
			return nil
		}
		_, err = os.Stat(filepath.Join(newDir, rel))
		if err == nil {
			paths = append(paths, rel)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return paths, err
}

// deal is a way to share out the changes of a file.
type deal uint8

const (
	// byHunks: a run of changed lines goes to one side.
	byHunks deal = iota
	// byEntries: a run of changed lines is cut where entries begin.
	byEntries
	// shared: as byHunks, but both sides make some of the changes.
	shared
	// behind: theirs has every change, ours some of them.
	behind
	numDeals
)

func (d deal) String() string {
	return [numDeals]string{"hunks", "entries", "shared", "behind"}[d]
}

const (
	toOurs = 1 << iota
	toTheirs
)

// dealt gives a case for each way to share out the changes of a file, without those
// that are not a merge or not YAML.
func dealt(oldFile, newFile string, seed uint64) ([]*file, error) {
	before, err := os.ReadFile(oldFile)
	if err != nil {
		return nil, err
	}
	after, err := os.ReadFile(newFile)
	if err != nil {
		return nil, err
	}
	if !endsLine(before) || !endsLine(after) || !readable(before) || !readable(after) {
		return nil, nil
	}
	hunks, err := hunksOf(oldFile, newFile)
	if err != nil {
		return nil, err
	}
	var cases []*file
	for d := byHunks; d < numDeals; d++ {
		random := rand.New(rand.NewPCG(seed, uint64(d)))
		parts := hunks
		if d == byEntries {
			parts = cut(lines(before), hunks)
		}
		// What one dealing makes of a file may not be YAML: half a block.
		for range 8 {
			c := &file{commit: d.String(), base: before, committed: after}
			c.ours, c.theirs = dealOut(before, parts, d, random)
			if isMerge(c) {
				cases = append(cases, c)
				break
			}
		}
	}
	return cases, nil
}

// isMerge reports whether both sides are YAML and neither contains the other; a side
// may have everything.
func isMerge(c *file) bool {
	if bytes.Equal(c.ours, c.base) || bytes.Equal(c.theirs, c.base) || bytes.Equal(c.ours, c.theirs) {
		return false
	}
	return readable(c.ours) && readable(c.theirs)
}

// readable reports whether a text is YAML without a key that stands twice.
func readable(text []byte) bool {
	d := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var value any
		switch err := d.Decode(&value); {
		case err == nil:
		case errors.Is(err, io.EOF):
			return true
		default:
			return false
		}
	}
}

// dealOut gives the two sides of a case.
func dealOut(before []byte, parts []hunk, d deal, random *rand.Rand) (ours, theirs []byte) {
	var sides [2][]hunk
	dealt := map[int]int{}
	for i, first := range moves(lines(before), parts) {
		h, to := parts[i], 1+random.IntN(2)
		switch {
		case d == shared:
			to = 1 + random.IntN(3)
		case d == behind && to == toOurs:
			to = toOurs | toTheirs
		}
		if with, ok := dealt[first]; ok {
			to = with
		}
		dealt[first] = to
		if to&toOurs != 0 {
			sides[0] = append(sides[0], h)
		}
		if to&toTheirs != 0 {
			sides[1] = append(sides[1], h)
		}
	}
	return apply(before, sides[0]), apply(before, sides[1])
}

// moves gives for each part the first one that it belongs together with: whoever
// removes a line here also inserts it there.
func moves(old []string, parts []hunk) []int {
	gone, come := map[string][]int{}, map[string][]int{}
	for i, h := range parts {
		for _, line := range old[h.from:h.to] {
			line = strings.TrimSpace(line)
			gone[line] = append(gone[line], i)
		}
		for _, line := range h.with {
			line = strings.TrimSpace(line)
			come[line] = append(come[line], i)
		}
	}
	first := make([]int, len(parts))
	for i := range first {
		first[i] = i
	}
	for line, from := range gone {
		to := come[line]
		if line == "" || len(from) != 1 || len(to) != 1 {
			continue
		}
		a, b := first[from[0]], first[to[0]]
		for i, f := range first {
			if f == a || f == b {
				first[i] = min(a, b)
			}
		}
	}
	return first
}

// hunk replaces the lines of a text from one to another.
type hunk struct {
	from, to int
	with     []string
}

func lines(text []byte) []string {
	all := strings.SplitAfter(string(text), "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// apply makes the changes to a text.
func apply(text []byte, hunks []hunk) []byte {
	var out strings.Builder
	old := lines(text)
	at := 0
	for _, h := range hunks {
		for ; at < h.from; at++ {
			out.WriteString(old[at])
		}
		for _, l := range h.with {
			out.WriteString(l)
		}
		at = h.to
	}
	for ; at < len(old); at++ {
		out.WriteString(old[at])
	}
	return []byte(out.String())
}

// cut cuts hunks where an entry of YAML begins, so that parts are adjacent: at every
// line that was edited behind its key, and between entries that stand side by side and
// came or went together.
func cut(old []string, hunks []hunk) []hunk {
	var parts []hunk
	for _, h := range hunks {
		gone := old[h.from:h.to]
		part := hunk{from: h.from, to: h.from}
		for i := range max(len(gone), len(h.with)) {
			if i > 0 && startsEntry(gone, h.with, i) {
				parts = append(parts, part)
				part = hunk{from: part.to, to: part.to}
			}
			if i < len(gone) {
				part.to++
			}
			if i < len(h.with) {
				part.with = append(part.with, h.with[i])
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// startsEntry reports whether a hunk can be cut in front of its i-th line.
func startsEntry(gone, with []string, i int) bool {
	switch {
	case len(gone) == 0:
		return sideBySide(with, i)
	case len(with) == 0:
		return sideBySide(gone, i)
	case len(gone) != len(with):
		return false
	}
	for k := range gone {
		if key, _, ok := strings.Cut(gone[k], ": "); !ok || !strings.HasPrefix(with[k], key+": ") {
			return false
		}
	}
	return true
}

// sideBySide reports whether the i-th line is no deeper than the first, which is the
// least deep so far, and not in the middle of something.
func sideBySide(lines []string, i int) bool {
	for _, l := range lines[:i+1] {
		if strings.TrimSpace(l) == "" || indent(l) < indent(lines[0]) {
			return false
		}
	}
	return indent(lines[i]) == indent(lines[0]) && !strings.HasPrefix(strings.TrimSpace(lines[i-1]), "#") &&
		strings.HasPrefix(strings.TrimSpace(lines[0]), "- ") == strings.HasPrefix(strings.TrimSpace(lines[i]), "- ")
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// hunksOf are the runs of lines that differ between two files, as git sees them.
func hunksOf(oldFile, newFile string) ([]hunk, error) {
	out, err := exec.Command("git", "diff", "--no-index", "--no-ext-diff", "--no-color", "-U0", oldFile, newFile).Output()
	// The exit code 1 means that the files differ.
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return nil, fmt.Errorf("git diff: %w", err)
	}
	var hunks []hunk
	for line := range strings.Lines(string(out)) {
		switch {
		case strings.HasPrefix(line, "@@"):
			h := hunk{}
			if h.from, h.to, err = removed(line); err != nil {
				return nil, err
			}
			hunks = append(hunks, h)
		case len(hunks) > 0 && line[0] == '+':
			h := &hunks[len(hunks)-1]
			h.with = append(h.with, line[1:])
		}
	}
	return hunks, nil
}

func endsLine(text []byte) bool { return bytes.HasSuffix(text, []byte("\n")) }

// removed reads which lines a hunk's header takes out.
func removed(header string) (from, to int, err error) {
	at := strings.TrimPrefix(strings.Fields(header)[1], "-")
	first, count, several := strings.Cut(at, ",")
	n := 1
	if several {
		if n, err = strconv.Atoi(count); err != nil {
			return 0, 0, fmt.Errorf("git diff: %q", header)
		}
	}
	if from, err = strconv.Atoi(first); err != nil {
		return 0, 0, fmt.Errorf("git diff: %q", header)
	}
	if n > 0 {
		// Lines count from 1; an addition names the line above it.
		from--
	}
	return from, from + n, nil
}
