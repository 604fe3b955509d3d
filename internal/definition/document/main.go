// Document writes what describes the configuration: see package definition.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/definition"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	files, err := definition.Files(os.DirFS(*root))
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(*root, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
