package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/kio/filters"
	"sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge2"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge3"
)

// kyaml merges with packages merge2 and merge3, with keys inferred as its
// documents say, and whole packages with kio/filters. Layers are folded with
// merge2, each over those to its left. It has no reports of conflicts.
func kyaml(c Case) (Outcome, error) {
	switch {
	case hasSettings(c):
		return Outcome{}, errNotApplicable
	case c.whole:
		return kyamlPackage(c)
	case c.of == threeWay:
		merged, err := merge3.MergeStrings(c.dest(), c.original(), c.updated(), true)
		return Outcome{Text: merged}, err
	case c.of == twoWay:
		merged, err := merge2.MergeStrings(c.versions[0], c.versions[1], true, appending())
		return Outcome{Text: merged}, err
	}
	merged := c.versions[0]
	for _, right := range c.versions[1:] {
		var err error
		if merged, err = merge2.MergeStrings(right, merged, true, appending()); err != nil {
			return Outcome{}, err
		}
	}
	return Outcome{Text: merged}, nil
}

func appending() yaml.MergeOptions {
	return yaml.MergeOptions{ListIncreaseDirection: yaml.MergeOptionsListAppend}
}

// bystander is a resource in a file of its own that every version has, so that
// a package does not become empty.
const bystander = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: bystander\n"

// kyamlPackage merges directories that hold the resources in one file.
func kyamlPackage(c Case) (Outcome, error) {
	dir, err := os.MkdirTemp("", "compared")
	if err != nil {
		return Outcome{}, err
	}
	defer os.RemoveAll(dir)
	var paths []string
	for i, name := range []string{"original", "updated", "dest"} {
		p := filepath.Join(dir, name)
		if err = os.Mkdir(p, 0o755); err != nil {
			return Outcome{}, err
		}
		if c.versions[i] != "" {
			if err = os.WriteFile(filepath.Join(p, "package.yaml"), []byte(c.versions[i]), 0o644); err != nil {
				return Outcome{}, err
			}
		}
		if err = os.WriteFile(filepath.Join(p, "bystander.yaml"), []byte(bystander), 0o644); err != nil {
			return Outcome{}, err
		}
		paths = append(paths, p)
	}
	if err = (filters.Merge3{OriginalPath: paths[0], UpdatedPath: paths[1], DestPath: paths[2]}).Merge(); err != nil {
		return Outcome{}, err
	}
	text, err := readIfThere(filepath.Join(paths[2], "package.yaml"))
	return Outcome{Text: text}, err
}

// readIfThere reads a file, "" if there is none.
func readIfThere(file string) (string, error) {
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return "", nil
	}
	return string(text), err
}

// hasSettings reports whether the case is about a setting that only this project has. A
// key for modes that no layer uses is not such a setting.
func hasSettings(c Case) bool {
	settings, ok := c.Section("config.yaml")
	if !ok {
		return false
	}
	key, found := strings.CutPrefix(strings.TrimSpace(settings), "modeKey: ")
	return !found || strings.Contains(key, "\n") || slices.ContainsFunc(c.versions, func(v string) bool {
		return strings.Contains(v, key+":")
	})
}
