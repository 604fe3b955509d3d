package upstream

import (
	"context"
	"os"
	"strings"

	"github.com/krm-merge/krm-merge/internal/git"
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
	return r.listed(ctx, head)
}

func (r *repository) listed(ctx context.Context, head bool) (*listing, error) {
	if r.refs != nil && (r.refs.head != "" || !head) {
		return r.refs, nil
	}
	file := r.key() + ".refs"
	known, err := os.ReadFile(file)
	if r.cache.options.Offline {
		if err != nil {
			return nil, r.offline("what branches and tags there are")
		}
		r.refs = parseListing(string(known))
		return r.refs, nil
	}
	r.cache.progress("asking " + redacted(r.url) + " for its branches and tags")
	s := r.session(os.TempDir())
	s.Env = []string{"GIT_DIR=" + os.DevNull} // Nothing of a repository there counts.
	text, err := s.Run(ctx, "", "ls-remote", "--heads", "--tags", "--", r.url)
	if err == nil && head {
		var more string
		more, err = s.Run(ctx, "", "ls-remote", "--symref", "--", r.url, "HEAD")
		text = more + text
	}
	if err != nil {
		return nil, failed(r.url, err)
	}
	r.refs = parseListing(text)
	stored := *r.refs
	if stored.head == "" {
		stored.head = parseListing(string(known)).head
	}
	// For --offline only: a cache that cannot be written tells when it is needed.
	if os.MkdirAll(r.cache.options.Dir, 0o700) == nil {
		_ = git.WriteFile(file, []byte(stored.text()), 0o600)
	}
	return r.refs, nil
}

// parseListing reads what git ls-remote says.
func parseListing(text string) *listing {
	l := &listing{heads: map[string]string{}, tags: map[string]string{}}
	detached := ""
	for line := range strings.Lines(text) {
		id, ref, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		branch, isBranch := strings.CutPrefix(ref, "refs/heads/")
		tag, isTag := strings.CutPrefix(ref, "refs/tags/")
		peeled, isPeeled := strings.CutSuffix(tag, "^{}")
		target, isSymbolic := strings.CutPrefix(id, "ref: refs/heads/")
		switch {
		case ref == "HEAD" && isSymbolic:
			l.head = target
		case ref == "HEAD":
			detached = id
		case isBranch:
			l.heads[branch] = id
		case isTag && isPeeled:
			l.tags[peeled] = id
		case isTag && l.tags[tag] == "":
			l.tags[tag] = id
		}
	}
	if l.head == "" && detached != "" {
		l.head = l.branchAt(detached)
	}
	return l
}

// branchAt is the branch of a commit: main or master, or the only one.
func (l *listing) branchAt(commit string) string {
	var found []string
	for name, at := range l.heads {
		if at == commit {
			if name == "main" || name == "master" {
				return name
			}
			found = append(found, name)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return ""
}

// text is the listing as git ls-remote says it.
func (l *listing) text() string {
	var b strings.Builder
	if l.head != "" {
		b.WriteString("ref: refs/heads/" + l.head + "\tHEAD\n")
	}
	for name, commit := range l.heads {
		b.WriteString(commit + "\trefs/heads/" + name + "\n")
	}
	for name, commit := range l.tags {
		b.WriteString(commit + "\trefs/tags/" + name + "\n")
	}
	return b.String()
}
