package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/krm-merge/krm-merge/merge"
	"go.yaml.in/yaml/v3"
)

// The table fits together whatever the generator made of the sources: sorted,
// its indices inside, its keys scalars.
func TestBuiltinTable(t *testing.T) {
	if diff := cmp.Diff(builtinPlace{}, builtinPlaces[0], cmp.AllowUnexported(builtinPlace{}, builtinField{})); diff != "" {
		t.Errorf("place 0 says something: %s", diff)
	}
	reached := map[uint16]bool{0: true}
	for i, k := range builtinKinds {
		reached[k.root] = true
		if k.root == 0 {
			t.Errorf("%v has no root", k)
		}
		if i == 0 {
			continue
		}
		before := builtinKinds[i-1]
		if c := strings.Compare(before.group, k.group); c > 0 || c == 0 && before.kind > k.kind {
			t.Errorf("%v stands before %v", before, k)
		}
		if before.group == k.group && before.kind == k.kind && before.version == k.version {
			t.Errorf("%v comes twice", k)
		}
	}
	for i, p := range builtinPlaces {
		for j, f := range p.fields {
			reached[f.place] = true
			if j > 0 && p.fields[j-1].name >= f.name {
				t.Errorf("place %d: field %s stands before %s", i, p.fields[j-1].name, f.name)
			}
		}
		reached[p.values], reached[p.elem] = true, true
		if int(p.list) >= len(builtinLists) || int(p.unions) >= len(builtinUnions) {
			t.Fatalf("place %d: no list %d or unions %d", i, p.list, p.unions)
		}
		list := builtinLists[p.list]
		if (list.Kind == merge.ListKeyed) != (len(list.Keys) > 0) {
			t.Errorf("place %d: %v has keys %v", i, list.Kind, list.Keys)
		}
		if p.elem != 0 && list.Kind == merge.ListUnknown {
			t.Errorf("place %d: elements without a list", i)
		}
		seen := map[string]bool{}
		for _, k := range list.Keys {
			if seen[k.Field] {
				t.Errorf("place %d: key %s comes twice", i, k.Field)
			}
			seen[k.Field] = true
			if p.elem != 0 && builtinPlaces[p.elem].Field(k.Field) != nil {
				t.Errorf("place %d: key %s is no scalar", i, k.Field)
			}
			if k.Default != nil && (k.Default.Kind != yaml.ScalarNode || k.Default.Value == "") {
				t.Errorf("place %d: default of %s is %v", i, k.Field, k.Default)
			}
		}
	}
	for i := range builtinPlaces {
		if !reached[uint16(i)] {
			t.Errorf("nothing leads to place %d", i)
		}
	}
	for i, unions := range builtinUnions {
		for _, u := range unions {
			if len(u.Members) == 0 || u.Discriminator == "" && len(u.Members) < 2 {
				t.Errorf("unions %d: %v leaves no choice", i, u)
			}
			for _, m := range u.Members {
				if (m.Choice != "") != (u.Discriminator != "") {
					t.Errorf("unions %d: member %v of a union with discriminator %q", i, m, u.Discriminator)
				}
			}
		}
	}
}
