package decisions

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// Read reads the text of a file; name is for messages. A text without documents has no
// entries. Errors name the file, the line, the field, and what to do. The cost is linear
// in the size of the text.
func Read(text []byte, name string) (*Set, error) {
	docs, err := source.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, source.Refused(text, err))
	}
	docs = slices.DeleteFunc(docs, func(d *yaml.Node) bool { return node.Root(d) == nil })
	switch {
	case len(docs) == 0:
		return &Set{text: text}, nil
	case len(docs) > 1:
		return nil, (&reader{name: name}).wrong(node.Root(docs[1]), "", "holds a second document; decisions are one resource %s", kind)
	}
	if err = merge.Check(node.Root(docs[0])); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s, err := ReadNode(node.Root(docs[0]), name)
	if err == nil {
		s.text, s.doc = text, docs[0]
	}
	return s, err
}

// ReadNode reads the root value of a resource; name is its file, for messages. The value
// is not modified. Errors and cost are those of Read.
func ReadNode(root *yaml.Node, name string) (*Set, error) {
	r := &reader{name: name}
	root = node.Target(root)
	if root == nil || root.Kind != yaml.MappingNode {
		return nil, r.wrong(root, "", "must be a resource %s", kind)
	}
	s := &Set{root: root}
	for _, name := range []string{"decisions", "open"} {
		list := node.FieldAt(root, name)
		r.failIf(list != nil && list.Kind != yaml.SequenceNode && !node.IsNull(list), list, name, "must be a list")
	}
	r.decode(root, "", &struct{}{}, "apiVersion", "kind", "metadata", "decisions", "open")
	for _, c := range [][2]string{{"apiVersion", apiVersion}, {"kind", kind}} {
		switch n := node.FieldAt(root, c[0]); {
		case n == nil:
			r.fail(root, c[0], "is missing; write %s: %s", c[0], c[1])
		case node.Text(n) != c[1]:
			r.fail(n, c[0], "is %q; decisions are a resource %s %s: put it right, or take the krm-merge that wrote it", node.Text(n), apiVersion, kind)
		}
	}
	for i, n := range node.Elements(node.FieldAt(root, "decisions")) {
		s.Entries = append(s.Entries, r.decided(fmt.Sprintf("decisions[%d]", i), n))
	}
	for i, n := range node.Elements(node.FieldAt(root, "open")) {
		s.Open = append(s.Open, r.open(fmt.Sprintf("open[%d]", i), n))
	}
	return s, r.err
}

// reader reads values strictly. Only its first error is kept.
type reader struct {
	name string
	err  error
}

func (r *reader) wrong(n *yaml.Node, at, format string, args ...any) error {
	where := r.name
	if n != nil && n.Line > 0 {
		where += ":" + strconv.Itoa(n.Line)
	}
	if at != "" {
		where += ": " + at
	}
	return fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...))
}

func (r *reader) fail(n *yaml.Node, at, format string, args ...any) {
	if r.err == nil {
		r.err = r.wrong(n, at, format, args...)
	}
}

// failIf fails where something is wrong.
func (r *reader) failIf(wrong bool, n *yaml.Node, at, says string) {
	if wrong {
		r.fail(n, at, "%s", says)
	}
}

// decode reads a map with these fields. Another field is an error: what it means would be forgotten.
func (r *reader) decode(n *yaml.Node, at string, into any, fields ...string) {
	if n = node.Target(n); n == nil || n.Kind != yaml.MappingNode {
		r.fail(n, at, "must be a map")
		return
	}
	for key := range node.Fields(n) {
		if name := node.Text(key); !slices.Contains(fields, name) {
			r.fail(key, at, "has no field %q; take the krm-merge that wrote it, or delete the field", name)
		}
	}
	var wrong *yaml.TypeError
	switch err := n.Decode(into); {
	case errors.As(err, &wrong):
		r.fail(n, at, "%s", strings.Join(wrong.Errors, "; "))
	case err != nil:
		r.fail(node.FieldAt(n, "taken"), at+".taken", "%v", err) // The only field with words of its own.
	}
}

// question reads a question with these fields besides those that each has, and with a value of that name.
func (r *reader) question(at string, n *yaml.Node, value string, fields ...string) *Question {
	q := &Question{node: n}
	values := map[string]**yaml.Node{"original": &q.Original, "updated": &q.Updated, "dest": &q.Dest, "theirs": &q.Theirs, "value": &q.Value}
	rest := *cmp.Or(node.Target(n), &yaml.Node{})
	all := rest.Content
	rest.Content = nil
	for key, of := range node.Pairs(all) {
		name := node.Text(key)
		if to := values[name]; to != nil && (name == value || name != "theirs" && name != "value") {
			*to = node.Target(of) // The library does not decode it.
		} else {
			rest.Content = append(rest.Content, key, of)
		}
	}
	r.decode(&rest, at, q, append(fields, "resource", "file", "document", "path", "secret")...)
	return q
}

func (r *reader) decided(at string, n *yaml.Node) *Question {
	q := r.question(at, n, "value", "mark", "taken", "when")
	for _, digest := range []*yaml.Node{q.Original, q.Updated, q.Dest} {
		r.failIf(digest != nil && node.Text(digest) == "", digest, at, "original, updated and dest are digests")
	}
	r.failIf(q.Taken == Unset, n, at, "taken is missing; write Updated, Dest, Edited or Removed")
	r.failIf(!q.Secret && (q.Taken == Edited) != (q.Value != nil), n, at, "value is for taken: Edited, and only for that")
	return q
}

func (r *reader) open(at string, n *yaml.Node) *Question {
	q := r.question(at, n, "theirs", "conflict", "at", "stood", "link")
	none := q.Original == nil && q.Updated == nil && q.Dest == nil
	r.failIf(q.Conflict == "", n, at, "conflict is missing; delete the question, and merge again")
	r.failIf(q.Secret && (!none || q.Theirs != nil), n, at, "is about a secret, of which nothing is written down; delete its values")
	r.failIf(!q.Secret && none, n, at, "has no value of any version; delete the question, and merge again")
	return q
}
