package fn

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Travel annotations are what the tools on the way write on a resource for
// each other. They are not part of its value: neither compared nor merged, and
// dest's stay.
//
// rule: whole/travel-annotations-are-no-value

const (
	internalPrefix = "internal.config.kubernetes.io/"
	kptPrefix      = "internal.kpt.dev/"

	mergeSource    = "config.kubernetes.io/merge-source"
	localConfig    = "config.kubernetes.io/local-config"
	pathAnnotation = internalPrefix + "path"
	oldPath        = "config.kubernetes.io/path"
	indexNumber    = internalPrefix + "index"
	oldIndex       = "config.kubernetes.io/index"
	packagePath    = internalPrefix + "package-path"
	seqIndent      = internalPrefix + "seqindent"
	itemID         = internalPrefix + "id"
	oldID          = "config.k8s.io/id"

	previousNames      = internalPrefix + "previousNames"
	previousNamespaces = internalPrefix + "previousNamespaces"
	upstreamIdentifier = kptPrefix + "upstream-identifier"
)

// travels says that an annotation is a travel annotation.
func travels(name string) bool {
	switch name {
	case oldPath, oldIndex, "config.kubernetes.io/id", mergeSource, oldID:
		return true
	}
	return strings.HasPrefix(name, internalPrefix) || strings.HasPrefix(name, kptPrefix)
}

// travelOf gives the travel annotations of a resource as key, value, key,
// value, ….
func travelOf(root *yaml.Node) (entries []*yaml.Node) {
	annotations := annotationsOf(root)
	if annotations == nil {
		return nil
	}
	for i := 0; i+1 < len(annotations.Content); i += 2 {
		if travels(annotations.Content[i].Value) {
			entries = append(entries, annotations.Content[i], annotations.Content[i+1])
		}
	}
	return entries
}

// withTravel is root with exactly the given travel annotations: root itself if
// it has these very ones, else a copy of the nodes on the way. What held only
// travel annotations vanishes with them. drop names further annotations that
// are left out.
func withTravel(root *yaml.Node, travel []*yaml.Node, drop ...string) *yaml.Node {
	if root == nil || target(root).Kind != yaml.MappingNode {
		return root
	}
	had := travelOf(root)
	if len(had) == 0 && len(travel) == 0 && !annotatedWith(root, drop) {
		return root
	}
	return editAnnotations(root, func(entries []*yaml.Node) []*yaml.Node {
		kept := make([]*yaml.Node, 0, len(entries)+len(travel))
		for i := 0; i+1 < len(entries); i += 2 {
			if !travels(entries[i].Value) && !slices.Contains(drop, entries[i].Value) {
				kept = append(kept, entries[i], entries[i+1])
			}
		}
		return append(kept, travel...)
	})
}
