package main

import (
	"cmp"
	"reflect"
	"testing"
)

func TestOlder(t *testing.T) {
	order := []string{"v1alpha1", "v1alpha2", "v2alpha1", "v1beta1", "v1beta2", "v2beta1", "v1", "v2", "v10"}
	for i, x := range order {
		for j, y := range order {
			if got := compareVersions(x, y); got != cmp.Compare(i, j) {
				t.Errorf("compareVersions(%s, %s) = %d", x, y, got)
			}
		}
	}
}

// Two types that hold themselves in the same way become one place, and a type
// that says nothing becomes none.
func TestMinimal(t *testing.T) {
	atomic := listType{kind: atomicList}
	in := table{
		places: []place{
			{},
			{fields: []placeField{{"empty", 5}, {"items", 2}, {"self", 1}}},
			{list: atomic},
			{fields: []placeField{{"empty", 5}, {"items", 4}, {"self", 3}}},
			{list: atomic},
			{fields: []placeField{{"self", 5}}},
			{fields: []placeField{{"a", 3}, {"b", 1}}},
		},
		kinds: []kindRow{{kind: "K", root: 6}},
	}
	want := table{
		places: []place{
			{},
			{fields: []placeField{{"a", 2}, {"b", 2}}},
			{fields: []placeField{{"items", 3}, {"self", 2}}},
			{list: atomic},
		},
		kinds: []kindRow{{kind: "K", root: 1}},
	}
	if got := in.pruned().minimal(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
