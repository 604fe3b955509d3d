package upstream_test

import (
	"context"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/upstream"
)

// TestVersions: which tags are versions of a package, newest first.
func TestVersions(t *testing.T) {
	r := newRepo(t)
	commit := r.commit(nil)
	for _, c := range []struct{ name, tags, dir, ref, want string }{
		{"plain", "v1.2.3 v1.10.0 v1.9.0 v2.0.0-rc.1 nightly", "/", "v1.2.3", `v2.0.0-rc.1 v1.10.0 v1.9.0 v1.2.3`},
		{"without v", "1.2.3 1.10.0", "/", "1.2.3", `1.10.0 1.2.3`},
		{"with and without v", "1.2.0 v1.3.0 v1.2.0", "/", "1.2.0", `v1.3.0 v1.2.0 1.2.0`},
		{"floating tags", "v1 v1.2 v1.2.0 v1.3 v1.3.0", "/", "v1.2.0", `v1.3.0 v1.3 v1.2.0 v1.2 v1`},
		{"directory", "v9.0.0 pkg/v1.0.0 pkg/v1.1.0", "/pkg", "v1.0.0", `pkg/v1.1.0 pkg/v1.0.0`},
		{"directory in the ref", "v9.0.0 pkg/v1.0.0 pkg/v1.1.0", "/pkg", "pkg/v1.0.0", `pkg/v1.1.0 pkg/v1.0.0`},
		{"directory above", "pkg/v1.0.0 pkg/v1.1.0", "/pkg/a", "v1.0.0", `pkg/v1.1.0 pkg/v1.0.0`},
		{"a plain tag though the directory has its own", "v1.0.0 v1.1.0 pkg/v3.0.0", "/pkg", "v1.0.0", `v1.1.0 v1.0.0`},
		{"two numbers", "release-1.2 release-1.10", "/", "release-1.2", `release-1.10 release-1.2`},
		{"name", "knative-v1.4.0 knative-v1.5.0 v0.9.0", "/", "knative-v1.4.0", `knative-v1.5.0 knative-v1.4.0`},
		{"branch, tags of the directory", "v9.0.0 controller-v1.1.0 other-v2.0.0", "/deploy/controller", "main", `controller-v1.1.0`},
		{"branch, plain", "v9.0.0 other-v2.0.0", "/p", "main", `v9.0.0`},
		{"branch, one prefix", "knative-v1.4.0", "/p", "main", `knative-v1.4.0`},
		{"branch, several prefixes", "a-v1.4.0 b-v1.4.0", "/p", "main", ``},
		{"a commit", "v1.0.0 v1.1.0", "/", "0123456789012345678901234567890123456789", `v1.1.0 v1.0.0`},
		{"a tag that is gone", "v1.1.0 rel-1.2", "/", "rel-1.1", `rel-1.2`},
		{"none", "2024-01-15 stable 20240115 v1.2-rc1", "/", "stable", ``},
		{"dates", "v20240115-abc v1.0.0 2024.01.15", "/", "main", `v1.0.0`},
		{"build", "v1.0.0+k3s1 v1.0.1+k3s1", "/", "v1.0.0+k3s1", `v1.0.1+k3s1 v1.0.0+k3s1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r.tag(commit, c.tags)
			v, err := open(t, upstream.Options{}).Versions(context.Background(), upstream.Location{Repo: r.Dir, Directory: c.dir, Ref: c.ref})
			got := ""
			for _, version := range v.All {
				got += version.Ref + " "
			}
			if got = strings.TrimSpace(got); err != nil || got != c.want {
				t.Errorf("%v\n%s, not\n%s", err, got, c.want)
			}
		})
	}
}

// TestNewest: the newest version of all, of a major or minor version, or with prereleases.
func TestNewest(t *testing.T) {
	r := newRepo(t)
	commit := r.commit(nil)
	for _, c := range []struct {
		tags, from string
		step       upstream.Step
		want       string
	}{
		{"v1.0.0 v1.1.0-rc.1", "main", upstream.Major, "v1.0.0"},
		{"v1.0.0 v1.1.0-rc.1", "main", upstream.Pre, "v1.1.0-rc.1"},
		{"v1.1.0 v1.1.0-rc.1", "main", upstream.Pre, "v1.1.0"},
		{"v1.1.0-rc.1", "main", upstream.Major, ""},
		{"v1.1.0-rc.1", "main", upstream.Pre, "v1.1.0-rc.1"},
		{"v1.2.3 v1.2.4 v1.10.0 v2.0.0", "v1.2.3", upstream.Minor, "v1.10.0"},
		{"v1.2.3 v1.2.4 v1.10.0 v2.0.0", "v1.2.3", upstream.Patch, "v1.2.4"},
		{"v1.2.3 v1.2.4 v1.10.0 v2.0.0", "main", upstream.Minor, ""},
		{"v3.0.0", "v2.0.0", upstream.Minor, ""},
	} {
		r.tag(commit, c.tags)
		v, err := open(t, upstream.Options{}).Versions(context.Background(), upstream.Location{Repo: r.Dir, Ref: "main"})
		newest, found := v.Newest(c.step, c.from)
		if err != nil || newest.Ref != c.want || found != (c.want != "") {
			t.Errorf("%s: %+v, %t, %v", c.tags, newest, found, err)
		}
	}
}

// TestOlder: refs of one scheme have an order.
func TestOlder(t *testing.T) {
	for _, c := range []struct {
		ref, than string
		want      bool
	}{
		{"v1.2.0", "v1.10.0", true}, {"v1.10.0", "v1.2.0", false}, {"v1", "1.0.1", true}, {"a/v1.0.0", "b/v2.0.0", false},
		{"release-1.2", "release-1.3", true}, {"main", "v1.0.0", false}, {"v1.0.0", "main", false}, {"v1.0.0-rc.1", "v1.0.0", true},
	} {
		if got := upstream.Older(c.ref, c.than); got != c.want {
			t.Errorf("%s, %s: %t", c.ref, c.than, got)
		}
	}
}
