package terms

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
)

// PinComment is the local comment that keeps what it stands at as it is.
const PinComment = "krm-merge: keep"

// LinkTag is that of the text of a symbolic link.
const LinkTag = "!link"

// HoldsResources reports whether files of that name are merged resource by resource.
func HoldsResources(name string) bool {
	switch path.Ext(name) {
	case ".yaml", ".yml", ".json":
		return true
	}
	switch path.Base(name) {
	case "Kptfile", "kustomization", "Kustomization":
		return true
	}
	return false
}

// IsKustomizationFile reports whether kustomize reads a file of that name whatever its
// kind.
func IsKustomizationFile(file string) bool {
	switch path.Base(file) {
	case "kustomization.yaml", "kustomization.yml", "Kustomization":
		return true
	}
	return false
}

// InferredKeys are the fields that identify the elements of a list without
// schema, in this order. They are the seven of the published merge documents.
func InferredKeys() [7]string {
	return [7]string{"mountPath", "devicePath", "name", "ip", "type", "topologyKey", "containerPort"}
}

// Digest is what texts are called among other ones: so many hex digits of a SHA-256.
func Digest(length int, texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:])[:length]
}
