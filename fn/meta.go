package fn

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// meta is what a resource says about itself. Its fields are empty where the
// document is no map or does not say.
type meta struct {
	apiVersion, kind              string
	name, namespace, generateName string
	claimedNamespace, claimedName string
	claims                        bool
	// claimsDefault: the claim is for no namespace, or for the one called default.
	claimsDefault      bool
	isMap, hasMetadata bool
}

// mergeCommentPrefix begins the comment that names the upstream identity of a
// renamed resource: metadata: # kpt-merge: namespace/name
const mergeCommentPrefix = "kpt-merge:"

// metaOf reads a root value of any kind.
func metaOf(root *yaml.Node) meta {
	var m meta
	root = target(root)
	if root == nil || root.Kind != yaml.MappingNode {
		return m
	}
	m.isMap = true
	m.apiVersion = text(fieldOf(root, "apiVersion"))
	m.kind = text(fieldOf(root, "kind"))
	key, metadata := entryOf(root, "metadata")
	if key != nil {
		m.claim(key.LineComment)
	}
	if metadata = target(metadata); metadata == nil || metadata.Kind != yaml.MappingNode {
		return m
	}
	m.hasMetadata = true
	m.claim(metadata.LineComment)
	m.name = text(fieldOf(metadata, "name"))
	m.namespace = text(fieldOf(metadata, "namespace"))
	m.generateName = text(fieldOf(metadata, "generateName"))
	m.claimNoted(func(names ...string) string { return firstOf(root, names...) })
	return m
}

// claim takes an identity from a comment, if it holds one.
func (m *meta) claim(comment string) {
	if m.claims || comment == "" {
		return
	}
	body := strings.TrimSpace(strings.TrimLeft(comment, "# \t"))
	rest, ok := strings.CutPrefix(body, mergeCommentPrefix)
	if !ok {
		return
	}
	namespace, name, ok := strings.Cut(strings.TrimSpace(rest), "/")
	if !ok || name == "" {
		return
	}
	m.claims, m.claimedNamespace, m.claimedName = true, namespace, name
}

// claimNoted takes an identity from what tools noted in annotations: kpt and Porch
// when they took the resource from upstream, kustomize when it renamed it.
func (m *meta) claimNoted(annotation func(names ...string) string) {
	if m.claims {
		return
	}
	noted := strings.Split(annotation(upstreamIdentifier), "|")
	if len(noted) == 4 && noted[1] == m.kind && currentGroup(noted[0], m.kind) == currentGroup(m.group(), m.kind) {
		m.claimAs(noted[2], noted[3])
		return
	}
	namespace, _, _ := strings.Cut(annotation(previousNamespaces), ",")
	name, _, _ := strings.Cut(annotation(previousNames), ",")
	m.claimAs(namespace, name)
}

// claimAs claims an identity in the words of those tools, who have a word for
// having no namespace, and write default where none is written.
func (m *meta) claimAs(namespace, name string) {
	namespace, name = strings.TrimSpace(namespace), strings.TrimSpace(name)
	if name == "" {
		return
	}
	switch namespace {
	case "default":
		namespace, m.claimsDefault = "", true
	case "_non_namespaceable_", "~C":
		namespace = ""
	}
	m.claims, m.claimedNamespace, m.claimedName = true, namespace, name
}

// group is the API group, "" for the core group.
func (m *meta) group() string {
	group, _, ok := strings.Cut(m.apiVersion, "/")
	if !ok {
		return ""
	}
	return group
}

// target looks through an alias.
func target(n *yaml.Node) *yaml.Node {
	for i := 0; n != nil && n.Kind == yaml.AliasNode && i < 10; i++ {
		n = n.Alias
	}
	return n
}

// entryOf gives key and value of a map's own field, nil if it has none. It
// does not look through merge keys.
func entryOf(n *yaml.Node, name string) (key, value *yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if k := n.Content[i]; k.Value == name && k.Kind == yaml.ScalarNode {
			return k, n.Content[i+1]
		}
	}
	return nil, nil
}

// fieldOf gives the value of a map's field, looking through merge keys, nil if
// there is none.
func fieldOf(n *yaml.Node, name string) *yaml.Node {
	return fieldWithin(n, name, 0)
}

func fieldWithin(n *yaml.Node, name string, depth int) *yaml.Node {
	if _, v := entryOf(n, name); v != nil || depth > 10 {
		return v
	}
	_, merged := entryOf(n, "<<")
	switch merged = target(merged); {
	case merged == nil:
		return nil
	case merged.Kind == yaml.SequenceNode:
		for _, m := range merged.Content {
			if v := fieldWithin(target(m), name, depth+1); v != nil {
				return v
			}
		}
		return nil
	default:
		return fieldWithin(merged, name, depth+1)
	}
}

// text is the text of a scalar, "" for anything else.
func text(n *yaml.Node) string {
	if n = target(n); n == nil || n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return ""
	}
	return n.Value
}
