package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// repository is the directory of a git repository that is only read.
type repository string

// file is a file of a merge commit, as both sides had it.
type file struct {
	commit, path                  string
	base, ours, theirs, committed []byte
}

func (r repository) git(args ...string) (string, error) {
	c := exec.Command("git", append([]string{"-C", string(r)}, args...)...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(errs.String()))
	}
	return string(out), nil
}

// blob is the content of a file in a commit, nil if it is not there.
func (r repository) blob(commit, path string) ([]byte, error) {
	text, err := r.git("cat-file", "blob", commit+":"+path)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, nil
	}
	return []byte(text), err
}

// merges visits the YAML files of all merge commits of two parents that both
// sides changed.
func (r repository) merges(o options, t *tally, visit func(*file) error) error {
	args := []string{"rev-list", "--merges", "--parents"}
	if o.most > 0 {
		args = append(args, "-n", strconv.Itoa(o.most))
	}
	list, err := r.git(append(args, o.revision)...)
	if err != nil {
		return err
	}
	for line := range strings.Lines(list) {
		commits := strings.Fields(line)
		if len(commits) != 3 {
			t.skipped++
			continue
		}
		bases, err := r.git("merge-base", "--all", commits[1], commits[2])
		if base := strings.Fields(bases); err != nil || len(base) != 1 {
			// No common ancestor, or several: git would merge these first.
			t.skipped++
			continue
		}
		t.merges++
		if err := r.files(commits[0], strings.TrimSpace(bases), commits[1], commits[2], visit); err != nil {
			return err
		}
	}
	return nil
}

// edits visits pairs of commits that changed a YAML file, one after the other.
func (r repository) edits(o options, visit func(*file) error) error {
	args := []string{"log", "--no-merges", "--no-renames", "--name-only", "--format=commit %H %ct", o.revision}
	if o.most > 0 {
		args = append(args, "-n", strconv.Itoa(o.most))
	}
	log, err := r.git(append(args, "--", "*.yaml", "*.yml")...)
	if err != nil {
		return err
	}
	type edit struct {
		commit string
		at     int
	}
	var now edit
	later := map[string]edit{}
	for line := range strings.Lines(log) {
		name := strings.TrimSpace(line)
		if words := strings.Fields(line); len(words) == 3 && words[0] == "commit" {
			now.commit = words[1]
			now.at, err = strconv.Atoi(words[2])
		} else if next, is := later[name]; is && next.at-now.at <= o.days*24*60*60 && err == nil {
			err = r.pair(name, now.commit, next.commit, visit)
		}
		if err != nil {
			return err
		}
		later[name] = now
	}
	return nil
}

// pair visits two edits of a file as if both had been made on what was there before.
func (r repository) pair(path, first, second string, visit func(*file) error) (err error) {
	c := &file{commit: second, path: path}
	var between []byte
	for commit, to := range map[string]*[]byte{first + "^": &c.base, first: &c.ours, second + "^": &between, second: &c.committed} {
		if *to, err = r.blob(commit, path); err != nil || *to == nil {
			return err
		}
	}
	if !bytes.Equal(between, c.ours) {
		return nil // They were made on different branches.
	}
	apart, err := gitMerge(&file{base: c.ours, ours: c.committed, theirs: c.base}, "--ours")
	c.theirs = apart.text
	if err != nil || apart.untried || bytes.Equal(c.base, c.theirs) || bytes.Equal(c.ours, c.theirs) {
		return err // The second took the first back, or there is nothing else in it.
	}
	return visit(c)
}

func (r repository) files(commit, base, ours, theirs string, visit func(*file) error) error {
	changed, err := r.changed(base, theirs)
	if err != nil {
		return err
	}
	local, err := r.changed(base, ours)
	if err != nil {
		return err
	}
	for _, path := range changed {
		if _, both := slices.BinarySearch(local, path); !both {
			continue
		}
		c := &file{commit: commit, path: path}
		there := true
		for _, v := range []struct {
			commit string
			to     *[]byte
		}{{base, &c.base}, {ours, &c.ours}, {theirs, &c.theirs}, {commit, &c.committed}} {
			if *v.to, err = r.blob(v.commit, path); err != nil {
				return errors.Join(fmt.Errorf("%s in %s cannot be read", path, v.commit), err)
			}
			there = there && *v.to != nil
		}
		if !there || bytes.Equal(c.ours, c.theirs) {
			continue
		}
		if err := visit(c); err != nil {
			return err
		}
	}
	return nil
}

// changed lists the YAML files that differ between two commits, sorted.
func (r repository) changed(from, to string) ([]string, error) {
	list, err := r.git("diff", "-z", "--no-renames", "--name-only", from, to, "--", "*.yaml", "*.yml")
	if err != nil {
		return nil, err
	}
	var paths []string
	for path := range strings.SplitSeq(list, "\x00") {
		if path != "" {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths, nil
}
