package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every row of the table can be read, and the schema says at its path what the
// row says.
func TestGitopsRows(t *testing.T) {
	var group string
	var kinds []string
	sources, rows := true, 0
	headers := map[groupKind]bool{}
	endKinds := func() {
		if !sources {
			t.Errorf("%s %v: no source", group, kinds)
		}
		sources = false
	}
	for line := range strings.SplitSeq(gitopsTable, "\n") {
		switch {
		case line == "", line[0] == '#':
			continue
		case line[0] != ' ':
			endKinds()
			words := strings.Fields(line)
			group, kinds = words[0], words[1:]
			if len(kinds) == 0 {
				t.Errorf("%s: no kinds", group)
			}
			for _, kind := range kinds {
				if headers[groupKind{group, kind}] {
					t.Errorf("%s %s has two entries: the second is never read", group, kind)
				}
				headers[groupKind{group, kind}] = true
				if Builtin(group+"/v1", kind) != nil {
					t.Errorf("%s %s is built in: its entry is never read", group, kind)
				}
			}
			continue
		}
		path, row := readGitopsRow(line)
		if path == nil {
			sources = true
			continue
		}
		rows++
		for _, kind := range kinds {
			place := at(gitops(group, kind), steps(path)...)
			switch {
			case place == nil:
				t.Errorf("%s %s: nothing at %s", group, kind, line)
			case row.unions != nil:
				if elem := place.Elem(); len(place.Unions()) == 0 && (elem == nil || len(elem.Unions()) == 0) {
					t.Errorf("%s %s: no union at %s", group, kind, line)
				}
			case row.like == nil:
				if diff := cmp.Diff(rowText(row.list), rowText(place.List())); diff != "" {
					t.Errorf("%s %s: %s (-row +schema):\n%s", group, kind, line, diff)
				}
			}
		}
	}
	endKinds()
	if rows < 150 {
		t.Errorf("only %d rows were read", rows)
	}
}

// steps spells a path for at: any name for *, and no elements, since what is
// in a list's elements is also where a map would have it.
func steps(path []step) []string {
	var names []string
	for _, s := range path {
		switch {
		case s.rest:
			names = append(names, "anything")
		case s.elem:
			names = append(names, "[*]")
		default:
			names = append(names, s.name)
		}
	}
	return names
}

func TestReadGitopsRow(t *testing.T) {
	for _, line := range []string{
		"", "resources", "resources list", "a..b set", "a by", "a by =x", "a by ,", "a by name else", "a by name else atomic",
		"a by name={", "a by name=[]", "a like v1 Pod", "a like v1 Pod a..b", "a set now", "http://example.com",
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is read", line)
				}
			}()
			readGitopsRow(line)
		}()
	}
	_, row := readGitopsRow("  a.b  by name,port=80,on=true,text=x,empty=  else set")
	var tags []string
	for _, k := range row.list.Keys[1:] {
		tags = append(tags, k.Default.Tag)
	}
	if diff := cmp.Diff([]string{"!!int", "!!bool", "!!str", "!!str"}, tags); diff != "" {
		t.Errorf("types of the defaults (-want +got):\n%s", diff)
	}
}
