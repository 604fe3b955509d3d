package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
)

// modulePaths are the modules whose sources hold the API types.
func modulePaths() []string {
	return []string{
		"k8s.io/api",
		"k8s.io/apiextensions-apiserver",
		"k8s.io/apimachinery",
		"k8s.io/kube-aggregator",
	}
}

// module is a module in the module cache.
type module struct{ Path, Version, Dir string }

// findModules finds the modules go.mod pins, downloading what is missing.
// Nothing is fetched if they are all in the module cache.
func findModules() ([]module, error) {
	cmd := exec.Command("go", append([]string{"mod", "download", "-json"}, modulePaths()...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go mod download: %w: %s%s", err, stderr.Bytes(), out)
	}
	var modules []module
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var m module
		if err := dec.Decode(&m); err != nil {
			return nil, fmt.Errorf("go mod download: %w", err)
		}
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(x, y module) int { return cmp.Compare(x.Path, y.Path) })
	return modules, nil
}

// packageDirs lists the directories of the packages to read, by import path.
func packageDirs(modules []module) (map[string]string, error) {
	patterns := map[string][]string{
		"k8s.io/api":                     {"*/v*"},
		"k8s.io/apiextensions-apiserver": {"pkg/apis/apiextensions/v*"},
		"k8s.io/apimachinery":            {"pkg/apis/meta/v1"},
		"k8s.io/kube-aggregator":         {"pkg/apis/apiregistration/v*"},
	}
	dirs := map[string]string{}
	for _, m := range modules {
		for _, pattern := range patterns[m.Path] {
			found, err := filepath.Glob(filepath.Join(m.Dir, pattern))
			if err != nil {
				return nil, err
			}
			for _, dir := range found {
				rel, err := filepath.Rel(m.Dir, dir)
				if err != nil {
					return nil, err
				}
				dirs[m.Path+"/"+filepath.ToSlash(rel)] = dir
			}
		}
	}
	if len(dirs) == 0 {
		return nil, fmt.Errorf("no API packages found")
	}
	return dirs, nil
}
