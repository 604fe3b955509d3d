package merge

import "testing"

// TestKeepSpacing: blank lines come and go with what stands at them.
func TestKeepSpacing(t *testing.T) {
	for _, c := range []struct{ name, merged, dest, want string }{
		{"taken away", "a\nb\nc\n", "a\n\nb\n\n\nc\n", "a\n\nb\n\n\nc\n"},
		{"added", "a\n\nb\n\n", "a\nb\n", "a\nb\n"},
		{"beside a changed line", "a\nB\nc\n", "a\n\nb\n\nc\n", "a\n\nB\n\nc\n"},
		{"with an added line", "a\n\nnew\n\nb\n", "a\nb\n", "a\n\nnew\n\nb\n"},
		{"with a removed line", "a\nc\n", "a\n\nb\n\nc\n", "a\nc\n"},
		{"with the same comment", "a\n# b\nb\n", "a\n\n  # b\n\nb\n", "a\n\n  # b\n\nb\n"},
		{"with another comment", "a\n# B\nb\n", "a\n\n# b\n\nb\n", "a\n# B\nb\n"},
		{"at the start and the end", "a\n", "\n\na\n\n", "\n\na\n\n"},
		{"indented otherwise", "  a\n    b\n", "a\n\n  b\n", "  a\n\n    b\n"},
		{"of what was moved", "b\na\n", "a\n\nb\n", "b\na\n"},
		{"nothing", "", "", ""},
		{"of nothing", "a\n", "", "a\n"},
	} {
		if got := KeepSpacing(c.merged, c.dest); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
