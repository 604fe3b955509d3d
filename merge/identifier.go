package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// identifier is what identifies a scalar or a resource among the elements of a list,
// "" for other values.
func identifier(n *yaml.Node) string {
	if kindOf(n) == yaml.MappingNode {
		return resourceName(n)
	}
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	text := n.Value
	if core, kube := readings(n); core.kind != readString || kube.kind != readString || text == "" || strings.ContainsAny(text, " \t\n") {
		return scalarID(n)
	}
	if name, _, assigned := strings.Cut(text, "="); assigned && isName(name) {
		return name + "="
	}
	if strings.HasPrefix(text, "-") {
		return text + "="
	}
	if scheme, _, isURL := strings.Cut(text, "://"); isURL && isName(scheme) || strings.Contains(text, "?ref=") {
		base, _, _ := strings.Cut(text, "?")
		return withoutVersion(withoutVersions(base))
	}
	return withoutVersion(text)
}

// withoutVersions is a URL with a placeholder for what in its path is a version.
func withoutVersions(url string) string {
	parts := strings.Split(url, "/")
	for i, part := range parts {
		if i > 2 && isVersion(part) {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// isVersion reports whether text is a version, v1 or 1.2, or the hash of a commit.
func isVersion(text string) bool {
	number := strings.TrimPrefix(text, "v")
	if len(text) == 40 && strings.Trim(text, "0123456789abcdef") == "" {
		return true
	}
	return number != "" && allDigits(number[:1]) && (number != text || strings.Contains(text, "."))
}

// isName reports whether text can stand before = as a name.
func isName(text string) bool {
	return text != "" && !strings.ContainsAny(text, "/:?@{}()[]\"'")
}

// imageName is an image without tag and digest.
func imageName(image *yaml.Node) *yaml.Node {
	return node.String(strings.TrimSuffix(withoutVersion(image.Value), ":"))
}

// withoutVersion is an image without tag and digest, or a path without @version.
func withoutVersion(text string) string {
	slash := strings.LastIndexByte(text, '/')
	last := text[slash+1:]
	if at := strings.IndexAny(last, "@:"); at > 0 {
		return text[:slash+1+at] + ":"
	}
	return text
}
