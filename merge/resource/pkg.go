package resource

import (
	"cmp"
	"path"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// pkg is a package being merged.
type pkg struct {
	opts    *Options
	of      *Versions
	members byVersion
	// paired are dest's, updated's and original's, but those that pair with no other.
	paired []*member
	// behind are the sources that are applied behind updated's of a triple.
	behind map[*triple][]*member
	// documents are the documents of dest, Lists among them.
	documents []document
	lists     [3][]*wrapper
	// itemless are the files in which Lists are resources.
	itemless map[string]bool
	schemas  *schema.Set
	// order is what triples gives.
	order []*triple
	// results are what became of them; nil for one that is gone.
	results map[*triple]*Merged
	// keptSubpackages are the subpackages that are left alone.
	keptSubpackages Directories
	// kpt is bookkeeping that dest has.
	kpt bookkeeping
	// mirrors are those of the options, and those that were found.
	mirrors []merge.Mirror
	// files are those that entries of Kustomizations go with, nil where these do not.
	files *packageFiles
	out   Outcome
}

// document is one document of dest: a resource or a List of some.
type document struct {
	member *member
	list   *wrapper
}

// Outcome is what merging a package gives.
type Outcome struct {
	// Resources are the resources of the merged package: the dest's in their
	// order, additions, and what upstream moved into another file, in front of
	// their next upstream neighbour.
	Resources []*Merged
	// Deleted are the dest's resources that the merge removed.
	Deleted []*Resource
	// Forwarded are the files of dest that become updated's, in order too, by path:
	// nobody edited what is in them.
	Forwarded map[string]bool
	// deletedWhole are those of the function of that name.
	deletedWhole Directories
	// KptBookkeeping: kpt keeps book in dest, so that dest's text of a file that becomes updated's
	// may be another than original's was.
	KptBookkeeping bool
	// Conflicts and Notes of all resources, in the order of the resources.
	Conflicts []Conflict
	Notes     []Note
	// of is the merge, for Again; nil if nobody is asked.
	of *pkg
	// Questions are those left to somebody that no resource has a place for. They belong
	// into the decisions of dest.
	Questions []*decisions.Question
	// Unsealed are the encrypted resources that are merged from several versions, so that
	// the code of sops holds for none until it is computed anew.
	Unsealed []*Resource
}

// add adds what another outcome has, but the resources.
func (o *Outcome) add(other *Outcome) {
	o.Deleted, o.Unsealed = append(o.Deleted, other.Deleted...), append(o.Unsealed, other.Unsealed...)
	o.Conflicts, o.Notes = append(o.Conflicts, other.Conflicts...), append(o.Notes, other.Notes...)
	o.Questions = append(o.Questions, other.Questions...)
}

// Open counts the conflicts that are.
func (o *Outcome) Open() int {
	n := 0
	for i := range o.Conflicts {
		if o.Conflicts[i].Open() {
			n++
		}
	}
	return n
}

// ruling is what becomes of a resource.
type ruling struct {
	// merged is nil if the result has none.
	merged *Merged
	// out is what else the outcome has of it.
	out Outcome
	err error
}

// packageFiles are the files of a package that are known before its Kustomizations merge.
type packageFiles struct {
	// of are those of the versions.
	of [3]fileSet
	// result are those of the result; whether it has those of asked is a question.
	result, asked fileSet
}

// fileSet holds files and the directories that they lie in.
type fileSet map[string]bool

func (s fileSet) add(file string) { s[file], s[path.Dir(file)] = true, true }

// Conflict is a conflict of one resource, or about a whole resource (then its
// Path is empty).
type Conflict struct {
	merge.Conflict
	// OriginalResource, UpdatedResource and DestResource are the resources
	// concerned, nil where a version has none.
	OriginalResource, UpdatedResource, DestResource *Resource
	// Marked: it is left to somebody in the result, or among Outcome.Questions. Package
	// files sets it for those that it marks between lines.
	Marked bool
	// Line is that in the result of the mark that asks about it, or, in a file that is merged
	// by lines, of the lines that both sides changed; 0 for neither.
	Line int
	// Instead is where upstream has the default of a value that it deleted now, nil unless that is sure.
	Instead *merge.Path
	// secrets are the secret places of the resource; all are where nobody looked.
	secrets *secret.Places
	// triple is what it was found in, nil for a file that is merged whole.
	triple *triple
}

// Subject is the resource that it is about, as dest has it, else updated, else
// original.
func (c *Conflict) Subject() *Resource {
	return cmp.Or(c.DestResource, c.UpdatedResource, c.OriginalResource)
}

// Meta is what its subject says of itself.
func (c *Conflict) Meta() *Meta {
	if c.triple != nil {
		return c.triple.foremost().meta
	}
	return c.Subject().Meta()
}

// Note is a note of one resource, or about a version.
type Note struct {
	merge.Note
	// Resource is nil where it is about a version.
	Resource *Resource
	// Warning: it asks for attention, because it is about a whole resource.
	Warning bool
}

// checked merges three versions of a resource and does not believe the result:
// one that breaks a law of merging is an error, so that nobody writes it.
func checked(v merge.Versions, opts merge.Options) (merge.Result, error) {
	r, err := merge.ThreeWay(v, opts)
	if err != nil {
		return r, err
	}
	return r, merge.Verify(v, r, opts)
}
