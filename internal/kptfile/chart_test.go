package kptfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/kptfile"
)

// TestChart: a krm-merge.yaml says where a chart is from, beside the settings, which stay.
func TestChart(t *testing.T) {
	read := func(text string) *kptfile.Kptfile { return readAs(t, text, "a/krm-merge.yaml") }
	digest := strings.Repeat("0a", 32)
	at := kptfile.Upstream{Repo: "helm+https://example.com/c", Directory: "/shop", Ref: "v1.0.0"}
	lock := kptfile.Lock{Upstream: at, Commit: digest}
	lock.Ref = "1.0.0"
	text, err := read("spec:\n  profile: Careful # ours\n").At(at, lock)
	want := "spec:\n  profile: Careful # ours\n  upstream:\n    helm:\n      repo: https://example.com/c\n      chart: shop\n      version: 1.0.0\n      taken: 1.0.0\n      digest: sha256:" + digest + "\n"
	if diff := cmp.Diff(want, string(text)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	k := read(want)
	if k.Upstream.Repo != at.Repo || k.Upstream.Directory != "shop" || k.Lock.Ref != "1.0.0" || k.Lock.Commit != digest {
		t.Errorf("%+v, %+v", k.Upstream, k.Lock)
	}
	if text, err = k.Without(); err != nil || string(text) != "spec:\n  profile: Careful # ours\n" {
		t.Errorf("without: %v\n%s", err, text)
	}
	if k = read(strings.Replace(want, "version: 1.0.0", "version: 2.0.0", 1)); k.Upstream.Ref != "2.0.0" || k.Lock.Ref != "1.0.0" {
		t.Errorf("a version that was edited: %+v, %+v", k.Upstream, k.Lock)
	}
	if k := read("spec: {profile: Careful}"); k.Upstream != nil {
		t.Errorf("%+v", k.Upstream)
	}
	for text, want := range map[string]string{
		"spec: {upstream: {git: a}}":                  "a/krm-merge.yaml:1: spec.upstream.helm has no repo or no chart",
		"spec: {upstream: {helm: {chart: a}}}":        "has no repo or no chart; write",
		"spec: {upstream: {helm: {repo: 'oci://a'}}}": "has no repo or no chart; write",
	} {
		if _, err := kptfile.Read([]byte(text), "a/krm-merge.yaml"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
