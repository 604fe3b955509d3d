package fn_test

import (
	"fmt"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
)

// A program that is the function itself reads a ResourceList and writes one.
func ExampleRun() {
	list := strings.NewReader(`apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: settings, annotations: {config.kubernetes.io/merge-source: original}}
  data: {log: info}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: settings, annotations: {config.kubernetes.io/merge-source: updated}}
  data: {log: warn}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: settings}
  data: {log: info, mine: "1"} # ours
`)
	exit := fn.Run(list, os.Stdout, os.Stderr)
	fmt.Println("exit code", exit)
	// Output:
	// apiVersion: config.kubernetes.io/v1
	// kind: ResourceList
	// items:
	// - apiVersion: v1
	//   kind: ConfigMap
	//   metadata: {name: settings}
	//   data: {log: warn, mine: "1"} # ours
	// exit code 0
}

// The configuration of the function may also be made from what somebody wrote; an
// unknown setting is an error that names the nearest.
func ExampleParseConfig() {
	var config yaml.Node
	if err := yaml.Unmarshal([]byte(`
apiVersion: fn.kpt.dev/v1alpha1
kind: Merge
metadata: {name: upgrade}
spec: {onConflicts: Dest}
`), &config); err != nil {
		panic(err)
	}
	_, err := fn.ParseConfig(&config, "merge.yaml")
	fmt.Println(err)
	// Output:
	// merge.yaml: spec.onConflicts: unknown setting; did you mean "onConflict"?
}
