package files_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestLawMarksOfRules: the laws of marks hold on the merges of all rule files.
func TestLawMarksOfRules(t *testing.T) {
	marked := 0
	for rule := range ruleFiles(t, 3) {
		_, source := rule.Section("source.yaml")
		_, layers := rule.Section("1.yaml")
		if _, refused := rule.Section("want-error"); source || layers || refused || strings.HasPrefix(rule.Name, "sops/") {
			continue // The code of what sops encrypts is computed after the answers.
		}
		t.Run(rule.Name, func(t *testing.T) {
			var texts [3][]byte
			for i, text := range textsOf(rule) {
				texts[i] = []byte(text)
			}
			text, _ := rule.Section("config.yaml")
			opts := configOf(t, text)
			opts.Policy.OnConflict = merge.Ask
			marked += checkMarks(t, texts, opts)
		})
	}
	if marked < 100 && slow.Wanted || marked < 30 {
		t.Errorf("only %d blocks", marked)
	}
}

func configOf(t *testing.T, text string) files.Options {
	t.Helper()
	cfg, err := fn.ParseConfig(golden.Document(t, text), "config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return files.Options{Options: cfg.Options}
}

// TestLawMarks: the laws of marks hold on generated merges.
func TestLawMarks(t *testing.T) {
	careful := resource.Careful()
	careful.Policy.OnConflict = merge.Ask
	marked := 0
	for seed := range uint64(60) {
		for name, opts := range map[string]resource.Options{"ask": {Policy: merge.Policy{OnConflict: merge.Ask}}, "careful": careful} {
			texts := editedResources(rand.New(rand.NewPCG(seed, 7)))
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) { marked += checkMarks(t, texts, files.Options{Options: opts}) })
		}
	}
	if marked < 100 {
		t.Errorf("only %d blocks", marked)
	}
}

// checkMarks merges three versions of a file and checks the laws of marks. It gives how
// many blocks there are.
func checkMarks(t *testing.T, texts [3][]byte, opts files.Options) int {
	t.Helper()
	const name = "package.yaml"
	data, r, err := files.Bytes(texts[0], texts[1], texts[2], name, opts)
	if err != nil {
		t.Skip(err)
	}
	parts, err := marks.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	unmarked := map[decisions.Key]bool{}
	for _, q := range r.Unmarked {
		unmarked[q.Asked()] = true
	}
	answered := func(choice merge.Side) string {
		opts := opts
		opts.Answers = func(q *resource.Conflict) (merge.Answer, bool) {
			if unmarked[q.Asked()] {
				return merge.Answer{Taken: merge.Dest}, true
			}
			return merge.Answer{Taken: choice}, true
		}
		whole, all, err := files.Bytes(texts[0], texts[1], texts[2], name, opts)
		if err != nil {
			t.Fatal(err)
		}
		if all.Open() > 0 {
			t.Error("answered, but open")
		}
		return string(whole)
	}
	if got, want := string(marks.Take(parts, merge.Dest)), answered(merge.Dest); got != want {
		t.Errorf("mine everywhere gives\n%s, want\n%s", got, want)
	}
	if got, want := string(marks.Take(parts, merge.Updated)), answered(merge.Updated); got != want {
		t.Errorf("updated everywhere gives\n%s, want\n%s", got, want)
	}
	blocks := len(marks.Blocks(parts))
	open := 0
	for i := range r.Conflicts {
		if r.Conflicts[i].Open() {
			open++
		}
	}
	if blocks != r.Files[0].Blocks || blocks > 0 != (open > len(r.Unmarked)) || (marks.Refuse(data) != nil) != (blocks > 0) {
		t.Errorf("%d open questions, %d of them unmarked, and %d blocks (%d)", open, len(r.Unmarked), blocks, r.Files[0].Blocks)
	}
	for mixture := range 4 + blocks {
		random, n := rand.New(rand.NewPCG(uint64(mixture), 0)), 0
		text := marks.Choose(parts, func(b *marks.Block) string {
			n++
			if mixture >= 4 && n == mixture-3 || mixture < 4 && random.IntN(2) == 0 {
				return b.Texts[merge.Updated]
			}
			return b.Texts[merge.Dest]
		})
		if err := checkYAML(text); err != nil && checkYAML(texts[merge.Dest]) == nil {
			t.Errorf("a mixture is not a file: %v\n%s\nof\n%s", err, text, data)
		}
	}
	if t.Failed() {
		t.Logf("\n%s", data)
	}
	return blocks
}

// checkYAML refuses what does not parse or repeats a key.
func checkYAML(text []byte) error {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var doc yaml.Node
		if err := decoder.Decode(&doc); err != nil {
			if err.Error() == "EOF" {
				return nil
			}
			return err
		}
		if err := merge.Check(&doc); err != nil && !merge.RepeatsKey(err) {
			return err
		}
	}
}

// editedResources are three versions of a few resources: each side changes some of their fields,
// leaves some out, and some resources.
func editedResources(r *rand.Rand) (texts [3][]byte) {
	fields := []string{
		"  k%d: %s\n", "  k%d: [a, %s, --flag=%[2]s]\n", "  k%d: |\n    one\n    %s\n    three\n", "\n  # about it\n  k%d: {x: %s, y: 1}\n",
		"  k%d:\n  - name: a\n    value: %s\n    args: [--a=1, %[2]s]\n  - name: b\n    value: 1\n",
	}
	for i := range 1 + r.IntN(4) {
		var all [3]string
		for side := range all {
			all[side] = fmt.Sprintf("---\napiVersion: v1\nkind: Thing\nmetadata: {name: r%d}\nspec:\n  index: %[1]d\n", i)
		}
		for k := range 1 + r.IntN(7) {
			field := fields[r.IntN(len(fields))]
			for side := range all {
				value := "o"
				if side > 0 && r.IntN(3) == 0 {
					value = fmt.Sprint("v", r.IntN(5))
				}
				if side == 0 || r.IntN(9) > 0 {
					all[side] += fmt.Sprintf(field, k, value)
				}
			}
		}
		for side, text := range all {
			if side == 0 || r.IntN(6) > 0 {
				texts[side] = append(texts[side], text...)
			}
		}
	}
	return texts
}
