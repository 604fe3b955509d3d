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

func TestParseMarkers(t *testing.T) {
	tests := []struct {
		comment string
		want    markers
	}{
		{"No marker, 1+1=2.", markers{}},
		{"Text.\n+optional\n+listType=map\n+listMapKey=a\n+listMapKey=b\n", markers{"optional": {""}, "listType": {"map"}, "listMapKey": {"a", "b"}}},
		{"+k8s:listType=set", markers{"listType": {"set"}}},
		{`+k8s:beta(since: "1.37")=+k8s:unionMember`, markers{"unionMember": {""}}},
		// What holds for one element of a list says nothing about the field.
		{`+k8s:beta(since: "1.37")=+k8s:item(type: "Denied")=+k8s:zeroOrOneOfMember`, markers{`item(type: "Denied")`: {"+k8s:zeroOrOneOfMember"}}},
		{`+default="TCP"`, markers{"default": {`"TCP"`}}},
	}
	for _, tt := range tests {
		if got := parseMarkers(tt.comment); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: got %v, want %v", tt.comment, got, tt.want)
		}
	}
}
