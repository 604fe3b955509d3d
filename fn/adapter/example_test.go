package adapter_test

import (
	"fmt"
	"os"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/kio"

	"github.com/krm-merge/krm-merge/fn/adapter"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// The filter stands where filters.Merge3 stood; what it reports is told beside.
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
		Filters: []kio.Filter{adapter.Filter{Report: func(o *resource.Outcome) {
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
	// # data.log: both changed; updated taken
	// apiVersion: v1
	// kind: ConfigMap
	// metadata: {name: settings}
	// data: {log: warn}
}
