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

// editIn gives the content of a map or list in which the place is edited.
func (p Path) editIn(root *yaml.Node, edit func(Spot) Spot) ([]*yaml.Node, bool) {
	at, width := p.childIn(root)
	switch {
	case width == 0 || (p[0].kind == stepField) != (width == 2):
		return nil, false
	case at < 0 && len(p) > 1:
		return nil, false
	case at < 0:
		return p.addTo(root, width, edit(Spot{}))
	}
	spot := Spot{Value: root.Content[at+width-1]}
	if width == 2 {
		spot.Key = root.Content[at]
	}
	if len(p) == 1 {
		spot = edit(spot)
	} else {
		value, ok := p[1:].Edit(spot.Value, edit)
		if !ok || spot.Value.Kind == yaml.AliasNode || spot.Value.Anchor != "" {
			return nil, false
		}
		spot.Value = value
	}
	content := slices.Clone(root.Content)
	switch {
	case spot.Value == nil:
		return slices.Delete(content, at, at+width), true
	case width == 2:
		content[at] = spot.Key
	}
	content[at+width-1] = spot.Value
	return content, true
}

// childIn is where the content of a map or list has the first step of a path, -1 for nowhere,
// and how many nodes a child has there, 0 in what has none.
func (p Path) childIn(root *yaml.Node) (at, width int) {
	switch root.Kind {
	case yaml.MappingNode:
		width = 2
	case yaml.SequenceNode:
		width = 1
	}
	found, whole := p[:1].Find(root)
	if !whole {
		return -1, width
	}
	return slices.Index(root.Content, cmp.Or(found.Key, found.Value)), width
}

// addTo gives the content of a map or list with what is new behind the rest.
func (p Path) addTo(root *yaml.Node, width int, added Spot) ([]*yaml.Node, bool) {
	content := slices.Clone(root.Content)
	switch {
	case added.Value == nil:
		return content, true
	case width == 1:
		return append(content, added.Value), true
	case added.Key == nil:
		added.Key = node.String(p[0].field)
	}
	return append(content, added.Key, added.Value), true
}

// withContent is a copy of a node with other content.
func withContent(n *yaml.Node, content []*yaml.Node) *yaml.Node {
	c := *n
	c.Content = content
	return &c
}
