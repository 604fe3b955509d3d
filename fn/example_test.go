package fn_test

import (
	"fmt"
	"os"
	"strings"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/kio"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// versions are those of one resource in a ResourceList.
const versions = `apiVersion: config.kubernetes.io/v1
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
`

// The function reads a ResourceList and writes one.
func ExampleRun() {
	fmt.Println("exit code", fn.Run(strings.NewReader(versions), os.Stdout, os.Stderr))
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

// The filter takes the place of filters.Merge3 in a kio.Pipeline; Report gets the
// conflicts.
func ExampleFilter() {
	packages := strings.NewReader(`
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, annotations: {config.kubernetes.io/merge-source: original}}
data: {log: info}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, annotations: {config.kubernetes.io/merge-source: updated}}
data: {log: warn}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, annotations: {config.kubernetes.io/merge-source: dest}}
data: {log: debug}
`)
	err := kio.Pipeline{
		Inputs: []kio.Reader{&kio.ByteReader{Reader: packages, OmitReaderAnnotations: true}},
		Filters: []kio.Filter{fn.Filter{Report: func(o *resource.Outcome) {
			for _, c := range o.Conflicts {
				fmt.Printf("# %s: %s; %s taken\n", c.Place(), c.Kind, c.Taken)
			}
		}}},
		Outputs: []kio.Writer{kio.ByteWriter{Writer: os.Stdout}},
	}.Execute()
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// # data.log: both-changed; updated taken
	// apiVersion: v1
	// kind: ConfigMap
	// metadata: {name: settings}
	// data: {log: warn}
}

// A function that does more than merge: the SDK runs its processors one after the
// other. As the main function of a program it is
//
//	if err := sdk.AsMain(function); err != nil {
//		os.Exit(1)
//	}
func ExampleProcessor() {
	count := func(list *sdk.ResourceList) (bool, error) {
		list.Results.Infof("%d resources", len(list.Items))
		return true, nil
	}
	function := sdk.ChainFunctions(fn.Processor(), count)
	out, err := sdk.Run(function, []byte(versions))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%s", out)
	// Output:
	// apiVersion: config.kubernetes.io/v1
	// kind: ResourceList
	// items:
	// - apiVersion: v1
	//   kind: ConfigMap
	//   metadata: {name: settings}
	//   data: {log: warn, mine: "1"} # ours
	// results:
	// - message: 1 resources
	//   severity: info
}

// A configuration can be checked by itself; an unknown setting is an error that names
// the nearest one.
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
	// merge.yaml: line 5: onConflicts: unknown setting; did you mean "onConflict"?
}
