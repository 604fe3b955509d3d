package fn

import (
	"slices"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
)

// byKustomize is the annotation by which kustomize finds the function. kpt has no
// use for it.
const byKustomize = "config.kubernetes.io/function"

// fromKustomize reports whether kustomize runs the function.
func fromKustomize(config *yaml.Node) bool {
	return config != nil && annotation.Get(config, byKustomize) != ""
}

// unfound warns if kustomize runs the function and it finds no versions. Under other
// tools that is usual, because a merge that has run removed them; but kustomize keeps
// what it passes, and has no directories in which versions could lie.
func (in *input) unfound(config *yaml.Node) sdk.Results {
	if !fromKustomize(config) || slices.ContainsFunc(in.items, func(it *item) bool { return it.location != "" }) {
		return nil
	}
	return sdk.Results{result(sdk.Warning, "there is nothing to merge: kustomize shows a function no directories; "+
		"give the versions as text in the configuration, or as files by a configMapGenerator", nil, "")}
}

// unseen are the warnings that nobody would see as results: kustomize shows none,
// but what goes to standard error.
func unseen(config *yaml.Node, results sdk.Results) []string {
	if !fromKustomize(config) {
		return nil
	}
	var lines []string
	for _, r := range results {
		if r.Severity == sdk.Warning {
			lines = append(lines, r.String())
		}
	}
	return lines
}
