package phrase

import (
	"bytes"
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// YAML is a value that is given as JSON as people write it: in block style, strings
// without quotes where they stay strings, several lines as several lines. It is the JSON
// itself if that cannot be. The cost is linear.
func YAML(value json.RawMessage) string {
	var doc yaml.Node
	if err := yaml.Unmarshal(value, &doc); err != nil || len(doc.Content) == 0 {
		return string(value)
	}
	if root := doc.Content[0]; root.Kind == yaml.ScalarNode && root.Tag == "!!str" && strings.Contains(root.Value, "\n") {
		return root.Value
	}
	for n := range node.All(&doc) { // Without the style of JSON.
		n.Style = 0
		if n.Kind == yaml.ScalarNode && n.Tag == "!!str" && strings.Contains(n.Value, "\n") {
			n.Style = yaml.LiteralStyle
		}
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if e.Encode(&doc) != nil || e.Close() != nil {
		return string(value)
	}
	return b.String()
}
