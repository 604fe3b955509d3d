package resource

import (
	"cmp"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/merge"
)

// Resource is one YAML document of one version: a Kubernetes resource, or any
// other document. It is never modified.
type Resource struct {
	// Node is the root value of the document (not a DocumentNode).
	Node *yaml.Node
	// Text is that of a file without documents, a scalar, of a symbolic link with
	// terms.LinkTag where it leads to; Node is nil then. It is merged whole, or by lines.
	Text *yaml.Node
	// Doc is the document as parsed where the caller has it (it holds the
	// comments around the value), else nil.
	Doc *yaml.Node
	// Name is the file as the user knows it, for messages; "" if unknown.
	Name string
	// Path is the slash-separated path of the file relative to the root of
	// its version: what identity and placing go by. "" if there is none.
	Path string
	// Index is the position of the document in its file.
	Index int
	// Line is the line of the file the document starts in, 0 if unknown.
	Line int
	// Deferred is set of a resource whose Node is nil but while it is merged.
	Deferred *deferred
	// From is what the caller has it from, for the caller. The items of a List
	// have that of the List.
	From any
}

// Versions are the versions of a package: original, updated and dest of a 3-way
// merge, source (in Updated) and dest of a 2-way merge, or layers.
type Versions struct {
	Original, Updated, Dest []*Resource
	// Layers are the layers, left to right.
	Layers [][]*Resource
	// Decisions are those that answer questions; where it is nil, they are the ones
	// among Dest. See Decisions.
	Decisions *decisions.Tree
	// Mixed: the versions lie among each other, so that another path in each version is
	// not a move.
	Mixed bool

	// Names are what messages call the versions, "" for original, updated and dest; How
	// is how each of them is given, "" where there is nothing to say.
	Names, How [3]string
	// Partial: all versions hold more resources than these, the same in each.
	Partial bool
	// RefuseEmpty: an updated version without resources is an error, because it would
	// delete all that upstream ever had: probably another one was meant. AllowEmpty: it is
	// on purpose. Else there is a warning.
	RefuseEmpty, AllowEmpty bool
	// Sink takes what is merged at once, so that its nodes can be released; nil if nobody
	// does. It is not for layers.
	Sink sink
	// SameText reports whether two resources have one text, apart from transport
	// annotations, where it knows their texts. It may be called concurrently. Without
	// it, nil, nodes are compared.
	SameText func(a, b *Resource) (same, known bool)
	// Held are the values of dest that are held against charts.
	Held Held
}

// of gives the resources of original, updated or dest.
func (v *Versions) of(side merge.Side) []*Resource {
	return [3][]*Resource{merge.Original: v.Original, merge.Updated: v.Updated, merge.Dest: v.Dest}[side]
}

// Merged is one resource of the merged package.
type Merged struct {
	// Node is the merged root value. It is Dest.Node itself where nothing
	// changed. It shares nodes with the inputs and must not be modified.
	Node *yaml.Node
	// Original, Updated and Dest are the resources it was made from, nil
	// where the version has none. Without Dest it is an addition. Of layers,
	// Dest is the first one's, and Updated that of the layer that added it.
	Original, Updated, Dest *Resource
	// Layers are the resources it was made from, left to right, where the
	// strategy is Layers, and the sources where several were applied to one dest.
	Layers []*Resource
	// Items are those of a merged List that it does not have from dest's List as they
	// are.
	Items []*Merged
	// Doc is the merged document around Node with its comments, where the
	// dest's resource has a Doc, else nil.
	Doc *yaml.Node
	// Lined: the lines of a file without documents were merged.
	Lined bool
	// Path is the file it goes to, relative to the root of the dest.
	Path string

	// Forwarded: dest had it as original had it, so it is updated's, spelled as updated
	// spells it. Node is Updated's then, but for transport annotations, and Doc that
	// of Updated.
	Forwarded bool
	// Respelled is updated's value as updated spells it, with dest's bookkeeping, of a result
	// that is dest's: nobody changed it, but kpt had spelled dest's anew. nil for others.
	Respelled *yaml.Node

	// upstreams: dest had it as original had it, and it is updated's word for word.
	upstreams bool
	// Lazy makes the value again if its nodes were released, else nil.
	Lazy lazy
	// unchanged: it is dest's value, if its nodes were released.
	unchanged bool
	meta      *Meta
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
