package merge_test

import (
	"encoding/json"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

func jsonObject(t *testing.T, text string) (object map[string]any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), &object); err != nil {
		t.Fatal(err)
	}
	return object
}

const (
	appliedObject = `{"kind": "Deployment", "spec": {"replicas": 1, "ratio": 0.5, "template": {"spec": {"containers": [{"name": "web", "image": "web:1", "ports": [{"containerPort": 80}]}]}}}}`
	wantedObject  = `{"kind": "Deployment", "spec": {"replicas": 1, "ratio": 0.5, "paused": false, "template": {"spec": {"containers": [{"name": "web", "image": "web:2", "ports": [{"containerPort": 80}]}]}}}}`
	liveObject    = `{"kind": "Deployment", "metadata": {"uid": "u", "generation": 7}, "spec": {"replicas": 5, "ratio": 0.5, "template": {"spec": {"containers": [{"name": "mesh", "image": "mesh"}, {"name": "web", "image": "web:1", "ports": [{"containerPort": 80, "protocol": "TCP"}]}]}}}}`
	mergedObject  = `{"kind": "Deployment", "metadata": {"uid": "u", "generation": 7}, "spec": {"replicas": 5, "ratio": 0.5, "paused": false, "template": {"spec": {"containers": [{"name": "mesh", "image": "mesh"}, {"name": "web", "image": "web:2", "ports": [{"containerPort": 80, "protocol": "TCP"}]}]}}}}`
)

// TestObjects: what was wanted anew comes to what is live, from many goroutines at once
// that share inputs and options; types stay, and inputs are as they were.
func TestObjects(t *testing.T) {
	applied, wanted, live := jsonObject(t, appliedObject), jsonObject(t, wantedObject), jsonObject(t, liveObject)
	want := jsonObject(t, mergedObject)
	for name, opts := range map[string]merge.Options{"no schema": {}, "built in": {Schema: schema.Builtin("apps/v1", "Deployment")}} {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				got, conflicts, err := merge.Objects(applied, wanted, live, opts)
				if err != nil || len(conflicts) > 0 {
					t.Errorf("%s: %v, %v", name, conflicts, err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
				got["spec"].(map[string]any)["replicas"] = "written to"
			})
		}
		all.Wait()
	}
	for i, text := range []string{appliedObject, wantedObject, liveObject} {
		if diff := cmp.Diff(jsonObject(t, text), []map[string]any{applied, wanted, live}[i]); diff != "" {
			t.Errorf("input %d was modified:\n%s", i, diff)
		}
	}
}

// TestObjectsAbsent: nil is no object.
func TestObjectsAbsent(t *testing.T) {
	one := map[string]any{"a": int64(1)}
	for _, c := range []struct {
		original, updated, live, want map[string]any
	}{
		{nil, one, nil, one}, {one, nil, one, nil}, {nil, nil, one, one}, {one, one, nil, nil}, {nil, nil, nil, nil},
		{map[string]any{}, map[string]any{}, map[string]any{}, map[string]any{}},
	} {
		got, conflicts, err := merge.Objects(c.original, c.updated, c.live, merge.Options{})
		if err != nil || len(conflicts) > 0 {
			t.Errorf("%v: %v, %v", c, conflicts, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c, diff)
		}
	}
}

// TestObjectsConflict: what both changed is a conflict, and onConflict decides.
func TestObjectsConflict(t *testing.T) {
	version := func(n any) map[string]any { return map[string]any{"spec": map[string]any{"replicas": n}} }
	for policy, want := range map[merge.OnConflict]any{merge.TakeUpdated: float64(2), merge.TakeDest: 3} {
		got, conflicts, err := merge.Objects(version(1), version(float64(2)), version(3), merge.Options{Policy: merge.Policy{OnConflict: policy}})
		if err != nil || len(conflicts) != 1 || conflicts[0].Path.String() != "spec.replicas" {
			t.Fatalf("%v: %v, %v", policy, conflicts, err)
		}
		if diff := cmp.Diff(version(want), got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", policy, diff)
		}
	}
	if _, conflicts, err := merge.Objects(version(1), version(float64(2)), version(json.Number("2.0")), merge.Options{}); err != nil || len(conflicts) > 0 {
		t.Errorf("numbers of one value: %v, %v", conflicts, err)
	}
}

// TestObjectsText: strings that merge line by line come back as strings, whatever they
// look like.
func TestObjectsText(t *testing.T) {
	version := func(text string) map[string]any {
		return map[string]any{"data": map[string]any{"n": "1", "text": text}}
	}
	got, _, err := merge.Objects(version("a\nb\nc\n"), version("a2\nb\nc\n"), version("a\nb\nc2\n"), merge.Options{Policy: merge.Policy{TextByLines: true}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(version("a2\nb\nc2\n"), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestObjectsRefused: what no merge can take is an error that names its version and place.
func TestObjectsRefused(t *testing.T) {
	endless := map[string]any{}
	endless["self"] = endless
	for want, live := range map[string]map[string]any{
		"dest: spec.list[0]: a chan int cannot be merged": {"spec": map[string]any{"list": []any{make(chan int)}}},
		"dest: a: a float64 cannot be merged":             {"a": math.NaN()},
		"levels deep":                                     endless,
	} {
		if _, _, err := merge.Objects(nil, nil, live, merge.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("gave %v, want %s", err, want)
		}
	}
}
