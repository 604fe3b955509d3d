package wire

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTree compares the nodes of random items with those that the library makes.
func TestTree(t *testing.T) {
	made := 0
	for seed := range uint64(3000) {
		g := generator{Rand: rand.New(rand.NewPCG(seed, 3))}
		g.WriteString("- ")
		g.mapping(2, 0)
		text := g.String()
		if o := outlineOf(text); o != nil && !o.comments && tree(text) != nil {
			made++
		}
		checkOutline(t, text)
	}
	if made < 1000 {
		t.Errorf("only %d items were compared", made)
	}
}

// generator writes random items of the kind that people write. The cursor is
// behind the spaces of a line where something is written.
type generator struct {
	*rand.Rand
	strings.Builder
}

func (g *generator) any(of ...string) string { return of[g.IntN(len(of))] }

func (g *generator) newline() {
	comment := "\n" + strings.Repeat(" ", 2+g.IntN(6)) + "# c\n"
	g.WriteString(g.any("\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n\n", "\n   \n\n", comment))
}

func (g *generator) mapping(indent, depth int) {
	for i := range 1 + g.IntN(4) {
		if i > 0 {
			g.WriteString(strings.Repeat(" ", indent))
		}
		g.WriteString(fmt.Sprintf(g.any("k%d", "k%d", "\"k %d\"", "'k.%d'", "%d", "a/b.%d"), i) + ":")
		g.value(indent, depth, false)
	}
}

func (g *generator) sequence(indent, depth int) {
	for i := range 1 + g.IntN(4) {
		if i > 0 {
			g.WriteString(strings.Repeat(" ", indent))
		}
		gap := 1 + g.IntN(8)/7*2
		g.WriteString("-" + strings.Repeat(" ", gap))
		switch {
		case depth > 4 || g.IntN(3) == 0:
			g.value(indent, 9, true)
		case g.IntN(4) == 0:
			g.sequence(indent+1+gap, depth+1)
		default:
			g.mapping(indent+1+gap, depth+1)
		}
	}
}

// value writes a value, in a collection in that column, and the end of its line.
func (g *generator) value(indent, depth int, list bool) {
	kind := g.IntN(12)
	if !list {
		switch {
		case kind < 4 && depth < 5:
			g.newline()
			below := indent + 1 + g.IntN(4)
			if kind == 0 {
				below = indent + g.IntN(3)
				g.WriteString(strings.Repeat(" ", below))
				g.sequence(below, depth+1)
				return
			}
			g.WriteString(strings.Repeat(" ", below))
			g.mapping(below, depth+1)
			return
		case kind == 4:
			g.newline()
			return
		}
		g.WriteString(g.any(" ", " ", " ", "  "))
	}
	switch kind {
	case 5:
		g.block(indent)
		return
	case 6:
		g.WriteString(g.any("[]", "{}", "[a, 1, 'b c']", "{a: 1, \"b\": [x, {y: z}]}", "[ a , b ]", "[http://x:1/y, 1.5, ~]"))
	case 7:
		g.WriteString(g.any("\"a\"", "\"\"", "\"a\\\"b\\\\n\\n\"", "'it''s'", "''", "'# no'", "\"é: ü\""))
	default:
		g.WriteString(g.any("a", "a b", "1", "-1", "1.50", "true", "null", "~", "yes", "2001-01-01", "0x1f", "x:y", "http://a/b#c", "é", "a, b", "-x", "--x", "v1.2.3", "1_0", "$(A)", "/a/b"))
	}
	g.WriteString(g.any("", "", "", "", "  ", " # c", "   # a: 'b' ", " #"))
	g.newline()
}

func (g *generator) block(indent int) {
	g.WriteString(g.any("|", "|", "|-", "|+", "|+", ">") + "\n")
	below := strings.Repeat(" ", indent+1+g.IntN(4))
	for range 1 + g.IntN(4) {
		g.WriteString(g.any("", "", "", "\n", below[1:]+"\n") + below + g.any("a\n", "# b\n", "  c\n", "- d \n", "e: f\n"))
	}
	g.WriteString(g.any("", "", "\n", "\n\n", below+"\n", below+"  \n", below+"\n\n"+below+"   \n"))
}
