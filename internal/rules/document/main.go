// Document writes docs/rules.md from the rule files. With -check it writes
// nothing and fails if the file is not what it would write.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/rules"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	check := flag.Bool("check", false, "fail if docs/rules.md is stale, write nothing")
	flag.Parse()
	if err := document(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "document:", err)
		os.Exit(1)
	}
}

func document(root string, check bool) error {
	text, err := rules.Document(os.DirFS(root))
	if err != nil {
		return err
	}
	file := filepath.Join(root, "docs", "rules.md")
	if !check {
		return os.WriteFile(file, []byte(text), 0o644)
	}
	have, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if string(have) != text {
		return fmt.Errorf("%s is not what the rule files say: run \"go generate ./merge\"", file)
	}
	return nil
}
