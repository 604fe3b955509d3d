package resolve_test

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// asked merges three versions of files, "" for none, so that questions are left.
func asked(t *testing.T, form marks.Form, versions map[string][3]string) fstest.MapFS {
	t.Helper()
	v := [3]fstest.MapFS{{}, {}, {}}
	for name, texts := range versions {
		for i, text := range texts {
			if text != "" {
				v[i][name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
			}
		}
	}
	opts := files.Options{Options: resource.Options{Policy: merge.Policy{OnConflict: merge.Ask}}, Marks: files.Marks{Options: marks.Options{Form: form}}}
	r, dir, ok := merged(t, v, opts)
	if !ok || r.Open() == 0 {
		t.Fatal("the merge fails, or asks nothing")
	}
	return dir
}

// said is what a dialog about a directory says to some answers.
func said(t *testing.T, dir fstest.MapFS, change func(*resolve.Dialog), answers ...string) string {
	t.Helper()
	var out strings.Builder
	d := dialog(dir, strings.Join(append(answers, ""), "\n"), &out, nil)
	d.Open = func() (*resolve.Session, error) { return resolve.Open(dir, slices.Sorted(maps.Keys(dir))) }
	if change != nil {
		change(d)
	}
	if _, err := d.Run(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const mapped = "apiVersion: v1\nkind: %s\nmetadata:\n  name: c\n%s"

func of(kind string, texts ...string) (three [3]string) {
	for i, text := range texts {
		if text != "" {
			three[i] = fmt.Sprintf(mapped, kind, text)
		}
	}
	return three
}

// listed is a long list with something else at one place.
func listed(at int, what string) string {
	var b strings.Builder
	b.WriteString("spec:\n  rules:\n")
	for i := range 60 {
		value := fmt.Sprintf("path-%d", i)
		if i == at {
			value = what
		}
		fmt.Fprintf(&b, "  - paths: [%s]\n    name: rule-%d\n", value, i)
	}
	return b.String()
}

// numbered is a long text with a word in two of its lines.
func numbered(word string) string {
	var b strings.Builder
	for i := range 80 {
		line := fmt.Sprint("  line ", i)
		if i == 30 || i == 60 {
			line += " " + word
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// TestShown: a question shows what each version has in a line, of longer values how the others differ
// from the first.
func TestShown(t *testing.T) {
	both := []marks.Form{marks.Lines, marks.Decisions}
	for name, c := range map[string]struct {
		forms []marks.Form
		of    [3]string
		want  string
	}{
		"a scalar":     {both, of("ConfigMap", "data:\n  k: web:1.0\n", "data:\n  k: web:2.0\n", "data:\n  k: db:1.0\n"), "  was       {-\"web:1.0\"}\n  upstream  {+\"web:2.0\"}\n  yours     {~\"db:1.0\"}\n"},
		"no original":  {both, of("ConfigMap", "a: 1\n", "a: 1\nk: 2\n", "a: 1\nk: 3\n"), "  upstream  {+2}\n  yours     {~3}\n"},
		"deleted here": {both, of("ConfigMap", "data:\n  k: 1\n  l: 1\n", "data:\n  k: 2\n  l: 1\n", "data:\n  l: 1\n"), "  was       {-1}\n  upstream  {+2}\n  yours     (deleted)\n"},
		"a text": {
			both, of("ConfigMap", "data:\n  k: |\n    one\n    two\n    three\n", "data:\n  k: |\n    one\n    2\n    three\n", "data:\n  k: |\n    one\n    zwei\n    three\n"),
			"  was → upstream\n    @@ -1,3 +1,3 @@\n     one\n    {--two}\n    {++2}\n     three\n  was → yours\n    @@ -1,3 +1,3 @@\n     one\n    {--two}\n    {~+zwei}\n     three\n",
		},
		"lines of a template": {
			both[:1], [3]string{"{{ x }}\na: one\n", "{{ x }}\na: two\n", "{{ x }}\na: three\n"},
			"  was       {-a: one}\n  upstream  {+a: two}\n  yours     {~a: three}\n",
		},
		"line ends alone": {
			both, of("ConfigMap", "data:\n  k: \"a\\n\"\n", "data:\n  k: \"a\"\n", "data:\n  k: \"a\\n\\n\"\n"),
			"  was       {-\"a\\n\"}\n  upstream  {+\"a\"}\n  yours     {~\"a\\n\\n\"}\n",
		},
		"a long text": {
			both, of("Thing", "k: |\n"+numbered("one"), "k: |\n"+numbered("two"), "k: |\n"+numbered("three")),
			"     line 29\n    {--line 30 one}\n    {++line 30 two}\n     line 31\n",
		},
		"a long line": {
			both, of("Thing", "k: "+strings.Repeat("left ", 60)+"one"+strings.Repeat(" right", 60)+"\n", "k: "+strings.Repeat("left ", 60)+"two"+strings.Repeat(" right", 60)+"\n", "k: "+strings.Repeat("left ", 60)+"three"+strings.Repeat(" right", 60)+"\n"),
			"  upstream  {+\"… left left left two right right rig…\"}\n",
		},
		"what nobody can read at once": {
			both, [3]string{fmt.Sprintf(mapped, "Thing", "k: |\n"+strings.ReplaceAll(numbered(""), "line", "was")), fmt.Sprintf(mapped, "Thing", "k: |\n"+numbered("")), ""},
			" more lines\n  yours     (deleted)\n",
		},
		"a comment beside": {both, of("Thing", "# one\nk: 1\n", "# two\nk: 2\n", "# three\nk: 3\n"), "  was       {-1}\n  upstream  {+2}\n  yours     {~3}\n"},
		"a long list": {
			[]marks.Form{marks.Decisions}, of("Thing", listed(-1, ""), listed(40, "there"), listed(40, "here")),
			"  was       {-[\"path-40\"]}\n  upstream  {+[\"there\"]}\n  yours     {~[\"here\"]}\n",
		},
		"a whole resource": {
			both, [3]string{fmt.Sprintf(mapped, "Thing", listed(-1, "")), fmt.Sprintf(mapped, "Thing", listed(40, "there")), ""},
			"         - paths:\n    {--        - path-40}\n    {++        - there}\n           name: rule-40\n",
		},
	} {
		for _, form := range c.forms {
			t.Run(name+" "+form.String(), func(t *testing.T) {
				dir := asked(t, form, map[string][3]string{"a.yaml": c.of})
				got := said(t, dir, func(d *resolve.Dialog) { d.Colour = true }, "q")
				got = regexp.MustCompile("\x1b\\[2m([^\x1b]*)\x1b\\[0m").ReplaceAllString(got, "$1")
				want := strings.NewReplacer("{-", "\x1b[31m", "{+", "\x1b[32m", "{~", "\x1b[33m", "}", "\x1b[0m").Replace(c.want)
				if !strings.Contains(got, want) {
					t.Errorf("no\n%q in\n%q", want, got)
				}
				plain := said(t, dir, nil, "q")
				if strings.Contains(plain, "\x1b") || !strings.Contains(plain, strings.NewReplacer("{-", "", "{+", "", "{~", "", "}", "").Replace(c.want)) {
					t.Errorf("without colours it is\n%s", plain)
				}
			})
		}
	}
}

// TestSecretIsNotShown: neither form shows what a Secret holds, in whatever answer.
func TestSecretIsNotShown(t *testing.T) {
	for _, form := range []marks.Form{marks.Lines, marks.Decisions} {
		dir := asked(t, form, map[string][3]string{"a.yaml": of("Secret", "stringData: {k: hidden1}\n", "stringData: {k: hidden2}\n", "stringData: {k: hidden3}\n")})
		text := said(t, dir, nil, "?", "e", "b", "u", "p", "y")
		if strings.Contains(text, "hidden") || !strings.Contains(text, "(the values of a secret are ") {
			t.Errorf("%s: it says\n%s", form, text)
		}
	}
}

// TestTitleIsPrintable: what a file calls a conflict is shown without escape sequences.
func TestTitleIsPrintable(t *testing.T) {
	dir := asked(t, marks.Decisions, map[string][3]string{"a.yaml": of("ConfigMap", "data: {k: a}\n", "data: {k: b}\n", "data: {k: c}\n")})
	dir["merge-decisions.yaml"].Data = []byte(strings.Replace(string(dir["merge-decisions.yaml"].Data), "conflict: both-changed", `conflict: "odd\e[31m"`, 1))
	s, err := resolve.Open(dir, []string{"merge-decisions.yaml"})
	if err != nil || len(s.Questions()) != 1 {
		t.Fatalf("%v, or there is not one question", err)
	}
	if text := s.Questions()[0].String(); strings.Contains(text, "\x1b") || !strings.Contains(text, "odd [31m: was ") {
		t.Errorf("it says %q", text)
	}
}

// TestGitsMarksAreShown: of lines that nobody knows the values of each side is shown, with
// the name that git gave it.
func TestGitsMarksAreShown(t *testing.T) {
	for text, want := range map[string]string{
		"one\n<<<<<<< HEAD\nmine 1\n=======\nmine 2\n>>>>>>> feature\n":                       "the versions differ here: yours is HEAD, upstream's feature\n  upstream  mine 2\n  yours     mine 1\n",
		"one\n<<<<<<< HEAD\nmine 1\n||||||| base\nmine 0\n=======\n>>>>>>> feature\n":         "  was       mine 0\n  upstream  (deleted)\n  yours     mine 1\n",
		"one\n<<<<<<< HEAD\nmine\x1b[31m 1\n||||||| base\nmine 0\n=======\n>>>>>>> feature\n": "  yours     mine [31m 1\n",
	} {
		dir := fstest.MapFS{"README.md": {Data: []byte(text), Mode: 0o644}}
		if got := said(t, dir, nil, "q"); !strings.Contains(got, want) {
			t.Errorf("no\n%s in\n%s", want, got)
		}
		s, err := resolve.Open(dir, []string{"README.md"})
		if err != nil {
			t.Fatal(err)
		}
		if kind := s.Questions()[0].Kind(); kind != merge.BothChanged.String() {
			t.Errorf("programs are told of %s", kind)
		}
	}
}

// TestOneBlockAsksSeveral: all questions of a block are shown.
func TestOneBlockAsksSeveral(t *testing.T) {
	text := said(t, inFile(strings.Replace(strings.Replace(marked, "data.a: both", "data.a, data.c: both", 1), "  a: \"3\"\n||||||| was\n  a: \"1\"\n=======\n  a: \"2\"\n",
		"  a: \"3\"\n  c: x\n||||||| was\n  a: \"1\"\n  c: y\n=======\n  a: \"2\"\n  c: z\n", 1)), nil, "q")
	want := "(and 1 more in the same lines)\n  data.a\n    was       \"1\"\n    upstream  \"2\"\n    yours     \"3\"\n  data.c\n    was       \"y\"\n"
	if !strings.Contains(text, want) {
		t.Errorf("no\n%s in\n%s", want, text)
	}
}

// TestOffered: an answer that a question does not have is not offered, and one that would leave a file
// that cannot be read is refused when it is given; both say why, and nothing changes.
func TestOffered(t *testing.T) {
	block := func(mine, updated string) fstest.MapFS {
		return inFile("a: 1\n<<<<<<< yours\n" + mine + "=======\n" + updated + ">>>>>>> upstream\nc: *x\n")
	}
	const all = "yours, upstream, both, edit, skip"
	for name, c := range map[string]struct {
		dir     fstest.MapFS
		offered string
		refused map[string]string
	}{
		"all":                     {block("b: &x 1\n", "d: &x 2\n"), all, nil},
		"mine repeats a key":      {block("a: &x 2\n", "b: &x 2\n"), all, map[string]string{"yours": "line 2: document: duplicate key \"a\", first on line 1", "both": "duplicate key"}},
		"theirs is not YAML":      {block("b: &x 1\n", "b: &x [\n"), all, map[string]string{"upstream": "cannot be read", "both": "cannot be read"}},
		"theirs breaks an anchor": {block("b: &x 1\n", "b: 1\n"), all, map[string]string{"upstream": "document 1 cannot be parsed: line 3: an alias that no anchor stands before", "both": "duplicate key"}},
		"both repeat a key":       {block("b: &x 1\n", "b: &x 2\n"), all, map[string]string{"both": "line 3: document: duplicate key \"b\""}},
		"a list":                  {asked(t, marks.Decisions, map[string][3]string{"a.yaml": of("Thing", "k: [{a: 1}]\n", "k: [{a: 2}]\n", "k: [{a: 3}]\n")}), all, nil},
		"one key":                 {asked(t, marks.Lines, map[string][3]string{"a.yaml": of("Thing", "k: 1\n", "k: 2\n", "k: 3\n")}), "yours, upstream, edit, skip", nil},
		"a deleted resource":      {asked(t, marks.Decisions, map[string][3]string{"a.yaml": of("Thing", "k: 1\n", "k: 2\n", "")}), "yours, upstream, edit, skip", nil},
		"JSON has no comments":    {asked(t, marks.Decisions, map[string][3]string{"a.json": {`{"k": 1}`, `{"k": 2}`, `{"k": 3}`}}), "yours, upstream, edit, skip", nil},
		"a flow map":              {asked(t, marks.Lines, map[string][3]string{"a.yaml": of("Thing", "m: {k: 1}\n", "m: {k: 2}\n", "m: {k: 3}\n")}), "yours, upstream, edit, skip", nil},
		"binary":                  {asked(t, marks.Lines, map[string][3]string{"a.png": {"a\x00a", "a\x00b", "a\x00cc"}}), "yours, upstream, skip", map[string]string{"edit": "it is not a text"}},
		"moved":                   {asked(t, marks.Lines, map[string][3]string{"a.yaml": {of("Thing", "k: 1\n")[0]}, "b.yaml": {1: of("Thing", "k: 1\n")[0]}, "c.yaml": {2: of("Thing", "k: 1\n")[0]}}), "yours, skip", map[string]string{"upstream": "upstream is not possible here: move the resource by hand"}},
	} {
		t.Run(name, func(t *testing.T) {
			text := said(t, c.dir, nil, "q")
			at := strings.Index(text, c.offered+", previous, quit, ? ")
			if at <= 0 || text[at-1] != '\n' {
				t.Errorf("not offered is %q:\n%s", c.offered, text)
			}
			for _, word := range []string{"yours", "upstream", "both", "edit"} {
				why, offered := c.refused[word], strings.Contains(", "+c.offered+",", ", "+word+",")
				if word == "edit" && why == "" {
					continue
				}
				if why == "" && !offered {
					why = word + " is not possible here: "
				}
				dir := maps.Clone(c.dir)
				text := said(t, dir, nil, word, "q")
				if answered := strings.Contains(text, "1 answered"); answered != (why == "") || !strings.Contains(text, why) || !answered && !reflect.DeepEqual(dir, c.dir) {
					t.Errorf("%s is answered: %t, and it should say %q\n%s", word, answered, why, text)
				}
			}
		})
	}
}

// TestAlike: an answer is for the rest that is like the question, too, and taken back with it.
func TestAlike(t *testing.T) {
	one := "k: 1\nlist: [{name: a, v: 1}, {name: b, v: 1}]\n"
	two, mine := strings.ReplaceAll(one, "1", "2"), strings.ReplaceAll(one, "1", "3")
	dir := asked(t, marks.Decisions, map[string][3]string{
		"a.yaml": of("A", one, two, mine), "b.yaml": of("B", one, two, mine), "c.yaml": of("C", one, two, ""), "d.yaml": of("D", one, two, ""), "e.yaml": of("E", one, two, ""),
	})
	shown := func(d *resolve.Dialog) { d.Shown = func(name string) string { return "../" + name } }
	for _, c := range []struct {
		answers []string
		says    []string
	}{
		{[]string{"y all", "p", "s", "u all", "q"}, []string{"1 of 9  ../a.yaml", "1 more like this", "3 of 9  ../a.yaml", "list[name=a].v", "3 more like this", "4 answered, 5 left"}},
		{[]string{"yours all", "yours all", "yours all"}, []string{"2 more like this", "9 answered, 0 left"}},
	} {
		text := said(t, maps.Clone(dir), shown, c.answers...)
		for _, want := range c.says {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
}

// TestUndoAcrossFiles: answers and skips are taken back one by one, in whatever files.
func TestUndoAcrossFiles(t *testing.T) {
	dir := asked(t, marks.Lines, map[string][3]string{
		"a.yaml": of("Thing", "k: 1\n", "k: 2\n", "k: 3\n"), "b/b.yaml": of("Other", "k: 1\n", "k: 2\n", ""), "c.yaml": of("More", "k: 1\n", "k: 2\n", "k: 3\n"),
	})
	before := map[string]string{}
	for name, f := range dir {
		before[name] = string(f.Data)
	}
	text := said(t, dir, nil, "u", "s", "p", "y", "p", "p", "p", "", "q")
	if !strings.Contains(text, "nothing was answered yet") || !strings.Contains(text, "type an answer or its first letter") || !strings.HasSuffix(text, "0 answered, 3 left\n") {
		t.Errorf("it says\n%s", text)
	}
	for name, f := range dir {
		if string(f.Data) != before[name] {
			t.Errorf("%s is\n%s", name, f.Data)
		}
		delete(before, name)
	}
	if len(before) > 0 {
		t.Errorf("gone is %v", before)
	}
}
