package resolve_test

import (
	"cmp"
	"strings"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/resolve"
)

const marked = `apiVersion: v1
kind: ConfigMap
metadata:
  name: c
data:
<<<<<<< yours: v1 ConfigMap c data.a: both changed
  a: "3"
||||||| was
  a: "1"
=======
  a: "2"
>>>>>>> upstream
  b: "1"
list:
- one
<<<<<<< yours: v1 ConfigMap c list: both added it differently
- mine
||||||| was
=======
- theirs
>>>>>>> upstream
`

func inFile(text string) fstest.MapFS {
	return fstest.MapFS{"sub/deploy.yaml": {Data: []byte(text), Mode: 0o644}, "merge-decisions.yaml": {Mode: 0o644}}
}

func TestBlocks(t *testing.T) {
	text := func(value string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value} }
	for name, c := range map[string]struct {
		at            int
		choice        resolve.Choice
		value         *yaml.Node
		text, refused string
	}{
		"yours":            {0, resolve.Yours, nil, "data:\n  a: \"3\"\n  b: ", ""},
		"upstream":         {0, resolve.Upstream, nil, "data:\n  a: \"2\"\n  b: ", ""},
		"both of a list":   {1, resolve.Both, nil, "- one\n- mine\n- theirs\n", ""},
		"both of a field":  {0, resolve.Both, nil, "", "only elements of lists can stand both"},
		"edit":             {0, resolve.Edit, text("  a: \"9\""), "data:\n  a: \"9\"\n  b: ", ""},
		"edit away":        {0, resolve.Edit, text(""), "data:\n  b: ", ""},
		"edit, repeats":    {0, resolve.Edit, text("  b: \"9\"\n"), "", "key"},
		"edit, unreadable": {0, resolve.Edit, text("  a: [\n"), "", "cannot be read"},
		"accept":           {0, resolve.Accept, nil, "", "take a side"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := inFile(marked)
			s := open(t, dir)
			err := s.Answer(s.Questions()[c.at], c.choice, c.value)
			if c.refused != "" {
				changed, failed := s.Changed()
				if err = cmp.Or(err, failed); err == nil || !strings.Contains(err.Error(), c.refused) || len(changed) > 0 {
					t.Errorf("%d files change, and the error is %v, want one with %q", len(changed), err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			save(t, s, dir)
			got := string(dir["sub/deploy.yaml"].Data)
			if !strings.Contains(got, c.text) {
				t.Errorf("no %q in\n%s", c.text, got)
			}
			left := open(t, dir).Questions()
			if len(left) != 1 || strings.Count(got, "<<<<<<<") != 1 {
				t.Errorf("%d questions are left in\n%s", len(left), got)
			}
		})
	}
}

// TestNotYAML: what is not YAML with either side need not be with the answers, and a file
// that an answer leaves empty is gone.
func TestNotYAML(t *testing.T) {
	dir := inFile("{{ if a }}\n<<<<<<< x\na: 1\n=======\na: 2\n>>>>>>> y\n{{ end }}\n")
	s := open(t, dir)
	if err := s.Answer(s.Questions()[0], resolve.Both, nil); err != nil {
		t.Fatal(err)
	}
	save(t, s, dir)
	if got := string(dir["sub/deploy.yaml"].Data); got != "{{ if a }}\na: 1\na: 2\n{{ end }}\n" {
		t.Errorf("there is\n%s", got)
	}
	for _, yours := range []string{"a: 1\n", "{{ if a }}\na: 1\n{{ end }}\n"} {
		for _, choice := range []resolve.Choice{resolve.Upstream, resolve.Yours} {
			dir = inFile("<<<<<<< x\n" + yours + "=======\n>>>>>>> y\n")
			s = open(t, dir)
			if err := s.Answer(s.Questions()[0], choice, nil); err != nil {
				t.Fatal(err)
			}
			save(t, s, dir)
			if f := dir["sub/deploy.yaml"]; (f != nil) != (choice == resolve.Yours) || f != nil && string(f.Data) != yours {
				t.Errorf("with %s there is %v", choice, f)
			}
		}
	}
}
