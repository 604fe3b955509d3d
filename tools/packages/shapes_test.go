package packages_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/krm-merge/krm-merge/internal/golden"
)

// TestShapes upgrades packages of few files, each of a shape that published ones have.
func TestShapes(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, name string, archive *txtar.Archive) {
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
