package annotation

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Transport annotations are those that tools write on a resource for each other. They
// are not part of its value: they are neither compared nor merged, and dest's stay.
//
// rule: whole/travel-annotations-are-no-value

const (
	internalPrefix = "internal.config.kubernetes.io/"
	kptPrefix      = "internal.kpt.dev/"

	MergeSource = "config.kubernetes.io/merge-source"
	LocalConfig = "config.kubernetes.io/local-config"

	// Modes holds modes of maps of the resource it is on: lines of "path: MODE"; the
	// root's path is a dot.
	Modes = "merge.fn.kpt.dev/modes"

	PreviousNames      = internalPrefix + "previousNames"
	PreviousNamespaces = internalPrefix + "previousNamespaces"
	UpstreamIdentifier = kptPrefix + "upstream-identifier"
)

// IsTransport reports whether an annotation is a transport annotation.
func IsTransport(name string) bool {
	switch name {
	case MergeSource, "config.kubernetes.io/path", "config.kubernetes.io/index", "config.kubernetes.io/id", "config.k8s.io/id":
		return true
	}
	return strings.HasPrefix(name, internalPrefix) || strings.HasPrefix(name, kptPrefix)
}

// Transport gives the transport annotations of a resource as key, value, key,
// value, ….
func Transport(root *yaml.Node) (entries []*yaml.Node) {
	return only(Of(root), IsTransport)
}

// Without is root without transport annotations: root itself if it has none, else a
// copy of the nodes on the way. What held only transport annotations vanishes with
// them. drop names further annotations that are left out.
func Without(root *yaml.Node, drop ...string) *yaml.Node {
	return filtered(root, func(name string) bool { return !IsTransport(name) && !slices.Contains(drop, name) }, nil, false)
}

// Like is Without, but with the transport annotations of another resource. They stand
// in front of the others if they do so there, else behind them, so that they are in
// nobody's way.
//
// rule: whole/transport-annotations-in-front
func Like(root, other *yaml.Node, drop ...string) *yaml.Node {
	all := Of(other)
	first := all != nil && len(all.Content) > 0 && IsTransport(all.Content[0].Value)
	return filtered(root, func(name string) bool { return !IsTransport(name) && !slices.Contains(drop, name) }, Transport(other), first)
}

// Drop gives a copy of root without the annotations, root itself if
// it has none of them.
func Drop(root *yaml.Node, names ...string) *yaml.Node {
	return filtered(root, func(name string) bool { return !slices.Contains(names, name) }, nil, false)
}

// filtered is root with the annotations that are to be kept, and others behind or in front of them.
func filtered(root *yaml.Node, keep func(name string) bool, others []*yaml.Node, first bool) *yaml.Node {
	all, of := Of(root), node.Target(root)
	if of == nil || of.Kind != yaml.MappingNode || len(others) == 0 && (all == nil || len(only(all, keep)) == len(all.Content)) {
		return root
	}
	return Edit(root, func(annotations *yaml.Node) *yaml.Node {
		kept := only(annotations, keep)
		if first {
			return node.WithContent(annotations, slices.Concat(others, kept))
		}
		return node.WithContent(annotations, append(kept, others...))
	})
}

// MergeComment begins the comment of kpt that names the upstream identity of a resource,
// also of one that was renamed here: metadata: # kpt-merge: namespace/name
const MergeComment = "kpt-merge:"

// IsMergeComment reports whether a line of a comment is one that kpt writes.
func IsMergeComment(comment string) bool {
	return strings.HasPrefix(strings.TrimSpace(strings.TrimLeft(comment, "#")), MergeComment)
}
