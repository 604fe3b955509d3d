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
	root := node.Map("apiVersion", apiVersion, "kind", Kind, "metadata", node.Map("name", name))
	out, err := source.Print(nil, []source.Change{{New: root}})
	if err != nil {
		panic(err) // It has nothing that could not be printed.
	}
	return out
}

// At gives the text with another place that the package is from, and another version
// that was taken. What else kpt keeps there, such as the strategy, stays.
func (k *Kptfile) At(upstream Upstream, lock Lock) ([]byte, error) {
	if k.isChart() {
		return k.atChart(upstream, lock)
	}
	return k.print(func(root *yaml.Node) *yaml.Node {
		root = node.With(root, FieldUpstream, upstream.in(orMap(node.FieldAt(root, FieldUpstream), "type", typeGit, typeGit, node.Map(), "updateStrategy", "resource-merge")))
		taken := lock.in(orMap(node.FieldAt(root, FieldLock), "type", typeGit, typeGit, node.Map()))
		taken = node.With(taken, typeGit, with(node.FieldAt(taken, typeGit), "commit", lock.Commit))
		return node.With(root, FieldLock, taken)
	})
}

// Named gives the text with another name of the package: kpt calls a package by its
// directory.
func (k *Kptfile) Named(name string) ([]byte, error) {
	if k.isChart() {
		return k.text, nil
	}
	return k.print(func(root *yaml.Node) *yaml.Node {
		return node.With(root, "metadata", with(orMap(node.FieldAt(root, "metadata")), "name", name))
	})
}

// Without gives the text without the fields: what upstream says of where it is from
// itself is not where the package is from.
func (k *Kptfile) Without() ([]byte, error) {
	if k.isChart() {
		return k.withoutChart()
	}
	return k.print(func(root *yaml.Node) *yaml.Node {
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

// in gives a copy of one of the fields that names this place.
func (u Upstream) in(from *yaml.Node) *yaml.Node {
	git := with(orMap(node.FieldAt(from, typeGit)), "repo", u.Repo)
	// kpt writes the root as /, and a directory with a slash in front.
	if dir := node.TextAt(git, "directory"); dir == "" || relative(dir) != relative(u.Directory) {
		git = with(git, "directory", "/"+relative(u.Directory))
	}
	return node.With(from, typeGit, with(git, "ref", u.Ref))
}

// relative is a directory as it is compared: without slashes around it, "" for the root.
func relative(dir string) string {
	return strings.TrimPrefix(path.Clean("/"+dir), "/")
}

// with is a copy of a map with a text in a field. The text keeps its style and comments.
func with(m *yaml.Node, name, value string) *yaml.Node {
	old := node.FieldAt(m, name)
	if node.Text(old) == value && old != nil {
		return m
	}
	n := node.String(value)
	if old != nil && old.Kind == yaml.ScalarNode {
		n.Style, n.HeadComment, n.LineComment, n.FootComment = old.Style&^yaml.TaggedStyle, old.HeadComment, old.LineComment, old.FootComment
	}
	return node.With(m, name, n)
}
