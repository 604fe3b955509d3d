package packages_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/kio"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/marks"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// options are those of a profile.
func options(settings string) (files.Options, error) {
	var config yaml.Node
	if err := yaml.Unmarshal([]byte(config0+indented(settings)), &config); err != nil {
		return files.Options{}, err
	}
	cfg, err := fn.ParseConfig(&config, "settings")
	if err != nil {
		return files.Options{}, err
	}
	return files.Options{Options: cfg.Options}, nil
}

const config0 = "apiVersion: fn.kpt.dev/v1alpha1\nkind: Merge\nmetadata: {name: settings}\nspec:\n"

// indented is a text two columns to the right.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}

// versions are original, updated and dest.
type versions [3]tree

func (v versions) merge(opts files.Options) (*files.Result, error) {
	return files.Merge(files.Versions{Original: v[0], Updated: v[1], Dest: v[2]}, opts)
}

// unlike are the files of a result that are not as in a version.
func unlike(r *files.Result, want tree) []string {
	var found []string
	seen := map[string]bool{}
	for _, f := range r.Files {
		if f.Status == files.Deleted {
			continue
		}
		seen[f.Path] = true
		if is := want[f.Path]; is == nil || !bytes.Equal(is.Data, f.Data) || !alike(is.Mode, f.Mode) {
			found = append(found, f.Path)
		}
	}
	for at := range want {
		if !seen[at] {
			found = append(found, at)
		}
	}
	slices.Sort(found)
	return found
}

// alike reports whether two files are both links, or both executable, or neither.
func alike(a, b fs.FileMode) bool {
	return a.Type() == b.Type() && (a.Type() != 0 || a&0o100 == b&0o100)
}

// kept is where an edit is after a merge: in the result, in a conflict, or lost.
type kept string

const (
	inResult   kept = "result"
	inConflict kept = "conflict"
	isLost     kept = "lost"
)

// fate finds out what became of an edit.
func (e *edit) fate(r *files.Result, dest tree) kept {
	if e.gone != nil {
		return e.fateOfDeletion(r, dest)
	}
	for _, f := range r.Files {
		if f.Status != files.Deleted && bytes.Contains(f.Data, []byte(e.mark)) {
			return inResult
		}
	}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		switch d := c.DestResource; {
		case d == nil || d.Path != e.path:
		case d.Node == nil, holds(c.Dest, e.mark), len(c.Path) == 0 && holds(d.Node, e.mark):
			return inConflict
		}
	}
	for _, n := range r.Notes {
		if n.Kind == merge.NoteComment && n.Resource != nil && n.Resource.Path == e.path && strings.Contains(e.kind, "comment") {
			return inConflict
		}
	}
	return isLost
}

// holds reports whether a mark occurs in a value or its comments.
func holds(n *yaml.Node, mark string) bool {
	if n == nil {
		return false
	}
	key, value, _ := strings.Cut(mark, ": ")
	if strings.Contains(n.Value, mark) || value != "" && n.Value == value || strings.Contains(n.HeadComment+n.LineComment+n.FootComment, mark) {
		return true
	}
	for i, c := range n.Content {
		if holds(c, mark) || n.Kind == yaml.MappingNode && i%2 == 0 && value != "" && c.Value == key && n.Content[i+1].Value == value {
			return true
		}
	}
	return false
}

func (e *edit) fateOfDeletion(r *files.Result, dest tree) kept {
	same := func(m resource.Meta) bool {
		return m.Kind == e.gone.Kind && m.Name == e.gone.Name && m.Namespace == e.gone.Namespace && m.Group() == e.gone.Group()
	}
	for i := range r.Conflicts {
		if c := &r.Conflicts[i]; c.Kind == merge.DeletedLocally && len(c.Path) == 0 {
			if u := c.UpdatedResource; u != nil && (u.Node == nil || same(resource.MetaOf(u.Node))) {
				return inConflict
			}
		}
	}
	before := 0
	for _, f := range dest {
		all, _ := metas(f.Data)
		before += len(slices.DeleteFunc(all, func(m resource.Meta) bool { return !same(m) }))
	}
	after := 0
	for _, m := range r.Resources {
		if same(resource.MetaOf(m.Node)) && m.Dest == nil {
			after++
		}
	}
	if before == 0 && after > 0 {
		return isLost
	}
	return inResult
}

// listed gives the versions without the files that no list of resources can hold, and
// the list that holds the rest.
func (v versions) listed() (versions, string, error) {
	var items [3][]*kyaml.RNode
	var rest versions
	bad := map[string]bool{}
	for side := range v {
		rest[side] = tree{}
		for _, at := range slices.Sorted(maps.Keys(v[side])) {
			if f := v[side][at]; !isListed(at, f.Mode) || !isResources(f.Data) || !comesThrough(f.Data) {
				bad[at] = true
			}
		}
	}
	for side, name := range []string{"original/", "updated/", "dest/"} {
		for _, at := range slices.Sorted(maps.Keys(v[side])) {
			if bad[at] {
				continue
			}
			rest[side][at] = v[side][at]
			reader := kio.ByteReader{
				Reader: bytes.NewReader(v[side][at].Data), DisableUnwrapping: true, PreserveSeqIndent: true,
				SetAnnotations: map[string]string{"config.kubernetes.io/path": name + at, "internal.config.kubernetes.io/path": name + at},
			}
			nodes, err := reader.Read()
			if err != nil {
				return v, "", fmt.Errorf("%s: %w", at, err)
			}
			items[side] = append(items[side], nodes...)
		}
	}
	var out bytes.Buffer
	err := kio.ByteWriter{Writer: &out, KeepReaderAnnotations: true, WrappingKind: kio.ResourceListKind, WrappingAPIVersion: kio.ResourceListAPIVersion}.
		Write(slices.Concat(items[2], items[0], items[1]))
	return rest, out.String(), err
}

