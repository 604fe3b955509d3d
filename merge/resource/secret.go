package resource

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// Secret says that values of the resource must not be shown to anybody: it is a
// Secret, a SealedSecret or a List of some, it is encrypted by SOPS, it holds
// the literals a Secret is generated from, or a text with such a document. The
// cost is linear.
func (r *Resource) Secret() bool {
	return r != nil && (secretRoot(r.Node) || node.Field(node.Target(r.Node), secretGenerator) != nil || holdsSecret(r.Node, 0))
}

// Secret says that the values of the conflict must not be shown.
func (c *Conflict) Secret() bool {
	for _, r := range [...]*Resource{c.OriginalResource, c.UpdatedResource, c.DestResource} {
		if r != nil && secretRoot(r.Node) {
			return true
		}
	}
	if strings.HasPrefix(c.Path.String(), secretGenerator) || secretDocument(c.In) {
		return true
	}
	return holdsSecret(node.Target(c.Original), 0) || holdsSecret(node.Target(c.Updated), 0) || holdsSecret(node.Target(c.Dest), 0)
}

// Place is the path of the conflict as it may be shown: in a string that holds
// secrets, without the values that identify elements of lists.
func (c *Conflict) Place() string {
	if c.In != nil && c.Secret() {
		return c.Path.Without(c.In.Steps).String()
	}
	return c.Path.String()
}

// shown is a note as it may be shown: nothing of what is in a string that holds
// secrets identifies an element.
func (t *triple) shown(n merge.Note) merge.Note {
	if n.In == nil {
		return n
	}
	c := Conflict{Conflict: merge.Conflict{Path: n.Path, In: n.In}}
	c.OriginalResource, c.UpdatedResource, c.DestResource = t.resources()
	if c.Secret() {
		n.Path = n.Path.Without(n.In.Steps)
		if n.Kind == merge.NoteKeys {
			n.Message = "the keys of the list do not identify its elements, so it is not merged by them"
		}
	}
	return n
}

// secretDocument says that a document in a string is a secret by itself.
func secretDocument(in *merge.Embedded) bool {
	return in != nil && slices.ContainsFunc(in.Roots[:], secretRoot)
}

// secretGenerator is the field of a Kustomization that Secrets are made from.
const secretGenerator = "secretGenerator"

// secretRoot says that all values of a resource are secret.
func secretRoot(root *yaml.Node) bool {
	root = node.Target(root)
	switch node.Text(node.Field(root, "kind")) {
	case "Secret", "SealedSecret":
		return true
	}
	// What SOPS left in the clear stood next to what it did not.
	if sops := node.Target(node.Field(root, "sops")); sops != nil && sops.Kind == yaml.MappingNode {
		return true
	}
	if items := listItems(root); items != nil {
		for _, item := range items.Content {
			if secretRoot(item) {
				return true
			}
		}
	}
	return false
}

// holdsSecret says that a value holds one that SOPS encrypted, or a text with a
// document that is a secret.
func holdsSecret(n *yaml.Node, depth int) bool {
	const deepest = 1000
	switch {
	case n == nil || depth > deepest || n.Kind == yaml.AliasNode:
		// What an alias stands for is looked at where its anchor is.
		return false
	case n.Kind == yaml.ScalarNode:
		return strings.HasPrefix(n.Value, encryptedBySOPS) || secretText(n.Value, depth)
	}
	for _, c := range n.Content {
		if holdsSecret(c, depth+1) {
			return true
		}
	}
	return false
}

const encryptedBySOPS = "ENC["

// secretText says that a text holds a document that is a secret. Of a text that
// is no YAML nobody knows, if it mentions one.
func secretText(text string, depth int) bool {
	if !strings.ContainsRune(text, ':') || !strings.Contains(text, "Secret") && !strings.Contains(text, "sops") && !strings.Contains(text, encryptedBySOPS) {
		return false
	}
	documents, err := source.Parse([]byte(text))
	if err != nil {
		return true
	}
	return slices.ContainsFunc(documents, func(doc *yaml.Node) bool {
		r := node.Root(doc)
		// A scalar is the text itself.
		return r != nil && r.Kind != yaml.ScalarNode && (secretRoot(r) || holdsSecret(r, depth+1))
	})
}
