package merge

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// ParsePattern reads a path that may name several places, with * for any one field and [*] for
// any one element: spec.template.spec.containers[*].image, spec.*.enabled, data["app.yaml"],
// ports[port=53,protocol=UDP]. The root is a single dot. The error shows the text, and from where
// on it is no path.
func ParsePattern(text string) (Path, error) {
	if text == "" {
		return nil, errors.New("path is empty; write . for the root")
	}
	p := Path{}
	for rest := text; rest != "" && text != "."; {
		step, behind, ok := cutStep(rest, len(p) == 0)
		if !ok {
			return nil, fmt.Errorf("path %q cannot be read from %q on; write it as in spec.containers[name=web].image, args[2] or annotations[\"example.com/name\"]", text, rest)
		}
		p, rest = append(p, step), behind
	}
	return p, nil
}

// cutStep takes the first step off a path. Without brackets stand no names that mean something else where
// paths are spelled in another way, and would be found nowhere.
func cutStep(text string, first bool) (step Step, rest string, ok bool) {
	if inside, is := strings.CutPrefix(text, "["); is {
		return cutBracket(inside)
	}
	text, dot := strings.CutPrefix(text, ".")
	end := strings.IndexAny(text, ".[")
	if end < 0 {
		end = len(text)
	}
	name := text[:end]
	step = Field(name)
	step.any = name == "*"
	return step, text[end:], dot != first && name != "" && !(first && name == "$") && (plain(name) || !strings.Contains(name, "/"))
}

// cutBracket reads what follows an opening bracket, and the closing one.
func cutBracket(text string) (step Step, rest string, ok bool) {
	if end := strings.IndexByte(text, ']'); end > 0 && allDigits(text[:end]) {
		i, err := strconv.Atoi(text[:end])
		return Index(i), text[end+1:], err == nil
	}
	member, isMember := strings.CutPrefix(text, "=")
	word, behind, ok := cutWord(member)
	rest, closed := strings.CutPrefix(behind, "]")
	switch {
	case strings.HasPrefix(text, "*]"):
		return Step{kind: stepKeyed, any: true}, rest, true
	case isMember:
		return Member(word), rest, ok && closed
	case strings.HasPrefix(text, `"`):
		return Field(word), rest, ok && closed
	}
	step.kind = stepKeyed
	for {
		name, value, _ := strings.Cut(text, "=")
		word, rest, ok = cutWord(value)
		step.key = append(step.key, KeyValue{name, word})
		switch {
		case name == "" || !ok || rest == "":
			return step, "", false
		case rest[0] == ']':
			return step, rest[1:], true
		case rest[0] != ',':
			return step, "", false
		}
		text = rest[1:]
	}
}

// cutWord reads a quoted or plain value inside brackets.
func cutWord(text string) (word, rest string, ok bool) {
	if quoted, err := strconv.QuotedPrefix(text); err == nil && text[0] == '"' {
		word, err = strconv.Unquote(quoted)
		return word, text[len(quoted):], err == nil
	}
	end := strings.IndexAny(text, ",]")
	if end < 0 || text[0] == '"' {
		return "", "", false
	}
	return text[:end], text[end:], true
}

// ParsePath reads a path as Path.String spells it, "" for the root. It is false if the text
// is not the path of one place.
func ParsePath(text string) (Path, bool) {
	if text == "" {
		return nil, true
	}
	path, err := ParsePattern(text)
	if err != nil || slices.ContainsFunc(path, func(s Step) bool { return s.any }) {
		return nil, false
	}
	return path, true
}

// Leads reports whether the path may name a place in a value. It knows no schema. The cost is
// linear in what the path names.
func (p Path) Leads(n *yaml.Node) bool {
	n = target(n)
	if len(p) == 0 || n == nil {
		return n != nil
	}
	return slices.ContainsFunc(p[0].in(n), func(s Spot) bool { return p[1:].Leads(s.Value) })
}
