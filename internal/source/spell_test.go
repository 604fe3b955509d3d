package source

import (
	"testing"

	"go.yaml.in/yaml/v3"
)

// What is spelled without the encoder reads back as it was, in blocks, in
// flows and as a key; what other readers take for something else is left to
// the encoder.
func TestSpelled(t *testing.T) {
	values := []string{
		"", " ", "a", "a b", "a  b", "a ", " a", "a:", "a: b", "a:b", "a #b", "a#b", "-", "-a", "- a", "?", "yes", "No", "on", "OFF", "y", "true", "null", "~", "12", "1.5",
		"1e3", "0x1F", "017", "1:30", "2001-12-14", "1_000", ".5", ".inf", "a,b", "[a", "{a", "*a", "&a", "!a", "|", ">", "%a", "@a", "`a", "'", "\"", "it's", "\\", "a\\b", "é", "a\tb",
		"a\nb", "nginx:1.2", "http://x/y", "a/b.c-d_e", "<<", "=", "---", "...", "x\u0085y", "Infinity", "0o17", "0b11", "1.2.3",
	}
	spelt := 0
	for _, v := range values {
		for _, style := range []yaml.Style{0, yaml.SingleQuotedStyle, yaml.DoubleQuotedStyle, yaml.LiteralStyle} {
			for _, tag := range []string{"!!str", "!!int", "!!float", "!!bool", "!!null", "!!timestamp", ""} {
				n := &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: v, Style: style}
				text, ok := spelled(n)
				if !ok {
					continue
				}
				spelt++
				if isOldBool(v) && style == 0 {
					t.Errorf("%q is written plain", v)
				}
				for _, s := range []string{"k: " + text, "- " + text, "[" + text + ", x]", text + ": x"} {
					docs, err := Parse([]byte(s + "\n"))
					if err != nil {
						t.Errorf("%q: %v", s, err)
						continue
					}
					root := docs[0].Content[0]
					got := root.Content[0]
					if s == "k: "+text {
						got = root.Content[1]
					}
					if !Equal(got, n) {
						t.Errorf("%q reads as %s %q, want %s %q", s, got.Tag, got.Value, tag, v)
					}
				}
			}
		}
	}
	if spelt < 50 {
		t.Errorf("only %d were spelled", spelt)
	}
}
