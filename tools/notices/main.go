// Notices writes THIRD_PARTY_NOTICES.md: the modules that the program links on any platform
// of a release, with their versions, the names and the texts of their licences, and their
// notices. It is not in the repository, but made for each release.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	if err := write(*root); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func write(root string) error {
	// The platforms of a release.
	all, err := linked(root, []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"})
	if err != nil {
		return err
	}
	text, err := document(all)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "THIRD_PARTY_NOTICES.md"), []byte(text), 0o644)
}

// module is a module that is linked, with the directories of its packages that are.
type module struct {
	name, version, dir string
	packages           []string
}

// linked gives the modules that the program links on these platforms, but for its own, and Go
// itself.
func linked(root string, platforms []string) ([]module, error) {
	modules := map[string]*module{}
	for _, platform := range platforms {
		goos, goarch, _ := strings.Cut(platform, "/")
		list := exec.Command("go", "list", "-deps", "-json=Dir,Module", ".")
		list.Dir = root
		list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", platform, err)
		}
		for packages := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Dir    string
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			err := packages.Decode(&p)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, err
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			m := modules[p.Module.Path]
			if m == nil {
				m = &module{name: p.Module.Path, version: p.Module.Version, dir: p.Module.Dir}
				modules[m.name] = m
			}
			m.packages = append(m.packages, p.Dir)
		}
	}
	if len(modules) == 0 {
		return nil, errors.New("the program links no module")
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	dir := strings.TrimSpace(string(goroot))
	all := []module{{name: "Go: its runtime and standard library", dir: dir, packages: []string{dir}}}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		all = append(all, *modules[name])
	}
	return all, nil
}

// isLegal reports whether a file has to go along with what is linked, by its name.
func isLegal(name string) bool {
	return regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|patents)([.-].*)?$`).MatchString(name) && !strings.HasSuffix(name, ".go")
}

// files gives the texts of a module's licences and notices by their paths in it: those of its
// root, and those of linked packages and of directories above these.
func (m module) files() (map[string]string, error) {
	texts := map[string]string{}
	seen := map[string]bool{}
	for _, dir := range m.packages {
		for ; !seen[dir] && strings.HasPrefix(dir, m.dir); dir = filepath.Dir(dir) {
			seen[dir] = true
			entries, err := os.ReadDir(dir)
			if err != nil {
				return nil, err
			}
			for _, entry := range entries {
				if !entry.Type().IsRegular() || !isLegal(entry.Name()) {
					continue
				}
				file := filepath.Join(dir, entry.Name())
				text, err := os.ReadFile(file)
				if err != nil {
					return nil, err
				}
				name, err := filepath.Rel(m.dir, file)
				if err != nil {
					return nil, err
				}
				texts[filepath.ToSlash(name)] = strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
			}
		}
	}
	return texts, nil
}

// names gives the names that SPDX has for the licences that a text is or names, by words in
// them.
func names(text string) []string {
	var found []string
	for _, l := range []struct{ words, but, name string }{
		{words: "Apache License\n *Version 2.0, January 2004|Licensed under the Apache License, Version 2.0", name: "Apache-2.0"},
		{words: "Redistribution and use in source and binary forms(?s:.*)[Nn]either the name", name: "BSD-3-Clause"},
		{words: "Redistribution and use in source and binary forms", but: "[Nn]either the name", name: "BSD-2-Clause"},
		{words: "Permission is hereby granted, free of charge", name: "MIT"},
		{words: "Permission to use, copy, modify, and/or distribute", name: "ISC"},
	} {
		if regexp.MustCompile(l.words).MatchString(text) && (l.but == "" || !regexp.MustCompile(l.but).MatchString(text)) {
			found = append(found, l.name)
		}
	}
	return found
}

// document is the file: a table of the modules, and each text once, with those it is of.
func document(all []module) (string, error) {
	var table, texts strings.Builder
	of := map[string][]string{}
	var order []string
	for _, m := range all {
		files, err := m.files()
		if err != nil {
			return "", err
		}
		var found []string
		for _, name := range slices.Sorted(maps.Keys(files)) {
			text := files[name]
			found = append(found, names(text)...)
			if of[text] == nil {
				order = append(order, text)
			}
			of[text] = append(of[text], m.name+", "+name)
		}
		slices.Sort(found)
		found = slices.Compact(found)
		if len(found) == 0 {
			return "", fmt.Errorf("%s has no licence that is known here: look at %s", m.name, m.dir)
		}
		fmt.Fprintf(&table, "| %s | %s | %s |\n", m.name, m.version, strings.Join(found, ", "))
	}
	for _, text := range order {
		fmt.Fprintf(&texts, "\n## %s\n", strings.ReplaceAll(of[text][0], ", ", ": "))
		if len(of[text]) > 1 {
			texts.WriteString("\nThe same text:\n\n")
			for _, same := range of[text][1:] {
				fmt.Fprintf(&texts, "- %s\n", strings.ReplaceAll(same, ", ", ": "))
			}
		}
		fmt.Fprintf(&texts, "\n````text\n%s\n````\n", text)
	}
	return "# Third-party notices\n\n" +
		"krm-merge is under the [Apache License 2.0](LICENSE). Its program holds these modules as well, on all or some of the\n" +
		"platforms it is released for. Their licences and notices follow.\n\n" +
		"| module | version | licence |\n|---|---|---|\n" + table.String() + texts.String(), nil
}
