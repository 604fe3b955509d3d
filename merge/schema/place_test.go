package schema

import (
	"cmp"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/merge"
)

var update = flag.Bool("update", false, "rewrite what testdata wants")

// TestPlaces: what schemas say of places, in testdata. Each section "want" names those that are
// given: definitions, schemas that one for example.com/Router has, and declarations. A line in it
// is a resource's apiVersion and kind, - for none, and its file if it has one, or a comment; below
// it stand places.
func TestPlaces(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		sections, got := map[string]string{}, map[string]string{}
		for _, f := range archive.Files {
			if names := strings.Fields(f.Name); names[0] != "want" {
				sections[f.Name] = string(f.Data)
				continue
			}
			got[f.Name] = placesOf(t, setOf(t, sections, strings.Fields(f.Name)[1:]), string(f.Data))
		}
		golden.Compare(t, file, archive, got, *update)
	})
}

// setOf makes a set of the sections of these names.
func setOf(t *testing.T, sections map[string]string, names []string) *Set {
	t.Helper()
	var definitions []*yaml.Node
	var declared []Declared
	for _, name := range names {
		text, ok := sections[name]
		if !ok {
			t.Fatalf("there is no section %s", name)
		}
		if schema := strings.HasSuffix(name, ".schema"); schema || strings.HasSuffix(name, ".yaml") {
			if schema {
				text = crd(text)
			}
			definitions = append(definitions, parsed(t, text))
			continue
		}
		for line := range strings.Lines(text) {
			place, keys, _ := strings.Cut(strings.TrimSpace(line), ": ")
			words := strings.SplitN(place, " ", 3)
			declared = append(declared, declare(t, blank(words[0]), blank(words[1]), words[2], strings.Fields(keys)...))
		}
	}
	return NewSet(declared, definitions...)
}

func blank(word string) string {
	if word == "-" {
		return ""
	}
	return word
}

// placesOf writes the lines of a section anew.
func placesOf(t *testing.T, set *Set, text string) string {
	t.Helper()
	var b strings.Builder
	var s merge.Schema
	for line := range strings.Lines(text) {
		path, indented := strings.CutPrefix(line, "  ")
		if comment, is := strings.CutPrefix(line, "# comment"); is {
			s = CommentSchema(strings.TrimSpace(comment))
		} else if of := strings.Fields(line); !indented {
			of = append(of, "")
			s = set.For(blank(of[0]), blank(of[1]), of[2])
		}
		if !indented {
			b.WriteString(line)
			continue
		}
		path = path[:strings.LastIndex(path, ": ")]
		pattern, err := merge.ParsePattern(path)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, step := range pattern {
			names = append(names, cmp.Or(step.Name(), "[*]"))
		}
		b.WriteString("  " + path + ": " + placeText(at(s, names...)) + "\n")
	}
	return b.String()
}

// placeText is all that a schema says of a place.
func placeText(s merge.Schema) string {
	if s == nil {
		return "nil"
	}
	said := []string{rowText(s.List())}
	if s.AtomicMap() {
		said = append(said, "atomic map")
	}
	for _, u := range s.Unions() {
		text := "one of"
		if u.Discriminator != "" {
			text += " (" + u.Discriminator + ")"
		}
		for _, m := range u.Members {
			text += " " + m.Field
			if m.Choice != "" {
				text += "=" + m.Choice
			}
		}
		said = append(said, text)
	}
	if len(said) > 1 {
		said = slices.DeleteFunc(said, func(text string) bool { return text == merge.ListUnknown.String() })
	}
	return strings.Join(said, "; ")
}
