package source

import "go.yaml.in/yaml/v3"

// Text is the text of another version. Nodes of its documents that occur in a
// new tree are copied from it byte for byte.
type Text struct {
	Bytes []byte
	// Docs are its documents; nil is one of which no node is in a new tree.
	Docs []*yaml.Node
	// before are the lines of the stream in front of a part of it.
	before int
}
