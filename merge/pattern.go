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
// ports[port=53,protocol=UDP]. The root is a single dot. The error shows the text, and what was
// expected where.
func ParsePattern(text string) (Path, error) {
	if text == "." {
		return Path{}, nil
	}
	var p Path
	for rest := text; rest != ""; {
		var step Step
		var err error
		switch {
		case rest[0] == '[':
			step, rest, err = parseBracket(rest[1:])
		case len(p) == 0:
			step, rest, err = parseName(rest, true)
		case rest[0] == '.':
			step, rest, err = parseName(rest[1:], false)
		default:
			err = fmt.Errorf("expected a dot before %q", rest)
		}
		if err != nil {
			return nil, fmt.Errorf("path %q: %w", text, err)
		}
		p = append(p, step)
	}
	if len(p) == 0 {
		return nil, errors.New("path is empty; write . for the root")
	}
	return p, nil
}

// parseName reads the name of a field that stands without brackets. It refuses names that mean something else where
// paths are spelled in another way, and would be found nowhere.
func parseName(text string, first bool) (step Step, rest string, err error) {
	end := strings.IndexAny(text, ".[")
	if end < 0 {
		end = len(text)
	}
	step, name := Field(text[:end]), text[:end]
	step.any = name == "*"
	switch {
	case first && name == "":
		err = errors.New("a path begins at the root; leave out the dot in front")
	case name == "":
		err = errors.New("an empty field name; write it in brackets: [\"\"]")
	case first && name == "$":
		err = errors.New("a path begins at the root; leave out the $")
	case first && name[0] == '/':
		err = errors.New("fields are separated by dots; write it as spec.replicas")
	case strings.Contains(name, "/") && !plain(name):
		err = fmt.Errorf("a name with a slash stands in brackets, whole: annotations[\"example.com/name\"], not %s", name)
	}
	return step, text[end:], err
}

// parseBracket reads what follows an opening bracket, up to the closing one.
func parseBracket(text string) (step Step, rest string, err error) {
	if strings.HasPrefix(text, "*]") {
		return Step{kind: stepKeyed, any: true}, text[2:], nil
	}
	if text != "" && (text[0] == '"' || text[0] == '=') {
		word, rest, err := parseWord(strings.TrimPrefix(text, "="))
		if err == nil && !strings.HasPrefix(rest, "]") {
			err = fmt.Errorf("expected ] after %q", word)
		}
		switch {
		case err != nil:
			return step, "", err
		case text[0] == '=':
			return Member(word), rest[1:], nil
		}
		return Field(word), rest[1:], nil
	}
	if end := strings.IndexByte(text, ']'); end > 0 && allDigits(text[:end]) {
		i, err := strconv.Atoi(text[:end])
		return Index(i), text[end+1:], err
	}
	return parseKeys(text)
}

// parseKeys reads the key fields of an element, to the closing bracket.
func parseKeys(text string) (step Step, rest string, err error) {
	step.kind = stepKeyed
	for {
		equals := strings.IndexByte(text, '=')
		if equals <= 0 {
			return step, "", fmt.Errorf("expected key=value in brackets, got %q", text)
		}
		name := text[:equals]
		value, rest, err := parseWord(text[equals+1:])
		if err != nil {
			return step, "", err
		}
		step.key = append(step.key, KeyValue{name, value})
		switch {
		case strings.HasPrefix(rest, "]"):
			return step, rest[1:], nil
		case strings.HasPrefix(rest, ","):
			text = rest[1:]
		default:
			return step, "", fmt.Errorf("expected , or ] after %q", value)
		}
	}
}

// parseWord reads a quoted or plain value inside brackets.
func parseWord(text string) (word, rest string, err error) {
	if strings.HasPrefix(text, `"`) {
		quotedText, err := strconv.QuotedPrefix(text)
		if err != nil {
			return "", "", fmt.Errorf("unfinished quotes in %q", text)
		}
		word, err = strconv.Unquote(quotedText)
		return word, text[len(quotedText):], err
	}
	end := strings.IndexAny(text, ",]")
	if end < 0 {
		return "", "", fmt.Errorf("a bracket is not closed in %q", text)
	}
	return text[:end], text[end:], nil
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
