package resolve

import (
	"fmt"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/decisions"
	"github.com/krm-merge/krm-merge/merge/marks"
)

// AcceptEdited remembers what somebody wrote into a file as the answers to the questions
// of a merge that left that file, with its marks: to those that the filter names, and
// which no marks in the file ask any more. It gives how many there are. The cost is that
// of a merge of the file.
func (s *Session) AcceptEdited(name string, merged []byte, named Filter) (answered int, err error) {
	f, err := s.file(name)
	if err != nil {
		return 0, err
	}
	parts, err := marks.Parse(merged)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	was := &file{path: name, data: merged, mode: f.mode, lined: &lined{parts: parts}}
	all := was.known()
	now := f.edited(was.lined)
	names := named.names()
	for n, b := range all {
		for i := range b.asks {
			a := &b.asks[i]
			if !names(a.open.Place, max(0, a.open.Document-1)) {
				continue
			}
			about := &Question{Open: a.open}
			value, found, err := now.value(a, b, n)
			switch {
			case err != nil:
				return 0, err
			case found == several:
				continue
			case found == unknown:
				s.Unremembered = append(s.Unremembered, about.Subject()+": what stands there is not remembered: the lines around it were edited, too")
			case s.Remember:
				e := decisions.Entry{Question: a.question, Secret: a.open.Secret, When: s.Today}
				e.Taken, e.Value = taken(about, value)
				err = s.remember(about, e)
			}
			if err != nil {
				return 0, err
			}
			answered++
		}
	}
	return answered, nil
}

// edited is a file that somebody edited, with each side of the marks that stand in it:
// the same one twice without any.
type edited struct {
	sides [2]*file
	// between is what each has between the marks that were there, nil if nobody knows.
	between [2][]string
}

func (f *file) edited(was *lined) *edited {
	e := &edited{sides: [2]*file{f, f}}
	if f.lined != nil {
		for i, side := range []func(*marks.Block) string{marks.Mine, marks.Updated} {
			e.sides[i] = &file{path: f.path, mode: f.mode, data: f.lined.with(side)}
		}
	}
	for i, side := range e.sides {
		e.between[i] = was.standing(side.data)
	}
	return e
}

// stands is what a file has at the place of a question.
type stands uint8

const (
	// one: an answer; several: marks with several; unknown: nobody knows.
	one stands = iota
	several
	unknown
)

// value is what the file has at the place of a question that stood in the n-th marks.
func (e *edited) value(a *asked, b *block, n int) (*yaml.Node, stands, error) {
	if !a.lines {
		var values [2]*yaml.Node
		for i, side := range e.sides {
			if err := side.parse(); err != nil {
				return nil, unknown, err
			}
			values[i] = side.valueOf(&Question{Open: a.open})
		}
		if !merge.Equal(values[0], values[1]) {
			return nil, several, nil
		}
		return values[0], one, nil
	}
	known := a.isAll(b.Block) && e.between[0] != nil && e.between[1] != nil
	switch {
	case known && e.between[0][n] != e.between[1][n], !known && e.sides[0] != e.sides[1]:
		return nil, several, nil
	case !known || !utf8.ValidString(e.between[0][n]):
		return nil, unknown, nil
	}
	return textNode(e.between[0][n]), one, nil
}
