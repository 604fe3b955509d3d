package upstream

import (
	"context"
	"os"
	"strings"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/program"
)

// listing is what a repository says of its branches and tags.
type listing struct {
	// heads are the commits of branches, tags those of tags, annotated ones peeled; by
	// names without refs/heads/ and refs/tags/.
	heads, tags map[string]string
	// head is the branch that HEAD is, "" as long as nobody asked.
	head string
}

// listing asks the repository for its branches and tags, once; and for the branch that
// HEAD is, if that is needed. Offline it is what was said last.
func (r *repository) listing(ctx context.Context, head bool) (*listing, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.refs != nil && (r.refs.head != "" || !head) {
		return r.refs, nil
	}
	if r.unlisted != nil {
		return nil, r.unlisted
	}
	file := r.name + ".refs"
	known, err := os.ReadFile(file)
	if r.Offline {
		if err != nil {
			return nil, r.offline("what branches and tags there are")
		}
		r.refs = parseListing(string(known))
		return r.refs, nil
	}
	r.progress("asking " + r.shown + " for its branches and tags")
	// Nothing of a repository that lies there counts.
	elsewhere := program.Command{Dir: os.TempDir(), Env: []string{"GIT_DIR=" + os.DevNull}, Args: []string{"ls-remote", "--heads", "--tags", "--", r.url}}
	text, err := r.run(ctx, elsewhere)
	if err == nil && head {
		var more string
		elsewhere.Args = []string{"ls-remote", "--symref", "--", r.url, "HEAD"}
		more, err = r.run(ctx, elsewhere)
		text = more + text
	}
	if err != nil {
		err = r.unreachable(err)
		if ctx.Err() == nil {
			r.unlisted = err
		}
		return nil, err
	}
	r.refs = parseListing(text)
	if last := parseListing(string(known)).head; !head && last != "" {
		text = symbolic + last + "\tHEAD\n" + text
	}
	// For --offline only: a cache that cannot be written tells when it is needed.
	if os.MkdirAll(r.Options.Dir, 0o700) == nil {
		_ = git.WriteFile(file, []byte(text), 0o600)
	}
	return r.refs, nil
}

// symbolic is how git begins the line that says which branch HEAD is.
const symbolic = "ref: refs/heads/"

// parseListing reads what git ls-remote says.
func parseListing(text string) *listing {
	l := &listing{heads: map[string]string{}, tags: map[string]string{}}
	for line := range strings.Lines(text) {
		id, ref, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		branch, isBranch := strings.CutPrefix(ref, "refs/heads/")
		tag, isTag := strings.CutPrefix(ref, "refs/tags/")
		peeled, isPeeled := strings.CutSuffix(tag, "^{}")
		target, isSymbolic := strings.CutPrefix(id, symbolic)
		switch {
		case ref == head && isSymbolic:
			l.head = target
		case isBranch:
			l.heads[branch] = id
		case isTag && isPeeled:
			l.tags[peeled] = id
		case isTag && l.tags[tag] == "":
			l.tags[tag] = id
		}
	}
	return l
}
