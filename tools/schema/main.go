// Schema writes the table of built-in Kubernetes kinds that package merge/schema
// holds. It reads the Go sources of the published API modules that go.mod pins:
// struct tags and markers in comments.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
)

func main() {
	out := flag.String("o", "", "file to write or, with -check, to compare")
	check := flag.Bool("check", false, "do not write: fail if the file is not what would be written")
	flag.Parse()
	if err := run(*out, *check); err != nil {
		fmt.Fprintln(os.Stderr, "schema:", err)
		os.Exit(1)
	}
}

func run(out string, check bool) error {
	modules, err := findModules()
	if err != nil {
		return err
	}
	api, err := load(modules)
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
	switch {
	case out == "":
		_, err = os.Stdout.Write(text)
		return err
	case check:
		have, err := os.ReadFile(out)
		if err != nil {
			return err
		}
		if !bytes.Equal(have, text) {
			return fmt.Errorf("%s is stale: run go generate ./merge/schema", out)
		}
		return nil
	}
	return os.WriteFile(out, text, 0o644)
}
