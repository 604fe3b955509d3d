package source

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// spelled writes a scalar that reads back as itself in any place without
// asking the encoder; false if that is not certain.
func spelled(n *yaml.Node) (string, bool) {
	if n.Kind != yaml.ScalarNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 || n.Value == "" {
		return "", false
	}
	tag := tagOf(n)
	switch n.Style & quotedOrBlock {
	case yaml.DoubleQuotedStyle:
		return `"` + n.Value + `"`, tag == "!!str" && isPrintable(n.Value, `"\`)
	case yaml.SingleQuotedStyle:
		return "'" + n.Value + "'", tag == "!!str" && isPrintable(n.Value, "'")
	case 0:
		read := yaml.Node{Kind: yaml.ScalarNode, Value: n.Value}
		return n.Value, isPlain(n.Value) && read.ShortTag() == tag && !(tag == "!!str" && isOldBool(n.Value))
	}
	return "", false
}

// isPrintable reports whether a text is ASCII without control characters and the bytes
// in but.
func isPrintable(s, but string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' || strings.IndexByte(but, s[i]) >= 0 {
			return false
		}
	}
	return true
}

// isPlain reports whether a text holds nothing YAML could take for something else: a
// letter or a digit first, then such with single blanks, dashes and the like.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		inside := i > 0 && i+1 < len(s)
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', isDigit(c):
		case i > 0 && strings.IndexByte("-._/", c) >= 0:
		case c == ' ' && inside:
		case c == ':' && inside && s[i+1] != ' ' && !isDigit(s[0]):
		default:
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isOldBool reports whether a reader of YAML 1.1 would take a text for a boolean.
func isOldBool(s string) bool {
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off":
		return true
	}
	return false
}
