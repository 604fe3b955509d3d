package source

import "go.yaml.in/yaml/v3"

// withAnchors gives a tree in which every alias stands behind its anchor: one
// whose anchor is gone is replaced by what it stood for. The tree itself is
// given back where nothing is missing.
func withAnchors(root *yaml.Node) *yaml.Node {
	r := anchors{seen: map[string]bool{}, open: map[*yaml.Node]bool{}}
	return r.tree(root)
}

type anchors struct {
	seen map[string]bool
	// open are the targets being written out: an alias inside its own target
	// cannot be.
	open map[*yaml.Node]bool
	// written counts nodes written out, so that aliases of aliases end.
	written int
}

// writtenLimit bounds what is written out in place of aliases; beyond it an
// alias is left as it is.
const writtenLimit = 100_000

func (r *anchors) tree(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		if r.seen[n.Value] || n.Alias == nil || r.open[n.Alias] || r.written > writtenLimit {
			return n
		}
		t := r.target(n.Alias)
		if r.written > writtenLimit {
			return n // will not parse, which is an error
		}
		r.open[n.Alias] = true
		c := r.tree(t)
		delete(r.open, n.Alias)
		copied := *c
		copied.HeadComment, copied.LineComment, copied.FootComment = n.HeadComment, n.LineComment, n.FootComment
		return &copied
	}
	if n.Anchor != "" {
		r.seen[n.Anchor] = true
	}
	var content []*yaml.Node
	for i, child := range n.Content {
		c := r.tree(child)
		if c != child && content == nil {
			content = append(make([]*yaml.Node, 0, len(n.Content)), n.Content[:i]...)
		}
		if content != nil {
			content = append(content, c)
		}
	}
	if content == nil {
		return n
	}
	c := *n
	c.Content = content
	return &c
}

// target copies what an alias stands for, without anchors and comments.
func (r *anchors) target(n *yaml.Node) *yaml.Node {
	r.written++
	c := *n
	c.Anchor, c.HeadComment, c.LineComment, c.FootComment = "", "", "", ""
	c.Content = make([]*yaml.Node, 0, len(n.Content))
	for _, child := range n.Content {
		if r.written > writtenLimit {
			break
		}
		c.Content = append(c.Content, r.target(child))
	}
	if len(n.Content) == 0 {
		c.Content = nil
	}
	return &c
}
