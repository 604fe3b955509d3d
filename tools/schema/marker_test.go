package main

import (
	"reflect"
	"testing"
)

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
