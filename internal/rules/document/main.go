// Document writes docs/rules.md and docs/conflicts.md from the rule files. With
// -check it writes nothing and fails if a file is not what it would write.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/generated"
	"github.com/krm-merge/krm-merge/internal/rules"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	check := flag.Bool("check", false, "fail if a document is stale, write nothing")
	flag.Parse()
	if err := document(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "document:", err)
		os.Exit(1)
	}
}

func document(root string, check bool) error {
	for _, d := range []struct {
		name string
		text func(fs.FS) (string, error)
	}{{"rules.md", rules.Document}, {"conflicts.md", rules.Conflicts}} {
		text, err := d.text(os.DirFS(root))
		if err != nil {
			return err
		}
		if err := generated.Write(filepath.Join(root, "docs", d.name), text, check, "the rule files say", "go generate ./merge"); err != nil {
			return err
		}
	}
	return nil
}
