// Command krm-merge merges Kubernetes resources: as a KRM function without
// arguments, and on the command line.
package main

//go:generate go run -C tools ./generate -root ..

import (
	_ "embed" // What catalogs know about the function.
	"os"

	"github.com/krm-merge/krm-merge/internal/cli"
)

// version is set by the linker: -ldflags "-X main.version=v1.2.3".
var version string

//go:embed metadata.yaml
var metadata []byte

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, cli.About{Version: version, Metadata: metadata}))
}
