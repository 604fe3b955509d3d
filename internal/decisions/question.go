package decisions

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// Ref names a resource. Of a document that is not one all is empty.
type Ref struct {
	APIVersion string `json:"apiVersion,omitempty" yaml:"apiVersion,omitempty"`
	Kind       string `json:"kind,omitempty" yaml:"kind,omitempty"`
	Namespace  string `json:"namespace,omitempty" yaml:"namespace,omitempty"`
	Name       string `json:"name,omitempty" yaml:"name,omitempty"`
}

// String is the type and the name, as far as they are known: apps/v1 Deployment prod/web. It is "" for nil.
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
	// File is the file of the resource, "" where it has none, as under kustomize: relative to the directory of
	// merge-decisions.yaml in an entry, to the root of dest in a question.
	File string `yaml:"file,omitempty"`
	// Document is the place of the document in its file, from 1, where it has no name or kind; 0 where it has both.
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

// Key is what a question is known by: its place, and digests of what the three versions have there, "" where
// one has nothing. See merge.Digest.
type Key struct {
	Place
	Original, Updated, Dest string
	// Mark is what the mark of a conflict calls the question, where nobody knows more.
	Mark string
}

// MarkOf is what the mark of a conflict calls the question: the same for the same values.
func (k Key) MarkOf() string {
	const length = 8
	return terms.Digest(length, k.Path, k.Original, k.Updated, k.Dest)
}

// same is the key as it is compared: a resource stays the same under another version of its API.
func (k Key) same() Key {
	k.Resource.APIVersion = k.Resource.group()
	return k
}

// anywhere is the place whatever the file.
func (k Key) anywhere() Place {
	k = k.same()
	k.File = ""
	return k.Place
}

// asks reports whether another question at the same place is this one, by what its mark calls it where
// nobody knows more.
func (k Key) asks(other Key) bool {
	if k.Mark != "" && other.Mark == "" {
		other.Mark = other.MarkOf()
	}
	if k.Mark != "" || other.Mark != "" {
		return k.Mark == other.Mark
	}
	return k.Original == other.Original && k.Updated == other.Updated && k.Dest == other.Dest
}

// Question is what somebody has to decide at a place, with all that answering it needs, or what somebody decided.
type Question struct {
	Place `yaml:",inline"`
	// Conflict is the code of its kind: both-changed.
	Conflict string `yaml:"conflict,omitempty"`
	// At is the place that updated's side is put to, where that is not Path alone: one that holds
	// several, of which not each has an answer of its own. Theirs is what stands there then.
	At string `yaml:"at,omitempty"`
	// Stood is a digest of what dest has Around it: where another thing stands now, somebody has
	// edited that, and the place may be that of another element.
	Stood string `yaml:"stood,omitempty"`
	// Link: it is about a file that is a symbolic link in a version, whose value is the target.
	Link bool `yaml:"link,omitempty"`
	// Secret: the values are not known, not even by digests, so that it answers nothing.
	Secret bool `yaml:"secret,omitempty"`
	// Original, Updated and Dest are what the versions have there, once it is decided as digests; nil where one has
	// nothing, or where it is secret.
	Original *yaml.Node `yaml:"original,omitempty"`
	Updated  *yaml.Node `yaml:"updated,omitempty"`
	Dest     *yaml.Node `yaml:"dest,omitempty"`
	Theirs   *yaml.Node `yaml:"theirs,omitempty"`
	// Mark is what the mark of a conflict calls the question, where the values are not all that it asks about.
	Mark string `yaml:"mark,omitempty"`

	// Taken is what somebody decided, Unset while it is open.
	Taken Taken `yaml:"taken,omitempty"`
	// Value is what is taken if that is Edited, nil of a Secret.
	Value *yaml.Node `yaml:"value,omitempty"`
	// When is the day, as 2006-01-02, "" if nobody wrote it.
	When string `yaml:"when,omitempty"`

	// node is how it is written, or was read.
	node *yaml.Node
}

// Key is what the question is known by; of a Secret it is the place alone.
func (q *Question) Key() Key {
	k := Key{Place: q.Place}
	digest := merge.Digest
	if q.Taken != Unset {
		digest = node.Text
	}
	switch {
	case q.Secret:
	case q.Mark != "":
		k.Mark = q.Mark
	default:
		k.Original, k.Updated, k.Dest = digest(q.Original), digest(q.Updated), digest(q.Dest)
	}
	return k
}

// Decided is the question as it is remembered.
func (q *Question) Decided(taken Taken, value *yaml.Node, when string) *Question {
	text := func(digest string) *yaml.Node {
		if digest == "" {
			return nil
		}
		return node.String(digest)
	}
	k := q.Key()
	return &Question{
		Place: q.Place, Secret: q.Secret, Original: text(k.Original), Updated: text(k.Updated), Dest: text(k.Dest), Mark: k.Mark,
		Taken: taken, Value: value, When: when,
	}
}

// Taken is what an answer takes.
type Taken = enum.Word[taken]

const (
	// Unset is what an open question has.
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

// Said is when it was decided, to read on behind what was done.
func (q *Question) Said() string {
	if q.When == "" {
		return "as decided earlier (" + FileName + ")"
	}
	return "as decided on " + q.When
}

// compare orders questions: by file, resource and path, then by what the versions had, so
// that the order depends on nothing else.
func (q *Question) compare(other *Question) int {
	order := func(q *Question) []string {
		k, r := q.Key(), &q.Resource
		return []string{
			q.File, r.Kind, r.Namespace, r.Name, r.group(), fmt.Sprintf("%9d", q.Document), q.Path, k.Original, k.Updated, k.Dest, k.Mark, q.Conflict,
		}
	}
	return slices.Compare(order(q), order(other))
}

// below is a file, "" for none, relative to a directory, false if it lies elsewhere.
func below(file, dir string) (string, bool) {
	if dir == "." || file == "" {
		return file, true
	}
	return strings.CutPrefix(path.Clean(file), dir+"/")
}

// Answered is what stands at Where if updated's side is taken, nil for nothing.
func (q *Question) Answered() *yaml.Node {
	if q.At != "" || q.Theirs != nil {
		return q.Theirs
	}
	return q.Updated
}

// Where is the place that an answer goes to, false if it cannot be read.
func (q *Question) Where() (merge.Path, bool) {
	return merge.ParsePath(cmp.Or(q.At, q.Path))
}

// Around is the place that holds all that an answer depends on: a list whose elements are only counted,
// else where the answer goes.
func (q *Question) Around() merge.Path {
	at, _ := q.Where()
	if i := slices.IndexFunc(at, merge.Step.Counts); i >= 0 && q.At == "" {
		at = at[:i]
	}
	return at
}

// Stood is the digest of what stands around a question; where a file lies is no part of it.
func Stood(value *yaml.Node) string { return merge.Digest(annotation.Without(value)) }

// Several reports whether one answer is that to several questions, at a place around them.
func (q *Question) Several() bool { return q.At != "" && q.At != q.Path }
