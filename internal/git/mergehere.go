package git

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Merging is a commit that is to be merged into the one that is checked out. Nothing of the
// work tree, the index and HEAD changes before Commit.
type Merging struct {
	// Both are the files that both sides changed and the driver is for.
	Both []Merged
	// Stopped are git's conflicts in other files.
	Stopped []Stop
	Repository

	here Repository
	of   *Range
	// program is how git's shell calls this program, dir is for what is needed once.
	program, dir string
}

// Merged is a file that both sides changed.
type Merged struct {
	Unmerged
	Versions
}

// Stop is a conflict of git, with what git says of it.
type Stop struct{ Path, Said string }

// Merge merges the base of a range into its head as git merge does where Install was run with this program,
// whether it was or not. It is to be closed. Nothing is written into the repository but by Commit, for which the head
// has to be checked out. Errors are *UnfitError.
func (r Repository) Merge(of *Range, program string) (m *Merging, err error) {
	m = &Merging{here: r, of: of, program: program}
	if m.dir, err = os.MkdirTemp("", "krm-merge-"); err != nil {
		return nil, err
	}
	if err = m.setApart(); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	// A driver that fails leaves the versions of a file. None is started where the attribute
	// says that nothing is merged; but the merge bases of a criss-cross merge shall be.
	attribute, driver := "-merge", "false"
	if len(of.Bases) > 1 {
		attribute, driver = driverAttribute, "[ %L -lt 9 ] && exit 1; "+DriverCommand(program)
	}
	if err = m.merge(attribute, driverSection+".driver="+driver); err != nil {
		return nil, &UnfitError{errors.Join(err, m.Close())}
	}
	return m, nil
}

// setApart makes a repository of its own for what is merged, with the objects, settings and attributes of
// this one but for the lines of Install: by these git would start a program for each file.
func (m *Merging) setApart() error {
	args, names := []string{"rev-parse", "--show-object-format", "--path-format=absolute"}, []string{"objects", "config", "config.worktree", "info/attributes", "shallow", "index"}
	for _, name := range names {
		args = append(args, "--git-path", name)
	}
	out, err := m.here.Line(args...)
	if err != nil {
		return err
	}
	format, paths, _ := strings.Cut(out, "\n")
	at := strings.Split(paths, "\n")
	if len(at) != len(names) {
		return fmt.Errorf("the path of the repository has a line break, or %w", errTooOld)
	}
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	attributes, _ := os.ReadFile(at[3]) // It need not be there.
	for name, text := range map[string]string{
		"HEAD": m.of.HeadCommit + "\n", "refs/none": "", "objects/none": "", "info/attributes": string(attributes),
		"config": fmt.Sprintf("[core]\nrepositoryFormatVersion = 1\n[extensions]\nobjectFormat = %s\n[include]\npath = \"%s\"\npath = \"%s\"\n[core]\nattributesFile = \"%s\"\n",
			format, quoted.Replace(at[1]), quoted.Replace(at[2]), quoted.Replace(m.attributesFile())),
	} {
		file := filepath.Join(m.dir, "git", name)
		if err = errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			return err
		}
	}
	env := append(environment(), "GIT_DIR="+filepath.Join(m.dir, "git"), "GIT_SHALLOW_FILE="+at[4], "GIT_INDEX_FILE="+at[5],
		"GIT_ALTERNATE_OBJECT_DIRECTORIES="+strconv.Quote(filepath.ToSlash(at[0])))
	top := Root(m.here.Dir)
	m.Repository = Repository{Dir: top}.in(append(env, "GIT_WORK_TREE="+top))
	_, _, err = setLines(filepath.Join(m.dir, "git", "info", "attributes"), nil)
	return err
}

// Close takes away what is left.
func (m *Merging) Close() error { return os.RemoveAll(m.dir) }

// merge has git merge both, and sorts what it leaves.
func (m *Merging) merge(attribute, driver string) error {
	if err := m.attribute(attribute); err != nil {
		return err
	}
	_, left, messages, err := m.mergeTree(driver)
	if err != nil {
		return err
	}
	drivers, err := m.drivers(left)
	if err != nil {
		return err
	}
	ours := map[string]bool{}
	for _, u := range left {
		ours[u.Path] = drivers[u.Path] == driverName && u.Regular() && !u.Deleted()
		if ours[u.Path] {
			m.Both = append(m.Both, Merged{Unmerged: u})
		}
	}
	m.stop(messages, ours)
	if len(m.Stopped) == 0 && len(m.Both) < len(left) {
		return errors.New("git has a conflict and does not say where")
	}
	return m.read()
}

// mergeTree has git merge the commits, by a driver where the attributes name it.
func (m *Merging) mergeTree(driver string) (tree string, left []Unmerged, messages string, err error) {
	out, err := m.Run("-c", driver, "merge-tree", "--write-tree", "-z", m.of.HeadCommit, m.of.BaseCommit)
	switch code := Code(err); {
	case code == BadUsage:
		return "", nil, "", errTooOld
	case code != 0 && code != 1:
		return "", nil, "", err
	}
	tree, rest, _ := strings.Cut(out, "\x00")
	list, messages, _ := strings.Cut(rest, "\x00\x00")
	return tree, unmerged(list), messages, nil
}

// errTooOld is that git cannot merge commits without a work tree.
var errTooOld = errors.New("this git cannot merge commits without a work tree; install git 2.38 or newer")

