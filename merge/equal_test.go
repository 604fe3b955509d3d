package merge_test

import (
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

// TestEqual: two scalars are one value if both readers, that of YAML 1.2 and
// Kubernetes' own, see one type and value.
func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a", "'a'", true},
		{`"a"`, "'a'", true},
		{"5", `"5"`, false},
		{"5", "5.0", false},
		{"0x10", "16", true},
		{"0o17", "15", true},
		{"0o-7", `"0o-7"`, true},
		{"0x+7", `"0x+7"`, true},
		{"0644", "420", false},
		{"0644", "0644", true},
		{"1_000", "1000", false},
		{"1e3", "1000.0", true},
		{"on", `"on"`, false},
		{"on", "true", false},
		{"yes", "on", false},
		{"true", "True", true},
		{"true", `"true"`, false},
		{"~", "null", true},
		{"null", `"null"`, false},
		{`""`, "null", false},
		{".inf", "+.inf", true},
		{".inf", "-.inf", false},
		{".nan", ".NaN", true},
		{".nan", "+.nan", false},
		{"2001-01-01", `"2001-01-01"`, true},
		{"!!str 5", `"5"`, true},
		{"!a x", "!b x", false},
		{"!a x", "!a x", true},
		{"[a, b]", "- a\n- b", true},
		{"[a, b]", "[b, a]", false},
		{"{a: 1, b: 2}", "{b: 2, a: 1}", true},
		{"{a: 1, b: null}", "{a: 1}", false},
		{"{a: {}}", "{a: null}", false},
		{"[&x 1, *x]", "[1, 1]", true},
		{"a: &x {k: 1}\nb: {<<: *x, l: 2}", "{a: {k: 1}, b: {k: 1, l: 2}}", true},
		{"a # one", "a # another", true},
	} {
		a, b := parse(t, c.a), parse(t, c.b)
		if merge.Equal(a, b) != c.want || merge.Equal(b, a) != c.want {
			t.Errorf("%q and %q are equal: %v, want %v", c.a, c.b, !c.want, c.want)
		}
	}
	if merge.Equal(nil, parse(t, "null")) || !merge.Equal(nil, nil) {
		t.Error("what is absent equals only what is absent")
	}
}

// TestPathWithout: the keys of elements are left out behind the steps that may be
// shown, and nothing else.
func TestPathWithout(t *testing.T) {
	path := merge.Path{
		merge.Keyed(merge.KeyValue{Field: "name", Value: "a"}), merge.Field("users"),
		merge.Keyed(merge.KeyValue{Field: "name", Value: "root"}, merge.KeyValue{Field: "host", Value: "h"}), merge.Member("x"), merge.Index(2),
	}
	for from, want := range map[int]string{
		-1: "[name=…].users[name=…,host=…][=…][2]",
		0:  "[name=…].users[name=…,host=…][=…][2]",
		2:  "[name=a].users[name=…,host=…][=…][2]",
		3:  "[name=a].users[name=root,host=h][=…][2]",
		9:  "[name=a].users[name=root,host=h][=x][2]",
	} {
		if got := path.Without(from).String(); got != want {
			t.Errorf("without %d: %s, want %s", from, got, want)
		}
	}
	if got := path.String(); got != "[name=a].users[name=root,host=h][=x][2]" {
		t.Errorf("the path itself is changed: %s", got)
	}
}
