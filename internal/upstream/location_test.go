package upstream_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/upstream"
)

// TestParse: locations are read as kpt reads them.
func TestParse(t *testing.T) {
	dir := t.TempDir()
	golden.Write(t, dir, map[string]string{"work/.git/HEAD": "", "work/a/b/x": "", "bare/objects/x": "", "bare/HEAD": "", "up.git/x": ""})
	t.Chdir(dir)
	if now, err := os.Getwd(); err == nil {
		dir = now
	}
	for text, want := range map[string]upstream.Location{
		"https://example.com/r.git":                     {Repo: "https://example.com/r", Directory: "/"},
		"https://example.com/r.git/":                    {Repo: "https://example.com/r", Directory: "/"},
		"https://example.com/r.git/a/b@v1":              {Repo: "https://example.com/r", Directory: "/a/b", Ref: "v1"},
		"https://example.com/r.git/a/b/@v1/":            {Repo: "https://example.com/r", Directory: "/a/b", Ref: "v1"},
		"https://example.com/r.git@v1":                  {Repo: "https://example.com/r", Directory: "/", Ref: "v1"},
		"https://example.com/root.gitops.git/foo@main":  {Repo: "https://example.com/root.gitops", Directory: "/foo", Ref: "main"},
		"https://u:p@example.com/r.git/a@p@1.0":         {Repo: "https://u:p@example.com/r", Directory: "/a", Ref: "p@1.0"},
		"git@example.com:t/r.git/a@a/v1":                {Repo: "git@example.com:t/r", Directory: "/a", Ref: "a/v1"},
		"ssh://git@example.com:22/t/r.git/a":            {Repo: "ssh://git@example.com:22/t/r", Directory: "/a"},
		"https://github.com/o/r":                        {Repo: "https://github.com/o/r", Directory: "/"},
		"https://github.com/o/r@v1":                     {Repo: "https://github.com/o/r", Directory: "/", Ref: "v1"},
		"https://github.com/o/r/my/pkg@v1":              {Repo: "https://github.com/o/r", Directory: "/my/pkg", Ref: "v1"},
		"https://github.com/o/r/tree/main/my/pkg":       {Repo: "https://github.com/o/r", Directory: "/my/pkg", Ref: "main"},
		"https://github.com/o/r/tree/":                  {Repo: "https://github.com/o/r", Directory: "/tree"},
		"file:///srv/r.git/a@v1":                        {Repo: "file:///srv/r", Directory: "/a", Ref: "v1"},
		"/srv/r.git/a@v1":                               {Repo: "/srv/r", Directory: "/a", Ref: "v1"},
		"up.git/a":                                      {Repo: dir + "/up", Directory: "/a"},
		"work/a/b@v1":                                   {Repo: dir + "/work", Directory: "/a/b", Ref: "v1"},
		"oci://r.example.com/c/shop@1.0.0":              {Repo: "oci://r.example.com/c", Directory: "/shop", Ref: "1.0.0"},
		"helm+https://example.com/c/shop":               {Repo: "helm+https://example.com/c", Directory: "/shop"},
		"./work":                                        {Repo: dir + "/work", Directory: "/"},
		"bare/x":                                        {Repo: dir + "/bare", Directory: "/x"},
		"file://" + dir + "/bare/x@1":                   {Repo: "file://" + dir + "/bare", Directory: "/x", Ref: "1"},
		"https://dev.azure.com/o/p/_git/repo.git/a@dev": {Repo: "https://dev.azure.com/o/p/_git/repo", Directory: "/a", Ref: "dev"},
	} {
		if got, err := upstream.Parse(text); got != want || err != nil {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	cache := open(t, upstream.Options{Dir: t.TempDir(), Offline: true})
	for text, want := range map[string]string{
		"oci://ghcr.io/o/p:v1":                    "not the address of a chart; write",
		"helm+https://u:p@example.com/c/shop":     "https://example.com/c/shop: credentials do not belong into an address",
		"helm+https://example.com/c?token=x/shop": "https://example.com/c/shop: credentials do not belong into an address",
		"helm+ftp://example.com/c/shop":           "not the address of a chart",
		"helm+@bitnami":                           "not the address of a chart",
		"helm+shop":                               "not the address of a chart",
		"https://charts.example.com/index.yaml":   "or for a chart helm+https://HOST/PATH/CHART@VERSION",
		"https://example.com/p-1.0.tgz@1":         "write .git behind the repository",
		"s3://bucket/r.git":                       "is not clearly the address",
		"https://example.com/r/a@v1":              "write .git behind the repository",
		"https://github.com/o":                    "write .git behind the repository",
		"git@example.com:t/r":                     "write .git behind the repository",
		"nowhere/a":                               "no directory of it is a git repository here",
		"https://example.com/r.git/a@":            "no ref behind the @",
		"-u.git":                                  "does not begin with a -",
		"ext::sh -c x":                            "is not clearly the address",
		"":                                        "no directory of it",
		".git":                                    "no directory of it",
	} {
		got, err := upstream.Parse(text)
		if err == nil {
			_, err = cache.Resolve(t.Context(), got)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// TestLocationString: no credentials are shown.
func TestLocationString(t *testing.T) {
	for at, want := range map[upstream.Location]string{
		{Repo: "https://u:secret@example.com/r", Directory: "/a", Ref: "v1"}: "https://example.com/r/a@v1",
		{Repo: "https://token@example.com/r", Directory: "/"}:                "https://example.com/r",
		{Repo: "ssh://git@example.com/r", Directory: ""}:                     "ssh://git@example.com/r",
		{Repo: "ssh://git:secret@example.com/r", Directory: ""}:              "ssh://example.com/r",
		{Repo: "git@example.com:r", Ref: "a\x1bb"}:                           "git@example.com:r@a b",
	} {
		if got := at.String(); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// TestFrom: a relative path of a repository counts from a directory, and nothing else does.
func TestFrom(t *testing.T) {
	dir := filepath.FromSlash("/a/b")
	for repo, want := range map[string]string{
		"../up": filepath.FromSlash("/a/up"), "./up/.git": filepath.FromSlash("/a/b/up/.git"), "up.git": filepath.FromSlash("/a/b/up.git"),
		"/up": "/up", "file:///up": "file:///up", "https://example.com/up": "https://example.com/up", "git@example.com:up": "git@example.com:up", "": "",
	} {
		if got := (upstream.Location{Repo: repo}).From(dir).Repo; got != want {
			t.Errorf("%s: %s, not %s", repo, got, want)
		}
	}
	top := t.TempDir()
	link := filepath.Join(top, "link")
	if err := errors.Join(os.MkdirAll(filepath.Join(top, "a", "b"), 0o700), os.Symlink(filepath.Join("a", "b"), link)); err != nil {
		t.Skip(err)
	}
	want, err := filepath.EvalSymlinks(filepath.Join(top, "a"))
	if got := (upstream.Location{Repo: "../up"}).From(link).Repo; got != filepath.Join(want, "up") || err != nil {
		t.Errorf("by a link: %s, %v", got, err)
	}
}
