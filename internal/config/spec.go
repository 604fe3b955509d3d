package config

import (
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Spec is the configuration as written: the spec of kind Merge. A field that is
// nil, or empty, is not written. Parse reads it and checks it.
//
// The settings are described here and nowhere else. Of a field, its type has the
// values, its comment is the text of the reference, whose first sentence is that
// of the help. Tags: default is what holds where the setting is not written,
// careful what holds there under the profiles Careful and Newest, newest under Newest alone;
// example is for help and messages; required and min are for fields of list entries and lists.
// krm-function.yaml, docs/configuration.md and the help are made from them.
type Spec struct {
	// How versions are merged. ThreeWay carries what changed from original to updated over to dest. TwoWay applies
	// source to dest like a strategic merge patch, directives such as `$patch` included. Layers folds a list of layers
	// from left to right. Check merges nothing, and fails while questions of an earlier merge are open.
	Strategy *resource.Strategy `yaml:"strategy,omitempty" default:"ThreeWay"`

	// What the other settings are where they are not written. Documented follows the published rules exactly: upstream
	// wins. Careful stops and asks where an edit could be lost. Newest is Careful with `onConflict: NewestOrAsk`: of two
	// versions the higher one is taken.
	Profile *profile `yaml:"profile,omitempty" default:"Documented"`

	// Where the versions are. A version that is not written is found among the items: by the annotation
	// `config.kubernetes.io/merge-source`, or in the directory that is called like it.
	Versions versionsSpec `yaml:"versions,omitempty"`

	placeSpec `yaml:",inline"`

	// How images merge.
	Images imagesSpec `yaml:"images,omitempty"`

	// What becomes of a resource that upstream deleted and dest changed.
	OnDeletedUpstream *terms.OnDeletedUpstream `yaml:"onDeletedUpstream,omitempty" default:"Delete" careful:"KeepModified"`

	// What becomes of a resource that dest deleted and upstream changed. Ask: it stays deleted, and is a conflict that
	// onConflict: Fail fails on. StayDeleted: it stays deleted, and nobody is asked; so it does under a rule with SKIP
	// for the whole resource. Readd: it is added again.
	OnDeletedLocally *terms.OnDeletedLocally `yaml:"onDeletedLocally,omitempty" default:"Ask"`

	// What becomes of a field that one side renamed and the other edited. So it is with elements of a list without
	// schema, and with containers. Apart takes it for one that was deleted and another that was added. Follow knows it
	// again by its value, so that the edit goes along, with an info result.
	RenamedKeys *terms.RenamedKeys `yaml:"renamedKeys,omitempty" default:"Apart" careful:"Follow"`

	// What dest's documents without apiVersion and kind hold, such as the values of a Helm chart. Copy: copies of
	// original's, with changes. Overrides: only what differs from original. Then nothing of upstream's is added, and what
	// upstream removed or gave another default is noted. Detect: overrides are those in files named `*values*.yaml` where
	// original has twenty values or more, of which dest has less than a fifth; a note says so.
	Layout *terms.Layout `yaml:"layout,omitempty" default:"Copy" careful:"Detect"`

	// How a renamed resource is found. true: it may name the one it was upstream, by the comment
	// `# kpt-merge: namespace/name` behind `metadata:`, the annotation `internal.kpt.dev/upstream-identifier`, or what
	// kustomize notes. Similar: if it does not, by what it holds too, in a ThreeWay merge, and one that kept its name
	// under another kind; each one found so is a warning. false: not at all.
	Renames *terms.Renames `yaml:"renames,omitempty" default:"true" careful:"Similar"`

	// Where questions (onConflict: Ask) stand in what is written. Lines: between lines as git marks conflicts, in files,
	// in the style that git's merge.conflictStyle names; the function reports errors then, as under None. Decisions:
	// dest's values stand, and `merge-decisions.yaml` has the questions, until `krm-merge resolve` answers them. None:
	// nowhere; nothing is written.
	Marks *marks.Form `yaml:"marks,omitempty" default:"Lines"`

	// What becomes of packages inside a package that have an upstream of their own: of a directory with a Kptfile that
	// has the field `upstream`, below another one with a Kptfile. Alone leaves those of dest as they are, as kpt does; one
	// that only updated has comes along whole. Merge merges them as any other directory. It holds in a ThreeWay merge.
	Subpackages *terms.Subpackages `yaml:"subpackages,omitempty" default:"Alone"`

	// A command that `krm-merge upgrade` runs in the package after it has written it, such as `kustomize build .`. If it
	// fails, that is reported, and nothing is taken back. Nothing else runs it. It is not run while questions are open, nor
	// from the file of a package with an upstream: that of a directory above it counts, and `--set`.
	Check *string `yaml:"check,omitempty" default:""`

	// The key under which a map may set its own mode. The mode is MERGE, SKIP or REPLACE. If the key is empty, there is
	// none.
	ModeKey *string `yaml:"modeKey,omitempty" default:""`

	// Settings for single places. The first rule that matches a place wins.
	Rules []ruleSpec `yaml:"rules,omitempty" example:"[{target: {kind: Deployment, name: web-*}, path: 'spec.template.spec.containers[*].image', mode: SKIP}]"`

	// The keys of lists that have no schema.
	Keys []keySpec `yaml:"keys,omitempty" example:"[{target: {group: example.com, kind: Router}, path: spec.routes, fields: [host, port]}]"`
}

// versionsSpec are the versions that are merged, as written.
type versionsSpec struct {
	// What dest was made from (ThreeWay). As the next ones it is a directory or a text.
	Original versionSpec `yaml:"original,omitempty" example:"{path: original}"`
	// The new version of original (ThreeWay).
	Updated versionSpec `yaml:"updated,omitempty" example:"{path: updated}"`
	// What is merged into (ThreeWay and TwoWay). What is neither of the others, where it is not written.
	Dest versionSpec `yaml:"dest,omitempty" example:"{path: dest}"`
	// What is applied to dest (TwoWay).
	Source versionSpec `yaml:"source,omitempty"`
	// What people decided about conflicts (ThreeWay): a resource MergeDecisions, where dest has none among the items, as
	// under kustomize.
	Decisions versionSpec `yaml:"decisions,omitempty"`
	// The layers, left to right (Layers).
	Layers []versionSpec `yaml:"layers,omitempty" min:"1" example:"[{path: base}, {path: site}]"`
}

// versionSpec is one version, as written, in one of two forms.
type versionSpec struct {
	_ struct{} `min:"1" max:"1"`

	// The directory it lies in, relative to the package.
	Path string `yaml:"path,omitempty" example:"upstream/v1"`
	// The version itself, as a YAML stream. Exact, comments included.
	Text *string `yaml:"text,omitempty"`
	// streams are what a ConfigMap holds under keys such as original.yaml.
	streams []stream
}

// stream is a YAML stream; name is its place.
type stream struct{ name, text string }

// placeSpec are the settings that a rule may also make for single places.
type placeSpec struct {
	// Who wins a place that both sides changed differently. Updated: upstream. Dest: the local change. Newest: the newer
	// of two values that are alike but for a version (with its digest), which has dots or is a date; elsewhere, as with
	// numbers of builds, upstream. NewestOrDest and NewestOrAsk: elsewhere as Dest or Ask. Ask: nobody; dest's stands, and
	// the place is shown as `marks` says. Fail: nobody; it is an error, and nothing is written. Ask and Fail also find conflicts
	// that are only noted otherwise. A decision that is remembered (`versions.decisions`) counts before. Conflicts are reported
	// whoever wins.
	OnConflict *merge.OnConflict `yaml:"onConflict,omitempty" default:"Updated" careful:"Ask" newest:"NewestOrAsk"`

	// What a null is. Clear removes the field, whoever wrote it. Changed makes it a value: only one that was changed
	// clears.
	Nulls *terms.Nulls `yaml:"nulls,omitempty" default:"Clear" careful:"Changed"`

	// How lists are merged.
	Lists listsSpec `yaml:"lists,omitempty"`

	// How strings of several lines merge. Replace takes them whole. Lines merges them line by line.
	Text *terms.Text `yaml:"text,omitempty" default:"Replace" careful:"Lines"`
}

// imagesSpec is how images merge, as written.
type imagesSpec struct {
	placeImagesSpec `yaml:",inline"`

	// Registries, and what dest has in their place. One that dest changed in a field `image`, and nothing else of the
	// name, is found without being written. Under `merge: Parts` dest's registry then stays, and upstream's version comes,
	// wherever a string has an image that dest mirrors: in flags, variables, lists and texts. An image that is new
	// upstream stays as it is, with an info result.
	Mirrors map[string]string `yaml:"mirrors,omitempty" example:"{quay.io: mirror.example.com/quay}"`
}

// placeImagesSpec is how images merge at a place, as written.
type placeImagesSpec struct {
	// How the name of an image, with its registry, and its version merge. Whole takes them as one value. Parts takes both
	// where one side changed only the name and the other only the version, with an info result, unless that has a digest,
	// which another registry need not have: that is a conflict. It holds for fields called `image`, and for strings with
	// images that dest mirrors.
	Merge *terms.Images `yaml:"merge,omitempty" default:"Whole" careful:"Parts"`
}

// listsSpec is how lists merge, as written.
type listsSpec struct {
	// How lists without keys merge. Replace takes them whole. Merge merges elements, flags by their names and others as
	// a sequence. Union keeps the elements of both.
	Atomic *merge.Atomic `yaml:"atomic,omitempty" default:"Replace" careful:"Merge"`

	// Whose order keyed lists and sets follow. Updated: upstream's where dest kept the order of original; where both
	// changed it, differently, that is a conflict. What replaces elements stands where these stood, other new ones in front
	// of the neighbour that they have upstream. In a TwoWay merge they stand behind dest's, or with Updated in front, with
	// source's others, in its order.
	Order *terms.Order `yaml:"order,omitempty" default:"Dest" careful:"Updated"`
}

// ruleSpec is a setting for single places, as written.
type ruleSpec struct {
	// The resources it is for, all if not written. `*` stands for any letters.
	Target targetSpec `yaml:"target,omitempty"`

	// The place and everything below it, such as `spec.template.spec.containers[name=web].image`; `*` is any field,
	// `[*]` any element, `.` the root, which is the default. A name with a dot or slash stands in brackets:
	// `data["app.yaml"]`, `metadata.annotations["example.com/team"]`.
	Path string `yaml:"path,omitempty" example:"spec.replicas"`

	// MERGE as usual; SKIP keeps what dest has, whole; REPLACE takes what upstream has, whole.
	Mode *merge.Mode `yaml:"mode,omitempty"`

	placeSpec `yaml:",inline"`

	// How images merge there.
	Images placeImagesSpec `yaml:"images,omitempty"`
}

// targetSpec names resources, as written.
type targetSpec struct {
	kindSpec `yaml:",inline"`
	// Their names, or a pattern.
	Name *string `yaml:"name,omitempty" example:"web-*"`
	// Their namespaces, or a pattern.
	Namespace *string `yaml:"namespace,omitempty" example:"prod-*"`
	// By labels, as kubectl's `-l` takes it: `app=web,tier in (front,back),!canary`. They are those of dest's version, of
	// updated's where dest lacks the resource.
	LabelSelector string `yaml:"labelSelector,omitempty" example:"app=web,tier in (front,back),!canary"`
	// By annotations, in the same way.
	AnnotationSelector string `yaml:"annotationSelector,omitempty" example:"team=shop"`
}

// kindSpec names kinds of resources, as written.
type kindSpec struct {
	// The API group, without the version.
	Group *string `yaml:"group,omitempty" example:"apps"`
	// The kind.
	Kind *string `yaml:"kind,omitempty" example:"Deployment"`
}

// keySpec declares the key of a list, as written.
type keySpec struct {
	// The kind of resource it is for, all if not written.
	Target kindSpec `yaml:"target,omitempty"`
	// The list, such as `spec.routes`.
	Path string `yaml:"path" required:"true" example:"spec.routes"`
	// The fields that tell its elements apart, together.
	Fields []string `yaml:"fields" required:"true" min:"1" example:"[host, port]"`
}
