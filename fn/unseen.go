package fn

import "go.yaml.in/yaml/v3"

// byKustomize is the annotation by which kustomize finds the function. kpt has no
// use for it.
const byKustomize = "config.kubernetes.io/function"

// unseen are the warnings that nobody would see as results: kustomize shows none,
// but what goes to standard error.
func unseen(config *yaml.Node, results []*Result) []string {
	if config == nil || annotation(config, byKustomize) == "" {
		return nil
	}
	var lines []string
	for _, r := range results {
		if r.Severity == SeverityWarning {
			lines = append(lines, r.String())
		}
	}
	return lines
}
