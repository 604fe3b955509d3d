package report_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

var update = flag.Bool("update", false, "rewrite what the reports shall be")

// TestForms merges the versions of every file in testdata and compares each
// form of the report.
func TestForms(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		r, all := reportOf(t, archive), map[string]string{}
		for _, f := range report.Formats() {
			got := written(t, r, report.Options{Format: f, Program: "v1"})
			if bytes.Contains(got, []byte("hunter")) {
				t.Errorf("%s shows a secret:\n%s", f, got)
			}
			if !bytes.Equal(got, written(t, reportOf(t, archive), report.Options{Format: f, Program: "v1"})) {
				t.Errorf("%s: a second run gives other bytes", f)
			}
			if f == report.HTML {
				got = shownOf(got)
			}
			all["want."+f.String()] = string(got)
		}
		golden.Compare(t, file, archive, all, *update)
	})
}

// shownOf is a page without its style and its script.
func shownOf(page []byte) []byte {
	return regexp.MustCompile(`(?s)<meta http-equiv[^>]*>|<style>.*?</style>`).ReplaceAll(page, nil)
}

// The page has its own style, and nothing else: what its policy allows is the hash of that. It runs
// and loads nothing.
func TestPagePolicy(t *testing.T) {
	page := written(t, &report.Report{}, report.Options{Format: report.HTML})
	m := regexp.MustCompile(`(?s)style-src 'sha256-([^']*)'.*<style>(.*)</style>`).FindSubmatch(page)
	if m == nil {
		t.Fatalf("no policy or no style:\n%s", page)
	}
	sum := sha256.Sum256(m[2])
	if want := base64.StdEncoding.EncodeToString(sum[:]); html.UnescapeString(string(m[1])) != want {
		t.Errorf("the policy allows the style %s, it is %s", m[1], want)
	}
	if found := regexp.MustCompile(`https?://|<script|<link|<img| src=|innerHTML|\{\{`).Find(page); found != nil {
		t.Errorf("the page has %q", found)
	}
}

// TestIsBounded: a page has at most a megabyte, and a comment what code hosts accept, whatever they are
// about: files as large as the largest that are published, one in which every line changed, or very many
// conflicts. They say what they leave out.
func TestIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	changed := report.File{Name: "a.yaml", Status: 1, Diff: "@@ -1 +1,6000 @@\n"}
	for line := range 6000 {
		// Documentation as CRDs have it: long texts, of which each file has its own words.
		changed.Diff += fmt.Sprintf("+          field%d:\n+            description: |-\n+              Word%d of the %d shall %x and %x as it is.\n", line, random.IntN(400), line, random.Uint64(), random.Uint64())
	}
	many := &report.Report{}
	for i := range 5000 {
		many.Conflicts = append(many.Conflicts, report.Entry{Spot: report.Spot{File: "a.yaml"}, Path: fmt.Sprintf("a%d.%x", i, random.Uint64()), Taken: "updated"})
		many.Notes = append(many.Notes, report.Entry{Message: fmt.Sprintf("%x%x%x", random.Uint64(), random.Uint64(), random.Uint64())})
	}
	for name, test := range map[string]struct {
		of   *report.Report
		form report.Format
		most int
		says []string
	}{
		"large files":         {&report.Report{Files: []report.File{changed, changed, changed}}, report.HTML, 1 << 20, []string{"Word", "… more; the same command with --diff shows all lines"}},
		"conflicts and notes": {many, report.HTML, 1 << 20, []string{"<code>a0", "… more; --report json has all, and", "… more; --report json has all</span>\n"}},
		"a comment":           {many, report.Markdown, 1 << 15, []string{"`a0", "conflicts more", "more\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			text := written(t, test.of, report.Options{Format: test.form})
			if len(text) > test.most {
				t.Errorf("there are %d bytes", len(text))
			}
			for _, says := range test.says {
				if !bytes.Contains(text, []byte(says)) {
					t.Errorf("it does not say %q", says)
				}
			}
		})
	}
}

