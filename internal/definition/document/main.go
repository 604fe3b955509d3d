// Document writes docs/configuration.md from the definition of the function.
// With -check it writes nothing and fails if the file is not what it would write.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/definition"
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
	if !check {
		return os.WriteFile(file, []byte(text), 0o644)
	}
	have, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if string(have) != text {
		return fmt.Errorf("%s is not what %s says: run \"go generate ./internal/definition\"", file, definition.File)
	}
	return nil
}
