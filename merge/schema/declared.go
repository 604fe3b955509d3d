package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
)

// Declared is a list whose key the configuration declares (keys:), checked.
// Declare makes one.
type Declared struct {
	group, kind string
	path        []step
	list        merge.ListType
}

// Declare checks a declaration of list keys: for resources of that group and
// kind ("" is any), the list at the path is keyed by the fields. A path is
// written like spec.routes; lists on the way are passed through, with or
// without [*]: spec.hosts[*].ports and spec.hosts.ports are one. A path that
// ends in [*] means the lists inside a list. A field may also be spelled
// "host,port", which is two.
func Declare(group, kind, path string, fields []string) (Declared, error) {
	steps, err := parsePath(path)
	if err != nil {
		return Declared{}, err
	}
	if slices.ContainsFunc(steps, func(s step) bool { return s.rest }) {
		return Declared{}, fmt.Errorf("path %q: * does not stand for a field: name it, or write [*] for the elements of a list", path)
	}
	names := splitKeys(fields)
	once := slices.Compact(slices.Sorted(slices.Values(names)))
	if len(names) == 0 || once[0] == "" || len(once) < len(names) {
		return Declared{}, fmt.Errorf("path %q: the key fields are %q: list those that identify an element together, each once", path, fields)
	}
	d := Declared{group, kind, steps, merge.ListType{Kind: merge.ListKeyed, Fallback: merge.ListAtomic}}
	for _, n := range names {
		d.list.Keys = append(d.list.Keys, merge.Key{Field: n})
	}
	return d, nil
}

// declaredOver lays what is declared for a kind over its schema. Of two
// declarations for one place the first holds.
func declaredOver(base merge.Schema, declared []Declared, group, kind string) merge.Schema {
	root, lays := outline{}, false
	for _, d := range declared {
		if d.group != "" && d.group != group || d.kind != "" && d.kind != kind {
			continue
		}
		lays = true
		if at := root.at(d.path); at.list.Kind == merge.ListUnknown {
			at.list = d.list
		}
	}
	if !lays {
		return base
	}
	return root.over(base)
}

// splitKeys reads key fields, each of which may be spelled "foo,bar".
func splitKeys(spelled []string) []string {
	var fields []string
	for _, s := range spelled {
		for f := range strings.SplitSeq(s, ",") {
			fields = append(fields, strings.TrimSpace(f))
		}
	}
	return fields
}
