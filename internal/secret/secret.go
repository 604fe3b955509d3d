// Package secret knows what of a resource must not be shown to anybody: a Secret, a
// SealedSecret or a list of them, wherever it lies in a resource or in a string; what
// SOPS encrypted, with all that stands next to it; the literals that a Kustomization
// generates Secrets from, and the files that it mostly reads them from. In go nodes and texts, out comes which of them are secret; no
// node is modified. It must not know who would show them.
package secret

import (
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// File reports whether a file holds secrets by its name: .env, db.env, .env.local.
func File(name string) bool {
	base := path.Base(name)
	return strings.HasSuffix(base, ".env") || strings.HasPrefix(base, ".env.")
}

// Places are the places of a resource whose values are secret. Of nil Places,
// which nobody looked for, all are.
type Places struct {
	// known has what is secret or holds something that is, by the names of the fields above it, and
	// whether all in it is.
	known map[string]bool
}

// called is what a place is called here, by the names of the fields that lead to it.
func called(fields []string) string { return strings.Join(fields, "\x00") }

// In finds the secret places in the versions of one resource; nil is a version
// that does not have it. No version is modified. The cost is linear.
func In(versions ...*yaml.Node) *Places {
	p := &Places{map[string]bool{}}
	for _, root := range versions {
		s := scanner{known: p.known, anchors: map[*yaml.Node]bool{}}
		s.document(root)
	}
	return p
}

// Any reports whether a place is secret.
func (p *Places) Any() bool { return p == nil || len(p.known) > 0 }

// Hide reports whether the value at a path must not be shown, because it is
// secret or holds something that is. The cost is that of the path.
func (p *Places) Hide(at merge.Path) bool {
	_, hidden := p.find(at)
	return hidden
}

// Show is the path as it may be shown: below a secret place without the values
// that identify elements of lists.
func (p *Places) Show(at merge.Path) merge.Path {
	if below, hidden := p.find(at); hidden && below < len(at) {
		return at.Without(below)
	}
	return at
}

// Message is a message about a place, made fit to be shown: for a secret place without
// what is in brackets, which may identify elements.
func (p *Places) Message(at merge.Path, message string) string {
	if p.Hide(at) {
		return inBrackets.ReplaceAllString(message, "[…]")
	}
	return message
}

var inBrackets = regexp.MustCompile(`\[[^\]]*\]`)

// find gives how many steps of a path may be shown as they are.
func (p *Places) find(at merge.Path) (shown int, hidden bool) {
	if p == nil {
		return 0, true
	}
	names, end := at.Fields(), 0
	for i, all := 0, called(names); ; i++ {
		switch whole, holds := p.known[all[:max(0, end-1)]]; {
		case whole:
			return i, true
		case !holds: // Neither does what is below it.
			return len(at), false
		case i == len(names):
			// The path enters a list, in which nothing is secret, or it ends above what is secret.
			return len(at), len(names) == len(at)
		}
		end += len(names[i]) + 1
	}
}
