package resource

import (
	"errors"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// What the check of a result finds is an error about the resource, so that
// nobody writes the result.
func TestViolationIsAnError(t *testing.T) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"), &doc); err != nil {
		t.Fatal(err)
	}
	pod := &member{Resource: &Resource{Node: doc.Content[0], Name: "package.yaml", Line: 1}}
	found := &merge.Violation{Path: merge.Path{merge.Field("spec")}, Problem: "a local change is missing from the result"}
	err := (&triple{merge.Original: pod, merge.Dest: pod}).inputError(found)
	const want = "package.yaml:1: v1 Pod p: spec: a local change is missing from the result (found by the check of the result, so nothing was written; if no version is at fault, please report it)"
	var e *Error
	if !errors.As(err, &e) || e.Path != "spec" || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
