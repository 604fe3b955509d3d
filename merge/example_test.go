package merge_test

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// Upstream has a new image; we have another number of replicas. Both want another
// level of the log.
func ExampleThreeWay() {
	original := document(`
kind: Deployment
apiVersion: apps/v1
spec:
  replicas: 1
  template: {spec: {containers: [{name: web, image: "web:1", env: [{name: LOG, value: info}]}]}}
`)
	updated := document(`
kind: Deployment
apiVersion: apps/v1
spec:
  replicas: 1
  template: {spec: {containers: [{name: web, image: "web:2", env: [{name: LOG, value: warn}]}]}}
`)
	dest := document(`
kind: Deployment
apiVersion: apps/v1
spec:
  replicas: 5 # ours
  template: {spec: {containers: [{name: web, image: "web:1", env: [{name: LOG, value: debug}]}]}}
`)
	r, err := merge.ThreeWay(merge.Versions{Original: original, Updated: updated, Dest: dest}, merge.Options{
		Schema: schema.Builtin("apps/v1", "Deployment"),
		Policy: merge.Policy{OnConflict: merge.TakeDest},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text(r.Node))
	for _, c := range r.Conflicts {
		fmt.Printf("%s: %s; %s taken\n", c.Path, c.Kind, c.Taken)
	}
	// Output:
	// kind: Deployment
	// apiVersion: apps/v1
	// spec:
	//     replicas: 5 # ours
	//     template: {spec: {containers: [{name: web, image: "web:2", env: [{name: LOG, value: debug}]}]}}
	// spec.template.spec.containers[name=web].env[name=LOG].value: both-changed; dest taken
}

// A patch sets a field, removes another with null and deletes an element.
func ExampleTwoWay() {
	source := document(`
spec: {paused: null, template: {spec: {containers: [{name: side, $patch: delete}]}}}
metadata: {labels: {app: web}}
`)
	dest := document(`
spec: {paused: true, template: {spec: {containers: [{name: web}, {name: side}]}}}
`)
	r, err := merge.TwoWay(source, dest, merge.Options{Schema: schema.Builtin("apps/v1", "Deployment")})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text(r.Node))
	// Output:
	// spec: {template: {spec: {containers: [{name: web}]}}}
	// metadata: {labels: {app: web}}
}

// A controller knows what it applied last, what it wants now, and what is in the cluster,
// where others have set fields, too.
func ExampleObjects() {
	applied := map[string]any{"spec": map[string]any{"replicas": int64(1), "image": "web:1"}}
	wanted := map[string]any{"spec": map[string]any{"replicas": int64(1), "image": "web:2"}}
	live := map[string]any{"spec": map[string]any{"replicas": int64(5), "image": "web:1", "node": "a"}}

	merged, conflicts, err := merge.Objects(applied, wanted, live, merge.Options{})
	fmt.Println(merged, conflicts, err)
	// Output:
	// map[spec:map[image:web:2 node:a replicas:5]] [] <nil>
}

// Each layer goes over the ones before; the mode that a map holds says what becomes
// of the keys that both have.
func ExampleLayers() {
	r, err := merge.Layers([]*yaml.Node{
		document("{memory: 512, labels: [java], limits: {mode: SKIP, cpu: 1}}"),
		document("{memory: 1024, labels: [kotlin], limits: {cpu: 2, disk: 10}}"),
	}, merge.Options{ModeKey: "mode"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text(r.Node))
	// Output:
	// {memory: 1024, labels: [java, kotlin], limits: {mode: SKIP, cpu: 1, disk: 10}}
}

func ExampleParsePattern() {
	for _, path := range []string{"spec.template.spec.containers[*].image", `data["app.yaml"]`, "spec..x"} {
		pattern, err := merge.ParsePattern(path)
		fmt.Println(pattern, err)
	}
	// Output:
	// spec.template.spec.containers[*].image <nil>
	// data["app.yaml"] <nil>
	//  path "spec..x" cannot be read from "..x" on; write it as in spec.containers[name=web].image, args[2] or annotations["example.com/name"]
}

// document parses a text of an example.
func document(text string) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		panic(err)
	}
	return &doc
}

// text spells a node of an example.
func text(n *yaml.Node) string {
	out, err := yaml.Marshal(n)
	if err != nil {
		panic(err)
	}
	return string(out)
}
