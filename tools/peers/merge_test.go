package peers

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// Case is a case of another project's tests that can be read as merges. Values
// are nil where there are none.
type Case struct {
	Name string
	// steps are done one after the other, each on what the one before gave.
	steps []step
	// want is the value that the other project gives; fails that it gives an error.
	want  *yaml.Node
	fails bool
	// schema is that of the value, nil if nothing is known.
	schema *yaml.Node
	// unordered are the fields whose lists count without their order.
	unordered map[string]bool
	// documents: the values are documents of kinds of their own, not the spec of a resource.
	documents bool
}

// step is one merge. Its dest is what the step before gave, if nothing is given.
type step struct {
	strategy                resource.Strategy
	original, updated, dest *yaml.Node
	// inFront: what a patch adds to a list stands there.
	inFront bool
}

// twoWayStep applies a patch.
func twoWayStep(source, dest *yaml.Node) step {
	return step{strategy: resource.TwoWay, updated: source, dest: dest}
}

// threeWayStep merges three versions.
func threeWayStep(original, updated, dest *yaml.Node) step {
	return step{strategy: resource.ThreeWay, original: original, updated: updated, dest: dest}
}

// difference is what the merge with these settings gives otherwise than the
// other project, "" if nothing.
func (c Case) difference(settings string) string {
	got, err := c.merge(settings)
	switch {
	case err != nil && c.fails:
		return ""
	case err != nil:
		return "error: " + err.Error()
	case c.fails:
		return "no error"
	}
	want, have := c.value("", c.want), c.value("", got)
	if !reflect.DeepEqual(want, have) {
		return fmt.Sprintf("%v, not %v", have, want)
	}
	return ""
}

// merge does the steps, as resources of a package that holds the definition of
// their kind, with settings as a configuration has them.
func (c Case) merge(settings string) (*yaml.Node, error) {
	opts, err := options(settings)
	if err != nil {
		return nil, err
	}
	patches := opts.Strategy == resource.TwoWay
	var value *yaml.Node
	for _, s := range c.steps {
		if opts.Strategy = s.strategy; patches {
			opts.Strategy = resource.TwoWay
		}
		if s.dest == nil {
			s.dest = value
		}
		if value, err = c.mergeStep(s, opts); err != nil {
			return nil, err
		}
	}
	return value, nil
}

func (c Case) mergeStep(s step, opts resource.Options) (*yaml.Node, error) {
	if c.documents {
		return mergeDocuments(s, merge.Options{Policy: opts.Policy, CommentSchema: schema.CommentSchema})
	}
	versions := resource.Versions{Updated: packaged(s.updated, nil), Dest: packaged(s.dest, c.schema)}
	if s.strategy == resource.ThreeWay {
		versions.Original = packaged(s.original, nil)
	}
	out, err := resource.Merge(versions, opts)
	if err != nil {
		return nil, err
	}
	for _, r := range out.Resources {
		root := r.Node
		if node.TextAt(root, "kind") == itemKind {
			return node.Field(root, "spec"), nil
		}
	}
	return nil, errors.New("the merged package does not have the resource")
}

// mergeDocuments merges what needs no package. A result of three versions passes the check, and the
// same change once more changes nothing.
func mergeDocuments(s step, opts merge.Options) (*yaml.Node, error) {
	opts.Policy.UpdatedOrder = opts.Policy.UpdatedOrder || s.inFront
	for _, n := range []*yaml.Node{s.updated, s.dest, s.original} {
		if kind := node.TextAt(n, "kind"); kind != "" && opts.Schema == nil {
			opts.Schema = schema.NewSet(nil).For(node.TextAt(n, "apiVersion"), kind, "")
		}
	}
	if s.strategy == resource.TwoWay {
		r, err := merge.TwoWay(s.updated, s.dest, opts)
		return r.Node, err
	}
	versions := merge.Versions{Original: s.original, Updated: s.updated, Dest: s.dest}
	r, err := merge.ThreeWay(versions, opts)
	if err == nil {
		err = merge.Verify(versions, r, opts)
	}
	if err != nil || s.updated == nil {
		return r.Node, err
	}
	again, err := merge.ThreeWay(merge.Versions{Original: s.updated, Updated: s.updated, Dest: r.Node}, opts)
	if err == nil && again.Node != r.Node {
		err = errors.New("the same change once more changes the result")
	}
	return r.Node, err
}

// options reads settings as a configuration has them.
func options(settings string) (resource.Options, error) {
	doc, err := parse(settings)
	if err != nil {
		return resource.Options{}, err
	}
	cfg, err := fn.ParseConfig(doc, "settings")
	if err != nil {
		return resource.Options{}, err
	}
	return cfg.Options, nil
}

const (
	itemGroup = "peers.example.com"
	itemKind  = "Item"
)

// packaged is the package that a value is merged in: a resource that has it as its
// spec, and the definition of its kind, if that is not nil.
func packaged(value, definition *yaml.Node) []*resource.Resource {
	root := node.Map("apiVersion", itemGroup+"/v1", "kind", itemKind, "metadata", node.Map("name", "item"))
	if value != nil {
		root.Content = append(root.Content, node.String("spec"), value)
	}
	roots := []*yaml.Node{root}
	if definition != nil {
		roots = append(roots, definition)
	}
	var all []*resource.Resource
	for i, r := range roots {
		doc := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{r}}
		all = append(all, &resource.Resource{Node: r, Doc: doc, Path: "package.yaml", Name: "package.yaml", Index: i, Line: 1})
	}
	return all
}

// value is a node as a value, with the lists of the fields that count without their
// order sorted.
func (c Case) value(name string, n *yaml.Node) any {
	switch {
	case n == nil:
		return absent{}
	case n.Kind == yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i].Value
			m[key] = c.value(key, n.Content[i+1])
		}
		return m
	case n.Kind == yaml.SequenceNode:
		l := []any{}
		for _, e := range n.Content {
			l = append(l, c.value("", e))
		}
		if c.unordered[name] {
			sortValues(l)
		}
		return l
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return err
	}
	return v
}

// absent is the value of what is not there.
type absent struct{}

// parse is the root value of a text, nil if it has none.
func parse(source string) (*yaml.Node, error) {
	doc := &yaml.Node{}
	if err := yaml.Unmarshal([]byte(source), doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

func boolean() *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"} }

func sequence(elements ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: elements}
}

// set puts a field into a map that does not have it.
func set(m *yaml.Node, name string, value any) {
	m.Content = append(m.Content, node.Map(name, value).Content...)
}

func sortValues(l []any) {
	slices.SortFunc(l, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
}
