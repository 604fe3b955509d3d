package chartref

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// Edit is another value for a place of a file.
type Edit struct {
	Place
	Value string
}

// Apply gives a file with other values at places; all else stays. The cost is linear.
func Apply(text []byte, edits []Edit) ([]byte, error) {
	docs, err := source.Parse(text)
	if err != nil {
		return nil, err
	}
	changes := make([]source.Change, len(docs))
	for i, doc := range docs {
		changes[i] = source.Change{Old: doc, New: doc}
	}
	for _, e := range edits {
		if e.Document >= len(changes) {
			continue // A lock need not be as the file beside it.
		}
		c := &changes[e.Document]
		c.New, _ = e.At.Edit(c.New, func(s merge.Spot) merge.Spot {
			with := *s.Value
			with.Value, s.Value = e.Value, &with
			return s
		})
	}
	return source.Print(text, changes)
}

// Key names the reference in all versions of the tree: of several charts of one name in one resource
// nobody knows which is which.
func (r *Reference) Key() string { return r.File + "\x00" + r.Subject + "\x00" + r.Name }

// LockFile is the file beside a Chart.yaml that says which versions of its dependencies helm took.
const LockFile = "Chart.lock"

// dependency is one of a Chart.yaml or Chart.lock, with the fields in the order in which helm digests
// them.
type dependency struct {
	Name         string   `yaml:"name" json:"name"`
	Version      string   `yaml:"version" json:"version,omitempty"`
	Repository   string   `yaml:"repository" json:"repository"`
	Condition    string   `yaml:"condition" json:"condition,omitempty"`
	Tags         []string `yaml:"tags" json:"tags,omitempty"`
	Enabled      bool     `yaml:"enabled" json:"enabled,omitempty"`
	ImportValues []any    `yaml:"import-values" json:"import-values,omitempty"`
	Alias        string   `yaml:"alias" json:"alias,omitempty"`
}

// Lock gives a Chart.lock that goes with a Chart.yaml after versions in that were edited; all else stays.
// One that did not go with it before stays as it is, and is an error, which reads on behind the name of the file.
func Lock(was, is, lock []byte, edits []Edit) ([]byte, error) {
	had, said, err := digest(was, lock)
	if err != nil || had != said {
		return lock, errors.New("did not go with Chart.yaml before")
	}
	locked, err := Apply(lock, edits) // It has the same dependencies in the same order.
	if err != nil {
		return lock, err
	}
	has, _, _ := digest(is, locked) // Both were read, and have another version.
	return Apply(locked, []Edit{{Place{At: merge.Path{merge.Field("digest")}}, has}})
}

// digest is that of a lock for what a Chart.yaml asks for, as helm computes it: of both lists as JSON, in
// which a repository that is called by its alias has its address; and the one that stands in the lock.
func digest(chart, lock []byte) (is, said string, err error) {
	var asked, locked struct {
		Dependencies []dependency
		Digest       string
	}
	err = errors.Join(yaml.Unmarshal(chart, &asked), yaml.Unmarshal(lock, &locked))
	for i := range min(len(asked.Dependencies), len(locked.Dependencies)) {
		if d := &asked.Dependencies[i]; strings.HasPrefix(d.Repository, "@") || strings.HasPrefix(d.Repository, "alias:") {
			d.Repository = locked.Dependencies[i].Repository
		}
	}
	text, wrong := json.Marshal([2][]dependency{asked.Dependencies, locked.Dependencies})
	return fmt.Sprintf("sha256:%x", sha256.Sum256(text)), locked.Digest, errors.Join(err, wrong)
}
