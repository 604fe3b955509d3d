// Manual writes the manual pages of the program for a release, one for each command.
package main

import (
	"flag"
	"log"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra/doc"

	"github.com/krm-merge/krm-merge/internal/cli"
)

func main() {
	dir := flag.String("to", ".", "the directory to write them to")
	flag.Parse()
	// Reproducible: the time is the commit's, and no page says what made it.
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		log.Fatal("SOURCE_DATE_EPOCH: ", err)
	}
	root := cli.Command()
	root.DisableAutoGenTag = true
	made := time.Unix(seconds, 0).UTC()
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Date: &made, Source: "krm-merge"}, *dir); err != nil {
		log.Fatal(err)
	}
}
