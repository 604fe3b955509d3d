package upstream

import (
	"context"
	"os"
	"strings"

	"github.com/krm-merge/krm-merge/internal/program"
)

// listing is what a repository says of its branches and tags: their commits, of annotated tags
// these peeled, by names without refs/heads/ and refs/tags/.
type listing struct{ Heads, Tags map[string]string }

// listing asks the repository for its branches and tags.
func (r *repository) listing(ctx context.Context) (*listing, error) {
	return asked(&r.origin, r.name+".refs", "what branches and tags there are", func() (*listing, error) {
		r.progress("asking " + r.shown + " for its branches and tags")
		out, err := r.lsRemote(ctx, "--heads", "--tags", "--", r.url)
		l := &listing{map[string]string{}, map[string]string{}}
		for line := range strings.Lines(out) {
			id, ref, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if branch, is := strings.CutPrefix(ref, "refs/heads/"); is {
				l.Heads[branch] = id
			} else if tag, is := strings.CutPrefix(ref, "refs/tags/"); is {
				l.Tags[strings.TrimSuffix(tag, "^{}")] = id // The peeled one comes last.
			}
		}
		return l, err
	})
}

// defaultBranch asks the repository for the branch that HEAD is, "" if it is none.
func (r *repository) defaultBranch(ctx context.Context) (string, error) {
	return asked(&r.origin, r.name+".head", "which branch is the default one", func() (string, error) {
		out, err := r.lsRemote(ctx, "--symref", "--", r.url, head)
		_, ref, _ := strings.Cut(out, "ref: refs/heads/")
		branch, _, _ := strings.Cut(ref, "\t")
		return branch, err
	})
}

// lsRemote asks upstream, whatever repository lies here.
func (r *repository) lsRemote(ctx context.Context, args ...string) (string, error) {
	c := program.Command{Dir: os.TempDir(), Env: []string{"GIT_DIR=" + os.DevNull}, Args: append([]string{"ls-remote"}, args...)}
	out, err := r.run(ctx, c)
	if err != nil {
		return "", r.unreachable(err)
	}
	return out, nil
}
