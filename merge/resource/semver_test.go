package resource_test

import (
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestNewest: which of two values that updated and dest have is taken under
// onConflict: Newest, and whether a comparison of versions said so.
func TestNewest(t *testing.T) {
	for _, test := range []struct {
		updated, dest, want string
		compared            bool
	}{
		{"1.2.3", "1.10.0", "1.10.0", true},
		{"1.10.0", "1.2.3", "1.10.0", true},
		{"v1.2", "v1.3", "v1.3", true},
		{"v2", "v10", "v10", true},
		{"v1.2.0", "1.3.0", "1.3.0", true},
		{"2024.09.30", "2024.10.1", "2024.10.1", true},
		{"1.2.3-rc.1", "1.2.3", "1.2.3", true},
		{"1.2.3-rc.10", "1.2.3-rc.9", "1.2.3-rc.10", true},
		{"1.2.3-beta1", "1.2.3-alpha2", "1.2.3-beta1", true},
		{"1.2.3+a", "1.2.4+a", "1.2.4+a", true},
		{"1.2.3+a", "1.2.4+b", "1.2.3+a", false},
		{"nginx:1.25", "nginx:1.27", "nginx:1.27", true},
		{"reg:5000/a/nginx:1.25.1", "reg:5000/a/nginx:1.26.0", "reg:5000/a/nginx:1.26.0", true},
		{"nginx:1.25-alpine", "nginx:1.27-alpine", "nginx:1.27-alpine", true},
		{"postgres:16-alpine3.19", "postgres:17-alpine3.19", "postgres:17-alpine3.19", true},
		{"nginx:1.25-alpine", "nginx:1.27", "nginx:1.25-alpine", false},
		{"nginx:1.25-alpine3.18", "nginx:1.27-alpine3.19", "nginx:1.25-alpine3.18", false},
		{"nginx:1.25", "mine/nginx:1.27", "nginx:1.25", false},
		{"nginx:1.25@sha256:aa", "nginx:1.27@sha256:bb", "nginx:1.27@sha256:bb", true},
		{"nginx:1.25@sha256:aa", "nginx:1.25@sha256:bb", "nginx:1.25@sha256:aa", false},
		{"nginx:1.25@sha256:aa", "nginx:1.27", "nginx:1.25@sha256:aa", false},
		{"nginx:latest", "nginx:1.27", "nginx:latest", false},
		{"redis:6379", "redis:6380", "redis:6379", false},
		{"https://x/y//z?ref=v1.2.0", "https://x/y//z?ref=v1.3.0", "https://x/y//z?ref=v1.3.0", true},
		{"https://x/y?ref=v1.2.0&timeout=3", "https://x/y?ref=v1.3.0&timeout=3", "https://x/y?ref=v1.3.0&timeout=3", true},
		{"https://x/y?ref=v1.2.0&timeout=3", "https://x/y?ref=v1.3.0&timeout=4", "https://x/y?ref=v1.2.0&timeout=3", false},
		{"https://x/y?ref=main", "https://x/y?ref=v1.3.0", "https://x/y?ref=main", false},
		{"actions/checkout@v4", "actions/checkout@v5", "actions/checkout@v5", true},
		{"a/b/.github/workflows/c.yml@v1.2.10", "a/b/.github/workflows/c.yml@v1.2.9", "a/b/.github/workflows/c.yml@v1.2.10", true},
		{"a/b@v4", "c/b@v5", "a/b@v4", false},
		{"a/b@v4", "a/b@main", "a/b@v4", false},
		{"a/b@4", "a/b@5", "a/b@4", false},
		{"root@10.0.0.1", "root@10.0.0.2", "root@10.0.0.1", false},
		{"1", "2", "1", false},
		{"1.5", "2.5", "1.5", false},
		{"10.0.0.1", "10.0.0.2", "10.0.0.1", false},
		{"2024-10-01", "2025-10-01", "2025-10-01", true},
		{"2024-10-02", "2024-10-01", "2024-10-02", true},
		{"2024-13-01", "2025-10-01", "2024-13-01", false},
		{"nightly.2026-01-26", "nightly.2026-02-10", "nightly.2026-02-10", true},
		{"a/b:edge-2026-01-26", "a/b:edge-2026-02-10", "a/b:edge-2026-02-10", true},
		{"nightly.2026-01-26", "beta.2026-02-10", "nightly.2026-01-26", false},
		{"a2.2026-01-26", "a2.2026-02-10", "a2.2026-01-26", false},
		{"2024-10-01", "20251001", "2024-10-01", false},
		{"20241001", "20251001", "20241001", false},
		{"a/b:20241001", "a/b:20251001", "a/b:20251001", true},
		{"a/b:20241001", "a/b:20259999", "a/b:20241001", false},
		{"a/b:12345678", "a/b:12345679", "a/b:12345678", false},
		{"a/b:1.2.0-45", "a/b:1.2.0-46", "a/b:1.2.0-45", false},
		{"a/b:1.2.0-dev.45", "a/b:1.2.0-dev.46", "a/b:1.2.0-dev.45", false},
		{"a/b:1.2.0-nightly.45", "a/b:1.3.0-nightly.46", "a/b:1.2.0-nightly.45", false},
		{"a/b:v1.2.0-4-g1234567", "a/b:v1.2.0-5-g1234568", "a/b:v1.2.0-4-g1234567", false},
		{"a/b:b45", "a/b:b46", "a/b:b45", false},
		{"https://x/y?ref=0123456789012345678901234567890123456789", "https://x/y?ref=1123456789012345678901234567890123456789", "https://x/y?ref=0123456789012345678901234567890123456789", false},
		{"100m", "200m", "100m", false},
		{"1..2", "1..3", "1..2", false},
		{"", "1.2.3", "", false},
	} {
		version := func(value string) []*resource.Resource {
			node := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{
				{Kind: yaml.ScalarNode, Tag: "!!str", Value: "v"},
				{Kind: yaml.ScalarNode, Tag: "!!str", Value: value, Style: yaml.DoubleQuotedStyle},
			}}
			return []*resource.Resource{{Node: node, Path: "a.yaml"}}
		}
		out, err := resource.Merge(resource.Versions{Original: version("original"), Updated: version(test.updated), Dest: version(test.dest)},
			resource.Options{Policy: merge.Policy{OnConflict: merge.TakeNewest}})
		if err != nil {
			t.Fatal(err)
		}
		got := out.Resources[0].Node.Content[1].Value
		compared := out.Conflicts[0].By == terms.ByVersion
		if got != test.want || compared != test.compared {
			t.Errorf("updated %q and dest %q give %q (compared: %v), want %q (%v)", test.updated, test.dest, got, compared, test.want, test.compared)
		}
	}
}
