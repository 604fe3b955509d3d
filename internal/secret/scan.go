package secret

import (
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
)

const (
	// generator is the field of a Kustomization that Secrets are made from.
	generator = "secretGenerator"
	// encrypted is what a value begins with that SOPS encrypted.
	encrypted = "ENC["
	// deepest is how far values nest that are looked at; no reader takes deeper
	// ones.
	deepest = 1000
)

// scanner finds the secret places of one version.
type scanner struct {
	// anchors are the values with an anchor that were met so far, and whether
	// something in them is secret, so that an alias shows nothing else shows.
	anchors map[*yaml.Node]bool
	depth   int
}

// document gives the secret places in a resource, nil if there are none.
func (s *scanner) document(root *yaml.Node) *tree {
	root = node.Root(root)
	if isSecretKind(root) {
		return &tree{all: true}
	}
	return s.value(root)
}

// value gives the secret places in a value, nil if there are none.
func (s *scanner) value(n *yaml.Node) *tree {
	if n == nil {
		return nil
	}
	if s.depth++; s.depth > deepest {
		return &tree{all: true}
	}
	defer func() { s.depth-- }()
	var t *tree
	switch n.Kind {
	case yaml.AliasNode:
		if hides, met := s.anchors[n.Alias]; hides || !met {
			t = &tree{all: true}
		}
		return t
	case yaml.ScalarNode:
		if s.text(n.Value) {
			t = &tree{all: true}
		}
	case yaml.MappingNode:
		t = s.fields(n)
	case yaml.SequenceNode:
		for _, e := range n.Content {
			if s.value(e) != nil {
				t = &tree{all: true}
			}
		}
	}
	if n.Anchor != "" {
		s.anchors[n] = t != nil
	}
	return t
}

// fields gives the secret places in a map.
func (s *scanner) fields(n *yaml.Node) *tree {
	if isSecret(n) {
		s.hideAnchors(n)
		return &tree{all: true}
	}
	var t tree
	for key, value := range node.Pairs(n.Content) {
		below := s.value(value)
		switch {
		case key.Value == generator:
			s.hideAnchors(value)
			below = &tree{all: true}
		case below == nil:
			continue
		case key.Kind != yaml.ScalarNode, node.IsMergeKey(key):
			t.all = true
			continue
		}
		if t.fields == nil {
			t.fields = map[string]*tree{}
		}
		t.fields[key.Value] = below
	}
	if !t.all && t.fields == nil {
		return nil
	}
	return &t
}

// hideAnchors notes that every value in n is secret, wherever an alias repeats it.
func (s *scanner) hideAnchors(n *yaml.Node) {
	for n := range node.All(n) {
		if n.Anchor != "" {
			s.anchors[n] = true
		}
	}
}

// isSecretKind reports whether a map has the kind of a secret or of a list of some,
// whose items need no kind of their own.
func isSecretKind(n *yaml.Node) bool {
	switch strings.TrimSuffix(node.TextAt(n, "kind"), "List") {
	case "Secret", "SealedSecret":
		return true
	}
	return false
}

// isSecret reports whether a map is a secret as a whole: an object of such a
// kind (what only refers to one has none of these fields), or one that SOPS
// encrypted, where what it left in the clear stood next to what it did not.
func isSecret(n *yaml.Node) bool {
	if sops := node.FieldAt(n, "sops"); sops != nil && sops.Kind == yaml.MappingNode {
		return true
	}
	return isSecretKind(n) &&
		slices.ContainsFunc([]string{"metadata", "data", "stringData", "spec", "items"}, func(name string) bool { return node.Field(n, name) != nil })
}

// escapes finds characters of a text that are spelled by a number, and line
// breaks that do not count.
var escapes = regexp.MustCompile(`\\(?:[xuU][0-9A-Fa-f]{2}|\r?\n)`)

// text reports whether a string holds something secret: a document with a secret
// place, or a value that SOPS encrypted. Of one that cannot be read nobody knows, if it
// spells characters so that anything may be there, or if it mentions a secret and what
// makes a document one: a description in a CRD does not.
func (s *scanner) text(text string) bool {
	if strings.Contains(text, encrypted) {
		return true
	}
	mentions := strings.Contains(text, "ecret") || strings.Contains(text, "sops") || escapes.MatchString(text)
	if !mentions || !strings.Contains(text, ":") {
		return false
	}
	documents, err := source.Parse([]byte(text))
	if err != nil {
		inDocuments := []string{"kind:", "kind :", "kind\"", "kind'", generator, "sops"}
		return escapes.MatchString(text) || slices.ContainsFunc(inDocuments, func(s string) bool { return strings.Contains(text, s) })
	}
	for _, doc := range documents {
		inner := scanner{anchors: map[*yaml.Node]bool{}, depth: s.depth}
		switch root := doc.Content[0]; {
		case root.Kind == yaml.ScalarNode && root.Value == text:
			// Plain words.
		case inner.document(doc) != nil:
			return true
		}
	}
	return false
}
