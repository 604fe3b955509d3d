package upgrade

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/ignore"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/seal"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Upgrader upgrades packages. It is safe for concurrent use.
type Upgrader struct {
	Cache *upstream.Cache
	// Configure gives the settings of a merge into a directory, with the name of the file
	// that they are from, "" for none.
	Configure func(dir string) (config *config.Config, name string, err error)
}

// Request is which version of a package is asked for, and how.
type Request struct {
	// To is a branch, tag or commit, "" for the one that the Kptfile asks for; Latest is
	// the newest version instead, at such a step.
	To     string
	Latest upstream.Step
	// Original is a directory or a ref that counts for the version that was taken, "" for
	// the one of the lock.
	Original string
	// Restore is a directory or file of the package that is brought back as the version of the
	// lock has it, in place of an upgrade; "" for none.
	Restore string
	// Check is a command of the user's own that takes the place of the settings' check.
	Check string
	// Force: changes that are not committed do not matter.
	Force bool
	// DryRun: nothing is written.
	DryRun bool
}

// Result is what became of a package.
type Result struct {
	// File says where the package is from: its Kptfile, or what stands for it.
	File string
	// Upstream is the package in its repository, From and To are its versions.
	Upstream upstream.Location
	From, To upstream.Revision
	// Merge is nil where the package has the version that is asked for; Config are the
	// settings.
	Merge  *files.Result
	Config *config.Config
	// Settings is the file that they are from, "" for none.
	Settings string
	// Written: the files are, with the lock. Restored: they were brought back.
	Written, Restored bool
	// Questions are the files in which something is left to somebody.
	Questions []Marked
	// Unsealed names the encrypted files whose code does not hold, nil if none is.
	Unsealed error
	// Notes tell what people should know besides.
	Notes []string
	// Check is why the package's own check failed, nil if it did not.
	Check error
}

// merging is an upgrade of one package.
type merging struct {
	*Upgrader
	Request
	*place
	kpt *kptfile.Kptfile
	// dest is the package as it is here, updated is upstream's new version.
	dest, updated *files.Tree
	// open are the files with questions of an earlier upgrade, asked is what their marks call the
	// version before that. onDisk are the files as they are here, where these questions are taken out of dest.
	open   []Marked
	asked  string
	onDisk []files.File
	result Result
	read   bounded.Input
}

// Upgrade brings a package to another version of its upstream. An error names the package
// and what to do, and nothing is written; where the settings refuse conflicts it is a
// *files.ConflictsError, with the result. The cost is that of fetching two versions, then
// that of merging.
func (u *Upgrader) Upgrade(ctx context.Context, dir string, asked Request) (*Result, error) {
	p, err := openPlace(dir)
	if err != nil {
		return nil, err
	}
	defer p.close()
	m := &merging{Upgrader: u, Request: asked, place: p}
	if err = m.ready(); err != nil {
		return nil, err
	}
	if err = m.versions(ctx); err != nil {
		return nil, m.named(err)
	}
	err = m.upgrade(ctx)
	// Apart from the package's files, which who has many results need not keep.
	result := m.result
	return &result, err
}

// ready makes sure that the package can be upgraded.
func (m *merging) ready() error {
	recovered, err := m.journal.Recover(m.root)
	if err != nil {
		return m.named(err)
	}
	if recovered {
		m.note("a run that was killed had written only a part of the files; that is taken back")
	}
	// Settings that cannot be are an error also where there is nothing to merge.
	if m.result.Config, m.result.Settings, err = m.Configure(m.dir); err != nil {
		return m.named(err)
	}
	if m.kpt, err = readKptfile(m.name); err != nil {
		return err
	}
	m.result.File = m.kpt.Name()
	if m.kpt.Lock == nil && m.Original == "" {
		return fmt.Errorf("%s: its %s does not say which version was taken; say it with krm-merge adopt, or with --original", m.name, m.kpt.Name())
	}
	if m.dest, err = m.tree(&m.read, nil); err != nil {
		return err
	}
	// Questions that are open in packages inside are these packages' own affair.
	m.open, err = questions(m.root.FS(), m.dest, m.apart(m.dest))
	return m.named(err)
}

