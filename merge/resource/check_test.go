package resource_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestReferences merges the versions of every file in testdata/references and
// compares the warnings about references that the merge broke.
func TestReferences(t *testing.T) {
	for _, file := range golden.Cases(t, "testdata/references/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{}
			for _, f := range archive.Files {
				texts[f.Name] = string(f.Data)
			}
			var config yaml.Node
			if err = yaml.Unmarshal([]byte(texts["config.yaml"]), &config); err != nil {
				t.Fatal(err)
			}
			cfg, err := fn.ParseConfig(&config, "")
			if err != nil {
				t.Fatal(err)
			}
			out, err := resource.Merge(resource.Versions{
				Original: parsed(t, texts["original.yaml"]), Updated: parsed(t, texts["updated.yaml"]), Dest: parsed(t, texts["dest.yaml"]),
			}, cfg.Options)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, n := range out.Notes {
				if n.Warning && n.Resource != nil {
					fmt.Fprintf(&got, "%s: %s: %s\n", name(t, n.Resource), n.Path, n.Message)
				}
			}
			golden.Compare(t, file, archive, map[string]string{"warnings": got.String()}, *update)
		})
	}
}

func parsed(t *testing.T, text string) []*resource.Resource {
	t.Helper()
	return documents(t, text, "package.yaml")
}

func name(t *testing.T, r *resource.Resource) string {
	t.Helper()
	var meta struct {
		Kind     string
		Metadata struct{ Name string }
	}
	if err := r.Node.Decode(&meta); err != nil {
		t.Fatal(err)
	}
	return meta.Kind + "/" + meta.Metadata.Name
}
