package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// An alias whose anchor is gone becomes what it stood for.
func TestLostAnchors(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		change           func(root *yaml.Node)
	}{
		{
			"scalar", "a: &x 1\nb: *x # b\nc: *x\n", "b: 1 # b\nc: 1\n",
			func(root *yaml.Node) { root.Content = root.Content[2:] },
		},
		{
			"map", "a: &x\n  y: &z 1\n  w: *z\nb: *x\n", "b:\n  y: 1\n  w: 1\n",
			func(root *yaml.Node) { root.Content = root.Content[2:] },
		},
		{
			"merge key", "a: &x {y: 1}\nb:\n  <<: *x\n  c: 2\n", "b:\n  <<: {y: 1}\n  c: 2\n",
			func(root *yaml.Node) { root.Content = root.Content[2:] },
		},
		{
			"moved behind", "a: &x 1\nb: *x\n", "b: 1\na: &x 1\n",
			func(root *yaml.Node) { root.Content = append(root.Content[2:4:4], root.Content[:2]...) },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			docs, err := Parse([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			root := *docs[0].Content[0]
			c.change(&root)
			got, stats, err := Print([]byte(c.text), []Change{{Old: docs[0], New: &root}})
			if err != nil || stats.Encoded > 0 {
				t.Fatalf("%v %+v", err, stats)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
