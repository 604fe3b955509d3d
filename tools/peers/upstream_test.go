package peers

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/kio/filters"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/need"
	"github.com/krm-merge/krm-merge/merge/files"
)

// TestUpstream: kyaml and kpt give for each case of docs/upstream.md what the page says they
// give, and krm-merge what it expects.
func TestUpstream(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(repository, "docs", "upstream.md"))
	if err != nil {
		t.Fatal(err)
	}
	cases := regexp.MustCompile("(?s)\n## ([^\n]+)\n.*?```yaml\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(cases) < 6 {
		t.Errorf("only %d cases", len(cases))
	}
	for _, c := range cases {
		of := map[string]yaml.Node{}
		if err := yaml.Unmarshal([]byte(c[2]), &of); err != nil {
			t.Fatalf("%s: %v", c[1], err)
		}
		dir := t.TempDir()
		for _, version := range []string{"original", "updated", "dest"} {
			golden.Write(t, dir, map[string]string{version + "/pod.yaml": string(pod(t, of[version]))})
		}
		read := func(name string) []byte {
			text, err := os.ReadFile(filepath.Join(dir, name, "pod.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		merged, _, err := files.Bytes(read("original"), read("updated"), read("dest"), "pod.yaml", files.Options{})
		if diff := cmp.Diff(value(t, of["expected"]), fieldsOf(t, merged, err)); diff != "" {
			t.Errorf("%s: krm-merge (-expected +got):\n%s", c[1], diff)
		}
		t.Run("kpt: "+c[1], func(t *testing.T) {
			need.Program(t, "kpt")
			need.Program(t, "git")
			updated, failed := kptUpdate(t, dir)
			if diff := cmp.Diff(value(t, of["gives"]), fieldsOf(t, updated, failed)); diff != "" {
				t.Errorf("kpt (-the page +got):\n%s", diff)
			}
		})
		err = filters.Merge3{OriginalPath: filepath.Join(dir, "original"), UpdatedPath: filepath.Join(dir, "updated"), DestPath: filepath.Join(dir, "dest")}.Merge()
		if diff := cmp.Diff(value(t, of["gives"]), fieldsOf(t, read("dest"), err)); diff != "" {
			t.Errorf("%s: kyaml (-the page +got):\n%s", c[1], diff)
		}
	}
}

// kptUpdate publishes two versions of a package, takes the first, puts dest into it, and updates it.
func kptUpdate(t *testing.T, versions string) ([]byte, error) {
	t.Helper()
	dir := t.TempDir()
	const script = `git init -q up && mkdir up/p && printf 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: p}\n' >up/p/Kptfile
for version in original updated; do cp "$0/$version/pod.yaml" up/p; git -C up add . ; git -C up commit -qm $version --allow-empty; git -C up tag $version; done
git init -q here && cd here && kpt pkg get "file://$PWD/../up/.git/p@original" q
cp "$0/dest/pod.yaml" q && git add . && git commit -qm dest && kpt pkg update q@updated --strategy resource-merge`
	cmd := exec.Command("bash", "-ec", script, versions)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "KPT_CACHE_DIR="+dir, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, errors.New(string(said))
	}
	return os.ReadFile(filepath.Join(dir, "here", "q", "pod.yaml"))
}

// pod is a case's version as a file.
func pod(t *testing.T, fields yaml.Node) []byte {
	t.Helper()
	fields.Style = 0
	text, err := yaml.Marshal(&fields)
	if err != nil {
		t.Fatal(err)
	}
	return append([]byte("apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n"), text...)
}

func value(t *testing.T, n yaml.Node) any {
	t.Helper()
	var v any
	if err := n.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// fieldsOf are the fields of a file that its case names, or which of its errors it is.
func fieldsOf(t *testing.T, text []byte, err error) any {
	t.Helper()
	switch {
	case err != nil && strings.Contains(err.Error(), "wrong node kind"):
		return "error: wrong node kind"
	case err != nil:
		return err.Error()
	}
	fields := map[string]any{}
	if err := yaml.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"apiVersion", "kind", "metadata"} {
		delete(fields, name)
	}
	return fields
}
