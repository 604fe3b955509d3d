// Compared writes docs/compared.md: what other programs give for the inputs of
// this project's rules, and what this project gives for the cases of their tests.
// Every cell of its tables was run; what could not be run is cited or left out.
//
//	go run .            write the page
//	go run . -check     write nothing, fail if the page is stale
//	go run . -record    run kpt first, and record what it gives
//
// kpt is a program and no library, so what it gave is kept in testdata/kpt.txtar
// with the version that gave it; all others run every time. This is a module of
// its own so that the product does not depend on what it is compared with.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/generated"
)

func main() {
	root := flag.String("root", "../..", "the root of the repository")
	check := flag.Bool("check", false, "fail if docs/compared.md is stale, write nothing")
	record := flag.Bool("record", false, "run kpt and record what it gives")
	upgrades := flag.Bool("record-upgrades", false, "upgrade many packages with kpt and krm-merge and record what comes of it")
	flag.Parse()
	if err := compared(*root, *check, *record, *upgrades); err != nil {
		fmt.Fprintln(os.Stderr, "compared:", err)
		os.Exit(1)
	}
}

func compared(root string, check, record, upgrades bool) error {
	if record {
		if err := recordKpt(root); err != nil {
			return err
		}
	}
	if upgrades {
		if err := recordUpgrades(root); err != nil {
			return err
		}
	}
	text, err := page(root)
	if err != nil {
		return err
	}
	file := filepath.Join(root, "docs", "compared.md")
	return generated.Write(file, text, check, "running the programs gives", "go generate ./docs")
}
