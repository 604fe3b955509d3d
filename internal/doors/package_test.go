package doors_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing/fstest"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// pack is three versions of a package.
type pack struct {
	name string
	// settings are the spec of a configuration, "" for none.
	settings string
	versions [3]tree
	// raw are the versions of a package with files that no item of a list can be, nil
	// where items can be all of them: only what goes by files merges it, and files are
	// compared by their bytes.
	raw *[3]fstest.MapFS
}

// fs is a version as files.
func (p *pack) fs(side int) fstest.MapFS {
	if p.raw != nil {
		return p.raw[side]
	}
	return p.versions[side].fs()
}

// tree is one version: its files by path, sorted.
type tree []file

type file struct {
	path      string
	documents []string
	// metas are what the documents say about themselves.
	metas []resource.Meta
}

// with is a document with annotations, in front of its own. The doors ask for the same annotations with many values:
// a document is printed once with stand-ins for these.
func with(document string, annotations ...[2]string) string {
	var keys, values []string
	for i, a := range annotations {
		keys = append(keys, a[0])
		values = append(values, standIn(i), strings.ReplaceAll(a[1], "'", "''"))
	}
	entries, asked := node.Map(), strings.Join(append(keys, document), "\n")
	text, printed := annotated.Load(asked)
	if !printed {
		for i, key := range keys {
			entries.Content = append(entries.Content, node.String(key), &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: standIn(i), Style: yaml.SingleQuotedStyle})
		}
		text = edited(document, func(root *yaml.Node) *yaml.Node {
			entries.Content = append(entries.Content, cmp.Or(annotation.Of(root), node.Map()).Content...)
			return annotation.Edit(root, func(*yaml.Node) *yaml.Node { return entries })
		})
		annotated.Store(asked, text)
	}
	return strings.NewReplacer(values...).Replace(text.(string))
}

// annotated are documents with stand-ins as the values of annotations, by the keys of these and the document without.
var annotated sync.Map

func standIn(i int) string { return fmt.Sprintf("stand-in %d of an annotation", i) }

// edited is a document with another value.
func edited(document string, edit func(root *yaml.Node) *yaml.Node) string {
	docs, err := source.Parse([]byte(document))
	must(err)
	text, err := source.Print([]byte(document), []source.Change{{Old: docs[0], New: node.InDocument(docs[0], edit(docs[0].Content[0]))}})
	must(err)
	return string(text)
}

// placed are the annotations of a place.
func placed(path string, index int) [][2]string {
	return [][2]string{{"config.kubernetes.io/index", fmt.Sprint(index)}, {"config.kubernetes.io/path", path}}
}

// text is the file itself.
func (f file) text() string {
	return strings.Join(f.documents, "---\n")
}

// carried is the file as a stream of which each document says where it lies.
func (f file) carried() string {
	var all []string
	for i, d := range f.documents {
		all = append(all, with(d, placed(f.path, i)...))
	}
	return strings.Join(all, "---\n")
}

func (t tree) fs() fstest.MapFS {
	dir := fstest.MapFS{}
	for _, f := range t {
		dir[f.path] = &fstest.MapFile{Data: []byte(f.text()), Mode: 0o644}
	}
	return dir
}

// packOf makes a package of three versions of files. It fails where these hold something
// that no item of a list can be; the package has its settings then.
func packOf(name, settings string, versions [3]map[string]string) (*pack, error) {
	p := &pack{name: name, settings: settings}
	var config struct {
		Spec map[string]any
		Rest map[string]any `yaml:",inline"`
	}
	if err := yaml.Unmarshal([]byte(settings), &config); err != nil {
		return nil, err
	}
	if config.Spec != nil {
		spec, err := yaml.Marshal(config.Spec)
		if err != nil {
			return nil, err
		}
		p.settings = string(spec)
	}
	for side, files := range versions {
		for path, text := range files {
			documents, err := documentsOf(text)
			if err != nil {
				return p, fmt.Errorf("%s %s: %w", merge.Side(side), path, err)
			}
			if len(documents) > 0 {
				f := file{path: path, documents: documents}
				for _, d := range documents {
					var doc yaml.Node
					must(yaml.Unmarshal([]byte(d), &doc))
					f.metas = append(f.metas, resource.MetaOf(doc.Content[0]))
				}
				p.versions[side] = append(p.versions[side], f)
			}
		}
		slices.SortFunc(p.versions[side], func(a, b file) int { return cmp.Compare(a.path, b.path) })
	}
	return p, nil
}

