package source

import (
	"fmt"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/counted"
)

// texts that grow, each in another direction, and how to change all of them.
func growing() map[string]func(n int) string {
	return map[string]func(n int) string{
		"fields": func(n int) string {
			return counted.Repeat(n, func(i int) string { return fmt.Sprintf("k%d: v # c%d\n", i, i) })
		},
		"elements": func(n int) string {
			return counted.Repeat(n, func(i int) string { return fmt.Sprintf("- name: n%d\n  v: v\n", i) })
		},
		"scalars": func(n int) string { return counted.Repeat(n, func(i int) string { return fmt.Sprintf("- v%d\n", i) }) },
		"documents": func(n int) string {
			return counted.Repeat(n, func(i int) string { return fmt.Sprintf("---\na: v\nb: %d\n", i) })
		},
		"minified": func(n int) string {
			return "{" + strings.TrimSuffix(counted.Repeat(n, func(i int) string { return fmt.Sprintf("\"ké%d\":\"v\",", i) }), ",") + "}\n"
		},
		"depth": func(n int) string {
			n = min(n/10, 900)
			return counted.Repeat(n, func(i int) string { return strings.Repeat(" ", i) + "a:\n" }) + strings.Repeat(" ", n) + "b: v\n"
		},
		"flow depth": func(n int) string {
			n = min(n/2, 4000)
			return "a: " + strings.Repeat("[", n) + "v" + strings.Repeat("]", n) + "\n"
		},
		"text": func(n int) string {
			return "a: |\n" + counted.Repeat(n, func(i int) string { return fmt.Sprintf("  # line %d\n", i) }) + "b: v\n"
		},
		"comments": func(n int) string {
			return "a: v\n" + counted.Repeat(n, func(i int) string { return fmt.Sprintf("# line %d\n", i) }) + "b: v\n"
		},
	}
}

// changeAll exchanges every scalar v, adds an entry to every collection around
// one and takes out every tenth.
func changeAll(n *yaml.Node, count *int) *yaml.Node {
	c := *n
	if n.Kind == yaml.ScalarNode {
		if n.Value == "v" || strings.HasPrefix(n.Value, "v") {
			c.Value = "w" + n.Value
		}
		return &c
	}
	c.Content = nil
	step := 1
	if n.Kind == yaml.MappingNode {
		step = 2
	}
	for i := 0; i < len(n.Content); i += step {
		*count++
		if *count%10 == 9 && len(n.Content) > 5*step {
			continue
		}
		if step == 2 {
			c.Content = append(c.Content, n.Content[i])
		}
		c.Content = append(c.Content, changeAll(n.Content[i+step-1], count))
	}
	return &c
}

func printAll(t testing.TB, text []byte, old []*yaml.Node) {
	t.Helper()
	docs := changes(old)
	for i := range docs {
		var count int
		docs[i].New = changeAll(docs[i].Old, &count)
	}
	p, _, err := printed(text, docs)
	if err != nil || p.anew > 0 {
		t.Fatalf("%v, %d documents anew", err, p.anew)
	}
}

// What printing allocates grows with the text, not with its square.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, text := range growing() {
		t.Run(name, func(t *testing.T) {
			counted.Grows(t, 4_000, 2.3, func(n int) float64 {
				b := []byte(text(n))
				old := parsed(t, b)
				// Little may grow faster.
				return max(400, testing.AllocsPerRun(1, func() { printAll(t, b, old) }))
			})
		})
	}
}
