package resource

import "testing"

// TestRelated: a path is related to another that it leads to, and to no other field
// that only begins like one.
func TestRelated(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"", "spec", true},
		{"spec", "spec", true},
		{"spec", "spec.ports", true},
		{"spec.ports[port=80]", "spec.ports", true},
		{"spec.port", "spec.ports", false},
		{"spec", "status", false},
	} {
		if related(c.a, c.b) != c.want || related(c.b, c.a) != c.want {
			t.Errorf("%q and %q are related: %v", c.a, c.b, !c.want)
		}
	}
}
