package excerpt

import (
	"slices"
	"testing"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name  string
		most  int
		texts []string
		want  []string
	}{
		{"short ones are whole", 5, []string{"abcde", "", "ab"}, []string{"abcde", "", "ab"}},
		{"what differs", 5, []string{"0123456789012345678xyzabc", "", "0123456789012345678Xyz"}, []string{"…34567…", "", "…34567…"}},
		{"from the start", 3, []string{"abcdef", "xyz"}, []string{"abc…", "xyz"}},
		{"one that ends before", 4, []string{"01234567890123456789", "01234567890123456789abcdef"}, []string{"…4567…", "…4567…"}},
		{"one alone", 4, []string{"", "01234567890123456789"}, []string{"", "0123…"}},
		{"characters, not bytes", 2, []string{"éèêë", "ü"}, []string{"éè…", "ü"}},
	} {
		if got := Of(c.most, c.texts...); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
