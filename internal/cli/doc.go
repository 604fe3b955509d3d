package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	reports "github.com/krm-merge/krm-merge/internal/report"
)

// docOutput is what SDK functions print for --doc: how they are used, and what
// catalogs know about them.
type docOutput struct {
	Short              string   `json:"short" yaml:"-"`
	Long               string   `json:"long" yaml:"-"`
	Examples           string   `json:"examples" yaml:"-"`
	Image              string   `json:"image" yaml:"image"`
	Description        string   `json:"description" yaml:"description"`
	Tags               []string `json:"tags" yaml:"tags"`
	SourceURL          string   `json:"sourceURL" yaml:"sourceURL"`
	ExamplePackageURLs []string `json:"examplePackageURLs" yaml:"examplePackageURLs"`
	License            string   `json:"license" yaml:"license"`
	Hidden             bool     `json:"hidden" yaml:"hidden"`
}

// writeDoc describes the function the way functions built on the SDK do, for
// catalogs, by its pages below the root. metadata is their metadata.yaml.
func writeDoc(w io.Writer, root *cobra.Command, metadata []byte) error {
	out := docOutput{Short: root.Short, Examples: root.Example}
	for _, name := range []string{"function", "configuration"} {
		if c, _, err := root.Find([]string{name}); err == nil {
			out.Long = strings.TrimSpace(out.Long + "\n\n" + c.Long)
		}
	}
	if err := yaml.Unmarshal(metadata, &out); err != nil {
		return fmt.Errorf("metadata.yaml: %w", err)
	}
	return reports.WriteJSON(w, out)
}
