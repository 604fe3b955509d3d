package resource_test

import (
	"testing"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

func TestOutdated(t *testing.T) {
	one := func(text string) []*resource.Resource {
		return []*resource.Resource{{Node: parsed(t, text)[0].Node, Path: "sub/a.yaml"}}
	}
	v := resource.Versions{
		Original: one("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {k: 1, t.yaml: 'a: 1'}}"),
		Updated:  one("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {k: 2}}"),
		Dest:     one("{apiVersion: v2, kind: ConfigMap, metadata: {name: c}, data: {k: 3, l: 3}}"),
	}
	outdated, err := resource.Outdated(v, resource.Options{})
	if err != nil {
		t.Fatal(err)
	}
	digest := func(text string) string { return merge.Digest(parsed(t, text)[0].Node) }
	entry := func(name, path, original string) *decisions.Entry {
		e := &decisions.Entry{Taken: decisions.Dest}
		e.Resource, e.Path, e.Original = decisions.Ref{APIVersion: "v1", Kind: "ConfigMap", Name: name}, path, original
		return e
	}
	secret := entry("c", "data.k", digest("1"))
	secret.Secret = true
	for name, c := range map[string]struct {
		entry *decisions.Entry
		want  bool
	}{
		"original has the value":          {entry("c", "data.k", digest("1")), false},
		"original has another value":      {entry("c", "data.k", digest("0")), true},
		"original lacks it, as then":      {entry("c", "data.l", ""), false},
		"original lacks it":               {entry("c", "data.l", digest("1")), true},
		"the whole resource":              {entry("c", "", merge.Digest(v.Original[0].Node)), false},
		"the whole resource, changed":     {entry("c", "", digest("{}")), true},
		"no version has it":               {entry("d", "data.k", digest("1")), true},
		"inside of a string, not known":   {entry("c", `data["t.yaml"].a`, digest("0")), false},
		"a secret, which answers nothing": {secret, true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := outdated("merge-decisions.yaml", c.entry); got != c.want {
				t.Errorf("it is %v that nobody can meet it again", got)
			}
		})
	}
}
