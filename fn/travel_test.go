package fn

import (
	"testing"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"sigs.k8s.io/kustomize/kyaml/kio/kioutil"
)

// TestAnnotationNames: the annotations are those that the tools on the way
// read and write.
func TestAnnotationNames(t *testing.T) {
	for theirs, ours := range map[string]string{
		kioutil.PathAnnotation:        pathAnnotation,
		kioutil.LegacyPathAnnotation:  oldPath, //nolint:staticcheck // tools still write it
		kioutil.IndexAnnotation:       indexNumber,
		kioutil.LegacyIndexAnnotation: oldIndex, //nolint:staticcheck // tools still write it
		kioutil.SeqIndentAnnotation:   seqIndent,
		kioutil.IdAnnotation:          itemID,
		kioutil.LegacyIdAnnotation:    oldID, //nolint:staticcheck // tools still write it
		sdk.KptLocalConfig:            localConfig,
		sdk.KptUseOnlyPrefix:          kptPrefix,
	} {
		if ours != theirs {
			t.Errorf("%s is %s", ours, theirs)
		}
	}
}
