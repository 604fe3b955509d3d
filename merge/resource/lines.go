package resource

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// documentLines merges a resource line by line, because a version of it repeats a key.
// What lines do not settle is a conflict about the whole resource.
//
// rule: whole/repeated-key-*
func (p *pkg) documentLines(t *triple, v merge.Versions, because error) merge.Result {
	c := p.bothChanged(t, node.Root(v.Original), node.Root(v.Updated), node.Root(v.Dest))
	merged, clean := merge.DocumentLines(v, c.Taken)
	if clean && merged == v.Dest {
		return merge.Result{Node: merged}
	}
	if !clean {
		c = p.decideConflict(t, c).Conflict
		merged, _ = merge.DocumentLines(v, c.Taken)
		if edit := c.Edit(); edit != nil {
			merged = edit.Value
			if merged != nil && v.Dest.Kind == yaml.DocumentNode {
				merged = node.InDocument(v.Dest, merged)
			}
		}
	}
	p.warn(t, merge.Note{Kind: terms.NoteFile, Message: "merged by lines, because " + t.repeats(because, p.opts.Strategy)})
	return merge.Result{Node: merged}
}
