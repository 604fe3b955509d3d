// Command floor parses standard input with the YAML library and prints it again:
// what any program pays that reads and writes YAML with it.
package main

import (
	"fmt"
	"os"

	"go.yaml.in/yaml/v3"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}

func run() error {
	var doc yaml.Node
	if err := yaml.NewDecoder(os.Stdin).Decode(&doc); err != nil {
		return err
	}
	encoder := yaml.NewEncoder(os.Stdout)
	encoder.SetIndent(2)
	if err := encoder.Encode(&doc); err != nil {
		return err
	}
	return encoder.Close()
}