// TestQuestionsFirst: of seven packages with five questions among very much else, text begins with the
// questions, has a line for each package, and no more than sixty in all. All else is there when it is
// asked for.
func TestQuestionsFirst(t *testing.T) {
	all := &report.Report{}
	for p := range 7 {
		one := &report.Report{}
		for i := range 40 {
			at := report.Spot{File: fmt.Sprintf("p%d/f%d.yaml", p, i), Line: 1}
			resource := &decisions.Ref{APIVersion: "v1", Kind: "ConfigMap", Name: fmt.Sprint("c", i)}
			kept := report.Entry{Spot: at, Resource: resource, Words: phrase.Words{Kind: phrase.Kind{Code: "deleted-locally"}}, Taken: "dest"}
			one.Conflicts = append(one.Conflicts, kept)
			for _, list := range []*[]report.Entry{&one.Changed, &one.Added, &one.Deleted, &one.Moved, &one.Notes} {
				*list = append(*list, report.Entry{Spot: at, Resource: resource, Message: "told"})
			}
			if i == 20 && p < 5 {
				asked := report.Entry{Spot: at, Resource: resource, Path: "data.k", Words: phrase.Words{Kind: phrase.Kind{Code: "both-changed", Title: "both changed"}, Open: true, Hint: "krm-merge resolve"}}
				one.Conflicts = append(one.Conflicts, asked)
			}
		}
		all.Join(one)
		all.Packages = append(all.Packages, report.Package{Name: fmt.Sprint("p", p), From: "v1", To: "v2", Status: "upgraded", Of: one})
	}
	for _, f := range []report.Format{report.Text, report.Markdown, report.HTML} {
		text := string(written(t, all, report.Options{Format: f}))
		if f == report.Text && strings.Count(text, "\n") > 60 {
			t.Errorf("%d lines\n%s", strings.Count(text, "\n"), text)
		}
		if count := strings.Count(text, "40 added, 40 deleted, 40 changed, 40 moved, 40 stay deleted"); count != 7 {
			t.Errorf("%s: %d lines of packages\n%s", f, count, text)
		}
		if first, last := strings.Index(text, "data.k"), strings.LastIndex(text, "data.k"); first < 0 || strings.Contains(text[:last], "40 added") || strings.Contains(text[:last], "told") {
			t.Errorf("%s: not the questions first\n%s", f, text)
		}
	}
	if text := string(written(t, all, report.Options{All: true})); strings.Count(text, "told") < 5*7*40-40 {
		t.Errorf("not everything is told: %d", strings.Count(text, "told"))
	}
}

// TestGitHub: what is left to somebody is an error at its line, and no text ends a command or
// a property of one early.
func TestGitHub(t *testing.T) {
	r := &report.Report{
		Conflicts: []report.Entry{
			{Spot: report.Spot{File: "a,b.yaml", Line: 3}, Path: "a", Words: phrase.Words{Kind: phrase.Kind{Title: "both changed"}, Outcome: "100%: unresolved", Open: true}},
			{Spot: report.Spot{File: "c:d.yaml"}, Words: phrase.Words{Kind: phrase.Kind{Title: "both changed"}, Outcome: "took upstream's"}},
		},
		Notes: []report.Entry{{Message: "one\ntwo", Warning: true}, {Message: "good to know"}},
	}
	const want = `::error file=a%2Cb.yaml,line=3,title=krm-merge question::a: both changed: 100%25: unresolved
::warning file=c%3Ad.yaml,title=krm-merge conflict::both changed: took upstream's
::warning title=krm-merge warning::one two
`
	if diff := cmp.Diff(want, string(written(t, r, report.Options{Format: report.GitHub}))); diff != "" {
		t.Error(diff)
	}
}

