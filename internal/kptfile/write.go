package kptfile

import (
	"fmt"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
)

// New is the text of a Kptfile, or of another file of Names, of a package that has none.
func New(file, name string) []byte {
	if file == ChartName {
		return []byte(BeginChart)
	}
	spelled, _ := yaml.Marshal(name) // A text can be.
	return fmt.Appendf(nil, "apiVersion: %s\nkind: %s\nmetadata:\n  name: %s", apiVersion, Kind, spelled)
}

// At gives the text with another place that the package is from, and another version
// that was taken. What else kpt keeps there, such as the strategy, stays.
func (k *Kptfile) At(upstream Upstream, lock Lock) ([]byte, error) {
	return k.print(func(root *yaml.Node) *yaml.Node {
		if k.isChart() {
			for _, field := range [][2]string{
				{"repo", strings.TrimPrefix(upstream.Repo, OverHTTP)}, {"chart", relative(upstream.Directory)}, {"version", lock.Ref}, {"taken", lock.Ref}, {"digest", sha256 + lock.Commit},
			} {
				root = set(root, field[1], "spec", FieldUpstream, "helm", field[0])
			}
			return root
		}
		root = node.With(root, FieldUpstream, orMap(node.FieldAt(root, FieldUpstream), "type", typeGit, typeGit, node.Map(), "updateStrategy", "resource-merge"))
		root = node.With(root, FieldLock, orMap(node.FieldAt(root, FieldLock), "type", typeGit, typeGit, node.Map()))
		for i, at := range []Upstream{upstream, lock.Upstream} {
			field := [...]string{FieldUpstream, FieldLock}[i]
			root = set(root, at.Repo, field, typeGit, "repo")
			// kpt writes the root as /, and a directory with a slash in front.
			if dir := node.TextAt(root, field, typeGit, "directory"); dir == "" || relative(dir) != relative(at.Directory) {
				root = set(root, "/"+relative(at.Directory), field, typeGit, "directory")
			}
			root = set(root, at.Ref, field, typeGit, "ref")
		}
		return set(root, lock.Commit, FieldLock, typeGit, "commit")
	})
}

// Named gives the text with another name of the package: kpt calls a package by its
// directory.
func (k *Kptfile) Named(name string) ([]byte, error) {
	if k.isChart() {
		return k.text, nil
	}
	return k.print(func(root *yaml.Node) *yaml.Node {
		return set(root, name, "metadata", "name")
	})
}

// Without gives the text without the fields: what upstream says of where it is from
// itself is not where the package is from.
func (k *Kptfile) Without() ([]byte, error) {
	return k.print(func(root *yaml.Node) *yaml.Node {
		if k.isChart() {
			return node.With(root, "spec", node.With(orMap(node.FieldAt(root, "spec")), FieldUpstream, nil))
		}
		return node.With(node.With(root, FieldUpstream, nil), FieldLock, nil)
	})
}

// print gives the text as a change of its value makes it.
func (k *Kptfile) print(change func(root *yaml.Node) *yaml.Node) ([]byte, error) {
	out, err := source.Print(k.text, []source.Change{{Old: k.doc, New: change(node.Root(k.doc))}})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.File, err)
	}
	return out, nil
}

// relative is a directory as it is compared: without slashes around it, "" for the root.
func relative(dir string) string {
	return strings.TrimPrefix(path.Clean("/"+dir), "/")
}

// orMap is a map, or a new one with these fields in place of anything else.
func orMap(n *yaml.Node, fields ...any) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return node.Map(fields...)
	}
	return n
}

// set is a copy of a map with a text below fields. The text keeps its style and comments.
func set(m *yaml.Node, text, name string, names ...string) *yaml.Node {
	m = orMap(m)
	old := node.FieldAt(m, name)
	if len(names) > 0 {
		return node.With(m, name, set(old, text, names[0], names[1:]...))
	}
	if old != nil && node.Text(old) == text {
		return m
	}
	n := node.String(text)
	if old != nil && old.Kind == yaml.ScalarNode {
		n.Style, n.HeadComment, n.LineComment, n.FootComment = old.Style&^yaml.TaggedStyle, old.HeadComment, old.LineComment, old.FootComment
	}
	return node.With(m, name, n)
}
