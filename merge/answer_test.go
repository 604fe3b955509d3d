package merge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/rules"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// answersOf reads the answers of a rule file.
func answersOf(t testing.TB, text string) func(*merge.Conflict) (merge.Answer, bool) {
	t.Helper()
	var written []struct {
		Path  string
		Take  string
		Value yaml.Node
	}
	if err := yaml.Unmarshal([]byte(text), &written); err != nil {
		t.Fatal(err)
	}
	return func(q *merge.Conflict) (merge.Answer, bool) {
		for _, a := range written {
			if a.Path == q.Path.String() {
				answer := merge.Answer{Taken: merge.Dest, Edited: a.Take == "Edited"}
				if a.Take == "Updated" {
					answer.Taken = merge.Updated
				}
				if a.Value.Kind != 0 {
					answer.Value = &a.Value
				}
				return answer, true
			}
		}
		return merge.Answer{}, false
	}
}

// always answers every question alike.
func always(choice merge.Side) func(*merge.Conflict) (merge.Answer, bool) {
	return func(*merge.Conflict) (merge.Answer, bool) { return merge.Answer{Taken: choice}, true }
}

// forMerges runs a law on the 3-way merges of all rule files, and on generated ones.
func forMerges(t *testing.T, law func(t *testing.T, v merge.Versions, opts merge.Options)) {
	t.Helper()
	for _, rule := range rules.All(t, ruleDir) {
		v := merge.Versions{Original: versionOf(t, rule, "original.yaml"), Updated: versionOf(t, rule, "updated.yaml"), Dest: versionOf(t, rule, "dest.yaml")}
		if _, refused := rule.Section("want-error"); v.Updated == nil || v.Dest == nil || refused {
			continue
		}
		t.Run(rule.Name, func(t *testing.T) {
			text, _ := rule.Section("config.yaml")
			opts, err := optionsOf(text, v.Updated, v.Dest)
			if err != nil {
				t.Fatal(err)
			}
			law(t, v, opts)
		})
	}
	forDocuments(t, func(t *testing.T, v generated) {
		law(t, merge.Versions{Original: v.o, Updated: v.u, Dest: v.d}, v.opts)
	})
}

func verified(t *testing.T, v merge.Versions, opts merge.Options) merge.Result {
	t.Helper()
	res := mustMerge(t, v.Original, v.Updated, v.Dest, opts)
	if err := merge.Verify(v, res, opts); err != nil {
		t.Fatalf("%v\n%s", err, conflictLines(res))
	}
	return merge.ByLines(v, res, opts)
}

// Ask finds the conflicts that Fail finds.
func TestLawAskFindsWhatFailFinds(t *testing.T) {
	forMerges(t, func(t *testing.T, v merge.Versions, opts merge.Options) {
		opts.Policy.OnConflict = merge.Fail
		fail := verified(t, v, opts)
		opts.Policy.OnConflict = merge.Ask
		ask := verified(t, v, opts)
		same := slices.EqualFunc(fail.Conflicts, ask.Conflicts, func(a, b merge.Conflict) bool {
			return a.Path.String() == b.Path.String() && a.Kind == b.Kind && a.By == b.By
		})
		if !same {
			t.Fatalf("Fail finds\n%sAsk finds\n%s", conflictLines(fail), conflictLines(ask))
		}
	})
}

// questionText is what a conflict asks, and where.
func questionText(c *merge.Conflict) string {
	return fmt.Sprint(c.Path, c.Kind, merge.Digest(c.Original), merge.Digest(c.Updated), merge.Digest(c.Dest))
}