// attributesFile stands in the place of the user's own attributes.
func (m *Merging) attributesFile() string { return filepath.Join(m.dir, "attributes") }

// attribute gives the driver's files an attribute. What the user says counts more, and what is committed counts most.
func (m *Merging) attribute(of string) error {
	name, err := m.here.GlobalAttributes()
	if err != nil {
		return err
	}
	text, _ := os.ReadFile(name) // It need not be there.
	if err = os.WriteFile(m.attributesFile(), text, 0o600); err == nil {
		_, _, err = setLines(m.attributesFile(), attributes(of))
	}
	return err
}

// drivers finds the drivers that the attributes give to these files.
func (m *Merging) drivers(all []Unmerged) (map[string]string, error) {
	if err := m.attribute(driverAttribute); err != nil {
		return nil, err
	}
	var names []string
	for _, u := range all {
		names = append(names, u.Path)
	}
	return m.Attributes("merge", names)
}

// stop finds what git says of conflicts in other files, or of others than in lines: how many
// paths, these, a type, and the text.
func (m *Merging) stop(messages string, ours map[string]bool) {
	named := strings.NewReplacer(m.of.HeadCommit, m.of.Head, m.of.BaseCommit, m.of.Base)
	for fields := strings.Split(messages, "\x00"); len(fields) > 3; {
		n, err := strconv.Atoi(fields[0])
		if err != nil || n < 1 || len(fields) < n+3 {
			m.Stopped = append(m.Stopped, Stop{Said: strings.Join(fields, " ")})
			return
		}
		ofLines := slices.Contains([]string{"CONFLICT (contents)", "CONFLICT (binary)"}, fields[n+1])
		if is := strings.HasPrefix(fields[n+1], "CONFLICT") || fields[n+1] == "ERROR"; is && !(ofLines && ours[fields[1]]) {
			m.Stopped = append(m.Stopped, Stop{fields[1], named.Replace(strings.TrimSpace(fields[n+2]))})
		}
		fields = fields[n+3:]
	}
}

// read reads what the files of Both hold, and what git by itself makes of them: it merges once more, and no
// attribute names another driver.
func (m *Merging) read() error {
	attributes := filepath.Join(m.dir, "git", "info", "attributes")
	text, _ := os.ReadFile(attributes) // It need not be there.
	if err := os.WriteFile(attributes, append(text, "\n* merge=text\n"...), 0o600); err != nil {
		return err
	}
	tree, left, _, err := m.mergeTree(driverSection + ".driver=false")
	if err != nil {
		return err
	}
	merged, err := m.Tree(tree)
	if err != nil {
		return err
	}
	objects, torn := map[string]string{}, map[string]bool{}
	for i := range m.Both {
		b := &m.Both[i]
		for _, s := range append(b.Stages[:], &Stage{Object: merged[b.Path]}) {
			if s != nil && s.Object != "" {
				objects[s.Object] = s.Object
			}
		}
	}
	for _, u := range left {
		torn[u.Path] = true
	}
	texts, err := m.Contents(objects, nil)
	for i := range m.Both {
		b := &m.Both[i]
		for v, text := range b.All() {
			if s := b.Stages[v]; s != nil {
				*text = texts[s.Object]
			}
		}
		b.Lines, b.Torn = texts[merged[b.Path]], torn[b.Path]
	}
	return err
}

// Commit makes the merge commit, by git merge with a driver that gives the files of Both these texts: so hooks,
// signatures, names and messages are as the user's git has them. Where it fails everything is as before.
func (m *Merging) Commit(texts [][]byte, say io.Writer) error {
	dir := filepath.Join(m.dir, "texts")
	for i, text := range texts {
		file := filepath.Join(dir, filepath.FromSlash(m.Both[i].Path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, text, 0o600)); err != nil {
			return err
		}
	}
	// The texts are for these two commits. Merge bases, which have longer marks, are merged by the driver itself.
	driver := fmt.Sprintf(`if [ %%L -lt 9 ]; then [ "$GITHEAD_%s" ] && [ "$(git rev-parse HEAD)" = %s ] && cat "$KRM_MERGE_TEXTS"/%%P >%%A; exit; fi; `,
		m.of.BaseCommit, m.of.HeadCommit) + DriverCommand(m.program)
	args := slices.Concat(guards(true), []string{
		"-c", driverSection + ".driver=" + driver, "-c", "core.attributesFile=" + m.attributesFile(),
		"merge", "--no-edit", "--commit", "--no-squash", "--quiet", "--strategy=ort", m.of.Base,
	})
	c := exec.Command("git", args...)
	c.Dir, c.Env, c.Stdin, c.Stdout, c.Stderr = Root(m.here.Dir), append(unbound(), "KRM_MERGE_TEXTS="+dir), os.Stdin, say, say
	err := c.Run()
	if err == nil {
		return nil
	}
	err = fmt.Errorf("git merge: %w; nothing was changed", err)
	if m.here.Merging() {
		if _, stuck := m.here.Run("merge", "--abort"); stuck != nil {
			return fmt.Errorf("git merge failed, and git merge --abort, which takes it back: %w", stuck)
		}
	}
	return err
}

// Merging reports whether the repository is in the middle of a merge.
func (r Repository) Merging() bool { return r.object("MERGE_HEAD") != "" }
