package marks

import (
	"bytes"
	"fmt"
)

// Size is how many characters a mark has that git writes by default, and the fewest that
// one can have.
const Size = 7

// Refuse is an error with the line of the first mark, nil if a text has none. A text has
// marks if a line begins with <<<<<<< and a later one with >>>>>>> of the same size,
// whatever is between them: a damaged block is one, too. The cost is linear.
func Refuse(text []byte) error {
	if line := first(text); line > 0 {
		return fmt.Errorf("line %d: git's mark of a conflict; resolve that conflict first (krm-merge resolve)", line)
	}
	return nil
}

// first is the line of the first mark, 0 if there is none.
func first(text []byte) int {
	if !bytes.Contains(text, []byte("<<<<<<<")) {
		return 0
	}
	opened, found, n := map[int]int{}, 0, 0
	for line := range bytes.Lines(text) {
		n++
		switch kind, size, _ := markOf(line); kind {
		case open:
			if _, is := opened[size]; !is {
				opened[size] = n
			}
		case end:
			if at, is := opened[size]; is && (found == 0 || at < found) {
				found = at
			}
		}
	}
	return found
}

// The first characters of marks.
const (
	open = '<'
	base = '|'
	half = '='
	end  = '>'
)

// markOf takes a line apart that may be a mark: kind is 0 if it is not.
func markOf(line []byte) (kind byte, size int, label string) {
	if len(line) < Size {
		return 0, 0, ""
	}
	kind = line[0]
	if kind != open && kind != base && kind != half && kind != end {
		return 0, 0, ""
	}
	rest := bytes.TrimLeft(line, string(kind))
	size = len(line) - len(rest)
	rest = bytes.TrimRight(rest, "\r\n")
	if size < Size || len(rest) > 0 && rest[0] != ' ' {
		return 0, 0, ""
	}
	return kind, size, string(bytes.TrimSpace(rest))
}
