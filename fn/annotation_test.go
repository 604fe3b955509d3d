package fn

import (
	"testing"

	"sigs.k8s.io/kustomize/kyaml/fn/runtime/runtimeutil"

	"github.com/krm-merge/krm-merge/internal/annotation"
)

// TestAnnotations: annotations that tools write for each other are not part of a
// resource, and the one by which we know kustomize is the one that kustomize reads.
func TestAnnotations(t *testing.T) {
	for _, name := range []string{pathName, indexName, seqIndent, itemID, oldPath, oldIndex, oldID, packagePath} {
		if !annotation.IsTransport(name) {
			t.Errorf("%s is merged", name)
		}
	}
	if byKustomize != runtimeutil.FunctionAnnotationKey {
		t.Errorf("%s is not %s", byKustomize, runtimeutil.FunctionAnnotationKey)
	}
}
