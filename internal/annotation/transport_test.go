package annotation

import (
	"testing"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"sigs.k8s.io/kustomize/kyaml/kio/kioutil"
)

// TestAnnotationNames: the annotations are those that the tools on the way
// read and write.
func TestAnnotationNames(t *testing.T) {
	for theirs, ours := range map[string]string{
		kioutil.PathAnnotation:        Path,
		kioutil.LegacyPathAnnotation:  OldPath, //nolint:staticcheck // tools still write it
		kioutil.IndexAnnotation:       IndexNumber,
		kioutil.LegacyIndexAnnotation: OldIndex, //nolint:staticcheck // tools still write it
		kioutil.SeqIndentAnnotation:   SeqIndent,
		kioutil.IdAnnotation:          ItemID,
		kioutil.LegacyIdAnnotation:    OldID, //nolint:staticcheck // tools still write it
		sdk.KptLocalConfig:            LocalConfig,
		sdk.KptUseOnlyPrefix:          kptPrefix,
	} {
		if ours != theirs {
			t.Errorf("%s is %s", ours, theirs)
		}
	}
}
