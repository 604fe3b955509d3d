package git

import (
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Unmerged is a file in the middle of a merge, rebase or cherry-pick, whose versions are
// in the stages of the index.
type Unmerged struct {
	// Path is relative to the top of the work tree, with slashes.
	Path string
	// Stages are the versions original, ours and theirs, nil for one that there is not.
	Stages [3]*Stage
}

// Stage is a version of a file in the index.
type Stage struct {
	// Mode is that of git: 100644, 100755, 120000.
	Mode string
	// Object is the name of the content.
	Object string
}

// Regular reports whether all versions are files, neither links nor repositories.
func (u *Unmerged) Regular() bool {
	return !slices.ContainsFunc(u.Stages[:], func(s *Stage) bool { return s != nil && !strings.HasPrefix(s.Mode, "100") })
}

// Deleted reports whether one side has no version.
func (u *Unmerged) Deleted() bool { return u.Stages[1] == nil || u.Stages[2] == nil }

// Unmerged lists the files that are not merged yet, by path.
func (r Repository) Unmerged() ([]Unmerged, error) {
	out, err := r.Run("ls-files", "--unmerged", "-z", "--full-name", ":/")
	if err != nil {
		return nil, err
	}
	return unmerged(out), nil
}

// unmerged reads a list of files with their stages, by path.
func unmerged(out string) (all []Unmerged) {
	for e := range Listed(out) {
		if len(all) == 0 || all[len(all)-1].Path != e.Path {
			all = append(all, Unmerged{Path: e.Path})
		}
		if stage := strings.Index("123", e.Words[2]); stage >= 0 {
			all[len(all)-1].Stages[stage] = &Stage{e.Words[0], e.Words[1]}
		}
	}
	return all
}

// Content is what a stage of a path holds as git writes it into the work tree, nil for
// none.
func (r Repository) Content(s *Stage, path string) ([]byte, error) {
	if s == nil {
		return nil, nil
	}
	out, err := r.Run("cat-file", "--filters", "--path="+path, s.Object)
	return []byte(out), err
}

// ContentAt is what a file holds in a commit; the error is fs.ErrNotExist if it is not
// there.
func (r Repository) ContentAt(commit, path string) ([]byte, error) {
	out, err := r.Run("cat-file", "blob", commit+":"+path)
	if Code(err) > 0 {
		err = fs.ErrNotExist
	}
	return []byte(out), err
}

// IsStaged reports whether the index has another version of a file than the commit that is checked out.
func (r Repository) IsStaged(path string) bool {
	_, err := r.Run("--literal-pathspecs", "diff-index", "--cached", "--quiet", head, "--", path)
	return Code(err) == 1
}

// Other gives the commit that a name stands for, "" if it is the one that is checked
// out, or if the name, which a merge gives one of its sides, is not that of a commit.
func (r Repository) Other(name string) string {
	// Names that git gives sides itself.
	if name == "" || name == head || name == "ours" {
		return ""
	}
	if commit := r.object(name + "^{commit}"); commit != r.object(head) {
		return commit
	}
	return ""
}

// Incoming gives the commits that git is merging, and where they parted from the one that is
// checked out. There are none in a rebase or cherry-pick, which bring no branch.
func (r Repository) Incoming() []string {
	var merged []string
	for _, v := range os.Environ() {
		// So git tells its drivers.
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GITHEAD_") {
			merged = append(merged, strings.TrimPrefix(name, "GITHEAD_"))
		}
	}
	if commit := r.object("MERGE_HEAD"); commit != "" {
		merged = append(merged, commit)
	}
	all := merged
	for _, commit := range merged {
		bases, _ := r.Run("merge-base", "--all", "HEAD", commit) // There may be none.
		all = append(all, strings.Fields(bases)...)
	}
	return all
}

// Rebasing reports whether the repository is in the middle of a rebase, in which git
// calls the branch that is rebased on ours.
func (r Repository) Rebasing() bool { return r.object("REBASE_HEAD") != "" }