// comesThrough reports whether what brings a list keeps the values of a file.
func comesThrough(data []byte) bool {
	nodes, err := (&kio.ByteReader{Reader: bytes.NewReader(data), DisableUnwrapping: true, PreserveSeqIndent: true}).Read()
	var out bytes.Buffer
	if err != nil || (kio.ByteWriter{Writer: &out, WrappingKind: kio.ResourceListKind}).Write(nodes) != nil {
		return false
	}
	var list struct{ Items []yaml.Node }
	docs, err := source.Parse(data)
	if err != nil || yaml.Unmarshal(out.Bytes(), &list) != nil {
		return false
	}
	docs = slices.DeleteFunc(docs, func(doc *yaml.Node) bool { return node.Root(doc) == nil })
	for i := range list.Items {
		if len(docs) != len(list.Items) || plain(node.Root(docs[i])) != plain(&list.Items[i]) {
			return false
		}
	}
	return true
}

func isListed(at string, mode fs.FileMode) bool {
	for _, part := range strings.Split(at, "/") {
		if strings.HasPrefix(part, ".") {
			return false
		}
	}
	return mode.Type() == 0 && slices.Contains([]string{".yaml", ".yml"}, path.Ext(at)) || path.Base(at) == "Kptfile"
}

// isResources reports whether a file holds resources, and nothing else.
func isResources(data []byte) bool {
	all, isYAML := metas(data)
	for _, m := range all {
		if m.APIVersion == "" || m.Kind == "" {
			return false
		}
	}
	return isYAML && len(all) > 0 && !bytes.Contains(data, []byte("{{"))
}

// conflicts is the failure of a merge that is refused because of its conflicts.
const conflicts = "conflicts"

// told is what a merge gives, in words that both doors have.
type told struct {
	failure   string
	resources map[string][]string
	conflicts []string
}

// throughFiles merges files, without marks.
func (v versions) throughFiles(opts files.Options) told {
	opts.Marks.Form = marks.None // A list has none.
	r, err := v.merge(opts)
	out := told{resources: map[string][]string{}}
	switch refused := new(files.ConflictsError); {
	case errors.As(err, &refused):
		out.failure = conflicts
	case err != nil:
		return told{failure: err.Error()}
	default:
		for _, m := range r.Resources {
			out.resources[m.Path] = append(out.resources[m.Path], plain(m.Node))
		}
	}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		taken := c.Taken.String()
		if c.Open() {
			taken = ""
		}
		out.conflicts = append(out.conflicts, fmt.Sprint(c.Kind, " ", c.Subject().Path, " ", c.Place(), " ", taken))
	}
	slices.Sort(out.conflicts)
	return out
}

// throughFunction merges a list.
func throughFunction(list, settings string) told {
	list += "functionConfig:\n" + indented(config0+indented(settings))
	var out, errs bytes.Buffer
	exit := fn.Run(strings.NewReader(list), &out, &errs)
	var result struct {
		Items   []yaml.Node
		Results []struct {
			Tags  map[string]string
			File  struct{ Path string }
			Field struct{ Path string }
		}
	}
	if err := yaml.Unmarshal(out.Bytes(), &result); err != nil {
		return told{failure: err.Error()}
	}
	of := told{resources: map[string][]string{}}
	for i := range result.Items {
		if exit != 0 {
			break // They are as they were.
		}
		root := &result.Items[i]
		at := strings.TrimPrefix(annotation.First(root, "internal.config.kubernetes.io/path", "config.kubernetes.io/path"), "dest/")
		of.resources[at] = append(of.resources[at], plain(root))
	}
	for _, r := range result.Results {
		if kind := r.Tags["conflict"]; kind != "" {
			at := r.File.Path
			for _, root := range []string{"original/", "updated/", "dest/"} {
				at = strings.TrimPrefix(at, root)
			}
			of.conflicts = append(of.conflicts, fmt.Sprint(kind, " ", at, " ", r.Field.Path, " ", r.Tags["taken"]))
		}
	}
	slices.Sort(of.conflicts)
	switch {
	case exit != 0 && len(of.conflicts) > 0:
		of.failure = conflicts
	case exit != 0:
		return told{failure: errs.String()}
	}
	return of
}

// plain is a value without transport annotations, its fields sorted: what brings a list
// puts annotations where it likes.
func plain(root *yaml.Node) string {
	var value any
	if err := json.Unmarshal(phrase.JSON(annotation.Without(root)), &value); err != nil {
		return err.Error()
	}
	if resource, is := value.(map[string]any); is {
		if metadata, is := resource["metadata"].(map[string]any); is {
			if annotations, is := metadata["annotations"].(map[string]any); is && len(annotations) == 0 {
				delete(metadata, "annotations")
			}
			if len(metadata) == 0 {
				delete(resource, "metadata")
			}
		}
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
