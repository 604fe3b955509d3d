package resource

import (
	"cmp"
	"fmt"
	"iter"
	"path"
	"sync/atomic"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/printable"
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

// Directories are directories of a package, by their paths.
type Directories map[string]bool

// Hold reports whether a file lies in one of the directories, or below.
func (d Directories) Hold(file string) bool {
	return len(d) > 0 && (d["."] || d.outermost(path.Dir(file)) != "")
}

// outermost is the one of several that a file or directory is or lies in, the outermost of them; "" for none.
func (d Directories) outermost(file string) (found string) {
	for at := range above(file) {
		if d[at] {
			found = at
		}
	}
	return found
}

// without takes out the directories in which a version has something.
func (d Directories) without(version ...*Resource) Directories {
	for _, r := range version {
		for at := range above(r.Path) {
			delete(d, at)
		}
	}
	return d
}

// above are a file and the directories that it lies in but the root, the innermost first.
func above(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := file; at != "" && at != "." && at != "/" && yield(at); {
			at = path.Dir(at)
		}
	}
}

// Held are the values of dest that are held against charts.
type Held struct {
	// Values are they, by the paths of files.
	Values map[string][]Overriding
	// Notes tell what is not known of charts and values.
	Notes []Note
}

// lazy is a value that is made when it is needed.
type lazy = interface {
	// Node makes the value, the same one until it is released.
	Node() *yaml.Node
	// Release lets the value go.
	Release()
}

// deferred is what is known of a resource that is parsed only while it is merged. It
// takes part in the merge of the package by that.
type deferred struct {
	// Value is the value of the resource.
	Value lazy
	// Meta is its type and metadata.
	Meta *Meta
	// Settled is what Defer says of it.
	Settled bool
}

// sink takes what is merged at once. It is called for several resources at a time.
//
// It takes the result of a resource that stays in its file, and gives what makes its value
// again, nil if its nodes must stay.
type sink = func(m *Merged) (lazy, error)

// Meta gives the type and metadata of the resource.
func (r *Resource) Meta() *Meta {
	if r.Deferred != nil {
		return r.Deferred.Meta
	}
	m := MetaOf(r.Node)
	return &m
}

// Overriding says that values in a resource of dest override the defaults of a chart, of which there
// are two versions.
type Overriding struct {
	// Document is the one of the file that has them.
	Document int
	// At leads to the values, or to the string that holds them.
	At merge.Path
	// Name is that of a single value, as in a.b, where At leads to what has it with its value; ""
	// for values.
	Name string
	// Original and Updated are the versions of the chart.
	Original, Updated *chart.Chart
	// Concerned gets how many values the change concerns, nil where nobody asks.
	Concerned *atomic.Int32
}

// whole gives the node of the resource, parsed again if it was released. Nobody may use
// the resource meanwhile.
func (r *Resource) whole() *yaml.Node {
	if r.Node != nil || r.Deferred == nil {
		return r.Node
	}
	node := r.Deferred.Value.Node()
	r.release()
	return node
}

// read gives a deferred resource its node.
func (r *Resource) read() {
	if r.Deferred != nil && r.Node == nil {
		r.Node = r.Deferred.Value.Node()
	}
}

// release takes the node of a deferred resource away.
func (r *Resource) release() {
	if r.Deferred != nil {
		r.Node = nil
		r.Deferred.Value.Release()
	}
}

// Describe names a resource by its Meta: apps/v1 Deployment prod/web.
func (r *Resource) Describe() string {
	ref := r.Meta().Ref()
	return printable.Line(cmp.Or(ref.String(), fmt.Sprintf("document %d", r.Index+1)))
}

// place is the file and line of a resource, as far as they are known.
func (r *Resource) place() string {
	name := printable.Line(cmp.Or(r.Name, r.Path))
	switch {
	case name == "" && r.Line > 0:
		return fmt.Sprintf("line %d", r.Line)
	case name == "":
		return fmt.Sprintf("document %d", r.Index+1)
	case r.Line > 0:
		return fmt.Sprintf("%s:%d", name, r.Line)
	}
	return name
}
