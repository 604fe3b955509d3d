package source

import "testing"

func TestLayout(t *testing.T) {
	for _, c := range []struct{ name, text, as, want string }{
		{"blank lines and comments", "a: 1\n# b\nb: 2\nc: 3\n", "# a\na: 1\n\nb: 2\n\n# c\nc: 3\n# end\n", "# a\na: 1\n\nb: 2\n\n# c\nc: 3\n# end\n"},
		{"other spellings stay", "a: '1'\nb: 2\n", "a: \"1\"\n\nb: 2\n", "a: '1'\n\nb: 2\n"},
		{"another value", "a: 1\nb: 2\n", "\na: 1\n\nb: 3\n", "a: 1\nb: 2\n"},
		{"another line", "a: 1\nb: 2\n", "a: 1\n\nb: 2\nc: 3\n", "a: 1\nb: 2\n"},
		{"a line less", "a: 1\nb: 2\n", "a: 1\n\n", "a: 1\nb: 2\n"},
		{"lines of text", "a: |\n  one\n  # two\n", "a: |\n  one\n\n  # two\n", "a: |\n  one\n  # two\n"},
		{"CRLF stays", "a: 1\r\nb: 2\r\n", "a: 1\n\nb: 2\n", "a: 1\r\n\nb: 2\r\n"},
		{"no final newline", "a: 1", "a: 1\n# end\n", "a: 1"},
		{"documents", "a: 1\n---\nb: 2\n", "a: 1\n\n---\n# b\nb: 2\n", "a: 1\n\n---\n# b\nb: 2\n"},
		{"another order", "a: 1\nb: 1\nc: 1\n", "b: 1\n\n# c\nc: 1\na: 1\n", "a: 1\nb: 1\nc: 1\n"},
		{"an empty document elsewhere", "a: 1\n---\n# Empty.\n", "---\n# Empty.\n---\na: 1\n", "a: 1\n---\n# Empty.\n"},
		{"no YAML", "a: 1\nb: [\n", "a: 1\n\nb: [\n", "a: 1\nb: [\n"},
	} {
		got, ok := Layout([]byte(c.text), []byte(c.as), false)
		if !ok {
			got = []byte(c.text)
		}
		if string(got) != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestLayoutFrom: a text whose values are from another is written as that.
func TestLayoutFrom(t *testing.T) {
	for _, c := range []struct{ name, text, as, want string }{
		{"other spellings", "a: '1'\nb: [x]\n", "a: \"1\"\n\nb:\n- x\n", "a: \"1\"\n\nb:\n- x\n"},
		{"another value", "a: 1\nb: 2\n", "a: 1\n\nb: 3\n", "a: 1\nb: 2\n"},
	} {
		got, ok := Layout([]byte(c.text), []byte(c.as), true)
		if !ok {
			got = []byte(c.text)
		}
		if string(got) != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
