package fn

import (
	"testing"

	"sigs.k8s.io/kustomize/kyaml/fn/runtime/runtimeutil"

	"github.com/krm-merge/krm-merge/internal/annotation"
)

// TestAnnotations: what tools write for each other is no part of a resource, and
// what tells who runs the function is what kustomize reads.
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
