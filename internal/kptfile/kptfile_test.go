package kptfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/kptfile"
)

// got is a Kptfile as kpt writes it, with what a user added.
const got = `# of the shop team
apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
    name: shop   # as the directory

upstream:
    type: git
    git:
        repo: https://example.com/up
        directory: /shop
        ref: 'v1'  # pinned
    updateStrategy: fast-forward
upstreamLock: {type: git, git: {repo: "https://example.com/up", directory: /shop, ref: shop/v1, commit: 0123abc}}
info:
    description: a shop
`

func read(t *testing.T, text string) *kptfile.Kptfile { return readAs(t, text, "Kptfile") }

func readAs(t *testing.T, text, name string) *kptfile.Kptfile {
	t.Helper()
	k, err := kptfile.Read([]byte(text), name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestRead(t *testing.T) {
	k := read(t, got)
	upstream := kptfile.Upstream{Repo: "https://example.com/up", Directory: "shop", Ref: "v1"}
	if diff := cmp.Diff(&upstream, k.Upstream); diff != "" {
		t.Error(diff)
	}
	upstream.Ref = "shop/v1"
	if diff := cmp.Diff(&kptfile.Lock{Upstream: upstream, Commit: "0123abc"}, k.Lock); diff != "" {
		t.Error(diff)
	}
	k = read(t, "{apiVersion: kpt.dev/v1, kind: Kptfile}")
	if k.Upstream != nil || k.Lock != nil {
		t.Errorf("%+v", k)
	}
}

// TestAt: only the fields change; spelling, comments and the strategy stay.
func TestAt(t *testing.T) {
	k := read(t, got)
	upstream, lock := *k.Upstream, *k.Lock
	upstream.Ref, lock.Ref, lock.Commit = "v2", "shop/v2", "4567def"
	text, err := k.At(upstream, lock)
	want := strings.NewReplacer("'v1'", "'v2'", "shop/v1", "shop/v2", "0123abc", "4567def").Replace(got)
	if diff := cmp.Diff(want, string(text)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	text, err = k.At(*k.Upstream, *k.Lock)
	if diff := cmp.Diff(got, string(text)); diff != "" || err != nil {
		t.Errorf("unchanged: %v\n%s", err, diff)
	}
	text, err = k.Without()
	if head, tail, _ := strings.Cut(got, "\nupstream"); err != nil || string(text) != head+"\n"+tail[strings.Index(tail, "info:"):] {
		t.Errorf("without: %v\n%s", err, text)
	}
}

// TestNew: a package without a Kptfile gets the one that kpt writes.
func TestNew(t *testing.T) {
	upstream := kptfile.Upstream{Repo: "https://example.com/up", Ref: "1.10"}
	text, err := read(t, string(kptfile.New(kptfile.Name, "a"))).At(upstream, kptfile.Lock{Upstream: upstream, Commit: "0123"})
	const want = `apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
  name: a
upstream:
  type: git
  git:
    repo: https://example.com/up
    directory: /
    ref: "1.10"
  updateStrategy: resource-merge
upstreamLock:
  type: git
  git:
    repo: https://example.com/up
    directory: /
    ref: "1.10"
    commit: "0123"
`
	if diff := cmp.Diff(want, string(text)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if again := read(t, string(text)); again.Upstream.Directory != "" || *again.Upstream != upstream {
		t.Errorf("%+v", again.Upstream)
	}
	text, err = read(t, string(text)).Named("b")
	if diff := cmp.Diff(strings.Replace(want, "name: a", "name: b", 1), string(text)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// TestRefused: among others what git would take for an option.
func TestRefused(t *testing.T) {
	const head = "apiVersion: kpt.dev/v1\nkind: Kptfile\n"
	for text, want := range map[string]string{
		"a: [":                  "Kptfile: document 1 cannot be parsed: line 1",
		head + "---\n" + head:   "Kptfile: holds 2 documents",
		"":                      "Kptfile: holds 0 documents",
		"kind: Kptfile\n":       "Kptfile: is not a Kptfile",
		"[]":                    "Kptfile: is not a Kptfile",
		head + "upstream: a\n":  "Kptfile:3: upstream.type is",
		head + "upstream: {}\n": "Kptfile:3: upstream.git.repo is missing",
		head + "upstream:\n  type: oci\n  oci: {image: a}\n":            `Kptfile:4: upstream.type is "oci"; only packages in git`,
		head + "upstream: {git: {ref: a}}\n":                            "Kptfile:3: upstream.git.repo is missing",
		head + "upstreamLock: {git: {repo: a}}\n":                       "Kptfile:3: upstreamLock.git.commit is missing",
		head + "upstreamLock: {git: {repo: -x}}\n":                      "Kptfile:3: upstreamLock.git.repo begins with a -",
		head + "upstream: {git: {repo: a, ref: \"--upload-pack=x\"}}\n": "Kptfile:3: upstream.git.ref begins with a -",
		head + "upstreamLock: {git: {repo: a, commit: -x}}\n":           "Kptfile:3: upstreamLock.git.commit begins with a -",
	} {
		if _, err := kptfile.Read([]byte(text), "Kptfile"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
