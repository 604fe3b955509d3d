package resource_test

import (
	"errors"
	"flag"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestMerge runs testdata/merge: in each case the files of original/, updated/
// (or source/) and dest/ are the versions of a package, or those of 1/, 2/ and
// so on its layers; config is the configuration, want
// the documents of the result, each after the file it lies in, and report what
// is reported, or error the error.
func TestMerge(t *testing.T) {
	golden.Each(t, "testdata/merge/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		var v resource.Versions
		sections := map[string]string{}
		for _, f := range archive.Files {
			version, name, ok := strings.Cut(f.Name, "/")
			if !ok {
				sections[f.Name] = string(f.Data)
				continue
			}
			list := map[string]*[]*resource.Resource{"original": &v.Original, "updated": &v.Updated, "source": &v.Updated, "dest": &v.Dest}[version]
			if list == nil {
				n, notNumber := strconv.Atoi(version)
				if notNumber != nil || n < 1 || n > len(v.Layers)+1 {
					t.Fatalf("%s is of no version", f.Name)
				}
				if n > len(v.Layers) {
					v.Layers = append(v.Layers, nil)
				}
				list = &v.Layers[n-1]
			}
			*list = append(*list, documents(t, string(f.Data), name)...)
		}
		before := spell(v)
		got := map[string]string{"want": "", "report": "", "error": ""}
		outcome, err := resource.Merge(v, options(t, sections["config"]))
		if err != nil {
			got["error"] = err.Error() + "\n"
		} else {
			got["want"], got["report"] = render(t, outcome)
		}
		if diff := cmp.Diff(before, spell(v)); diff != "" {
			t.Errorf("the inputs were modified:\n%s", diff)
		}
		golden.Compare(t, file, archive, got, *update)
	})
}

var update = flag.Bool("update", false, "rewrite what the cases in testdata/merge expect")

func documents(t *testing.T, stream, name string) []*resource.Resource {
	t.Helper()
	var all []*resource.Resource
	d := yaml.NewDecoder(strings.NewReader(stream))
	for i := 0; ; i++ {
		doc := &yaml.Node{}
		err := d.Decode(doc)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, &resource.Resource{Node: doc.Content[0], Doc: doc, Name: name, Path: name, Index: i, Line: doc.Content[0].Line, From: doc})
	}
}

// render spells the result and what is reported.
func render(t *testing.T, o *resource.Outcome) (result, report string) {
	t.Helper()
	var b, r strings.Builder
	for _, m := range o.Resources {
		b.WriteString("# " + m.Path + "\n" + encode(t, m.Node))
	}
	for _, d := range o.Deleted {
		r.WriteString("deleted " + d.Path + "\n")
	}
	for _, c := range o.Conflicts {
		r.WriteString("conflict " + c.Kind.String() + " at " + c.Path.String() + ", " + c.Taken.String() + "'s taken")
		if c.By != terms.ByPolicy {
			r.WriteString(" by " + c.By.String())
		}
		if c.Open() {
			r.WriteString(", fails")
		}
		r.WriteString("\n")
	}
	for _, n := range o.Notes {
		of := ""
		if n.Warning && n.Resource != nil {
			of = n.Resource.Meta().Kind + "/" + n.Resource.Meta().Name + " "
		}
		r.WriteString("note " + of + n.Path.String() + " " + n.Message + "\n")
	}
	return b.String(), r.String()
}

func encode(t *testing.T, n *yaml.Node) string {
	t.Helper()
	var b strings.Builder
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	e.CompactSeqIndent()
	if err := e.Encode(n); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// spell gives every node of the versions, to see whether one was modified.
func spell(v resource.Versions) string {
	var b strings.Builder
	for _, list := range append([][]*resource.Resource{v.Original, v.Updated, v.Dest}, v.Layers...) {
		for _, r := range list {
			spellNode(&b, r.Node)
		}
	}
	return b.String()
}

func spellNode(b *strings.Builder, n *yaml.Node) {
	b.WriteString(n.Tag + n.Value + n.HeadComment + n.LineComment + n.FootComment + n.Anchor + "(")
	for _, c := range n.Content {
		spellNode(b, c)
	}
	b.WriteString(")")
}
