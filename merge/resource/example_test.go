package resource_test

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge/resource"
)

// A controller merges a package that it has as nodes: it reads each document into a
// Resource, with the path of its file.
func ExampleMerge() {
	document := func(text string) []*resource.Resource {
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
			panic(err)
		}
		return []*resource.Resource{{Node: doc.Content[0], Doc: &doc, Path: "settings.yaml", Name: "settings.yaml"}}
	}
	opts := resource.Careful() // ask where an edit could be lost
	out, err := resource.Merge(resource.Versions{
		Original: document("{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {log: info, size: small}}"),
		Updated:  document("{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {log: warn, size: medium}}"),
		Dest:     document("{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {log: info, size: large}}"),
	}, opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range out.Conflicts {
		fmt.Printf("%s: %s: %s\n", c.DestResource.Path, c.Place(), c.Kind)
	}
	if out.Open() > 0 {
		fmt.Println("ask somebody")
	}
	for _, m := range out.Resources {
		text, err := yaml.Marshal(m.Node)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %s", m.Path, text)
	}
	// Output:
	// settings.yaml: data.size: both-changed
	// ask somebody
	// settings.yaml: {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {log: warn, size: large}}
}
