package decisions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

const head = `# +argocd:skip-file-rendering
apiVersion: fn.kpt.dev/v1alpha1
kind: MergeDecisions
metadata:
  name: merge-decisions
  annotations:
    config.kubernetes.io/local-config: "true"
`

func value(t testing.TB, text string) *yaml.Node {
	t.Helper()
	docs, err := source.Parse([]byte(text))
	if err != nil || len(docs) != 1 {
		t.Fatalf("%q: %d documents, %v", text, len(docs), err)
	}
	return docs[0].Content[0]
}

func digest(t testing.TB, text string) string { return merge.Digest(value(t, text)) }

func read(t testing.TB, text string) *decisions.Set {
	t.Helper()
	s, err := decisions.Read([]byte(text), "merge-decisions.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func printed(t testing.TB, s *decisions.Set) string {
	t.Helper()
	text, err := s.Text()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// question is one about spec.replicas of the Deployment web.
func question(t testing.TB, original, updated, dest string) *decisions.Question {
	q := &decisions.Question{Place: decisions.Place{
		Resource: decisions.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "prod", Name: "web"}, File: "deploy.yaml", Path: "spec.replicas",
	}}
	for to, text := range map[**yaml.Node]string{&q.Original: original, &q.Updated: updated, &q.Dest: dest} {
		if text != "" {
			*to = value(t, text)
		}
	}
	return q
}

func TestRemember(t *testing.T) {
	s := &decisions.Set{}
	if text := printed(t, s); text != "" {
		t.Errorf("a set without entries is %q", text)
	}
	later := question(t, "1", "2", "3").Decided(decisions.Dest, nil, "2026-08-31")
	later.File = "z.yaml"
	s.Remember(later)
	s.Remember(question(t, "1", "2", "3").Decided(decisions.Updated, nil, "")) // What is decided again takes its place.
	s.Remember(question(t, "1", "2", "3").Decided(decisions.Edited, value(t, "4 # as measured"), "2026-08-31"))
	want := head + `decisions:
- resource: {apiVersion: apps/v1, kind: Deployment, namespace: prod, name: web}
  file: deploy.yaml
  path: spec.replicas
  original: ` + digest(t, "1") + `
  updated: ` + digest(t, "2") + `
  dest: ` + digest(t, "3") + `
  taken: Edited
  value: 4
  when: "2026-08-31"
- resource: {apiVersion: apps/v1, kind: Deployment, namespace: prod, name: web}
  file: z.yaml
  path: spec.replicas
  original: ` + digest(t, "1") + `
  updated: ` + digest(t, "2") + `
  dest: ` + digest(t, "3") + `
  taken: Dest
  when: "2026-08-31"
`
	if diff := cmp.Diff(want, printed(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again := printed(t, read(t, want)); again != want {
		t.Errorf("read and printed it is\n%s", again)
	}
}

// TestSourceStays: what was read keeps its bytes, whatever is added and dropped.
func TestSourceStays(t *testing.T) {
	const before = `# decided by the shop team
apiVersion: fn.kpt.dev/v1alpha1
kind: MergeDecisions
metadata: {name: merge-decisions}   # any name

decisions:

  # as measured in May
  - resource: { kind: "ConfigMap", apiVersion: v1, name: a }
    path: data.size    # in MiB
    original: 'HASH'
    taken: Dest
`
	old := strings.Replace(before, "HASH", digest(t, "1"), 1)
	s := read(t, old)
	s.Remember(question(t, "1", "2", "").Decided(decisions.Updated, nil, ""))
	got := printed(t, s)
	added := got[len(old):]
	if !strings.HasPrefix(got, old) || !strings.HasPrefix(added, "  - resource: {apiVersion: apps/v1, kind: Deployment, namespace: prod, name: web}\n    file: deploy.yaml\n") {
		t.Fatalf("got\n%s", got)
	}
	s = read(t, got)
	if dropped := s.Forget(func(e *decisions.Question) bool { return e.Path == "spec.replicas" }); len(dropped) != 1 {
		t.Errorf("%d entries are dropped", len(dropped))
	}
	if text := printed(t, s); text != old {
		t.Errorf("dropped again it is\n%s", text)
	}
}

// lookup looks a question up in one set.
func lookup(s *decisions.Set, k decisions.Key) *decisions.Question {
	tree := &decisions.Tree{}
	tree.Add("", s)
	return tree.Lookup(k)
}

func TestLookup(t *testing.T) {
	s := &decisions.Set{}
	s.Remember(question(t, "1", "2", "3").Decided(decisions.Dest, nil, ""))
	for name, c := range map[string]struct {
		question *decisions.Question
		change   func(*decisions.Question)
		found    bool
	}{
		"same":                {question(t, "1", "2", "3"), nil, true},
		"spelled otherwise":   {question(t, "0x1", "0x2", "3 # three"), nil, true},
		"another version":     {question(t, "1", "2", "3"), func(q *decisions.Question) { q.Resource.APIVersion = "apps/v2" }, true},
		"another group":       {question(t, "1", "2", "3"), func(q *decisions.Question) { q.Resource.APIVersion = "apps.example.com/v1" }, false},
		"another namespace":   {question(t, "1", "2", "3"), func(q *decisions.Question) { q.Resource.Namespace = "test" }, false},
		"another path":        {question(t, "1", "2", "3"), func(q *decisions.Question) { q.Path = "spec" }, false},
		"another file":        {question(t, "1", "2", "3"), func(q *decisions.Question) { q.File = "test/deploy.yaml" }, false},
		"no file":             {question(t, "1", "2", "3"), func(q *decisions.Question) { q.File = "" }, true},
		"original changed":    {question(t, "0", "2", "3"), nil, false},
		"updated changed":     {question(t, "1", `"2"`, "3"), nil, false},
		"dest changed":        {question(t, "1", "2", "4"), nil, false},
		"dest deleted":        {question(t, "1", "2", ""), nil, false},
		"absent and not null": {question(t, "1", "2", "null"), nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			if c.change != nil {
				c.change(c.question)
			}
			if e := lookup(s, c.question.Key()); (e != nil) != c.found {
				t.Errorf("it is %v that there is an answer", e != nil)
			}
		})
	}
	twin := question(t, "1", "2", "3").Decided(decisions.Updated, nil, "")
	twin.File = "test/deploy.yaml"
	s.Remember(twin)
	if e := lookup(s, question(t, "1", "2", "3").Key()); e == nil || e.Taken != decisions.Dest {
		t.Error("the entry of another file is in the way")
	}
	q := question(t, "1", "2", "3")
	if q.File = ""; lookup(s, q.Key()) != nil {
		t.Error("without a file one of two resources is guessed")
	}
}

// TestTree: the innermost file of decisions counts first, and none for what lies outside.
func TestTree(t *testing.T) {
	entry := func(file string, taken decisions.Taken) *decisions.Set {
		e := question(t, "1", "2", "3").Decided(taken, nil, "")
		e.File = file
		s := &decisions.Set{}
		s.Remember(e)
		return s
	}
	tree := &decisions.Tree{}
	for file, s := range map[string]*decisions.Set{
		"merge-decisions.yaml":       entry("a/b/deploy.yaml", decisions.Dest),
		"a/b/merge-decisions.yaml":   entry("deploy.yaml", decisions.Updated),
		"other/merge-decisions.yaml": entry("deploy.yaml", decisions.Updated),
	} {
		tree.Add(file, s)
	}
	tree.Add("twice/a.yaml", entry("deploy.yaml", decisions.Updated))
	tree.Add("twice/b.yaml", entry("deploy.yaml", decisions.Dest))
	for file, want := range map[string]string{"a/b/deploy.yaml": "Updated", "a/deploy.yaml": "", "other/deploy.yaml": "Updated", "": "Dest", "twice/deploy.yaml": ""} {
		q := question(t, "1", "2", "3")
		q.File = file
		got := ""
		if e := tree.Lookup(q.Key()); e != nil {
			got = e.Taken.String()
		}
		if got != want {
			t.Errorf("in file %q the answer is %q, want %q", file, got, want)
		}
	}
	if inner := entry("a/b/deploy.yaml", decisions.Dest).Below("a"); len(inner.Entries) != 1 || inner.Entries[0].File != "b/deploy.yaml" {
		t.Errorf("below a there are %d entries", len(inner.Entries))
	}
	if inner := entry("a/b/deploy.yaml", decisions.Dest).Below("b"); len(inner.Entries) != 0 {
		t.Error("below b there is the entry of another directory")
	}
}

// TestSecret: of a secret only the fact is written, and it answers nothing.
func TestSecret(t *testing.T) {
	s := &decisions.Set{}
	q := question(t, "", "", "")
	q.Secret = true
	for range 2 {
		s.Remember(q.Decided(decisions.Dest, nil, ""))
	}
	text := printed(t, s)
	if want := "  path: spec.replicas\n  secret: true\n  taken: Dest\n"; !strings.HasSuffix(text, want) || strings.Count(text, "taken") != 1 {
		t.Errorf("it is written as\n%s", text)
	}
	s = read(t, text)
	if lookup(s, q.Key()) != nil {
		t.Error("it answers a question")
	}
}

// TestBadFiles: what is no file of decisions is an error; what can be wrong with one has merge/files/testdata/decisions-*.
func TestBadFiles(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no yaml":       {"a: [", "merge-decisions.yaml: "},
		"two documents": {head + "---\na: 1\n", "merge-decisions.yaml:9: holds a second document"},
		"no map":        {"- 1\n", "merge-decisions.yaml:1: must be a resource"},
		"no version":    {"kind: MergeDecisions\n", "apiVersion: is missing"},
		"kind":          {strings.Replace(head, "kind: MergeD", "kind: D", 1), `merge-decisions.yaml:3: kind: is "Decisions"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := decisions.Read([]byte(c.text), "merge-decisions.yaml")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	s := &decisions.Set{}
	o := &decisions.Question{Place: question(t, "", "", "").Place, Conflict: "both-changed", Original: value(t, "a: &x [1]\nb: *x").Content[3], Updated: value(t, "{b: 1}")}
	s.Ask(o)
	text := printed(t, s)
	const want = "  conflict: both-changed\n  original: [1]\n  updated: {b: 1}\n"
	if !strings.HasSuffix(text, want) {
		t.Errorf("it is written as\n%s", text)
	}
	got := read(t, text).Open
	if len(got) != 1 || got[0].Key() != o.Key() || got[0].Conflict != o.Conflict {
		t.Errorf("it is read as %+v", got)
	}
	s = read(t, text)
	if s.Open = nil; printed(t, s) != head || !s.IsEmpty() {
		t.Errorf("without it there is\n%s", printed(t, s))
	}
}

// TestGrowth: a lookup costs the same among many entries.
func TestGrowth(t *testing.T) {
	counted.Grows(t, 100, 2.3, func(n int) float64 {
		text := head + "decisions:\n" + counted.Repeat(n, func(i int) string {
			return fmt.Sprintf("- {file: f%d.yaml, path: a, dest: %s, taken: Dest}\n", i, digest(t, fmt.Sprint(i)))
		})
		return testing.AllocsPerRun(3, func() {
			tree := &decisions.Tree{}
			tree.Add("", read(t, text))
			for i := range n {
				q := decisions.Key{Place: decisions.Place{File: fmt.Sprintf("f%d.yaml", i), Path: "a"}, Dest: digest(t, fmt.Sprint(i))}
				if tree.Lookup(q) == nil {
					t.Fatalf("entry %d is not found", i)
				}
			}
		})
	})
}

// TestMerge: what one branch added, changed or dropped is so in the merge of both; what
// they decided differently is asked again.
func TestMerge(t *testing.T) {
	entry := func(path, taken string) string {
		return fmt.Sprintf("- file: a.yaml\n  path: %s\n  original: %s\n  taken: %s\n", path, digest(t, "1"), taken)
	}
	open := func(path, updated string) string {
		return fmt.Sprintf("- file: a.yaml\n  path: %s\n  conflict: both-changed\n  updated: %s\n", path, updated)
	}
	text := func(decided, asked string) string {
		all := head
		if decided != "" {
			all += "decisions:\n" + decided
		}
		if asked != "" {
			all += "open:\n" + asked
		}
		return all
	}
	a, b, c := entry("a", "Dest"), entry("b", "Dest"), entry("c", "Dest")
	for name, test := range map[string]struct{ original, ours, theirs, want, fails string }{
		"both added":          {text(a, ""), text(a+b, ""), text(a+c, ""), text(a+b+c, ""), ""},
		"added to nothing":    {"", text(b, ""), text(c, ""), text(b+c, ""), ""},
		"one dropped":         {text(a+b, ""), text(a+b, ""), text(b, ""), text(b, ""), ""},
		"ours dropped":        {text(a+b, ""), text(b, ""), text(a+b, ""), text(b, ""), ""},
		"changed by theirs":   {text(a+b, ""), text(a+b, ""), text(entry("a", "Updated")+b, ""), text(entry("a", "Updated")+b, ""), ""},
		"changed alike":       {text(a, ""), text(entry("a", "Updated"), ""), text(entry("a", "Updated"), ""), text(entry("a", "Updated"), ""), ""},
		"changed differently": {text(a, ""), text(entry("a", "Updated"), ""), text(entry("a", "Removed"), ""), text(entry("a", "Updated")+entry("a", "Removed"), ""), ""},
		"dropped and changed": {text(a, ""), head, text(entry("a", "Updated"), ""), text(entry("a", "Updated"), ""), ""},
		"changed and dropped": {text(a+b, ""), text(entry("a", "Updated")+b, ""), text(b, ""), text(entry("a", "Updated")+b, ""), ""},
		"questions":           {text(a, open("x", "1")), text(a, open("x", "1")+open("y", "1")), text(a, open("z", "1")), text(a, open("y", "1")+open("z", "1")), ""},
		"another question":    {text(a, ""), text(a, open("x", "1")), text(a, open("x", "2")), text(a, open("x", "1")+open("x", "2")), ""},
		"unreadable":          {text(a, ""), text(a, ""), "a: 1\n", "", "d.yaml:1: "},
	} {
		got, err := decisions.Merge([]byte(test.original), []byte(test.ours), []byte(test.theirs), "d.yaml")
		decided := decisions.Key{Place: decisions.Place{File: "a.yaml", Path: "a"}, Original: digest(t, "1")}
		if name == "changed differently" && lookup(read(t, string(got)), decided) != nil || string(got) != test.want || (err == nil) != (test.fails == "") || err != nil && !strings.Contains(err.Error(), test.fails) {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}
