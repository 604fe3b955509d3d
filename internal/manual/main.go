// Manual makes docs/commands from the help of the commands: a page for each, and one with all
// flags and exit codes.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/cli"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	for name, text := range pagesOf(cli.Command()) {
		file := filepath.Join(*root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
