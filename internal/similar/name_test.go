package similar

import "testing"

func TestName(t *testing.T) {
	for _, test := range []struct {
		mistaken string
		names    []string
		want     string
	}{
		{"Deploymnt", []string{"Service", "Deployment"}, "Deployment"},
		{"deployment", []string{"Deployment"}, "Deployment"},
		{"wbe", []string{"web", "db"}, "web"},
		{"web", []string{"db", "api"}, ""},
		{"web", []string{"web-2"}, ""},
		{"replica", []string{"replicas", "revision"}, "replicas"},
		{"x", nil, ""},
	} {
		if got := Name(test.mistaken, test.names); got != test.want {
			t.Errorf("Name(%q, %q) = %q, want %q", test.mistaken, test.names, got, test.want)
		}
	}
}
