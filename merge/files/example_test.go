package files_test

import (
	"errors"
	"fmt"
	"testing/fstest"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Three texts of one file: what upstream changed comes along, and everything else keeps
// its bytes.
func ExampleBytes() {
	original := "image: web:1\nreplicas: 1\n"
	updated := "image: web:2\nreplicas: 1\nport: 80\n"
	dest := "# Ours.\nimage:   web:1\n\nreplicas: 3 # measured\n"

	merged, _, err := files.Bytes([]byte(original), []byte(updated), []byte(dest), "values.yaml", files.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", merged)
	// Output:
	// # Ours.
	// image:   web:2
	//
	// replicas: 3 # measured
	// port: 80
}

// Three versions of a package: resources are the same wherever they lie, other files are
// merged whole.
func ExampleMerge() {
	tree := func(files map[string]string) fstest.MapFS {
		tree := fstest.MapFS{}
		for name, text := range files {
			tree[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
		}
		return tree
	}
	const resource = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n"
	result, err := files.Merge(
		tree(map[string]string{"settings.yaml": resource + "  log: info\n", "README.md": "Version 1\n"}),
		tree(map[string]string{"settings.yaml": resource + "  log: warn\n", "README.md": "Version 2\n"}),
		tree(map[string]string{"ours.yaml": resource + "  log: info\n  mine: yes # ours\n", "README.md": "Version 1\n"}),
		files.Options{},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range result.Files {
		fmt.Printf("%s %s\n%s", f.Path, f.Status, f.Data)
	}
	// Output:
	// README.md changed
	// Version 2
	// ours.yaml changed
	// apiVersion: v1
	// kind: ConfigMap
	// metadata:
	//   name: settings
	// data:
	//   log: warn
	//   mine: yes # ours
}

// Conflicts are data, whatever the policy makes of them.
func ExampleResult() {
	_, result, err := files.Bytes([]byte("size: small\n"), []byte("size: medium\n"), []byte("size: large\n"), "values.yaml", files.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Conflicts {
		fmt.Printf("%s: %s: %s: upstream has %s, dest %s; taken: %s\n",
			c.DestResource.Path, c.Place(), c.Kind, c.Updated.Value, c.Dest.Value, c.Taken)
	}
	// Output:
	// values.yaml: size: both-changed: upstream has medium, dest large; taken: updated
}

// A policy that leaves conflicts to people refuses the result.
func ExampleConflictsError() {
	opts := files.Options{Options: resource.Careful()}
	opts.Policy.OnConflict = merge.Fail
	_, _, err := files.Bytes([]byte("size: small\n"), []byte("size: medium\n"), []byte("size: large\n"), "values.yaml", opts)
	var refused *files.ConflictsError
	if errors.As(err, &refused) {
		fmt.Println("ask somebody about", len(refused.Conflicts), "conflict")
	}
	fmt.Println(err)
	// Output:
	// ask somebody about 1 conflict
	// values.yaml:1: document 1: size: both changed; onConflict is Fail, so nothing was merged. For each: take upstream's (onConflict: Updated), keep yours (onConflict: Dest), in rules for single places, or edit dest until it agrees.
}
