package decisions

import (
	"cmp"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/merge"
)

// Open is a question that nobody has answered yet, with all that answering it needs.
type Open struct {
	Place `yaml:",inline"`
	// Conflict is the code of its kind: both-changed.
	Conflict string `yaml:"conflict"`
	// At is the place that updated's side is put to, where that is not Path alone: one that holds
	// several, of which not each has an answer of its own. Theirs is what stands there then.
	At string `yaml:"at,omitempty"`
	// Stood is a digest of what dest has Around it: where another thing stands now, somebody has
	// edited that, and the place may be that of another element.
	Stood string `yaml:"stood,omitempty"`
	// Link: it is about a file that is a symbolic link in a version, whose value is the
	// target.
	Link bool `yaml:"link,omitempty"`
	// Secret: the values are not known.
	Secret bool `yaml:"secret,omitempty"`
	// Original, Updated and Dest are what the versions have there, nil where one has
	// nothing, or where it is secret.
	Original *yaml.Node `yaml:"original,omitempty"`
	Updated  *yaml.Node `yaml:"updated,omitempty"`
	Dest     *yaml.Node `yaml:"dest,omitempty"`
	Theirs   *yaml.Node `yaml:"theirs,omitempty"`
	// Mark is what the mark of a conflict calls the question, where the values are not all that it
	// asks about.
	Mark string `yaml:"-"`

	// node is how it is written, or was read.
	node *yaml.Node
}

// Answered is what stands at Where if updated's side is taken, nil for nothing.
func (o *Open) Answered() *yaml.Node {
	if o.At != "" || o.Theirs != nil {
		return o.Theirs
	}
	return o.Updated
}

// Where is the place that an answer goes to, false if it cannot be read.
func (o *Open) Where() (merge.Path, bool) {
	return merge.ParsePath(cmp.Or(o.At, o.Path))
}

// Around is the place that holds all that an answer depends on: a list whose elements are only counted,
// else where the answer goes.
func (o *Open) Around() merge.Path {
	at, _ := o.Where()
	if i := slices.IndexFunc(at, merge.Step.Counts); i >= 0 && o.At == "" {
		at = at[:i]
	}
	return at
}

// Stood is the digest of what stands around a question; where a file lies is no part of it.
func Stood(value *yaml.Node) string { return merge.Digest(annotation.Without(value)) }

// Several reports whether one answer is that to several questions, at a place around them.
func (o *Open) Several() bool { return o.At != "" && o.At != o.Path }

// Question is the question without its values; of a Secret it is the place alone.
func (o *Open) Question() Question {
	q := Question{Place: o.Place}
	switch {
	case o.Secret:
	case o.Mark != "":
		q.Mark = o.Mark
	default:
		q.Original, q.Updated, q.Dest = merge.Digest(o.Original), merge.Digest(o.Updated), merge.Digest(o.Dest)
	}
	return q
}

// compare orders questions as entries are ordered.
func (o *Open) compare(other *Open) int {
	a, b := Entry{Question: o.Question()}, Entry{Question: other.Question()}
	return cmp.Or(a.compare(&b), cmp.Compare(o.Conflict, other.Conflict))
}

// open reads a question.
func (r *reader) open(at string, n *yaml.Node) *Open {
	o := &Open{node: n}
	values := map[string]**yaml.Node{"original": &o.Original, "updated": &o.Updated, "dest": &o.Dest, "theirs": &o.Theirs}
	r.decode(n, at, o, values, "conflict", "at", "stood", "link", "secret")
	none := o.Original == nil && o.Updated == nil && o.Dest == nil
	r.failIf(o.Conflict == "", n, at, "conflict is missing; delete the question, and merge again")
	r.failIf(o.Secret && (!none || o.Theirs != nil), n, at, "is about a secret, of which nothing is written down; delete its values")
	r.failIf(!o.Secret && none, n, at, "has no value of any version; delete the question, and merge again")
	return o
}
