package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// form is a JSON schema, as far as it says what may be where.
type form struct {
	Ref        string           `json:"$ref"`
	Defs       map[string]*form `json:"$defs"`
	Type       string
	Enum       []any
	Required   []string
	Items      *form
	Properties map[string]*form
}

// TestForms: what programs read and write has all that docs/forms.txt names. Nothing rewrites that file.
func TestForms(t *testing.T) {
	have := map[string]bool{}
	for _, name := range []string{"report", "packages", "diff", "answers"} {
		(&form{Ref: name + ".schema.json"}).list(t, "", name, have)
	}
	for line := range strings.Lines(read(t, "docs/forms.txt")) {
		if line = strings.TrimSpace(line); !have[line] {
			t.Errorf("%s: gone from the schemas, but programs rely on it: this form is frozen. Leave it as it was; if it must change, so must version, here, in the schemas and in docs/programs.md", line)
		}
		delete(have, line)
	}
	for _, line := range slices.Sorted(maps.Keys(have)) {
		t.Errorf("%s: new; from here on programs rely on it. If it is meant to stay, add it to docs/forms.txt", line)
	}
}

// list adds what may be at a place, and below it.
func (f *form) list(t *testing.T, file, place string, have map[string]bool) {
	if f.Ref != "" {
		other, def, _ := strings.Cut(f.Ref, "#/$defs/")
		file = cmp.Or(other, file)
		if f = nil; json.Unmarshal([]byte(read(t, "docs/"+file)), &f) != nil {
			t.Fatal(file)
		}
		f = cmp.Or(f.Defs[def], f)
	}
	have[place+": "+cmp.Or(f.Type, "value")] = true
	for _, value := range f.Enum {
		have[fmt.Sprintf("%s = %v", place, value)] = true
	}
	for _, name := range f.Required {
		have[place+"."+name+": required"] = true
	}
	if f.Items != nil {
		f.Items.list(t, file, place+"[]", have)
	}
	for name, below := range f.Properties {
		below.list(t, file, place+"."+name, have)
	}
}
