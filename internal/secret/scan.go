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
	// known are the places that it found, and at the one that it looks at, by the names of its fields: of
	// what stands in a list or key that is where that stands.
	known map[string]bool
	at    []string
	// anchors are the values with an anchor that were met so far, and whether
	// something in them is secret, so that an alias shows nothing else shows.
	anchors map[*yaml.Node]bool
	depth   int
}

// document scans a resource.
func (s *scanner) document(root *yaml.Node) (hides bool) {
	if root = node.Root(root); isSecretKind(root) {
		return s.note(true)
	}
	return s.value(root)
}

// note notes that the place is secret, or holds something that is.
func (s *scanner) note(all bool) (hides bool) {
	at := called(s.at)
	s.known[at] = s.known[at] || all
	return true
}

// value scans the value of the place, or one in it, and reports whether anything there is secret.
func (s *scanner) value(n *yaml.Node) (hides bool) {
	if n == nil {
		return false
	}
	if s.depth++; s.depth > deepest {
		return s.note(true)
	}
	defer func() { s.depth-- }()
	switch n.Kind {
	case yaml.AliasNode:
		shared, met := s.anchors[n.Alias]
		hides = shared || !met
	case yaml.ScalarNode:
		hides = s.text(n.Value)
	case yaml.MappingNode:
		hides = s.fields(n)
	case yaml.SequenceNode:
		for _, e := range n.Content {
			hides = s.value(e) || hides
		}
	}
	if n.Anchor != "" {
		s.anchors[n] = hides
	}
	return hides && s.note(n.Kind != yaml.MappingNode)
}

// fields scans a map.
func (s *scanner) fields(n *yaml.Node) (hides bool) {
	if isSecret(n) {
		s.hideAnchors(n)
		return s.note(true)
	}
	for key, value := range node.Pairs(n.Content) {
		around, field := s.at, key.Kind == yaml.ScalarNode && !node.IsMergeKey(key)
		if field {
			s.at = append(s.at, key.Value)
		}
		hidden := s.value(value)
		if key.Value == generator {
			s.hideAnchors(value)
			hidden = s.note(true)
		}
		if s.at = around; hidden {
			hides = s.note(!field)
		}
	}
	return hides
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
		inner := scanner{known: map[string]bool{}, anchors: map[*yaml.Node]bool{}, depth: s.depth}
		switch root := doc.Content[0]; {
		case root.Kind == yaml.ScalarNode && root.Value == text:
			// Plain words.
		case inner.document(doc):
			return true
		}
	}
	return false
}
