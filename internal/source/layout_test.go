package source

import "testing"

func TestLayout(t *testing.T) {
	for _, c := range []struct{ name, text, as, want string }{
		{"blank lines and comments", "a: 1\n# b\nb: 2\nc: 3\n", "# a\na: 1\n\nb: 2\n\n# c\nc: 3\n# end\n", "# a\na: 1\n\nb: 2\n\n# c\nc: 3\n# end\n"},
		{"other spellings", "a: '1'\nb: [x]\n", "a: \"1\"\n\nb:\n- x\n", "a: \"1\"\n\nb:\n- x\n"},
		{"another value", "a: 1\nb: 2\n", "\na: 1\n\nb: 3\n", "a: 1\nb: 2\n"},
		{"another kind of value", "a: 1\n", "\na: '1'\n", "a: 1\n"},
		{"another order", "a: 1\nb: 2\n", "b: 2\na: 1\n", "a: 1\nb: 2\n"},
		{"an entry more", "a: 1\nb: 2\n", "a: 1\n\nb: 2\nc: 3\n", "a: 1\nb: 2\n"},
		{"an entry less", "a: 1\nb: 2\n", "a: 1\n\n", "a: 1\nb: 2\n"},
		{"lines of text", "a: |\n  one\n  # two\n", "a: |\n  one\n\n  # two\n", "a: |\n  one\n  # two\n"},
		{"documents", "a: 1\n---\nb: 2\n", "a: 1\n\n---\n# b\nb: 2\n", "a: 1\n\n---\n# b\nb: 2\n"},
		{"no YAML", "a: 1\nb: [\n", "a: 1\n\nb: [\n", "a: 1\nb: [\n"},
	} {
		if got := Layout([]byte(c.text), []byte(c.as)); string(got) != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