// What is asked is what is recorded; under Ask it is what dest's answers give.
func TestLawAnswers(t *testing.T) {
	forMerges(t, func(t *testing.T, v merge.Versions, opts merge.Options) {
		opts.Policy.OnConflict = merge.Ask
		asked := map[string]bool{}
		opts.Answers = func(q *merge.Conflict) (merge.Answer, bool) {
			asked[questionText(q)] = true
			return merge.Answer{}, false
		}
		open := verified(t, v, opts)
		for _, c := range open.Conflicts {
			if ruled := len(opts.Rules) > 0; !asked[questionText(&c)] && !ruled && (c.By == terms.ByPolicy || c.By == terms.ByNull) {
				t.Errorf("%s at %s is recorded, but nobody asked", c.Kind, c.Path)
			}
		}
		opts.Answers = always(merge.Dest)
		kept := verified(t, v, opts)
		if len(opts.Rules) == 0 && valueText(open.Node) != valueText(kept.Node) {
			t.Errorf("Ask gives\n%sdest's answers give\n%s", encode(t, open.Node), encode(t, kept.Node))
		}
		opts.Answers = always(merge.Updated)
		verified(t, v, opts)
	})
}

// A side's value as an edited one is that side's answer, wherever the value is taken
// whole.
func TestLawEditedLikeASide(t *testing.T) {
	forMerges(t, func(t *testing.T, v merge.Versions, opts merge.Options) {
		opts.Policy.OnConflict = merge.Ask
		for _, choice := range []merge.Side{merge.Dest, merge.Updated} {
			partly := false
			opts.Answers = func(q *merge.Conflict) (merge.Answer, bool) {
				value := q.Dest
				if choice == merge.Updated {
					value = q.Updated
				}
				// Elements have places of their own, and texts merge by lines.
				partly = partly || value != nil && (value.Kind == yaml.SequenceNode || strings.Contains(value.Value, "\n")) ||
					strings.HasSuffix(q.Path.String(), "]") || q.Kind == merge.OrderChanged
				return merge.Answer{Edited: true, Value: value}, true
			}
			edited := verified(t, v, opts)
			opts.Answers = always(choice)
			if of := verified(t, v, opts); !partly && valueText(edited.Node) != valueText(of.Node) {
				t.Errorf("edited to %s's:\n%s%s's answer:\n%s", choice, encode(t, edited.Node), choice, encode(t, of.Node))
			}
		}
	})
}

// Whatever somebody answers is taken: what original has, nothing, and what no version
// has.
func TestLawAnyAnswer(t *testing.T) {
	values := map[string]func(*merge.Conflict) *yaml.Node{
		"original": func(q *merge.Conflict) *yaml.Node { return q.Original },
		"nothing":  func(*merge.Conflict) *yaml.Node { return nil },
		"another": func(q *merge.Conflict) *yaml.Node {
			for _, n := range []*yaml.Node{q.Dest, q.Updated, q.Original} {
				if n = node.Target(n); n != nil && n.Kind == yaml.ScalarNode {
					return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "another"}
				}
			}
			return q.Updated
		},
	}
	forMerges(t, func(t *testing.T, v merge.Versions, opts merge.Options) {
		opts.Policy.OnConflict = merge.Ask
		for name, of := range values {
			opts.Answers = func(q *merge.Conflict) (merge.Answer, bool) {
				return merge.Answer{Edited: true, Value: of(q)}, true
			}
			t.Run(name, func(t *testing.T) { verified(t, v, opts) })
		}
	})
}

// Where somebody answers all that was asked, nothing else is asked: what is between marks
// is what each answer gives.
func TestLawAnswersRaiseNoQuestion(t *testing.T) {
	forMerges(t, func(t *testing.T, v merge.Versions, opts merge.Options) {
		opts.Policy.OnConflict, opts.Answers = merge.Ask, nil
		asked := map[string]bool{}
		for _, c := range verified(t, v, opts).Conflicts {
			asked[c.Path.String()+" "+c.Kind.String()] = true
		}
		for _, choice := range []merge.Side{merge.Updated, merge.Dest} {
			opts.Answers = func(q *merge.Conflict) (merge.Answer, bool) {
				return merge.Answer{Taken: choice}, asked[q.Path.String()+" "+q.Kind.String()]
			}
			for _, c := range verified(t, v, opts).Conflicts {
				if c.By == terms.ByPolicy && c.OnConflict == merge.Ask {
					t.Errorf("answered with %s, %s at %s is asked, too:\noriginal\n%s\nupdated\n%s\ndest\n%s",
						choice, c.Kind, c.Path, encode(t, v.Original), encode(t, v.Updated), encode(t, v.Dest))
				}
			}
		}
	})
}
