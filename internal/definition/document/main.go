// Document writes docs/configuration.md from the definition of the function.
// With -check it writes nothing and fails if the file is not what it would write.
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
	check := flag.Bool("check", false, "fail if docs/configuration.md is stale, write nothing")
	flag.Parse()
	if err := document(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "document:", err)
		os.Exit(1)
	}
}

func document(root string, check bool) error {
	text, err := definition.Document(os.DirFS(root))
	if err != nil {
		return err
	}
	file := filepath.Join(root, "docs", "configuration.md")
	return generated.Write(file, text, check, definition.File+" says", "go generate ./internal/definition")
}