// documentsOf gives the documents of a text, so that each can take annotations.
func documentsOf(text string) ([]string, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var all []string
	decoder := yaml.NewDecoder(strings.NewReader(text))
	parts := parts(text)
	for i := 0; ; i++ {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		root := doc.Content[0]
		if err := merge.Check(root); err != nil && !merge.RepeatsKey(err) {
			return nil, err
		}
		if root.Kind != yaml.MappingNode {
			return nil, errors.New("a document that is not a map")
		}
		document := ""
		if i < len(parts) {
			document = named(parts[i], root)
		}
		if !says(document, root) {
			if document = named(blocks(root), root); !says(document, root) {
				return nil, errors.New("a document without a place for annotations:\n" + document)
			}
		}
		all = append(all, document)
	}
}

// parts are the documents of a text by its lines, those that are empty left out.
func parts(text string) []string {
	var all []string
	var b strings.Builder
	end := func() {
		var node yaml.Node
		if yaml.Unmarshal([]byte(b.String()), &node) != nil || len(node.Content) > 0 {
			all = append(all, b.String())
		}
		b.Reset()
	}
	for line := range strings.Lines(text) {
		switch line {
		case "---\n":
			end()
			continue
		case "...\n":
			// A list has no place for it.
			continue
		}
		b.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
	}
	end()
	return all
}

// transportPlaces are the annotations that the doors give each item.
var transportPlaces = []string{
	"config.kubernetes.io/path", "config.kubernetes.io/index", annotation.MergeSource,
	"internal.config.kubernetes.io/path", "internal.config.kubernetes.io/index",
}

// named is the text of a document without transport annotations, in a resource if it is none.
func named(document string, root *yaml.Node) string {
	if places := transportPlaces; annotation.First(root, places...) != "" {
		document = edited(document, func(root *yaml.Node) *yaml.Node { return annotation.Drop(root, places...) })
	}
	if node.Field(root, "kind") == nil && node.Field(root, "metadata") == nil {
		return "apiVersion: example.com/v1\nkind: Wrapped\nmetadata:\n  name: wrapped\n" + document
	}
	return document
}

// says reports whether a document has the value, in lines that can take annotations.
func says(document string, value *yaml.Node) bool {
	var is yaml.Node
	if yaml.Unmarshal([]byte(document), &is) != nil || len(is.Content) == 0 {
		return false
	}
	for _, m := range []*yaml.Node{is.Content[0], node.Field(is.Content[0], "metadata"), annotation.Of(is.Content[0])} {
		if m != nil && m.Style&yaml.FlowStyle != 0 {
			return false
		}
	}
	if err := merge.Check(is.Content[0]); err != nil && !(merge.RepeatsKey(err) && merge.RepeatsKey(merge.Check(value))) {
		return false
	}
	must(yaml.Unmarshal([]byte(with(document, placed("x", 0)...)), &is))
	got := plain(is.Content[0])
	return got == plain(value) || got == plain(wrapped(value))
}

// wrapped is a value in a resource.
func wrapped(value *yaml.Node) *yaml.Node {
	head := node.Map("apiVersion", "example.com/v1", "kind", "Wrapped", "metadata", node.Map("name", "wrapped"))
	return node.WithContent(value, append(head.Content, value.Content...))
}

// blocks spells a value with its outermost maps in block style.
func blocks(root *yaml.Node) string {
	root = annotation.Without(root)
	root.Style &^= yaml.FlowStyle
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == "metadata" {
			m := root.Content[i+1]
			m.Style &^= yaml.FlowStyle
			for j := 0; j+1 < len(m.Content); j += 2 {
				m.Content[j+1].Style &^= yaml.FlowStyle
			}
		}
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(root); err != nil {
		return ""
	}
	return b.String()
}
