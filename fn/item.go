package fn

import (
	"sigs.k8s.io/kustomize/kyaml/kio/kioutil"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// item is one item of a ResourceList and what it is in the merge.
type item struct {
	*wire.Item
	// version is the one it belongs to, nil for a bystander, which is not part of the merge
	// and stays unchanged; marked: its annotation names it.
	version *version
	marked  bool
	// keepsMark: the annotation stays, because the directory is that of another
	// version.
	keepsMark bool
	// resource is what it is in its version, nil for a bystander and a carrier.
	resource *resource.Resource
	// location is the item's file relative to the outermost package, "" if the
	// item has none; pkg the directory of its own package in there.
	location, pkg string
}

// itemOf gives the item that a resource came as, nil if it did not.
func itemOf(r *resource.Resource) *item {
	it, _ := r.From.(*item)
	return it
}

// placedItem gives the item that a resource is as a whole, nil if it is none: what stands
// in a List came as the item of that.
func placedItem(r *resource.Resource) *item {
	if r == nil {
		return nil
	}
	if it := itemOf(r); it != nil && it.resource == r {
		return it
	}
	return nil
}

// annotation gives the first of the annotations that is there, "" if none is.
func (it *item) annotation(names ...string) string {
	if it.Outline() == nil {
		return annotation.First(it.Node(), names...)
	}
	for _, name := range names {
		for _, a := range it.Outline().Annotations {
			if a.Name == name && a.Value != "" {
				return a.Value
			}
		}
	}
	return ""
}

// meta is the Meta of the item.
func (it *item) meta() resource.Meta {
	if it.Outline() == nil {
		return resource.MetaOf(it.Node())
	}
	o := &it.Outline().Meta
	m := resource.Meta{
		APIVersion: o.APIVersion, Kind: o.Kind, IsMap: true,
		Name: o.Name, Namespace: o.Namespace, GenerateName: o.GenerateName,
	}
	m.Claim(o.Comment)
	m.ClaimNoted(func(name string) string { return it.annotation(name) })
	return m
}

// The annotations by which tools and the function tell each other where an item comes
// from and where it goes.
const (
	pathName  = kioutil.PathAnnotation
	indexName = kioutil.IndexAnnotation
	seqIndent = kioutil.SeqIndentAnnotation
	itemID    = kioutil.IdAnnotation

	oldPath  = kioutil.LegacyPathAnnotation  //nolint:staticcheck // tools still write it
	oldIndex = kioutil.LegacyIndexAnnotation //nolint:staticcheck // tools still write it
	oldID    = kioutil.LegacyIdAnnotation    //nolint:staticcheck // tools still write it

	// packagePath is kpt's.
	packagePath = "internal.config.kubernetes.io/package-path"
)
