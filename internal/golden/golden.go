// Package golden reads cases, and compares what a test made of one with what it expects.
package golden

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Compare compares the sections of a case with what came out, or rewrites them in
// the file.
func Compare(t *testing.T, file string, archive *txtar.Archive, got map[string]string, update bool) {
	t.Helper()
	results := len(got)
	for i := range archive.Files {
		name := archive.Files[i].Name
		text, ok := got[name]
		if !ok {
			continue
		}
		if diff := cmp.Diff(string(archive.Files[i].Data), text); diff != "" && !update {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		archive.Files[i].Data = []byte(text)
		delete(got, name)
	}
	if len(got) == results && !update {
		t.Errorf("%s expects nothing", file)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if text := got[name]; text != "" {
			if !update {
				t.Errorf("unexpected %s:\n%s", name, text)
			}
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
		}
	}
	if update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Document is the YAML document of a text, nil if it has none.
func Document(t testing.TB, text string) *yaml.Node {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	if doc.Kind == 0 {
		return nil
	}
	return &doc
}

// Value is the root of the YAML document of a text, nil if it has none.
func Value(t testing.TB, text string) *yaml.Node {
	t.Helper()
	return node.Root(Document(t, text))
}

// Each tests the archive in each file of a pattern; there must be some.
func Each(t *testing.T, pattern string, test func(t *testing.T, file string, archive *txtar.Archive)) {
	t.Helper()
	for _, file := range Cases(t, pattern) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			test(t, file, archive)
		})
	}
}

// Cases gives the files of a pattern; there must be some.
func Cases(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s: %v", pattern, err)
	}
	return files
}

// Sections gives the sections of that name of the files of a pattern; there must be some.
func Sections(t testing.TB, pattern, name string) []string {
	t.Helper()
	var sections []string
	for _, file := range Cases(t, pattern) {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == name {
				sections = append(sections, string(f.Data))
			}
		}
	}
	if len(sections) == 0 {
		t.Fatalf("no section %s in %s", name, pattern)
	}
	return sections
}
