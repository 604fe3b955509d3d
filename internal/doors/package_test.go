package doors_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/phrase"
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
	path string
	// documents are texts in which the line that holds slot stands for the transport
	// annotations.
	documents []string
	// metas are what the documents say about themselves.
	metas []resource.Meta
}

const slot = "«transport»"

var slotLine = regexp.MustCompile(`(?m)^( *)` + slot + `\n`)

// only ends the lines that a document has for the slot alone.
const only = "«only»"

var onlyLine = regexp.MustCompile(`(?m)^.*` + only + `\n`)

// with is a document with the transport annotations.
func with(document string, annotations ...[2]string) string {
	if len(annotations) == 0 {
		document = onlyLine.ReplaceAllString(document, "")
	}
	document = strings.ReplaceAll(document, only, "")
	return slotLine.ReplaceAllStringFunc(document, func(line string) string {
		var b strings.Builder
		for _, a := range annotations {
			b.WriteString(strings.Replace(line, slot, a[0]+": '"+a[1]+"'", 1))
		}
		return b.String()
	})
}

// placed are the annotations of a place.
func placed(path string, index int) [][2]string {
	return [][2]string{{"config.kubernetes.io/index", fmt.Sprint(index)}, {"config.kubernetes.io/path", path}}
}

// text is the file itself.
func (f file) text() string {
	var all []string
	for _, d := range f.documents {
		all = append(all, with(d))
	}
	return strings.Join(all, "---\n")
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
					must(yaml.Unmarshal([]byte(with(d)), &doc))
					f.metas = append(f.metas, resource.MetaOf(doc.Content[0]))
				}
				p.versions[side] = append(p.versions[side], f)
			}
		}
		slices.SortFunc(p.versions[side], func(a, b file) int { return cmp.Compare(a.path, b.path) })
	}
	return p, nil
}

// documentsOf gives the documents of a text, each with a slot.
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
			document = slotted(parts[i])
		}
		if !says(document, root) {
			if document = slotted(blocks(root)); !says(document, root) {
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

var (
	metadataLine    = regexp.MustCompile(`(?m)^metadata:[ \t]*(#.*)?\n`)
	annotationsLine = regexp.MustCompile(`^( +)annotations:[ \t]*(#.*)?\n`)
	kindLine        = regexp.MustCompile(`(?m)^kind:.*\n`)
)

// slotted gives a document in block style a slot, in metadata of its own if it has none.
func slotted(document string) string {
	document = regexp.MustCompile("(?m)"+transportLine.String()+".*\n").ReplaceAllString(document, "")
	at := metadataLine.FindStringIndex(document)
	if at == nil {
		if regexp.MustCompile(`(?m)^metadata:`).MatchString(document) {
			return document
		}
		metadata := "metadata:" + only + "\n  annotations:" + only + "\n    " + slot + "\n"
		if kind := kindLine.FindStringIndex(document); kind != nil {
			return document[:kind[1]] + metadata + document[kind[1]:]
		}
		return "apiVersion: example.com/v1\nkind: Wrapped\nmetadata:\n  name: wrapped\n  annotations:" + only + "\n    " + slot + "\n" + document
	}
	head, rest := document[:at[1]], document[at[1]:]
	indent, before := "", ""
	for left := rest; left != ""; {
		line, after, _ := strings.Cut(left, "\n")
		line += "\n"
		trimmed := strings.TrimLeft(line, " ")
		if trimmed != "\n" && trimmed[0] != '#' {
			if line == trimmed {
				break
			}
			if indent == "" {
				indent = line[:len(line)-len(trimmed)]
			}
			if m := annotationsLine.FindStringSubmatch(line); m != nil && m[1] == indent {
				within := inner(after, indent)
				if within == "" {
					within, line = indent+"  ", strings.TrimSuffix(line, "\n")+only+"\n"
				}
				return head + before + line + within + slot + "\n" + after
			}
		}
		before, left = before+line, after
	}
	indent = cmp.Or(indent, "  ")
	return head + indent + "annotations:" + only + "\n" + indent + "  " + slot + "\n" + rest
}

// inner is the indentation of the first field of a map, "" if there is none.
func inner(text, outer string) string {
	for line := range strings.Lines(text) {
		trimmed := strings.TrimLeft(line, " ")
		if trimmed == "\n" || trimmed[0] == '#' {
			continue
		}
		if len(line)-len(trimmed) > len(outer) {
			return line[:len(line)-len(trimmed)]
		}
		break
	}
	return ""
}

// says reports whether a document has the value, but for what a slot needs.
func says(document string, value *yaml.Node) bool {
	var is yaml.Node
	if strings.Count(document, slot) != 1 || yaml.Unmarshal([]byte(with(document, [2]string{"config.kubernetes.io/path", "x"})), &is) != nil || len(is.Content) == 0 {
		return false
	}
	if err := merge.Check(is.Content[0]); err != nil && !(merge.RepeatsKey(err) && merge.RepeatsKey(merge.Check(value))) {
		return false
	}
	got, want := plain(is.Content[0]), plain(value)
	return got == want || got == plain(wrapped(value)) || string(phrase.JSON(value)) == strings.Replace(got, `"annotations":{},`, "", 1)
}

// wrapped is a value in a resource.
func wrapped(value *yaml.Node) *yaml.Node {
	var head yaml.Node
	if err := yaml.Unmarshal([]byte("{apiVersion: example.com/v1, kind: Wrapped, metadata: {name: wrapped}}"), &head); err != nil {
		panic(err)
	}
	all := *value
	all.Content = append(slices.Clone(head.Content[0].Content), value.Content...)
	return &all
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
