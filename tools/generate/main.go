// Generate writes what is made from something else: the pages about commands from their help, the
// reference and the schema of the configuration from config.Spec, its tags and its comments, the pages
// about rules and conflicts from the rule files and the phrasebook, that about laws from their
// table. It knows no setting, command, rule or law by itself.
//
//	go generate .      in the root of the repository
package main

import (
	"flag"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/krm-merge/krm-merge/internal/cli"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	files, err := generated(os.DirFS(*root))
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(*root, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// note stands in front of a page, and says what it is made from.
func note(from string) string {
	return "<!-- Made from " + from + " by tools/generate. Do not edit: go generate . makes it anew. -->\n\n"
}

// generated gives all files that are made, by their names in the repository.
func generated(repository fs.FS) (map[string]string, error) {
	files, err := configurationFiles(repository)
	if err != nil {
		return nil, err
	}
	pages, err := rulePages(repository)
	if err != nil {
		return nil, err
	}
	maps.Copy(files, pages)
	files["docs/laws.md"], err = lawsPage(repository)
	files["docs/commands.md"] = commandsPage(cli.Command())
	return files, err
}

// cell is a text in a table of Markdown.
func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}

func upperFirst(s string) string {
	if s == "" || strings.HasPrefix(s, "$") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
