package fn

import "sigs.k8s.io/kustomize/kyaml/kio/kioutil"

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
