package resource

import "testing"

// TestRenamed: a name counts as a resource's own only where it stands by itself.
func TestRenamed(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"web", "web", "\x00"},
		{"web-tls", "web", "\x00-tls"},
		{"a/web:1 web", "web", "a/\x00:1 \x00"},
		{"webhook", "web", "webhook"},
		{"cobweb", "web", "cobweb"},
		{"webweb-web", "web", "webweb-\x00"},
		{"web", "", "web"},
	} {
		if got := renamed(c.text, c.name); got != c.want {
			t.Errorf("%q in %q gives %q, want %q", c.name, c.text, got, c.want)
		}
	}
}
