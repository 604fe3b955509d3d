package annotation

import (
	"testing"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
)

// TestNames: the annotations are those that the tools on the way read and write.
func TestNames(t *testing.T) {
	for theirs, ours := range map[string]string{
		sdk.KptLocalConfig:     LocalConfig,
		sdk.KptUseOnlyPrefix:   kptPrefix,
		sdk.UpstreamIdentifier: UpstreamIdentifier,
	} {
		if ours != theirs {
			t.Errorf("%s is %s", ours, theirs)
		}
	}
}
