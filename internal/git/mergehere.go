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
	// dir is for what is needed once; tree is what git merged.
	dir, tree string
}

// Merged is a file that both sides changed.
type Merged struct {
	Unmerged
	Versions
}

// Stop is a conflict of git, with what git says of it.
type Stop struct{ Path, Said string }

// Merge merges the base of a range into its head as git merge does where Install was run with this program,
// whether it was or not. It is to be closed. To commit it, the head has to be checked out; apart, nothing is
// written into the repository, and there is nothing to commit. Errors are *UnfitError, or that git would not
// merge now either.
func (r Repository) Merge(of *Range, program string, apart bool) (m *Merging, err error) {
	if !apart {
		if err = r.unchanged(); err != nil {
			return nil, err
		}
	}
	m = &Merging{here: r, of: of}
	if m.dir, err = os.MkdirTemp("", "krm-merge-"); err != nil {
		return nil, err
	}
	if err = m.setApart(apart); err != nil {
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
// this one but for the lines of Install: by these git would start a program for each file. Where objects
// are kept apart, too, nothing is written into this one.
func (m *Merging) setApart(objects bool) error {
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
	env := append(environment(), "GIT_DIR="+filepath.Join(m.dir, "git"), "GIT_SHALLOW_FILE="+at[4], "GIT_INDEX_FILE="+at[5])
	if objects {
		env = append(env, "GIT_ALTERNATE_OBJECT_DIRECTORIES="+strconv.Quote(filepath.ToSlash(at[0])))
	} else {
		env = append(env, "GIT_OBJECT_DIRECTORY="+at[0])
	}
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
	tree, left, messages, err := m.mergeTree(driver)
	if err != nil {
		return err
	}
	m.tree = tree
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

// unchanged refuses a repository in which git merge would not begin.
func (r Repository) unchanged() error {
	for _, name := range []string{"MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"} {
		if r.object(name) != "" {
			return fmt.Errorf("git has not concluded something else (%s); commit it, or git merge --abort", name)
		}
	}
	_, err := r.Run("diff-index", "--cached", "--quiet", head, "--")
	if Code(err) == 1 {
		return errors.New("there are changes in the index that are not committed; commit or stash them first")
	}
	return err
}

// Commit makes the merge commit, by git merge with a strategy of our own: so hooks, signatures,
// names and messages are as the user's git has them. texts are what the files of Both hold.
// Where it fails everything is as before.
func (m *Merging) Commit(texts [][]byte, say io.Writer) error {
	tree, err := m.write(texts)
	if err != nil {
		return err
	}
	// As git merge does before it begins; what it says of files that changed is not needed.
	_, _ = m.here.Run("update-index", "-q", "--refresh")
	if _, err = m.here.Run("read-tree", "-m", "-u", "--dry-run", head, tree); err != nil {
		return fmt.Errorf("the merge would overwrite what is not committed; commit or stash it first: %w", err)
	}
	strategy := fmt.Sprintf("#!/bin/sh\nfor last; do :; done\n[ \"$last\" = %s ] && [ \"$(git rev-parse HEAD)\" = %s ] || exit 2\nexec git read-tree -m -u HEAD %s\n",
		m.of.BaseCommit, m.of.HeadCommit, tree)
	if err = os.WriteFile(filepath.Join(m.dir, "git-merge-"+driverName), []byte(strategy), 0o700); err != nil {
		return err
	}
	return m.here.mergeAsUser(m.of, say, []string{"PATH=" + m.dir + string(filepath.ListSeparator) + os.Getenv("PATH")}, "--strategy="+driverName)
}

// mergeAsUser runs git merge with the user's hooks, and takes it back if it fails.
func (r Repository) mergeAsUser(of *Range, say io.Writer, env []string, options ...string) error {
	args := slices.Concat(guards(true), []string{"merge", "--no-edit", "--quiet"}, options, []string{of.Base})
	c := exec.Command("git", args...)
	c.Dir, c.Env, c.Stdin, c.Stdout, c.Stderr = Root(r.Dir), append(unbound(), env...), os.Stdin, say, say
	err := c.Run()
	if err == nil {
		return nil
	}
	err = fmt.Errorf("git merge: %w; nothing was changed", err)
	if r.object("MERGE_HEAD") == of.BaseCommit {
		if _, stuck := r.Run("merge", "--abort"); stuck != nil {
			return fmt.Errorf("git merge failed, and git merge --abort, which takes it back: %w", stuck)
		}
	}
	return err
}

// write makes the tree of the merge, in which the files of Both have these texts.
func (m *Merging) write(texts [][]byte) (tree string, err error) {
	own := m.here.in(append(environment(), "GIT_INDEX_FILE="+filepath.Join(m.dir, "index")))
	if _, err = own.Run("read-tree", m.tree); err != nil {
		return "", err
	}
	var names, index strings.Builder
	for i, text := range texts {
		name := filepath.Join(m.dir, "text"+strconv.Itoa(i))
		if err = os.WriteFile(name, text, 0o600); err != nil {
			return "", err
		}
		fmt.Fprintln(&names, name)
	}
	objects, err := own.runWith(names.String(), "hash-object", "-w", "--no-filters", "--stdin-paths")
	if err != nil {
		return "", err
	}
	for i, object := range strings.Fields(objects) {
		fmt.Fprintf(&index, "%s %s\t%s\x00", m.Both[i].mode(), object, m.Both[i].Path)
	}
	if _, err = own.runWith(index.String(), "update-index", "-z", "--index-info"); err != nil {
		return "", err
	}
	return own.Line("write-tree")
}

// mode is the mode of the merged file.
func (b *Merged) mode() string {
	original, ours, theirs := b.Stages[0], b.Stages[1], b.Stages[2]
	if original != nil && original.Mode == ours.Mode {
		return theirs.Mode
	}
	return ours.Mode
}
