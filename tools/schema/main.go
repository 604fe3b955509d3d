// Schema writes the table of built-in Kubernetes kinds that package merge/schema
// holds. It reads the Go sources of the published API modules that go.mod pins:
// struct tags and markers in comments.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	out := flag.String("o", "table_gen.go", "the file to write")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "schema:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	dirs, modules, err := packageDirs()
	if err != nil {
		return err
	}
	api, err := load(dirs)
	if err != nil {
		return err
	}
	if err = api.applyUnions(); err != nil {
		return err
	}
	if err = api.verify(); err != nil {
		return err
	}
	text, err := emit(buildTable(api), modules)
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o644)
}
