package adapter

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
)

// TestResultForm: a result is written as the SDK's is, and tells itself so.
func TestResultForm(t *testing.T) {
	field := func(value any) *fn.Field { return &fn.Field{Path: "spec.x", CurrentValue: value, ProposedValue: "b"} }
	for _, r := range []*fn.Result{
		{},
		{Message: "m", Severity: fn.SeverityError},
		{Message: "m: x", Severity: fn.SeverityWarning, ResourceRef: &fn.ResourceRef{APIVersion: "v1", Kind: "K", Name: "n", Namespace: "s"}, File: &fn.File{Path: "a.yaml"}},
		{Message: "m\nn", Severity: fn.SeverityInfo, ResourceRef: &fn.ResourceRef{Kind: "K"}, Field: field(1), File: &fn.File{Path: "a.yaml", Index: 2}, Tags: map[string]string{"b": "1", "a": "x"}},
		{Message: "m", Severity: fn.SeverityInfo, Field: field("yes")},
	} {
		ours, err := yaml.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := yaml.Marshal(resultOf(r))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(theirs), string(ours)); diff != "" {
			t.Errorf("-the SDK's +ours:\n%s", diff)
		}
		if got, want := r.String(), resultOf(r).String(); got != want && r.Severity != "" {
			t.Errorf("%q, the SDK says %q", got, want)
		}
	}
}
