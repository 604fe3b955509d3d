package doors_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/rules"
)

const repository = "../.."

// packages are all packages that go through the doors, read once.
func packages(t *testing.T) []*pack {
	t.Helper()
	if readPackages != nil {
		return readPackages
	}
	var all []*pack
	raw := 0
	add := func(name, settings string, versions [3]map[string]string) {
		items, other := parted(versions)
		p, err := packOf(name, settings, items)
		switch {
		case err != nil:
			// No items hold it.
			p.versions, p.raw = [3]tree{}, filesOf(versions)
			raw++
		case other:
			whole := *p
			whole.name, whole.raw = name+", all files", filesOf(versions)
			all = append(all, &whole)
			raw++
		}
		if p.raw != nil || len(items[1]) > 0 {
			all = append(all, p)
		}
	}
	examples(t, add)
	ruleFiles(t, "merge/testdata/rules", add)
	ruleFiles(t, "merge/resource/testdata/rules", add)
	archives(t, "merge/resource/testdata/merge/*.txtar", add)
	archives(t, "merge/files/testdata/*.txtar", add)
	archives(t, "internal/cli/testdata/*.txtar", add)
	generated(add)
	if len(all) < 650 || raw < 40 {
		t.Errorf("%d packages, %d of them with files that no items can be", len(all), raw)
	}
	readPackages = all
	return all
}

var readPackages []*pack

type adder func(name, settings string, versions [3]map[string]string)

// parted gives the files of versions that items may hold, and whether there are others.
// Versions have their files by the names of sections; see filesOf.
func parted(versions [3]map[string]string) (items [3]map[string]string, other bool) {
	for side, version := range versions {
		items[side] = map[string]string{}
		for name, text := range version {
			if strings.Contains(name, " -> ") || !holdsResources(name) {
				other = true
				continue
			}
			items[side][name] = text
		}
	}
	return items, other
}

// filesOf are the files of versions.
func filesOf(versions [3]map[string]string) *[3]fstest.MapFS {
	return &[3]fstest.MapFS{golden.Files(versions[0]), golden.Files(versions[1]), golden.Files(versions[2])}
}

// examples are the directories that have the three versions.
func examples(t *testing.T, add adder) {
	t.Helper()
	must(filepath.WalkDir(filepath.Join(repository, "examples"), func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		var versions [3]map[string]string
		for side, mark := range marks {
			if versions[side] = resourcesIn(t, filepath.Join(dir, mark)); len(versions[side]) == 0 {
				return nil
			}
		}
		add(dir, "", versions)
		return nil
	}))
}

// resourcesIn are the files of resources in a directory.
func resourcesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	all := golden.Read(t, dir)
	maps.DeleteFunc(all, func(name, _ string) bool { return !holdsResources(name) })
	return all
}

func holdsResources(name string) bool {
	if strings.HasPrefix(name, ".") || strings.Contains(name, "/.") && !strings.HasPrefix(name, "..") {
		return false
	}
	return filepath.Ext(name) == ".yaml" || filepath.Base(name) == "Kptfile"
}

func ruleFiles(t *testing.T, dir string, add adder) {
	t.Helper()
	for _, rule := range rules.All(t, filepath.Join(repository, dir)) {
		var versions [3]map[string]string
		found, name := false, "package.yaml"
		if file, named := rule.Section("file"); named {
			name = strings.TrimSpace(file)
		}
		for side, mark := range marks {
			versions[side] = map[string]string{}
			if text, ok := rule.Section(mark + ".yaml"); ok {
				versions[side][name] = text
				found = found || side == 1
			}
		}
		if !found {
			continue
		}
		settings, _ := rule.Section("config.yaml")
		if strings.Contains(settings, "strategy: TwoWay") {
			// Most doors merge three ways only.
			continue
		}
		add(dir+"/"+rule.Name, settings, versions)
	}
}

// archives are cases whose sections are the files of versions: original/a.yaml.
func archives(t *testing.T, pattern string, add adder) {
	t.Helper()
	for _, name := range golden.Cases(t, filepath.Join(repository, pattern)) {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var versions [3]map[string]string
		for i := range versions {
			versions[i] = map[string]string{}
		}
		settings, found := "", false
		for _, f := range archive.Files {
			version, path, ok := strings.Cut(f.Name, "/")
			if f.Name == "config" || f.Name == "config.yaml" {
				settings = string(f.Data)
			}
			for side, mark := range marks {
				if ok && version == mark && path != "" {
					versions[side][path] = string(f.Data)
					found = found || side == 1
				}
			}
		}
		if found {
			add(strings.TrimPrefix(name, repository+"/"), settings, versions)
		}
	}
}
