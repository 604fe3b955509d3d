package git

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// Listed gives the entries of a list that git ended with NUL each, as ls-tree -z
// and ls-files -z --stage write them: the words before the tab, and the path
// behind it. An entry with fewer words than least is an error.
func Listed(out string, least int) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for line := range strings.SplitSeq(out, "\x00") {
			if line == "" {
				continue
			}
			head, path, _ := strings.Cut(line, "\t")
			e := Entry{Words: strings.Fields(head), Path: path}
			if len(e.Words) < least {
				yield(e, fmt.Errorf("git lists what nobody knows how to read: %q", line))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// changed gives the entries of a list of changes that git wrote with --raw -z. Their words are
// :100644 100755 OLD NEW M: modes, objects, and what became of the file.
func changed(out string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for fields := strings.Split(out, "\x00"); len(fields) > 1; fields = fields[2:] {
			e := Entry{Words: strings.Fields(fields[0]), Path: fields[1]}
			if len(e.Words) != 5 {
				yield(e, fmt.Errorf("git lists what nobody knows how to read: %q", fields[0]))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// isFile reports whether an entry of changed is a file now, neither a link nor a repository.
func (e *Entry) isFile() bool { return strings.HasPrefix(e.Words[1], "100") }

// Entry is a file as git lists it.
type Entry struct {
	// Words are its mode, its object, its stage: what the command says of it.
	Words []string
	Path  string
}

// Objects gives the contents of objects, by their names, as git cat-file --batch wrote
// them. Each must be a blob.
func Objects(out string, names []string) ([][]byte, error) {
	all := make([][]byte, len(names))
	for i, name := range names {
		// OBJECT blob SIZE, a line break, the content, a line break
		head, rest, _ := strings.Cut(out, "\n")
		words := strings.Fields(head)
		if len(words) != 3 || words[1] != "blob" {
			return nil, fmt.Errorf("git cat-file: %s: %q", name, head)
		}
		size, err := strconv.Atoi(words[2])
		if err != nil || size < 0 || size >= len(rest) {
			return nil, fmt.Errorf("git cat-file: %s: %q", name, head)
		}
		all[i], out = []byte(rest[:size]), rest[size+1:]
	}
	return all, nil
}
