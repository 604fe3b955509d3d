package packages_test

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/krm-merge/krm-merge/internal/golden"
)

// TestShapes upgrades packages of few files, each of a shape that published ones have.
func TestShapes(t *testing.T) {
	for _, name := range golden.Cases(t, "testdata/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			versions := map[string]tree{"original": {}, "updated": {}}
			for _, f := range archive.Files {
				version, path, _ := strings.Cut(f.Name, "/")
				versions[version][path] = &fstest.MapFile{Data: f.Data, Mode: 0o644}
			}
			seeds := uint64(3)
			if testing.Short() {
				seeds = 1
			}
			if f := check(t, name, versions["original"], versions["updated"], seeds); f.edits == 0 {
				t.Error("nothing was edited")
			}
		})
	}
}
