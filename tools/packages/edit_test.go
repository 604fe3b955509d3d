package packages_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// edit is something that somebody did to a package.
type edit struct {
	kind, path string
	// mark occurs in no version but where the edit was made, "" of a deletion.
	mark string
	// gone is the resource that was deleted.
	gone *resource.Meta
}

func (e *edit) String() string { return fmt.Sprintf("%s in %s (%s)", e.kind, e.path, e.mark) }

// kinds are the edits of lines: what is looked for, and what becomes of it. § is the
// number of the edit.
var kinds = []struct {
	name     string
	at       *regexp.Regexp
	to, mark string
}{
	{"an image mirrored", regexp.MustCompile(`(?m)^( *(?:- )?image: *"?)([^\s"{}#&*]+"?)$`), "${1}mirror.example.com/n§/${2}", "mirror.example.com/n§/"},
	{"replicas", regexp.MustCompile(`(?m)^( *replicas: )\d+$`), "${1}70§", "replicas: 70§"},
	{"resources", regexp.MustCompile(`(?m)^( *cpu: )"?\d+m?"?$`), "${1}77§01m", "77§01m"},
	{"resources", regexp.MustCompile(`(?m)^( *memory: )"?\d+[MG]i"?$`), "${1}77§01Mi", "77§01Mi"},
	{"a variable added", regexp.MustCompile(`(?m)^( *)(env:\n)( *)(- name:)`), "${1}${2}${3}- name: LOCAL_§\n${3}  value: \"of ours\"\n${3}${4}", "LOCAL_§"},
	{"a label", regexp.MustCompile(`(?m)^( *)(labels:\n)( +)(\w)`), "${1}${2}${3}local.example.com/n§: \"yes\"\n${3}${4}", "local.example.com/n§"},
	{"a comment", regexp.MustCompile(`(?m)^( *)([a-z]\w+:.*)$`), "${1}# Note § of ours.\n${1}${2}", "Note § of ours"},
	{"a comment behind a value", regexp.MustCompile(`(?m)^( *[a-z]\w+: *[\w.]+)$`), "${1} # Note § of ours.", "Note § of ours"},
	{"a Kustomization", regexp.MustCompile(`(?m)^(resources:\n)( *)(- )`), "${1}${2}- local-§.yaml\n${2}${3}", "local-§.yaml"},
}

// edited gives a version with edits of every kind, as far as it has places for them.
func edited(original tree, r *rand.Rand) (tree, []*edit) {
	dest := maps.Clone(original)
	var edits []*edit
	paths := slices.Sorted(maps.Keys(original))
	paths = slices.DeleteFunc(paths, func(p string) bool {
		return original[p].Mode.Type() != 0 || path.Ext(p) != ".yaml" && path.Ext(p) != ".yml"
	})
	for i, kind := range kinds {
		number := fmt.Sprint(100 + i)
		for _, at := range r.Perm(len(paths)) {
			e := &edit{kind: kind.name, path: paths[at], mark: strings.ReplaceAll(kind.mark, "§", number)}
			if strings.Contains(kind.name, "Kustomization") && !strings.HasPrefix(path.Base(e.path), "kustomization") {
				continue
			}
			if change(dest, e.path, kind.at, strings.ReplaceAll(kind.to, "§", number), r) {
				edits = append(edits, e)
				break
			}
		}
	}
	for _, at := range r.Perm(len(paths)) {
		before := dest[paths[at]]
		gone := remove(dest, paths[at], r)
		if gone == nil {
			continue
		}
		if slices.ContainsFunc(edits, func(e *edit) bool {
			return e.path == paths[at] && (dest[e.path] == nil || !bytes.Contains(dest[e.path].Data, []byte(e.mark)))
		}) {
			dest[paths[at]] = before // Another edit would go with it.
			continue
		}
		edits = append(edits, &edit{kind: "a resource deleted", path: paths[at], gone: gone})
		break
	}
	added := path.Join(path.Dir(paths[r.IntN(len(paths))]), "local-added.yaml")
	dest[added] = &fstest.MapFile{Data: []byte("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: local-added\n"), Mode: 0o644}
	return dest, append(edits, &edit{kind: "a file added", path: added, mark: "local-added"})
}

// change replaces one occurrence in a file, if what the file holds can be parsed
// afterwards as well as before.
func change(t tree, file string, at *regexp.Regexp, to string, r *rand.Rand) bool {
	if t[file] == nil {
		return false
	}
	data := t[file].Data
	found := at.FindAllSubmatchIndex(data, -1)
	if len(found) == 0 {
		return false
	}
	m := found[r.IntN(len(found))]
	after := slices.Concat(data[:m[0]], at.Expand(nil, []byte(to), data, m), data[m[1]:])
	before, isYAML := metas(data)
	now, stays := metas(after)
	if isYAML != stays || !slices.Equal(before, now) {
		return false
	}
	t[file] = &fstest.MapFile{Data: after, Mode: t[file].Mode}
	return true
}

var marker = regexp.MustCompile(`(?m)^---[ \t]*\n`)

// remove deletes one resource of a file, and gives what it said about itself; nil if
// there is none to delete.
func remove(t tree, file string, r *rand.Rand) *resource.Meta {
	if t[file] == nil {
		return nil
	}
	before, isYAML := metas(t[file].Data)
	if !isYAML || len(before) == 0 {
		return nil
	}
	var texts []string
	for _, text := range marker.Split(string(t[file].Data), -1) {
		if all, _ := metas([]byte(text)); len(all) > 0 {
			texts = append(texts, text)
		}
	}
	at := r.IntN(len(before))
	if len(texts) != len(before) || before[at].Name == "" {
		return nil
	}
	if len(texts) == 1 {
		delete(t, file)
		return &before[at]
	}
	text := strings.Join(slices.Delete(texts, at, at+1), "---\n")
	t[file] = &fstest.MapFile{Data: []byte(text), Mode: t[file].Mode}
	return &before[at]
}

// metas are what the resources of a file say about themselves, and whether all of it
// can be merged as YAML.
func metas(data []byte) ([]resource.Meta, bool) {
	var all []resource.Meta
	for text, err := range source.Documents(data) {
		if err != nil {
			return nil, false
		}
		root := node.Root(text.Docs[0])
		if root == nil || merge.Check(root) != nil {
			return nil, false
		}
		if root.Tag != "!!null" {
			all = append(all, resource.MetaOf(root))
		}
	}
	return all, true
}
