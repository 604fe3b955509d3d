package decisions

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// Ref names a resource. Of a document that is not one all is empty.
type Ref struct {
	APIVersion string `json:"apiVersion,omitempty" yaml:"apiVersion,omitempty"`
	Kind       string `json:"kind,omitempty" yaml:"kind,omitempty"`
	Namespace  string `json:"namespace,omitempty" yaml:"namespace,omitempty"`
	Name       string `json:"name,omitempty" yaml:"name,omitempty"`
}

// String is the type and the name, as far as they are known: apps/v1 Deployment prod/web.
// It is "" for nil.
func (r *Ref) String() string {
	if r == nil {
		return ""
	}
	name := r.Name
	if name != "" && r.Namespace != "" {
		name = r.Namespace + "/" + name
	}
	words := []string{r.APIVersion, r.Kind, name}
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " ")
}

// group is the API group: a resource stays the same under another version of its API.
func (r Ref) group() string {
	return r.APIVersion[:max(0, strings.IndexByte(r.APIVersion, '/'))]
}

// Place is where a conflict is.
type Place struct {
	Resource Ref `yaml:"resource,omitempty,flow"`
	// File is the file of the resource, "" where it has none, as under kustomize:
	// relative to the directory of merge-decisions.yaml in an entry, to the root of dest
	// in a question.
	File string `yaml:"file,omitempty"`
	// Document is the place of the document in its file, from 1, where it has no name or kind; 0
	// where it has both.
	Document int `yaml:"document,omitempty"`
	// Path is the place in the resource, as reports spell it, "" for the whole.
	Path string `yaml:"path,omitempty"`
}

// Called is what the label of a mark calls the resource: a document of a file that is none by its
// number, but the first.
func (p Place) Called() string {
	switch {
	case p.Resource.Kind != "" && p.Resource.APIVersion != "":
		return p.Resource.String()
	case p.Document > 1:
		return "#" + strconv.Itoa(p.Document)
	}
	return ""
}

// Question is what has to be decided at a place: what the three versions have there, as
// digests, "" where one has nothing. See merge.Digest.
type Question struct {
	Place    `yaml:",inline"`
	Original string `yaml:"original,omitempty"`
	Updated  string `yaml:"updated,omitempty"`
	Dest     string `yaml:"dest,omitempty"`
	// Mark is what the mark of a conflict calls the question, where nobody knows more.
	Mark string `yaml:"mark,omitempty"`
}

// MarkOf is what the mark of a conflict calls the question: the same for the same values.
func (q Question) MarkOf() string {
	const length = 8
	return terms.Digest(length, q.Path, q.Original, q.Updated, q.Dest)
}

// Entry is what somebody decided.
type Entry struct {
	Question `yaml:",inline"`
	// Secret: the values are not known, not even by digests, so that the entry answers
	// no question.
	Secret bool  `yaml:"secret,omitempty"`
	Taken  Taken `yaml:"taken,omitempty"`
	// Value is what is taken if that is Edited, nil of a Secret.
	Value *yaml.Node `yaml:"value,omitempty"`
	// When is the day, as 2006-01-02, "" if nobody wrote it.
	When string `yaml:"when,omitempty"`

	// node is how it is written, or was read.
	node *yaml.Node
}

// Taken is what an entry takes.
type Taken = enum.Word[taken]

const (
	// Unset is what no entry has.
	Unset Taken = iota
	// Updated: upstream's value.
	Updated
	// Dest: the local value.
	Dest
	// Edited: a value of its own.
	Edited
	// Removed: nothing stands there.
	Removed
)

type taken struct{}

func (taken) Words() []string { return []string{"", "Updated", "Dest", "Edited", "Removed"} }

// same is the question as it is compared: a resource stays the same under another version of its
// API.
func (q Question) same() Question {
	q.Resource.APIVersion = q.Resource.group()
	return q
}

// anywhere is the place whatever the file.
func (q Question) anywhere() Place {
	q = q.same()
	q.File = ""
	return q.Place
}

// asks reports whether another question at the same place is this one, by what its mark calls it where
// nobody knows more.
func (q *Question) asks(other Question) bool {
	if q.Mark != "" && other.Mark == "" {
		other.Mark = other.MarkOf()
	}
	if q.Mark != "" || other.Mark != "" {
		return q.Mark == other.Mark
	}
	return q.Original == other.Original && q.Updated == other.Updated && q.Dest == other.Dest
}

// Said is when it was decided, to read on behind what was done.
func (e *Entry) Said() string {
	if e.When == "" {
		return "as decided earlier (" + FileName + ")"
	}
	return "as decided on " + e.When
}

// compare orders entries: by file, resource and path, then by what the versions had, so
// that the order depends on nothing else.
func (e *Entry) compare(other *Entry) int {
	order := func(q *Question) []string {
		r := &q.Resource
		return []string{q.File, r.Kind, r.Namespace, r.Name, r.group(), fmt.Sprintf("%9d", q.Document), q.Path, q.Original, q.Updated, q.Dest, q.Mark}
	}
	return slices.Compare(order(&e.Question), order(&other.Question))
}

// below is a file, "" for none, relative to a directory, false if it lies elsewhere.
func below(file, dir string) (string, bool) {
	if dir == "." || file == "" {
		return file, true
	}
	return strings.CutPrefix(path.Clean(file), dir+"/")
}
