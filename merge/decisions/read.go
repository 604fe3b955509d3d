package decisions

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

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
	var doc *yaml.Node
	for _, d := range docs {
		switch {
		case node.Root(d) == nil:
		case doc != nil:
			return nil, (&reader{name: name}).wrong(node.Root(d), "", "holds a second document; decisions are one resource %s", kind)
		default:
			doc = d
		}
	}
	if doc == nil {
		return &Set{text: text}, nil
	}
	if err = merge.Check(node.Root(doc)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s, err := ReadNode(node.Root(doc), name)
	if err == nil {
		s.text, s.doc = text, doc
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
	r.fields(root, "", map[string]func(string, *yaml.Node){
		"apiVersion": func(at string, n *yaml.Node) {
			if text := r.text(at, n); text != apiVersion {
				r.fail(n, at, "unknown version %q; this krm-merge reads %s, take the one that wrote the file", text, apiVersion)
			}
		},
		"kind": func(at string, n *yaml.Node) {
			if text := r.text(at, n); text != kind {
				r.fail(n, at, "is %q; decisions are a resource of kind %s", text, kind)
			}
		},
		"metadata": func(string, *yaml.Node) {},
		"decisions": func(at string, n *yaml.Node) {
			r.elements(at, n, func(at string, e *yaml.Node) {
				s.Entries = append(s.Entries, r.entry(at, e))
			})
		},
		"open": func(at string, n *yaml.Node) {
			r.elements(at, n, func(at string, e *yaml.Node) {
				o := r.open(at, e)
				r.located(e, at, &o.Place)
				s.Open = append(s.Open, o)
			})
		},
	})
	for _, name := range []string{"apiVersion", "kind"} {
		if node.Field(root, name) == nil {
			r.fail(root, name, "is missing; write %s: %s", name, map[string]string{"apiVersion": apiVersion, "kind": kind}[name])
		}
	}
	s.index()
	r.repeated(s)
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

// fields reads the fields of a map. One that nobody knows is an error: what it means
// would be forgotten.
func (r *reader) fields(n *yaml.Node, at string, known map[string]func(at string, n *yaml.Node)) {
	if n = node.Target(n); n == nil || n.Kind != yaml.MappingNode {
		r.fail(n, at, "must be a map")
		return
	}
	for key, value := range node.Fields(n) {
		name := node.Text(key)
		if known[name] == nil {
			r.fail(key, at, "has no field %q; take the krm-merge that wrote it, or delete the field", name)
			continue
		}
		known[name](strings.TrimPrefix(at+"."+name, "."), value)
	}
}

func (r *reader) elements(at string, n *yaml.Node, read func(at string, e *yaml.Node)) {
	n = node.Target(n)
	switch {
	case n == nil || node.IsNull(n):
	case n.Kind != yaml.SequenceNode:
		r.fail(n, at, "must be a list")
	default:
		for i, e := range n.Content {
			read(fmt.Sprintf("%s[%d]", at, i), e)
		}
	}
}

func (r *reader) text(at string, n *yaml.Node) string {
	if n = node.Target(n); n == nil || n.Kind != yaml.ScalarNode || node.IsNull(n) {
		r.fail(n, at, "must be a text")
		return ""
	}
	return n.Value
}

// place are the fields that say where something is.
func (r *reader) place(p *Place) map[string]func(string, *yaml.Node) {
	return map[string]func(string, *yaml.Node){
		"resource": func(at string, n *yaml.Node) {
			to := map[string]func(string, *yaml.Node){}
			for name, field := range map[string]*string{"apiVersion": &p.Resource.APIVersion, "kind": &p.Resource.Kind, "namespace": &p.Resource.Namespace, "name": &p.Resource.Name} {
				to[name] = func(at string, n *yaml.Node) { *field = r.text(at, n) }
			}
			r.fields(n, at, to)
		},
		"file": func(at string, n *yaml.Node) {
			if p.File = r.text(at, n); !fs.ValidPath(p.File) || p.File == "." {
				r.fail(n, at, "%q must be the path of a file, relative to the directory of %s", p.File, FileName)
			}
		},
		"document": func(at string, n *yaml.Node) { p.Document = r.count(at, n) },
		"path": func(at string, n *yaml.Node) {
			p.Path = r.text(at, n)
			if _, err := merge.ParsePattern(p.Path); err != nil {
				r.fail(n, at, "%v; leave it out for the whole resource", err)
			}
		},
	}
}

func (r *reader) entry(at string, n *yaml.Node) *Entry {
	e := &Entry{node: n}
	if n = node.Target(n); n != nil {
		e.Line = n.Line
	}
	known := r.place(&e.Place)
	for name, to := range map[string]*string{"original": &e.Original, "updated": &e.Updated, "dest": &e.Dest} {
		known[name] = func(at string, n *yaml.Node) {
			if *to = r.text(at, n); !isDigest(*to) {
				r.fail(n, at, "%q is not a digest of a value; delete the entry, and decide again", *to)
			}
		}
	}
	known["mark"] = func(at string, n *yaml.Node) { e.Mark = r.text(at, n) }
	known["secret"] = func(at string, n *yaml.Node) { e.Secret = r.flag(at, n) }
	known["taken"] = func(at string, n *yaml.Node) {
		if err := e.Taken.UnmarshalText([]byte(r.text(at, n))); err != nil {
			r.fail(n, at, "%v", err)
		}
	}
	known["value"] = func(_ string, n *yaml.Node) { e.Value = n }
	known["when"] = func(at string, n *yaml.Node) {
		e.When = r.text(at, n)
		if _, err := time.Parse(time.DateOnly, e.When); err != nil {
			r.fail(n, at, "%q must be a day, such as 2026-08-31", e.When)
		}
	}
	r.fields(n, at, known)
	digests := e.Original != "" || e.Updated != "" || e.Dest != "" || e.Mark != ""
	switch {
	case e.Taken == Unset:
		r.fail(n, at, "taken is missing; write Updated, Dest, Edited or Removed")
	case e.Secret && (digests || e.Value != nil):
		r.fail(n, at, "is about a secret, of which nothing is written down; delete its digests and its value")
	case e.Secret:
	case !digests:
		r.fail(n, at, "has no digests of what the versions had there; delete the entry, and decide again")
	case (e.Taken == Edited) != (e.Value != nil):
		r.fail(n, at, "value is for taken: Edited, and only for that")
	}
	r.located(n, at, &e.Place)
	return e
}

// located refuses a place that is nowhere.
func (r *reader) located(n *yaml.Node, at string, p *Place) {
	if p.Resource.Name == "" && p.File == "" {
		r.fail(n, at, "has neither a resource with a name nor a file; delete the entry, and decide again")
	}
}

func (r *reader) count(at string, n *yaml.Node) int {
	i, err := strconv.Atoi(r.text(at, n))
	if err != nil || i < 1 {
		r.fail(n, at, "must be a number from 1")
	}
	return i
}

func (r *reader) flag(at string, n *yaml.Node) bool {
	switch r.text(at, n) {
	case "true":
		return true
	case "false":
	default:
		r.fail(n, at, "must be true or false")
	}
	return false
}

// repeated refuses two entries for one question: nobody knows which is meant.
func (r *reader) repeated(s *Set) {
	type question struct {
		key
		file string
	}
	seen := make(map[question]*Entry, len(s.Entries))
	for _, e := range s.Entries {
		q := question{e.key(), e.File}
		switch other := seen[q]; {
		case e.Secret:
		case other != nil:
			r.fail(e.node, "", "decides the same question as line %d; delete one of the two", other.Line)
		default:
			seen[q] = e
		}
	}
}

func isDigest(text string) bool {
	return len(text) == len(merge.Digest(node.String(""))) && strings.Trim(text, "0123456789abcdef") == ""
}
