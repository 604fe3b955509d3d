package resolve

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/node"
)

// Given is an answer as a program gives it: docs/answers.schema.json describes it. It names its
// question as the JSON report of krm-merge check does.
type Given struct {
	File     string        `json:"file"`
	Line     int           `json:"line"`
	Resource decisions.Ref `json:"resource"`
	Path     string        `json:"path"`
	// Question is the name of the question, see Question.Called, "" for any.
	Question string `json:"question"`
	// Take is what is taken, "" to leave the question open; Value is that of value.
	Take  string          `json:"take"`
	Value json.RawMessage `json:"value"`
}

// ReadGiven reads the answers of a JSON document.
func ReadGiven(text []byte) ([]Given, error) {
	var all struct {
		Conflicts []Given `json:"conflicts"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
			err = fmt.Errorf("%s cannot be of type %s", cmp.Or(wrong.Field, "all of it"), wrong.Value)
		}
		return nil, fmt.Errorf("is not JSON with answers under conflicts, as krm-merge check --report json writes it: %w", err)
	}
	return all.Conflicts, nil
}

// Give answers the questions that some answers name, and counts them. After an error the
// session is of no use: all answers count, or none.
func (s *Session) Give(all []Given) (answered int, err error) {
	meant := map[*Question]Given{}
	var order []*Question
	for _, g := range all {
		if g.Take == "" {
			continue
		}
		q, err := s.meant(g)
		if err != nil {
			return 0, err
		}
		if _, twice := meant[q]; twice {
			return 0, fmt.Errorf("%s: is answered twice", q.Subject())
		}
		meant[q], order = g, append(order, q)
	}
	for _, q := range order {
		if !slices.Contains(s.questions, q) {
			continue // One answer to a list is that to all questions about it.
		}
		for _, joined := range s.joined(q) {
			if other, is := meant[joined]; is && (other.Take != meant[q].Take || !bytes.Equal(other.Value, meant[q].Value)) {
				return 0, fmt.Errorf("%s: has another answer than %s, and they are about one value", q.Subject(), joined.Subject())
			}
		}
		choice, value, err := meant[q].choice(q)
		if err == nil {
			err = s.Answer(q, choice, value)
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w", q.Subject(), err)
		}
	}
	return len(order), nil
}

// meant is the one open question that an answer names.
func (s *Session) meant(g Given) (found *Question, err error) {
	fits, named := 0, Question{Question: &decisions.Question{Place: decisions.Place{File: g.File, Resource: g.Resource, Path: g.Path}}, Line: g.Line}
	for _, q := range s.questions {
		if q.File != g.File || q.Path != g.Path || q.Resource != g.Resource || g.Question != "" && g.Question != q.Called() {
			continue
		}
		// Lines tell questions apart that nothing else does.
		if fits++; found == nil || q.Line == g.Line {
			found = q
		}
	}
	switch {
	case fits == 0:
		return nil, fmt.Errorf("%s: no such question is open, or its values are others now; krm-merge check --report json lists them", named.Subject())
	case fits > 1 && found.Line != g.Line:
		return nil, fmt.Errorf("%s: %d questions are called so; name its line", named.Subject(), fits)
	}
	return found, nil
}

// choice is what an answer to a question takes. Of one between marks the value is its lines.
func (g Given) choice(q *Question) (c Choice, value *yaml.Node, err error) {
	words := enum.Names[Choice]{"yours", "upstream", "both", "file", "value"}
	if err = words.Unmarshal([]byte(g.Take), &c); err != nil {
		return 0, nil, fmt.Errorf("take: %w", err)
	}
	if c != Edit {
		return c, nil, nil
	}
	if value, err = readValue(g.Value); err != nil {
		return 0, nil, fmt.Errorf("%w: take: value: %w", ErrNoAnswer, err)
	}
	if q.block != nil && value.Tag != "!!str" {
		return 0, nil, fmt.Errorf("%w: between marks the value is a string with the lines", ErrNoAnswer)
	}
	for n := range node.All(value) {
		n.Style = 0 // As YAML has it, not as JSON.
	}
	return c, value, nil
}
