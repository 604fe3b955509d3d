package merge

import (
	"errors"
	"math/big"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A scalar is read twice: as YAML 1.2 (core schema) reads it, and as Kubernetes
// does, whose reader follows YAML 1.1. Two scalars are equal when both readers
// see one type and value: 0x10 and 16 are, 0644 and 420 are not (1.2 reads the
// first as 644), nor are on and "on" (1.1 reads the first as true).

// reading is what a reader sees: a type and the value in one spelling.
type reading struct {
	kind readKind
	text string
}

type readKind byte

const (
	readString readKind = 's'
	readNull   readKind = 'n'
	readBool   readKind = 'b'
	readInt    readKind = 'i'
	readFloat  readKind = 'f'
	// readTagged is a scalar with a tag of its own; its text is tag and value.
	readTagged readKind = 't'
)

const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// isString reports whether both readers see the scalar's value as a string. It looks at
// no more than needed, and gives false if in doubt.
func isString(n *yaml.Node) bool {
	if n.Style&yaml.TaggedStyle != 0 {
		return n.Tag == "!!str"
	}
	if n.Style&quoted != 0 {
		return true
	}
	if n.Value == "" {
		return false
	}
	switch c := n.Value[0]; c {
	case 't', 'T', 'f', 'F', 'y', 'Y', 'n', 'N', 'o', 'O':
		// No name of a bool or null is longer than false.
		return len(n.Value) > len("false")
	case '~', '.', '+', '-', '<', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return false
	default:
		return n.Tag == "!!str"
	}
}

// readings gives what the YAML 1.2 reader and Kubernetes' reader see.
func readings(n *yaml.Node) (core, kube reading) {
	text := n.Value
	asText := reading{readString, text}
	if isString(n) {
		return asText, asText
	}
	switch n.Tag {
	case "!!null":
		return reading{kind: readNull}, reading{kind: readNull}
	case "!!str":
		if readCore(text).kind != readString {
			// Made by a program: the tag says string, and it would be written with quotes.
			return asText, asText
		}
		return readCore(text), readKube(text)
	case "", "!!bool", "!!int", "!!float", "!!timestamp", "!!merge":
		return readCore(text), readKube(text)
	}
	tagged := reading{readTagged, n.Tag + "\x00" + text}
	return tagged, tagged
}

// readName reads the names of null and of booleans that both readers know.
func readName(s string) (r reading, ok bool) {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return reading{kind: readNull}, true
	case "true", "True", "TRUE":
		return reading{readBool, "true"}, true
	case "false", "False", "FALSE":
		return reading{readBool, "false"}, true
	}
	return reading{}, false
}

// readCore reads plain text by the core schema of YAML 1.2.
func readCore(s string) reading {
	if r, ok := readName(s); ok {
		return r
	}
	if !numeric(s) {
		return reading{readString, s}
	}
	digits, base := s, 10
	switch {
	case strings.HasPrefix(s, "0o"):
		digits, base = s[2:], 8
	case strings.HasPrefix(s, "0x"):
		digits, base = s[2:], 16
	}
	unsigned := strings.TrimLeft(digits, "+-")
	if unsigned == digits && base != 10 || allDigits(unsigned) && base == 10 && strings.LastIndexAny(s, "+-") <= 0 {
		if i, ok := new(big.Int).SetString(digits, base); ok {
			return reading{readInt, i.String()}
		}
	}
	if r, ok := readFloatText(s); ok {
		return r
	}
	return reading{readString, s}
}

// readKube reads plain text as Kubernetes does: YAML 1.1 in the dialect of the
// library under its API machinery, where underscores separate digits, a
// leading zero means octal and a date is a string.
func readKube(s string) reading {
	if r, ok := readName(s); ok {
		return r
	}
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON":
		return reading{readBool, "true"}
	case "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return reading{readBool, "false"}
	}
	if !numeric(s) {
		return reading{readString, s}
	}
	text := strings.ReplaceAll(s, "_", "")
	if i, ok := new(big.Int).SetString(text, 0); ok && (i.IsInt64() || i.IsUint64() && s[0] != '+') {
		return reading{readInt, i.String()}
	}
	if r, ok := readFloatText(text); ok {
		return r
	}
	if strings.IndexByte(s, ':') > 0 && strings.Trim(s, "+-0123456789_:.") == "" {
		return reading{readInt, s} // A number to the base of 60, to other readers of YAML 1.1.
	}
	return reading{readString, s}
}

// numeric reports whether a number can begin like s.
func numeric(s string) bool {
	return strings.IndexByte("+-.0123456789", s[0]) >= 0
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// readFloatText reads the floats both readers know: decimal, with an optional
// exponent, and the named ones.
func readFloatText(s string) (reading, bool) {
	unsigned := s
	if s[0] == '+' || s[0] == '-' {
		unsigned = s[1:]
	}
	switch unsigned {
	case ".inf", ".Inf", ".INF":
		if s[0] == '-' {
			return reading{readFloat, "-inf"}, true
		}
		return reading{readFloat, "inf"}, true
	case ".nan", ".NaN", ".NAN":
		return reading{readFloat, "nan"}, unsigned == s
	}
	if strings.Trim(unsigned, "0123456789.eE+-") != "" {
		return reading{}, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		// Out of range: compare the text itself.
		if !errors.Is(err, strconv.ErrRange) {
			return reading{}, false
		}
		return reading{readFloat, s}, true
	}
	return reading{readFloat, strconv.FormatFloat(f, 'g', -1, 64)}, true
}

// spelledAlike reports whether two nodes are scalars that every reader reads alike.
func spelledAlike(a, b *yaml.Node) bool {
	const read = quoted | yaml.TaggedStyle
	return a.Kind == yaml.ScalarNode && a.Kind == b.Kind && a.Value == b.Value && a.Tag == b.Tag && a.Style&read == b.Style&read
}

// equalScalars compares two scalars by what both readers see.
func equalScalars(a, b *yaml.Node) bool {
	if spelledAlike(a, b) {
		return true
	}
	aString, bString := isString(a), isString(b)
	if aString && bString {
		return a.Value == b.Value
	}
	aCore, aKube := readings(a)
	bCore, bKube := readings(b)
	return aCore == bCore && aKube == bKube
}

// scalarID is equal for equal scalars and differs for others. For most strings
// it is the text itself.
func scalarID(n *yaml.Node) string {
	core, kube := readings(n)
	if core.kind == readString && kube == core && !strings.HasPrefix(core.text, "\x00") {
		return core.text
	}
	return "\x00" + string(rune(core.kind)) + core.text + "\x00" + string(rune(kube.kind)) + kube.text
}
