package merge

import (
	"cmp"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Edit gives a value or document in which the place at a path is what edit makes of it.
// What edit is given has no Value where the place is not there but the one around it is;
// if what it gives has none, the place is deleted. Only the nodes on the way are copied:
// root is not modified. ok is false, and root is given back, if the path does not lead
// that far, or leads through an anchor, an alias or a merge key, whose nodes stand for
// other places as well. The cost is that of Find.
func (p Path) Edit(root *yaml.Node, edit func(Spot) Spot) (edited *yaml.Node, ok bool) {
	switch {
	case root == nil:
		return root, false
	case root.Kind == yaml.DocumentNode && len(root.Content) == 1:
		value, is := p.Edit(root.Content[0], edit)
		if !is || value == nil {
			return root, false
		}
		return withContent(root, []*yaml.Node{value}), true
	case len(p) == 0:
		return edit(Spot{Value: root}).Value, true
	}
	content, ok := p.editIn(root, edit)
	if !ok {
		return root, false
	}
	return withContent(root, content), true
}

// editIn gives the content of a map or list in which the place is edited; what is new stands behind the rest.
func (p Path) editIn(root *yaml.Node, edit func(Spot) Spot) (content []*yaml.Node, ok bool) {
	isField := p[0].kind == stepField
	if root.Kind != yaml.MappingNode && root.Kind != yaml.SequenceNode || isField != (root.Kind == yaml.MappingNode) {
		return nil, false
	}
	child, _ := p[:1].Find(root)
	from := slices.Index(root.Content, cmp.Or(child.Key, child.Value))
	to := from + 1
	if isField {
		to++
	}
	if from < 0 {
		child, from, to = Spot{}, len(root.Content), len(root.Content)
	}
	if len(p) == 1 {
		child = edit(child)
	} else {
		value, ok := p[1:].Edit(child.Value, edit)
		if !ok || child.Value.Kind == yaml.AliasNode || child.Value.Anchor != "" {
			return nil, false
		}
		child.Value = value
	}
	var edited []*yaml.Node
	switch {
	case child.Value == nil:
	case isField:
		edited = []*yaml.Node{cmp.Or(child.Key, node.String(p[0].field)), child.Value}
	default:
		edited = []*yaml.Node{child.Value}
	}
	return slices.Replace(slices.Clone(root.Content), from, to, edited...), true
}

// withContent is a copy of a node with other content.
func withContent(n *yaml.Node, content []*yaml.Node) *yaml.Node {
	c := *n
	c.Content = content
	return &c
}

// Find follows the path in a value or document, as far as it leads; whole: it led to
// its end. Elements are looked up one by one, so that the cost grows with the lists on
// the way.
func (p Path) Find(root *yaml.Node) (found Spot, whole bool) {
	found.Value = target(root)
	for _, s := range p {
		in := s.in(target(found.Value))
		if s.any || len(in) == 0 {
			return found, false
		}
		found = in[0]
	}
	return found, true
}
