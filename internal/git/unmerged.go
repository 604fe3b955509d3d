package git

import (
	"fmt"
	"strconv"
	"strings"
)

// Unmerged is a file in the middle of a merge, rebase or cherry-pick, whose versions are
// in the stages of the index.
type Unmerged struct {
	// Path is relative to the top of the work tree, with slashes.
	Path string
	// Stages are the versions, nil for one that there is not.
	Original, Ours, Theirs *Stage
}

// Stage is a version of a file in the index.
type Stage struct {
	// Mode is that of git: 100644, 100755, 120000.
	Mode string
	// Object is the name of the content.
	Object string
}

// Unmerged lists the files that are not merged yet, by path.
func (r Repository) Unmerged() ([]Unmerged, error) {
	out, err := r.Run("ls-files", "--unmerged", "-z", "--full-name", ":/")
	if err != nil {
		return nil, err
	}
	var all []Unmerged
	for entry := range strings.SplitSeq(out, "\x00") {
		if entry == "" {
			continue
		}
		head, path, _ := strings.Cut(entry, "\t")
		words := strings.Fields(head)
		if len(words) != 3 {
			return nil, fmt.Errorf("git ls-files: %q", entry)
		}
		if len(all) == 0 || all[len(all)-1].Path != path {
			all = append(all, Unmerged{Path: path})
		}
		u, s := &all[len(all)-1], &Stage{words[0], words[1]}
		switch stage, _ := strconv.Atoi(words[2]); stage {
		case 1:
			u.Original = s
		case 2:
			u.Ours = s
		case 3:
			u.Theirs = s
		}
	}
	return all, nil
}

// Content is what a stage holds, nil for none.
func (r Repository) Content(s *Stage) ([]byte, error) {
	if s == nil {
		return nil, nil
	}
	out, err := r.Run("cat-file", "blob", s.Object)
	return []byte(out), err
}
