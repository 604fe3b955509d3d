package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/rules"
)

// strategy is how many versions a case merges, and how.
type strategy int

const (
	threeWay strategy = iota
	twoWay
	layers
)

// Case is one rule with its inputs as every program gets them: block style, two
// spaces of indentation, and apiVersion, kind and name where the rule's own
// example leaves them out.
type Case struct {
	rules.Rule
	// dir is the directory of rule files it is from, below the root.
	dir string
	// of is what kind of merge it is.
	of strategy
	// whole reports whether it is about resources of a package, not about one.
	whole bool
	// versions are original, updated and dest; or source and dest; or the
	// layers. A version that does not have the resource is "".
	versions []string
	// want is the value that the rule wants; wantError that it wants an error.
	want      string
	wantError bool
	// wantComments reports whether the comments count too.
	wantComments bool
	// wantConflict reports whether the rule wants a conflict to be reported.
	wantConflict bool
}

func (c Case) original() string { return c.versions[0] }
func (c Case) updated() string  { return c.versions[1] }
func (c Case) dest() string     { return c.versions[2] }

// The directories of rule files that cases come from, by the first word of
// their names in the table of groups.
func ruleDir(prefix string) string {
	switch prefix {
	case "fn":
		return "merge/resource/testdata/rules"
	case "own":
		return "internal/compared/testdata/rules"
	}
	return "merge/testdata/rules"
}

// readCase reads the case of that name: "fn:whole/..." for a rule of package
// fn, "own:..." for one that exists only for the comparison.
func readCase(root fs.FS, name string) (Case, error) {
	prefix, rest, found := strings.Cut(name, ":")
	if !found {
		prefix, rest = "", name
	}
	dir := ruleDir(prefix)
	data, err := fs.ReadFile(root, path.Join(dir, rest+".txtar"))
	if err != nil {
		return Case{}, err
	}
	rule, err := rules.Parse(rest, data)
	if err != nil {
		return Case{}, err
	}
	c := Case{Rule: rule, dir: dir, whole: path.Dir(rest) == "whole" && prefix != ""}
	var sections []string
	switch _, source := rule.Section("source.yaml"); {
	case source:
		c.of, sections = twoWay, []string{"source.yaml", "dest.yaml"}
	default:
		sections = []string{"original.yaml", "updated.yaml", "dest.yaml"}
	}
	if _, ok := rule.Section("1.yaml"); ok {
		c.of, sections = layers, nil
		for i := 1; ; i++ {
			section := strconv.Itoa(i) + ".yaml"
			if _, ok := rule.Section(section); !ok {
				break
			}
			sections = append(sections, section)
		}
	}
	for _, section := range sections {
		text, _ := rule.Section(section)
		if text, err = prepare(text, c.of); err != nil {
			return Case{}, fmt.Errorf("%s: %s: %w", name, section, err)
		}
		c.versions = append(c.versions, text)
	}
	_, c.wantError = rule.Section("want-error")
	_, c.wantComments = rule.Section("want.txt")
	_, c.wantConflict = rule.Section("conflicts")
	want, ok := rule.Section("want.txt")
	if !ok {
		want, _ = rule.Section("want.yaml")
	}
	if c.want, err = prepare(want, c.of); err != nil {
		return Case{}, fmt.Errorf("%s: want: %w", name, err)
	}
	return c, nil
}

// prepare puts a stream of documents into block style and makes resources of
// those that are none, so that every program accepts them. Layers stay what
// they are, because resources have rules of their own there.
func prepare(text string, of strategy) (string, error) {
	docs, err := documents(text)
	if err != nil {
		return "", err
	}
	for _, doc := range docs {
		for n := range node.All(doc) {
			if len(n.Content) > 0 {
				n.Style &^= yaml.FlowStyle
			}
		}
		root := doc.Content[0]
		if root.Kind != yaml.MappingNode {
			return "", fmt.Errorf("line %d: a document that is not a map cannot be compared", root.Line)
		}
		if of != layers {
			identify(root)
		}
	}
	return encode(docs)
}

// identify adds what makes a resource of a map: apiVersion, kind and a name.
func identify(root *yaml.Node) {
	var header []*yaml.Node
	add := func(key string, value *yaml.Node) { header = append(header, node.String(key), value) }
	if node.Field(root, "apiVersion") == nil {
		add("apiVersion", node.String("example.com/v1"))
		add("kind", node.String("Example"))
	}
	switch metadata := node.Field(root, "metadata"); {
	case metadata == nil:
		named := node.Map("name", "example")
		if node.Field(root, "apiVersion") != nil {
			root.Content = append(root.Content[:4:4], append([]*yaml.Node{node.String("metadata"), named}, root.Content[4:]...)...)
			break
		}
		add("metadata", named)
	case node.Field(metadata, "name") == nil && metadata.Kind == yaml.MappingNode:
		metadata.Content = append([]*yaml.Node{node.String("name"), node.String("example")}, metadata.Content...)
	}
	root.Content = append(header, root.Content...)
}

// documents reads a stream, without its empty documents.
func documents(text string) ([]*yaml.Node, error) {
	var all []*yaml.Node
	decoder := yaml.NewDecoder(strings.NewReader(text))
	for {
		doc := &yaml.Node{}
		switch err := decoder.Decode(doc); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" {
			continue
		}
		all = append(all, doc)
	}
}

func encode(docs []*yaml.Node) (string, error) {
	if len(docs) == 0 {
		return "", nil
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	for _, doc := range docs {
		if err := encoder.Encode(doc); err != nil {
			return "", err
		}
	}
	return b.String(), encoder.Close()
}

// readGroups reads the cases of every group of the page.
func readGroups(root string) ([]Group, error) {
	all := groups()
	for i := range all {
		for _, name := range all[i].names {
			c, err := readCase(os.DirFS(root), name)
			if err != nil {
				return nil, err
			}
			all[i].Cases = append(all[i].Cases, c)
		}
	}
	return all, nil
}
