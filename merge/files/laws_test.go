package files_test

import (
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/rules"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// ruleFiles are all rule files, of values and of resources, every n-th where slow tests are not wanted.
func ruleFiles(t *testing.T, n int) iter.Seq[rules.Rule] {
	t.Helper()
	return func(yield func(rules.Rule) bool) {
		for _, dir := range []string{"../testdata/rules", "../resource/testdata/rules"} {
			for i, rule := range rules.All(t, dir) {
				if (slow.Wanted || i%n == 0) && !yield(rule) {
					return
				}
			}
		}
	}
}

// textsOf are the versions of a rule, "" of one that it does not have.
func textsOf(rule rules.Rule) (texts [3]string) {
	for side, section := range []string{"original.yaml", "updated.yaml", "dest.yaml"} {
		texts[side], _ = rule.Section(section)
	}
	return texts
}

// What dest did not change is updated's, byte for byte: merge(o, u, o) = u. And
// merge(o, x, x) = x. The versions are those of all rule files, each pair of one file.
func TestLawsByBytes(t *testing.T) {
	settings := map[string]resource.Options{
		"Documented": {Policy: merge.Policy{KeepNulls: true}}, "Careful": resource.Careful(),
	}
	merged := 0
	for rule := range ruleFiles(t, 15) {
		var texts []string
		for _, section := range []string{"original.yaml", "updated.yaml", "dest.yaml", "source.yaml", "1.yaml", "2.yaml"} {
			if text, ok := rule.Section(section); ok && text != "" {
				texts = append(texts, text)
			}
		}
		for _, o := range texts {
			for _, u := range texts {
				if isDecidedByDest(o + u) {
					continue
				}
				for name, opts := range settings {
					got, r, err := files.Bytes([]byte(o), []byte(u), []byte(o), "package.yaml", files.Options{Options: opts})
					if err != nil {
						continue // What is refused has rules of its own.
					}
					merged++
					if diff := cmp.Diff(u, string(got)); diff != "" || len(r.Conflicts) > 0 {
						t.Errorf("%s under %s: merge(o, u, o) = u (-want +got):\n%s%d conflicts", rule.Name, name, diff, len(r.Conflicts))
					}
					if got, _, err = files.Bytes([]byte(o), []byte(u), []byte(u), "package.yaml", files.Options{Options: opts}); err != nil || string(got) != u {
						t.Errorf("%s under %s: merge(o, x, x) = x: %v\n%s", rule.Name, name, err, got)
					}
				}
			}
		}
	}
	if merged < 2000 && slow.Wanted || merged < 130 {
		t.Errorf("only %d merges", merged)
	}
}

// isDecidedByDest reports whether dest decides in the resources of a text, edited or
// not: by a comment, by modes, as the package that a Kptfile describes, by decisions.
func isDecidedByDest(text string) bool {
	for _, part := range []string{terms.PinComment, "merge.fn.kpt.dev/modes", "kind: Kptfile", "kptfile.kpt.dev", "kind: MergeDecisions"} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