// named is an error with the name of the package in front, nil for none.
func (p *place) named(err error) error { return named(p.name, err) }

// named is an error with a name in front, nil for none.
func named(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

func (m *merging) note(format string, args ...any) {
	m.result.Notes = append(m.result.Notes, fmt.Sprintf(format, args...))
}

// Fetch fetches what upgrades of packages are going to read, of one upstream together. What goes wrong is told
// where the package is upgraded.
func (u *Upgrader) Fetch(ctx context.Context, packages []string, asked Request) {
	needed := make([][]upstream.Location, len(packages))
	parallel.Each(len(packages), func(i int) {
		k, err := readKptfile(packages[i])
		if err != nil || k.Lock == nil {
			return
		}
		m := &merging{Upgrader: u, Request: asked, place: &place{dir: packages[i]}, kpt: k}
		if m.asks(ctx) != nil {
			return
		}
		taken, next := locationOf(m.dir, k.Lock.Upstream), m.result.Upstream
		taken.Ref = k.Lock.Commit
		if v, err := u.Cache.Resolve(ctx, next); err == nil && v.Commit != taken.Ref {
			next.Ref = v.Commit
			needed[i] = []upstream.Location{taken, next}
		}
	})
	u.Cache.Fetch(ctx, slices.Concat(needed...))
}

// asks finds what the package is brought to, as it is asked for.
func (m *merging) asks(ctx context.Context) (err error) {
	at := locationOf(m.dir, *m.kpt.Upstream)
	switch {
	case m.Latest != upstream.NoStep:
		at.Ref, err = m.latest(ctx, at)
	case m.To != "":
		at.Ref = m.To
	}
	m.result.Upstream = at
	return err
}

// versions finds the versions that the package is brought from and to.
func (m *merging) versions(ctx context.Context) error {
	r := &m.result
	if m.kpt.Lock != nil {
		r.From = takenFrom(m.kpt)
	}
	if m.Restore != "" {
		r.Upstream, r.To, r.Restored = locationOf(m.dir, m.kpt.Lock.Upstream), r.From, true
		return nil
	}
	if err := m.asks(ctx); err != nil {
		return err
	}
	revision, err := m.Cache.Resolve(ctx, r.Upstream)
	if err != nil {
		return err
	}
	if r.Upstream.Ref == "" || m.To != "" && revision.Kind != upstream.Tag {
		r.Upstream.Ref = revision.Ref
	}
	r.To = upstream.Revision{Ref: revision.Ref, Commit: revision.Commit} // A lock does not tell the kind either.
	return nil
}

// upgrade merges and writes.
func (m *merging) upgrade(ctx context.Context) error {
	if m.result.From == m.result.To && m.kpt.Upstream.Ref == m.result.Upstream.Ref && m.Original == "" && m.Restore == "" {
		if len(m.open) > 0 {
			return m.questionsOpen(nil)
		}
		return nil
	}
	// Questions that an upgrade left nobody commits, and --abort gives back what changed with them.
	if !m.Force && !m.DryRun && m.Restore == "" && len(m.open) == 0 {
		if err := Committed(m.name, m.dir, func(string) bool { return true }, m.apart(m.dest)...); err != nil {
			return err
		}
	}
	trees, err := m.trees(ctx)
	if err != nil {
		return err
	}
	config := m.result.Config
	options := files.Options{Options: config.Options}
	options.NoFragments = config.OnDeletedLocally == terms.StayDeleted && m.Restore == ""
	options.Marks = files.Marks{Options: config.Marks, Names: [3]string{merge.Original: m.from(), merge.Updated: m.result.To.Ref, merge.Dest: m.branch()}}
	if m.result.Merge, err = files.MergeTrees(trees, options); err != nil {
		return m.named(err)
	}
	m.deletedNotes()
	if err := m.holdAbove(trees, options); err != nil {
		return m.named(err)
	}
	m.describeOnDisk()
	if m.Restore == "" {
		if err := m.lock(); err != nil {
			return err
		}
	}
	if upstream.Older(m.result.To.Ref, m.result.From.Ref) {
		m.note("%s is older than %s: this is a downgrade", m.result.To.Ref, m.result.From.Ref)
	}
	if m.DryRun {
		return nil
	}
	m.allowCheck()
	m.result.Unsealed = seal.Result(ctx, m.result.Merge)
	if err := m.write(ctx); err != nil {
		return err
	}
	return m.after(ctx)
}

// trees are the three versions that are merged.
func (m *merging) trees(ctx context.Context) ([]*files.Tree, error) {
	trees := make([]*files.Tree, 3)
	var err error
	if trees[0], err = m.original(ctx); err != nil {
		return nil, m.named(err)
	}
	if trees[1], err = readVersion(ctx, m.Cache, m.result.Upstream, m.result.To, &m.read, &m.result.Notes); err != nil {
		return nil, m.named(err)
	}
	if slices.ContainsFunc(trees[0].Files, func(f files.File) bool { return path.Base(f.Path) == ignore.File }) {
		// What upstream's patterns left out is merged.
		if m.dest, err = m.tree(&bounded.Input{}, trees[0]); err != nil {
			return nil, err
		}
	}
	apart := m.apart(m.dest)
	m.dest.Files = slices.DeleteFunc(m.dest.Files, func(f files.File) bool { return Below(f.Path, apart) && marks.Refuse(f.Data) != nil })
	if m.Restore != "" {
		err = m.without(trees[0])
	} else {
		trees[0], err = m.reopen(trees[0])
	}
	if err != nil {
		return nil, err
	}
	asUpstreams(trees[0], trees[1], m.kpt.Name())
	trees[2], m.updated = m.dest, trees[1]
	return trees, nil
}

// from is what marks call the version that was taken.
func (m *merging) from() string {
	from := cmp.Or(m.Original, m.result.From.Ref)
	if m.asked != "" {
		return m.asked + or + from
	}
	return from
}

// original gives the files of the version that was taken.
func (m *merging) original(ctx context.Context) (*files.Tree, error) {
	at := m.result.Upstream
	switch info, missing := os.Stat(m.Original); {
	case m.Original == "":
		// The package may have moved in its repository.
		at = locationOf(m.dir, m.kpt.Lock.Upstream)
	case missing == nil && info.IsDir():
		return ReadTree(m.read.FS(os.DirFS(m.Original)), m.Original, files.Read)
	default:
		at.Ref = m.Original
		revision, unknown := m.Cache.Resolve(ctx, at)
		if unknown != nil {
			return nil, fmt.Errorf("--original %s is not a directory, and: %w", m.Original, unknown)
		}
		m.result.From = upstream.Revision{Ref: revision.Ref, Commit: revision.Commit}
	}
	return readVersion(ctx, m.Cache, at, m.result.From, &m.read, nil)
}

// apart are the packages inside that have an upstream of their own and are left alone.
func (m *merging) apart(t *files.Tree) []string {
	if m.result.Config.Subpackages == terms.SubpackagesMerged {
		return nil
	}
	return subpackages(t)
}

// branch is what marks call the package as it is here.
func (m *merging) branch() string {
	if m.top == "" {
		return ""
	}
	name, _ := (git.Repository{Dir: m.dir}).Line("symbolic-ref", "--quiet", "--short", "HEAD")
	return name
}

// asUpstreams makes the Kptfiles of two versions of upstream's such that nothing of them
// stands against that of the package: where upstream is from itself is its own affair, and
// a package keeps its Kptfile.
func asUpstreams(original, updated *files.Tree, file string) {
	o, u := own(original, file), own(updated, file)
	switch {
	case o == nil && u == nil:
	case u == nil:
		updated.Files = append(updated.Files, *o)
	case o == nil:
		bare := *u
		bare.Data = kptfile.New(file, "package")
		original.Files = append(original.Files, bare)
	}
}

// own is the Kptfile of a version of upstream's, without where it is from itself; nil for
// none.
func own(t *files.Tree, file string) *files.File {
	at := slices.IndexFunc(t.Files, func(f files.File) bool { return f.Path == file })
	if at < 0 {
		return nil
	}
	t.Files[at].Data = changedKptfile(t.Files[at].Data, file, (*kptfile.Kptfile).Without)
	return &t.Files[at]
}

// lock puts the new version into the Kptfile among the results.
func (m *merging) lock() error {
	for i := range m.result.Merge.Files {
		f := &m.result.Merge.Files[i]
		if f.Path != m.kpt.Name() {
			continue
		}
		asked := upstream.Location(*m.kpt.Upstream)
		asked.Ref = m.result.Upstream.Ref
		text, err := taken(f.Data, asked, m.result.To)
		if err != nil {
			return m.named(err)
		}
		if f.Status == files.Unchanged && string(text) != string(f.Data) {
			f.Status = files.Changed
		}
		f.Data = text
		return nil
	}
	return fmt.Errorf("%s: the merge has no %s, which would say where the package is from", m.name, m.kpt.Name())
}

// What is noted in the journal of a write: the commit that the package then has, and a file that
// was brought back.
const (
	noteTo       = "to"
	noteRestored = "restored"
)

// write writes the files, all or none.
func (m *merging) write(ctx context.Context) error {
	r := m.result.Merge
	w := &journal.Writer{
		Root: m.root, Results: r.Files, Dest: r.Dest, Last: m.kpt.Name(), Journal: m.journal,
		Note: map[string]string{noteTo: m.result.To.Commit, noteRestored: m.Restore},
	}
	if err := w.Write(ctx); err != nil {
		return &git.UnfitError{Err: m.named(err)}
	}
	m.result.Written = true
	if m.top == "" {
		m.note("the package is not in a git repository; only krm-merge upgrade --abort %s takes this back", printable.Word(m.name))
	}
	return nil
}

// after finds what is left to do.
func (m *merging) after(ctx context.Context) error {
	check := m.result.Config.Check
	var read bounded.Input
	now, err := m.tree(&read, m.updated)
	if err == nil {
		m.result.Questions, err = questions(m.root.FS(), now, m.apart(now))
	}
	switch {
	case err != nil:
		return m.named(err)
	case check == "":
	case len(m.result.Questions) > 0:
		m.note("the check is not run while questions are open; run it when they are answered: %s", check)
	default:
		m.result.Check = m.check(ctx, check)
	}
	return nil
}

// latest is the newest release of a package.
func (m *merging) latest(ctx context.Context, at upstream.Location) (string, error) {
	versions, err := m.Cache.Versions(ctx, at)
	if err != nil {
		return "", err
	}
	taken := m.kpt.Upstream.Ref
	if m.kpt.Lock != nil {
		taken = m.kpt.Lock.Ref
	}
	release, found := versions.Newest(m.Latest, taken)
	newest := release.Ref
	// kpt leaves the directory in front of a tag out.
	short, own := strings.CutPrefix(newest, m.kpt.Upstream.Directory+"/")
	switch {
	case found && m.kpt.Lock != nil && (upstream.Older(newest, m.kpt.Lock.Ref) || own && upstream.Older(short, m.kpt.Lock.Ref)):
		m.note("%s is newer than the newest release, %s; --to %s goes back to it", m.kpt.Lock.Ref, newest, newest)
		return m.kpt.Upstream.Ref, nil
	case found:
		if own && !strings.HasPrefix(m.kpt.Upstream.Ref, m.kpt.Upstream.Directory+"/") {
			return short, nil
		}
		return newest, nil
	}
	return "", fmt.Errorf("%s: %s", at, unclear(versions, m.Latest, taken))
}
