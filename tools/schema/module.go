package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// packageDirs gives the directories of the API packages in the modules that go.mod pins, by import path, and these
// modules with their versions. Nothing is fetched that is in the module cache.
func packageDirs() (dirs map[string]string, modules []string, err error) {
	list := exec.Command("go", "list", "-find", "-f", "{{.ImportPath}}|{{.Dir}}|{{.Module.Path}} {{.Module.Version}}",
		"k8s.io/api/...", "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/...", "k8s.io/apimachinery/pkg/apis/meta/v1",
		"k8s.io/kube-aggregator/pkg/apis/apiregistration/...")
	var stderr bytes.Buffer
	list.Stderr = &stderr
	out, err := list.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go list: %w: %s", err, stderr.Bytes())
	}
	dirs = map[string]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		if strings.HasPrefix(path.Base(fields[0]), "v") {
			dirs[fields[0]] = fields[1]
			modules = append(modules, fields[2])
		}
	}
	slices.Sort(modules)
	return dirs, slices.Compact(modules), nil
}
