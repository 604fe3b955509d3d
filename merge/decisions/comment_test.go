package decisions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge/decisions"
)

const deployment = `# the shop
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3 # as measured

  template:
    spec:
      # the one
      containers:
      - name: web
        image: web:1
        ports: [{containerPort: 80}]
      - name: proxy
        image: proxy:1
`

// TestMark: a comment stands above each place, or what is around it, and Unmark leaves
// every byte as it was.
func TestMark(t *testing.T) {
	docs, err := source.Parse([]byte(deployment))
	if err != nil {
		t.Fatal(err)
	}
	root := node.Root(docs[0])
	questions := []*decisions.Open{
		{Place: decisions.Place{Path: "spec.replicas"}, Conflict: "both-changed", Original: value(t, "1"), Updated: value(t, "2"), Dest: value(t, "3")},
		{Place: decisions.Place{Path: "spec.template.spec.containers[name=proxy].image"}, Conflict: "both-changed", Updated: value(t, "proxy:2"), Dest: value(t, "proxy:1")},
		{Place: decisions.Place{Path: "spec.template.spec.containers[name=proxy]"}, Conflict: "deleted-upstream", Dest: value(t, "{}")},
		{Place: decisions.Place{Path: "spec.template.spec.containers[name=web].ports[containerPort=80].name"}, Conflict: "both-added", Updated: value(t, "[a]")},
		{Place: decisions.Place{Path: "data.password"}, Conflict: "both-changed", Secret: true},
	}
	marked, rest, err := decisions.Mark(root, questions)
	if err != nil || len(rest) > 0 {
		t.Fatalf("%d questions have no room, %v", len(rest), err)
	}
	text, _, err := source.Print([]byte(deployment), []source.Change{{Old: docs[0], New: node.InDocument(docs[0], marked)}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `# the shop
# krm-merge: conflict 5: upstream has another value, see krm-merge resolve
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    merge.fn.kpt.dev/conflicts: |
      version: 1
      conflicts:
      - path: spec.replicas
        conflict: both-changed
        number: 1
        original: 1
        updated: 2
        dest: 3
      - path: spec.template.spec.containers[name=proxy].image
        conflict: both-changed
        number: 2
        updated: proxy:2
        dest: proxy:1
      - path: spec.template.spec.containers[name=proxy]
        conflict: deleted-upstream
        number: 3
        dest: {}
      - path: spec.template.spec.containers[name=web].ports[containerPort=80].name
        conflict: both-added
        number: 4
        updated: [a]
      - path: data.password
        conflict: both-changed
        number: 5
        secret: true
spec:
  # krm-merge: conflict 1: upstream has 2, see krm-merge resolve
  replicas: 3 # as measured

  template:
    spec:
      # the one
      containers:
      - name: web
        image: web:1
        # krm-merge: conflict 4: upstream has another value, see krm-merge resolve
        ports: [{containerPort: 80}]
      # krm-merge: conflict 3: upstream deleted it, see krm-merge resolve
      - name: proxy
        # krm-merge: conflict 2: upstream has proxy:2, see krm-merge resolve
        image: proxy:1
`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	docs, err = source.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	read, err := decisions.ReadAnnotation(docs[0], "deploy.yaml")
	if err != nil || len(read) != len(questions) {
		t.Fatalf("%d questions are read, %v", len(read), err)
	}
	for i, o := range read {
		if o.Question() != questions[i].Question() || o.Number != questions[i].Number || o.Secret != questions[i].Secret {
			t.Errorf("question %d is read as %+v", i, o)
		}
	}
	root = node.Root(docs[0])
	if got := fmt.Sprint(decisions.Marks(root)); got != "[5 1 4 3 2]" {
		t.Errorf("comments point to %s", got)
	}
	back, _, err := source.Print(text, []source.Change{{Old: docs[0], New: node.InDocument(docs[0], decisions.Unmark(root))}})
	if diff := cmp.Diff(deployment, string(back)); err != nil || diff != "" {
		t.Errorf("unmarked (-want +got):\n%s\n%v", diff, err)
	}
}

// TestRest: what the annotation has no room for is given back.
func TestRest(t *testing.T) {
	var questions []*decisions.Open
	for range 100 {
		questions = append(questions, &decisions.Open{Place: decisions.Place{Path: "data.a"}, Conflict: "both-changed", Updated: value(t, strings.Repeat("a", 1000))})
	}
	text, rest, err := decisions.Annotation(questions)
	if err != nil || len(text) > 33<<10 || len(rest) < 60 || len(rest) > 90 {
		t.Errorf("%d bytes, %d questions are left, %v", len(text), len(rest), err)
	}
}

func TestBadAnnotation(t *testing.T) {
	for text, want := range map[string]string{
		"version: 2\nconflicts: []":          `f.yaml: annotation merge.fn.kpt.dev/conflicts:1: version: unknown version "2"`,
		"conflicts: []":                      "version is missing",
		"a: [":                               "f.yaml: annotation merge.fn.kpt.dev/conflicts: ",
		"version: 1\nconflicts: [{path: a}]": "conflicts[0]: conflict is missing",
		"version: 1\nconflicts: [{conflict: both-changed, path: a, number: 0, dest: 1}]": "conflicts[0].number: must be a number from 1",
	} {
		root := value(t, "metadata: {annotations: {merge.fn.kpt.dev/conflicts: X}}")
		root.Content[1].Content[1].Content[1].Value = text
		if _, err := decisions.ReadAnnotation(root, "f.yaml"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want one with %q", text, err, want)
		}
	}
}