// The schema of the JSON form has the codes of the phrasebook.
func TestSchemaCodes(t *testing.T) {
	text, err := os.ReadFile("../../docs/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]struct {
			Properties struct{ Kind struct{ Enum []string } }
		} `json:"$defs"`
	}
	if err = json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/conflicts.md")
	if err != nil {
		t.Fatal(err)
	}
	var conflicts, notes []string
	for _, k := range phrase.Conflicts() {
		conflicts = append(conflicts, k.Code)
	}
	for k := terms.NoteOrder; k <= terms.NoteRule; k++ {
		notes = append(notes, k.String())
	}
	for name, want := range map[string][]string{"conflict": conflicts, "note": notes} {
		for _, code := range want {
			if !strings.Contains(string(page), "| `"+code+"` |") {
				t.Errorf("docs/conflicts.md has no %s", code)
			}
		}
		if diff := cmp.Diff(want, schema.Defs[name].Properties.Kind.Enum); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func written(t *testing.T, r *report.Report, o report.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// reportOf merges the versions in an archive.
func reportOf(t *testing.T, archive *txtar.Archive) *report.Report {
	t.Helper()
	var config yaml.Node
	for _, f := range archive.Files {
		if f.Name == "config.yaml" {
			if err := yaml.Unmarshal(f.Data, &config); err != nil {
				t.Fatal(err)
			}
		}
	}
	cfg, err := fn.ParseConfig(&config, "config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	trees := make([]*files.Tree, 3)
	for i, side := range []merge.Side{merge.Original, merge.Updated, merge.Dest} {
		trees[i] = &files.Tree{}
		for _, f := range archive.Files {
			if dir, path, _ := strings.Cut(f.Name, "/"); dir == side.String() {
				trees[i].Files = append(trees[i].Files, files.File{Path: path, Name: f.Name, Mode: 0o644, Data: f.Data})
			}
		}
	}
	result, err := files.MergeTrees(trees, files.Options{Options: cfg.Options, Marks: files.Marks{Options: cfg.Marks}})
	if err != nil && !errors.As(err, new(*files.ConflictsError)) {
		t.Fatal(err)
	}
	r := report.New(result, cfg.Options, func(path string) string { return filepath.Join("dest", path) }, true)
	r.Refused, r.Written = err != nil, err == nil
	r.Sort()
	return r
}

// TestNoControl: of characters that drive a terminal or change the order of what is shown,
// planted at every kind of place with markup around them, no form for people has any.
func TestNoControl(t *testing.T) {
	var evil []rune
	for c := range rune(0x2070) {
		if c != '\n' && c != '\t' && printable.Text(string(c)) != string(c) {
			evil = append(evil, c)
		}
	}
	if len(evil) < 70 {
		t.Fatalf("only %d characters", len(evil))
	}
	// Raw where any reader takes the character, else spelled as YAML does.
	resource := func(side int, c rune) string {
		e, raw := fmt.Sprintf("<b>planted\\u%04X", c), "<b>planted"
		if c >= 0xa0 || c == 0x85 {
			raw += string(c)
		}
		return fmt.Sprintf(`apiVersion: "example.com/v1%[1]s"
kind: "Thing%[1]s"
metadata: {name: "a%[1]s", namespace: "n%[1]s"}
# head %[2]s %[3]d
spec: # line %[2]s %[3]d
  "key%[1]s": "%[1]s %[3]d"
  list: [{name: "b%[1]s", v: "%[1]s %[3]d"}]
  alone%[3]d: "%[1]s"
  "forged\nfaked": "%[1]s %[3]d"
  set: ["%[1]s %[3]d", "c"]
  text: |
    %[2]s %[3]d
    other
  repeats:
    "d%[1]s": 1
  whole: %[4]s
`, e, raw, side, [3]string{"{a: 1}", "[\"" + e + "\"]", "\"" + e + "\""}[side])
	}
	for _, c := range evil {
		archive := &txtar.Archive{}
		for side, version := range []string{"original", "updated", "dest"} {
			add := func(name, text string) {
				archive.Files = append(archive.Files, txtar.File{Name: version + "/" + name, Data: []byte(text)})
			}
			add("a.yaml", resource(side, c))
			add("deleted.yaml", strings.Replace(resource(side, c), "name: \"a", "name: \"deleted"+version, 1))
			add("raw.yaml", fmt.Sprintf("planted%c: %d\n", c, side))
			add("script.sh", fmt.Sprintf("same\nplanted%c %d\nsame\n", c, side))
			add("twice.yaml", fmt.Sprintf("\"k\\u%04X\": 1\n\"k\\u%04X\": planted%d\n", c, c, side))
			if c != 0 {
				add(fmt.Sprintf("planted%c/planted%c.yaml", c, c), resource(side, c))
			}
		}
		r := reportOf(t, archive)
		for f, least := range map[report.Format]int{report.Text: 16, report.Markdown: 16, report.HTML: 36} {
			page := written(t, r, report.Options{Format: f, All: true})
			if shown := bytes.Count(page, []byte("planted")); shown < least {
				t.Errorf("%U: only %d of what was planted is shown", c, shown)
			}
			if at := bytes.IndexRune(page, c); at >= 0 {
				t.Errorf("%s: %U is there %d times: %.200q", f, c, bytes.Count(page, []byte(string(c))), page[max(at-100, 0):])
			}
			if bytes.Contains(page, []byte("\nfaked")) || f == report.HTML && bytes.Contains(page, []byte("<b>")) {
				t.Errorf("%s: a line or markup is forged:\n%s", f, page)
			}
		}
	}
}
