package resolve

import (
	"errors"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/decisions"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/marks"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// lines are a stretch of a text, from 1, both included.
type lines struct{ from, to int }

func (l lines) meet(other lines) bool { return l.from <= other.to && other.from <= l.to }

// known finds what the blocks of a file ask: the three versions that the marks show are
// merged, and each question there belongs to the block that its lines lie in. The cost is
// that of a merge of the file.
func (f *file) known() []*block {
	var all []*block
	var mine, updated []lines
	complete := true
	m, u := 1, 1
	for _, p := range f.lined.parts {
		if p.Block == nil {
			m, u = m+strings.Count(p.Text, "\n"), u+strings.Count(p.Text, "\n")
			continue
		}
		mine, m = append(mine, lines{m, m + count(p.Block.Mine) - 1}), m+count(p.Block.Mine)
		updated, u = append(updated, lines{u, u + count(p.Block.Updated) - 1}), u+count(p.Block.Updated)
		complete = complete && p.Block.HasOriginal
		all = append(all, &block{Block: p.Block, unknown: "the marks do not show which values of which resource these lines are"})
	}
	if !complete {
		for _, b := range all {
			b.unknown = "the marks do not show what original has; marks of the style diff3 do"
		}
		return all
	}
	if f.named(all) {
		return all
	}
	asks, several := map[int][]asked{}, map[int]bool{}
	for _, c := range f.conflicts() {
		in := stretches(c.Dest, mine)
		if c.Dest == nil || len(in) == 0 {
			in = stretches(c.Updated, updated)
		}
		for _, i := range in {
			several[i] = several[i] || len(in) > 1
			asks[i] = append(asks[i], askedBy(c))
		}
	}
	for i, of := range asks {
		if !several[i] && len(all[i].asks) == 0 {
			all[i].asks, all[i].unknown = of, ""
		}
	}
	return all
}

// named finds what blocks ask whose marks name lines of the file, as those of a file that
// is merged by lines do. It reports whether all of them are such.
func (f *file) named(all []*block) bool {
	of := resource.PlaceOf(&resource.Resource{Path: f.path})
	found := 0
	for _, b := range all {
		name := linesNamed.FindStringSubmatch(b.Names.Mine)
		if name == nil {
			continue
		}
		at, ok := merge.ParsePath(name[1])
		if stretch := stretchOf(b.Block); ok && stretch.Is(at) {
			b.asks, b.unknown = []asked{linesAsked(of, stretch, at)}, ""
			found++
		}
	}
	return found == len(all)
}

// linesNamed finds the name of lines of a file in what stands behind a mark.
var linesNamed = regexp.MustCompile(`(?:^|: )(\[lines=[^\]]*\])(?:: |$)`)

// stretchOf are the lines that a block asks about.
func stretchOf(b *marks.Block) merge.Stretch {
	return merge.Stretch{Original: b.Original, Updated: b.Updated, Dest: b.Mine}
}

// linesAsked is the question about lines of a file.
func linesAsked(of decisions.Place, s merge.Stretch, at merge.Path) asked {
	a := asked{lines: true, open: decisions.Open{Place: of, Conflict: merge.BothChanged.String()}}
	a.open.Path = at.String()
	a.open.Original, a.open.Updated, a.open.Dest = s.Values()
	a.question = a.open.Question()
	return a
}

// isAll reports whether the lines of a block are all that is asked about.
func (a *asked) isAll(b *marks.Block) bool {
	text := func(n *yaml.Node) string {
		if n == nil {
			return ""
		}
		return n.Value
	}
	return text(a.open.Updated) == b.Updated && text(a.open.Dest) == b.Mine
}

func count(text string) int { return strings.Count(ended(text), "\n") }

// stretches are the places of those that a value lies in.
func stretches(n *yaml.Node, of []lines) (in []int) {
	n = node.Target(n)
	if n == nil || n.Line == 0 {
		return nil
	}
	l := linesOf(n)
	for i, other := range of {
		if l.meet(other) {
			in = append(in, i)
		}
	}
	return in
}

// linesOf are the lines of a value.
func linesOf(n *yaml.Node) lines {
	l := lines{n.Line, n.Line}
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		l.to += strings.Count(n.Value, "\n")
	}
	for _, c := range n.Content {
		l.to = max(l.to, linesOf(c).to)
	}
	return l
}

// conflicts are the questions of a merge of the versions that the marks show, none if
// these cannot be merged.
func (f *file) conflicts() []*resource.Conflict {
	var trees []*files.Tree
	for _, side := range []func(*marks.Block) string{func(b *marks.Block) string { return b.Original }, marks.Updated, marks.Mine} {
		trees = append(trees, &files.Tree{Empty: true, Files: []files.File{{Path: f.path, Name: f.path, Mode: f.mode, Data: f.lined.with(side)}}})
	}
	opts := files.Options{Options: resource.Careful()}
	opts.Renames, opts.Strategy, opts.Marks.Form = resource.RenamesIgnored, resource.ThreeWay, marks.None
	r, err := files.MergeTrees(trees, opts)
	var refused *files.ConflictsError
	if r == nil || err != nil && !errors.As(err, &refused) {
		return nil
	}
	var open []*resource.Conflict
	for i := range r.Conflicts {
		if c := &r.Conflicts[i]; c.Open() && !c.Moved && (c.Original != nil || c.Updated != nil || c.Dest != nil) {
			open = append(open, c)
		}
	}
	return open
}

// askedBy is the question of a conflict.
func askedBy(c *resource.Conflict) asked {
	a := asked{question: c.Question().Asked(), lines: c.Subject().Node == nil && len(c.Path) > 0}
	a.open = decisions.Open{Place: a.question.Place, Conflict: c.Kind.String(), Secret: c.Secret()}
	a.open.Path = c.Place()
	if a.open.Secret {
		a.question = decisions.Question{Place: a.open.Place}
		return a
	}
	a.open.Original, a.open.Updated, a.open.Dest = c.Original, c.Updated, c.Dest
	return a
}
