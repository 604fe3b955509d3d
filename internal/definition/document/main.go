// Document writes what describes the configuration: see package definition. With
// -check it writes nothing and fails if a file is not what it would write.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/definition"
	"github.com/krm-merge/krm-merge/internal/generated"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	check := flag.Bool("check", false, "fail if a file is stale, write nothing")
	flag.Parse()
	if err := document(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "document:", err)
		os.Exit(1)
	}
}

func document(root string, check bool) error {
	files, err := definition.Files(os.DirFS(root))
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := generated.Write(filepath.Join(root, filepath.FromSlash(name)), text, check, "fn/spec.go says", "go generate ./internal/definition"); err != nil {
			return err
		}
	}
	return nil
}
