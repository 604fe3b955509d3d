// Package wire reads and writes ResourceLists: what a KRM function gets on its standard
// input and gives on its standard output. In goes the text of a list, out come its
// items, and from changed items a text again, in which everything that did not change is
// byte for byte as it was. It must not know what the items mean.
package wire

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// List is a ResourceList as it was read. Its nodes are not to be modified.
//
// A list in block style is read item by item, and an item is parsed when
// somebody asks for its node; positions count from the start of the item then.
// Any other list is parsed as a whole.
type List struct {
	text string
	// doc is the whole list, or what stands around its items with one empty
	// item in their place.
	doc *yaml.Node
	// parts are the places of the items, nil in a list parsed as a whole.
	parts *parts
	// parsers are at hand for parts of the list.
	parsers sync.Pool
	// Items are the items, all of them maps.
	Items []*Item
	// FunctionConfig is the configuration, nil if there is none.
	FunctionConfig *yaml.Node
}

// listKind is the one kind there is on the wire.
const listKind = "ResourceList"

// Read reads one ResourceList: a stream that holds exactly one document, in UTF-8, YAML
// or JSON. Its errors name the place of the fault and what to do; if the text is a
// ResourceList anyway, the list can be printed Unchanged.
func Read(text string) (*List, error) {
	if l := split(text); l != nil {
		return l, nil
	}
	return ReadWhole(text)
}

// ReadWhole is Read for a list whose positions, in its errors and nodes, count
// from its first line. It costs several times as much.
func ReadWhole(text string) (*List, error) {
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("nothing on standard input; a ResourceList is needed (apiVersion: config.kubernetes.io/v1, kind: ResourceList), run krm-merge --help for the commands")
	}
	doc, err := only(text)
	if err != nil {
		return nil, err
	}
	l := &List{text: text, doc: doc}
	if err := l.isList(); err != nil {
		return nil, err
	}
	if err := l.check(); err != nil {
		return l, l.locate(err)
	}
	return l, l.take()
}

// check refuses what cannot be merged. Items may repeat keys: they are merged by lines.
func (l *List) check() error {
	err := merge.Check(l.doc)
	if !merge.RepeatsKey(err) {
		return err
	}
	seen := map[string]bool{}
	for key := range node.Pairs(l.root().Content) {
		if seen[key.Value] {
			return fmt.Errorf("line %d: the ResourceList: duplicate key %q; keep one of them", key.Line, key.Value)
		}
		seen[key.Value] = true
	}
	return nil
}

// Whole reports whether the list was parsed as a whole.
func (l *List) Whole() bool { return l.parts == nil }

// only parses a stream of one document.
func only(text string) (*yaml.Node, error) {
	var doc *yaml.Node
	for next, err := range source.Decoded([]byte(text)) {
		switch {
		case err != nil:
			return nil, fmt.Errorf("standard input is not YAML: %w", source.Refused([]byte(text), err))
		case doc != nil:
			return nil, fmt.Errorf("line %d: a second document on standard input; give one ResourceList that holds all resources as items (kpt fn source and kustomize make it)", next.Line)
		}
		doc = next
	}
	if doc == nil {
		return nil, errors.New("nothing but comments on standard input; a ResourceList is needed")
	}
	return doc, nil
}

// isList gives an error if a document is not a ResourceList.
func (l *List) isList() error {
	root := l.root()
	if root == nil || root.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: standard input is not a map; a ResourceList is needed", l.doc.Line)
	}
	if kind := node.Text(l.field("kind")); kind != listKind {
		return fmt.Errorf("line %d: kind is %q, not %s; wrap resources into a ResourceList (kpt fn source does), or use krm-merge merge3 for files", root.Line, kind, listKind)
	}
	if l.field("apiVersion") == nil {
		return fmt.Errorf("line %d: the ResourceList has no apiVersion; write config.kubernetes.io/v1", root.Line)
	}
	return nil
}

// take finds the fields of the list.
func (l *List) take() error {
	if c := l.field("functionConfig"); c != nil && !node.IsNull(c) {
		l.FunctionConfig = c
	}
	items := l.field("items")
	if items == nil || node.IsNull(items) {
		return nil
	}
	if items.Kind != yaml.SequenceNode {
		return fmt.Errorf("line %d: items: must be a list of resources", items.Line)
	}
	for i, item := range items.Content {
		if item.Kind != yaml.MappingNode {
			return fmt.Errorf("line %d: items[%d]: is not a map; each item must be a resource, remove it or write one", item.Line, i)
		}
		l.Items = append(l.Items, ItemOf(item))
	}
	if r := l.field("results"); r != nil && !node.IsNull(r) && r.Kind != yaml.SequenceNode {
		return fmt.Errorf("line %d: results: must be a list", r.Line)
	}
	return nil
}

// locate adds the item that a fault lies in.
func (l *List) locate(err error) error {
	in, is := errors.AsType[*merge.InputError](err)
	items := l.field("items")
	if !is || items == nil || items.Kind != yaml.SequenceNode {
		return err
	}
	for i, item := range items.Content {
		last := i+1 == len(items.Content) || items.Content[i+1].Line > in.Line
		if item.Line <= in.Line && last && item.Kind == yaml.MappingNode && in.Line > 0 {
			name := node.TextAt(item, "metadata", "name")
			if file := node.TextAt(item, "metadata", "annotations", "config.kubernetes.io/path"); file != "" {
				name += " in " + file
			}
			return fmt.Errorf("%s %s: %w", node.TextAt(item, "kind"), name, err)
		}
	}
	return err
}

func (l *List) root() *yaml.Node { return node.Target(l.doc) }

func (l *List) field(name string) *yaml.Node { return ownField(l.root(), name) }

// ownField gives the value of a map's own field, nil if it has none.
func ownField(n *yaml.Node, name string) *yaml.Node {
	_, value := node.Entry(n, name)
	return node.Target(value)
}
