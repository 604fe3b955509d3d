// Command floor parses standard input with the YAML library and prints it again:
// what any program pays that reads and writes YAML with it.
package main

import (
	"errors"
	"fmt"
	"os"

	"go.yaml.in/yaml/v3"
)

func main() {
	var doc yaml.Node
	err := yaml.NewDecoder(os.Stdin).Decode(&doc)
	encoder := yaml.NewEncoder(os.Stdout)
	encoder.SetIndent(2)
	if err = errors.Join(err, encoder.Encode(&doc), encoder.Close()); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}
