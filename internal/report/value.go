package report

import "fmt"

// Counted is a number with its noun.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// at is a file and a line in it, as far as they are known.
func at(file string, line int) string {
	switch {
	case line <= 0:
		return file
	case file == "":
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("%s:%d", file, line)
}
