package git

import "testing"

// TestListed: entries with their paths, as they are; one that cannot be read is an error.
func TestListed(t *testing.T) {
	got := ""
	for e, err := range Listed("100644 blob 1a\ta b\x00120000 blob 2b 7\tc\nd\x00", 3) {
		if err != nil {
			t.Fatal(err)
		}
		got += e.Words[2] + " " + e.Path + ";"
	}
	if want := "1a a b;2b c\nd;"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, err := range Listed("100644 blob\ta\x00", 3) {
		if err == nil {
			t.Error("no error for two words")
		}
	}
}

// TestObjects: contents, empty ones too; what is missing, cut off or no file is an error.
func TestObjects(t *testing.T) {
	all, err := Objects("1a blob 3\na\nb\n2b blob 0\n\n", []string{"1a", "2b"})
	if err != nil || len(all) != 2 || string(all[0]) != "a\nb" || all[1] == nil || len(all[1]) != 0 {
		t.Errorf("%q, %v", all, err)
	}
	for _, out := range []string{"", "1a missing\n", "1a blob 3\na\n", "1a tree 3\na\nb\n", "1a blob x\na\n", "1a blob -1\na\n"} {
		if all, err := Objects(out, []string{"1a"}); err == nil {
			t.Errorf("%q: %q", out, all)
		}
	}
}
