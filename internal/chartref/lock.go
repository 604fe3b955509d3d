package chartref

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

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

// dependencies are those of a Chart.yaml or Chart.lock, with the digest that a lock has.
type dependencies struct {
	Dependencies []dependency
	Digest       string
}

// Lock gives a Chart.lock that goes with a Chart.yaml after versions in that were edited; all else stays.
// One that did not go with it before is an error, which reads on behind the name of the file.
func Lock(was, is, lock []byte) ([]byte, error) {
	var before, after, locked dependencies
	err := errors.Join(yaml.Unmarshal(was, &before), yaml.Unmarshal(is, &after), yaml.Unmarshal(lock, &locked))
	had := locked.digest(before.Dependencies)
	if err != nil || len(before.Dependencies) != len(after.Dependencies) || had == "" || had != locked.Digest {
		return nil, errors.New("did not go with Chart.yaml before")
	}
	var edits []Edit
	edit := func(value string, at ...merge.Step) {
		edits = append(edits, Edit{Place{File: LockFile, At: at}, value})
	}
	for i, d := range after.Dependencies {
		if d.Version != before.Dependencies[i].Version {
			locked.Dependencies[i].Version = d.Version
			edit(d.Version, merge.Field("dependencies"), merge.Index(i), merge.Field("version"))
		}
	}
	edit(locked.digest(after.Dependencies), merge.Field("digest"))
	return Apply(lock, edits)
}

// digest is that of a lock for what a Chart.yaml asks for, as helm computes it: of both lists as JSON, in
// which a repository that is called by its alias has its address. It is "" where they differ in length.
func (l *dependencies) digest(asked []dependency) string {
	if len(asked) != len(l.Dependencies) {
		return ""
	}
	all := make([]dependency, len(asked))
	for i, d := range asked {
		if strings.HasPrefix(d.Repository, "@") || strings.HasPrefix(d.Repository, "alias:") {
			d.Repository = l.Dependencies[i].Repository
		}
		all[i] = d
	}
	text, err := json.Marshal([2][]dependency{all, l.Dependencies})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}
