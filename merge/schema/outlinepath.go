package schema

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// step is one step of a path in an outline.
type step struct {
	kind stepKind
	name string
}

type stepKind uint8

const (
	stepName stepKind = iota
	// stepRest is any field that is not named: *.
	stepRest
	// stepElem is the elements of a list that are lists themselves: [*] at the
	// end of a path.
	stepElem
)

// parsePath reads a path: names separated by dots, a name that has dots or
// brackets itself in ["…"], and optionally [*] (or []) where a list is passed
// through.
func parsePath(path string) ([]step, error) {
	var steps []step
	elems := 0 // the [*] since the last name
	name := func(s step) {
		elems = 0
		steps = append(steps, s)
	}
	rest := strings.TrimPrefix(path, ".")
	for rest != "" {
		switch {
		case strings.HasPrefix(rest, "[*]"), strings.HasPrefix(rest, "[]"):
			elems, rest = elems+1, rest[strings.IndexByte(rest, ']')+1:]
		case rest[0] == '[' && !strings.HasPrefix(rest, `["`):
			return nil, fmt.Errorf("path %q: %q is not a step: write [*] for the elements of a list, [\"name\"] for a field whose name has dots", path, rest)
		case rest[0] == '[':
			quoted, err := strconv.QuotedPrefix(rest[1:])
			if err != nil || !strings.HasPrefix(rest[1+len(quoted):], "]") {
				return nil, fmt.Errorf("path %q: %q is not closed: write [\"name\"]", path, rest)
			}
			text, _ := strconv.Unquote(quoted) // It is quoted.
			name(step{name: text})
			rest = rest[len(quoted)+2:]
		default:
			end := strings.IndexAny(rest+".", ".[")
			s, err := namedStep(rest[:end])
			if err != nil {
				return nil, fmt.Errorf("path %q: %w", path, err)
			}
			name(s)
			rest = rest[end:]
		}
		if after, dot := strings.CutPrefix(rest, "."); dot {
			if after == "" {
				return nil, fmt.Errorf("path %q ends with a dot: name a field behind it, or take it away", path)
			}
			rest = after
		} else if rest != "" && rest[0] != '[' {
			return nil, fmt.Errorf("path %q: write a dot in front of %q", path, rest)
		}
	}
	if len(steps) == 0 {
		return nil, fmt.Errorf("path %q names no field: write the path of a list, as in spec.routes", path)
	}
	for range elems {
		steps = append(steps, step{kind: stepElem})
	}
	return steps, nil
}

// namedStep is the step of a name that stands by itself.
func namedStep(text string) (step, error) {
	switch text {
	case "":
		return step{}, errors.New("a name is missing: write names separated by one dot each")
	case "*":
		return step{kind: stepRest}, nil
	}
	return step{name: text}, nil
}
