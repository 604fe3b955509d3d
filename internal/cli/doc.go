package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	reports "github.com/krm-merge/krm-merge/internal/report"
)

// writeDoc describes the function the way functions built on the SDK do, for
// catalogs: how it is used, by its pages below the root, and what metadata, their
// metadata.yaml, knows about it.
func writeDoc(w io.Writer, root *cobra.Command, metadata []byte) error {
	long := ""
	for _, name := range []string{"function", "configuration"} {
		if c, _, err := root.Find([]string{name}); err == nil {
			long = strings.TrimSpace(long + "\n\n" + c.Long)
		}
	}
	out := map[string]any{"short": root.Short, "long": long, "examples": root.Example, "hidden": false}
	if err := yaml.Unmarshal(metadata, &out); err != nil {
		return fmt.Errorf("metadata.yaml: %w", err)
	}
	return reports.WriteJSON(w, out)
}
