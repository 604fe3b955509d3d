// Command kyaml is what krm-merge is measured against: kyaml's own reading,
// three-way merge and writing of a ResourceList.
package main

import (
	"fmt"
	"os"

	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/kio/filters"
)

func main() {
	list := &kio.ByteReadWriter{Reader: os.Stdin, Writer: os.Stdout, KeepReaderAnnotations: true}
	err := kio.Pipeline{
		Inputs:  []kio.Reader{list},
		Filters: []kio.Filter{filters.Merge3{}},
		Outputs: []kio.Writer{list},
	}.Execute()
	if err != nil {
		fmt.Fprintln(os.Stderr, "kyaml:", err)
		os.Exit(1)
	}
}
