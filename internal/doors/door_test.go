// Package doors_test merges the same packages through every door and compares: one
// merge has one result, whichever way its versions come in and its result goes out.
package doors_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/kio"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/cli"
	"github.com/krm-merge/krm-merge/internal/decisions"
	gitmarks "github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// door is a way to merge a package.
type door struct {
	name string
	// merge gives nil where the package cannot go through. In scratch are the versions, if a door wrote them before.
	merge func(p *pack, opts resource.Options, scratch string) *outcome
	// files: it goes by files, whatever they hold.
	files bool
}

// doors are all ways; the others are compared with the first.
func doors() []door {
	return []door{
		{name: "files.Merge", merge: throughFiles, files: true},
		{name: "files.Bytes", merge: throughBytes, files: true},
		{name: "resource.Merge", merge: throughResource},
		{name: "function, marks", merge: throughMarks},
		{name: "function, directories", merge: throughDirectories},
		{name: "function, carriers", merge: throughCarriers},
		{name: "fn.Filter", merge: throughFilter},
		{name: "merge3 -o", merge: throughOutput, files: true},
		{name: "merge3 of files", merge: throughSingleFiles, files: true},
		{name: "merge3 --in-place", merge: throughInPlace, files: true},
	}
}

func throughFiles(p *pack, opts resource.Options, _ string) *outcome {
	r, err := files.Merge(p.fs(0), p.fs(1), p.fs(2), withoutMarks(opts))
	return p.ofFiles(r, err, opts)
}

func (p *pack) ofFiles(r *files.Result, err error, opts resource.Options) *outcome {
	o := &outcome{}
	o.fails(err)
	if r == nil {
		return o.done()
	}
	o.told(&r.Outcome, &opts)
	for _, f := range r.Files {
		if f.Status != files.Deleted {
			o.fails(o.holds(p, f.File))
		}
	}
	return o.done()
}

// holds takes over a file of the result: its resources, or its bytes and mode.
func (o *outcome) holds(p *pack, f files.File) error {
	if p.raw != nil {
		o.resources = append(o.resources, merged{path: f.Path, name: "file", value: fmt.Sprintf("%v %v %q", f.Mode.Type(), f.Mode&0o100 != 0, f.Data)})
		return nil
	}
	all, err := fileResources(f.Path, f.Data)
	o.resources = append(o.resources, all...)
	return err
}

// single gives the path of the only file that the versions have, "" if they have more.
func (p *pack) single() string {
	at := ""
	for side := range p.versions {
		version := p.fs(side)
		for path, f := range version {
			if len(version) != 1 || at != "" && path != at || f.Mode.Type() != 0 {
				return ""
			}
			at = path
		}
		if len(version) == 0 {
			return ""
		}
	}
	return at
}

func throughBytes(p *pack, opts resource.Options, _ string) *outcome {
	at := p.single()
	if at == "" || filepath.Base(at) != at {
		return nil
	}
	text := func(side int) []byte { return p.fs(side)[at].Data }
	_, r, err := files.Bytes(text(0), text(1), text(2), at, withoutMarks(opts))
	return p.ofFiles(r, err, opts)
}

// withoutMarks are options under which what is left to somebody is refused, as it is by
// doors that have no files.
func withoutMarks(opts resource.Options) files.Options {
	return files.Options{Options: opts, Marks: files.Marks{Options: gitmarks.Options{Form: gitmarks.None}}}
}

func throughResource(p *pack, opts resource.Options, _ string) *outcome {
	var versions [3][]*resource.Resource
	for side, t := range p.versions {
		for _, f := range t {
			docs, err := source.Parse([]byte(f.text()))
			if err != nil {
				return &outcome{failure: "error", err: err.Error()}
			}
			for i, doc := range docs {
				versions[side] = append(versions[side], &resource.Resource{Node: node.Root(doc), Doc: doc, Name: f.path, Path: f.path, Index: i})
			}
		}
	}
	r, err := resource.Merge(resource.Versions{Original: versions[0], Updated: versions[1], Dest: versions[2]}, opts)
	o := &outcome{}
	o.fails(err)
	if err != nil {
		return o.done()
	}
	o.told(r, &opts)
	if r.Open() > 0 {
		o.failure = "conflicts"
		return o.done()
	}
	for _, m := range r.Resources {
		o.resources = append(o.resources, merged{m.Path, nameOf(m.Node), plain(m.Node), nil})
	}
	return o.done()
}

// item is an item of a list as kpt writes it, with annotations.
func item(document string, annotations ...[2]string) string {
	var b strings.Builder
	dash := "- "
	for line := range strings.Lines(strings.TrimRight(with(document, annotations...), "\n") + "\n") {
		switch bare := strings.TrimSpace(line); {
		case bare != "":
			b.WriteString(dash)
			dash = "  "
			fallthrough
		case dash != "- ":
			b.WriteString(line)
		}
	}
	return b.String()
}

// transported are the annotations that orchestrators give an item.
func transported(path string, index int, more ...[2]string) [][2]string {
	all := placed(path, index)
	for _, a := range all[:2:2] {
		all = append(all, [2]string{"internal." + a[0], a[1]})
	}
	return append(all, more...)
}

// list is a list of the versions: their files in directories of these names, with
// these marks.
func (p *pack) list(sides []int, directories, marks [3]string) string {
	var b strings.Builder
	b.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n")
	for _, side := range sides {
		for _, f := range p.versions[side] {
			for i, d := range f.documents {
				var mark [][2]string
				if marks[side] != "" {
					mark = append(mark, [2]string{annotation.MergeSource, marks[side]})
				}
				b.WriteString(item(d, transported(directories[side]+f.path, i, mark...)...))
			}
		}
	}
	text := b.String()
	return strings.Replace(text, "items:\n", "items:"+map[bool]string{true: "\n", false: " []\n"}[strings.Contains(text, "\n- ")], 1)
}

var (
	all   = []int{2, 0, 1}
	marks = [3]string{"original", "updated", "dest"}
	roots = [3]string{"original/", "updated/", "dest/"}
	flat  [3]string
)

func throughMarks(p *pack, _ resource.Options, _ string) *outcome {
	if p.apart() {
		return nil
	}
	return p.run(p.list(all, flat, marks))
}

// apart reports whether upstream's versions lie in directories: where dest has nothing
// there, these are taken for the roots of marked versions.
//
// And what lies in a file of its own in every version, all in one directory, does not
// show that it moved.
func (p *pack) apart() bool {
	shared := false
	seen := map[string]bool{}
	for _, t := range p.versions {
		for _, f := range t {
			shared = shared || seen[f.path]
			seen[f.path] = true
		}
	}
	if !shared {
		return true
	}
	for _, t := range p.versions[:2] {
		if !slices.ContainsFunc(t, func(f file) bool { return filepath.Dir(f.path) == "." }) {
			return true
		}
	}
	return false
}

func throughDirectories(p *pack, _ resource.Options, _ string) *outcome {
	return p.run(p.list(all, roots, flat))
}

func throughCarriers(p *pack, _ resource.Options, _ string) *outcome {
	if !p.resources() {
		return nil
	}
	list := p.list([]int{2}, flat, flat)
	for side := range 2 {
		data := map[string]string{}
		for _, f := range p.versions[side] {
			data[strings.ReplaceAll(f.path, "/", "..")] = f.carried()
		}
		carrier, err := yaml.Marshal([]any{map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "carrier-" + marks[side], "annotations": map[string]string{
				annotation.MergeSource: marks[side], annotation.LocalConfig: "true",
			}}, "data": data,
		}})
		if err != nil {
			panic(err)
		}
		list = strings.Replace(list, "items: []\n", "items:\n", 1) + string(carrier)
	}
	return p.run(list)
}

// resources reports whether all documents are resources, as those in a carrier have to be.
func (p *pack) resources() bool {
	for _, t := range p.versions {
		for _, f := range t {
			for _, m := range f.metas {
				if m.APIVersion == "" || m.Kind == "" {
					return false
				}
			}
		}
	}
	return true
}

// config is the text of the configuration.
func (p *pack) config() string {
	spec := map[string]any{}
	must(yaml.Unmarshal([]byte(p.settings), &spec))
	settings := []byte(nil)
	if len(spec) > 0 {
		var err error
		settings, err = yaml.Marshal(spec)
		must(err)
	}
	return "apiVersion: fn.kpt.dev/v1alpha1\nkind: Merge\nmetadata: {name: configuration-of-the-door}\nspec:\n" + indented(string(settings))
}

// indented is a text two columns to the right.
func indented(text string) string {
	return regexp.MustCompile(`(?m)^(.)`).ReplaceAllString(text, "  $1")
}

// run runs the function.
func (p *pack) run(list string) *outcome {
	o := &outcome{}
	if p.settings != "" {
		list += "functionConfig:\n" + indented(p.config())
	}
	var out, errs bytes.Buffer
	exit := fn.Run(strings.NewReader(list), &out, &errs)
	var result struct {
		Items   []yaml.Node
		Results sdk.Results
	}
	if err := yaml.Unmarshal(out.Bytes(), &result); err != nil {
		return &outcome{failure: "no YAML", err: err.Error() + "\n" + out.String()}
	}
	o.results(result.Results)
	if exit != 0 {
		if o.failure == "" {
			o.failure = "error"
		}
		o.err = errs.String()
		return o.done()
	}
	texts := itemTexts(out.String())
	for i := range result.Items {
		m := ofItem(&result.Items[i])
		if len(texts) == len(result.Items) {
			m.text = textOf(texts[i])
		}
		o.resources = append(o.resources, m)
	}
	return o.done()
}

func ofItem(root *yaml.Node) merged {
	path := annotation.First(root, "internal.config.kubernetes.io/path", "config.kubernetes.io/path")
	return merged{strings.TrimPrefix(path, "dest/"), nameOf(root), plain(root), nil}
}

// itemTexts are the items of a list by its lines.
func itemTexts(list string) []string {
	_, items, _ := strings.Cut(list, "\nitems:\n")
	var texts []string
	for line := range strings.Lines(items) {
		switch {
		case strings.HasPrefix(line, "- "):
			texts = append(texts, "  "+line[2:])
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "#"):
			if len(texts) > 0 && !strings.HasPrefix(line, "#") {
				texts[len(texts)-1] += line
			}
		default:
			return texts
		}
	}
	return texts
}

// results takes over the results of the function.
func (o *outcome) results(all sdk.Results) {
	for _, r := range all {
		file, path, name := "", "", ""
		if r.File != nil {
			file = r.File.Path
			for _, root := range roots {
				file = strings.TrimPrefix(file, root)
			}
		}
		if r.Field != nil {
			path = r.Field.Path
		}
		if r.ResourceRef != nil {
			name = ref(r.ResourceRef.APIVersion, r.ResourceRef.Kind, r.ResourceRef.Namespace, r.ResourceRef.Name)
		}
		switch {
		case r.Tags["conflict"] != "":
			if r.Severity == sdk.Error {
				o.failure = "conflicts"
			}
			o.conflict(r.Tags["conflict"], name, file, path, r.Tags["taken"])
			o.messages = append(o.messages, message(r.Message))
		case r.Tags["note"] != "":
			o.note(r.Tags["note"], name, file, path, r.Message)
		}
	}
}

func throughFilter(p *pack, opts resource.Options, _ string) *outcome {
	o := &outcome{}
	var list struct{ Items []yaml.Node }
	must(yaml.Unmarshal([]byte(p.list(all, flat, marks)), &list))
	var given []*kyaml.RNode
	for i := range list.Items {
		given = append(given, kyaml.NewRNode(&list.Items[i]))
	}
	var filter kio.Filter = fn.Filter{Config: &fn.Config{Options: opts}, Report: func(r *resource.Outcome) { o.told(r, &opts) }}
	result, err := filter.Filter(given)
	o.fails(err)
	for _, n := range result {
		o.resources = append(o.resources, ofItem(n.YNode()))
	}
	return o.done()
}

// write writes the versions that are not there yet into a directory, and gives the arguments that name them, or a file
// of each.
func (p *pack) write(dir, file string, form gitmarks.Form) []string {
	args := []string{"merge3", "--report", "json", "--set", "marks=" + form.String()}
	for side, version := range marks {
		if _, err := os.Stat(filepath.Join(dir, version)); err != nil {
			must(os.CopyFS(filepath.Join(dir, version), p.fs(side)))
		}
		args = append(args, "--"+version, filepath.Join(dir, version, file))
	}
	if p.settings != "" || p.hasSettings() {
		must(os.WriteFile(filepath.Join(dir, "settings.yaml"), []byte(p.config()), 0o644))
		args = append(args, "--config", filepath.Join(dir, "settings.yaml"))
	}
	return args
}

// hasSettings reports whether dest has settings of its own, which the command line reads
// if it is not given others.
func (p *pack) hasSettings() bool {
	return slices.ContainsFunc(p.versions[merge.Dest], func(f file) bool { return filepath.Base(f.path) == "krm-merge.yaml" })
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// command runs the command line and reads its report, and its result in a directory.
func (p *pack) command(args []string, result string) *outcome {
	o := &outcome{}
	var out, errs bytes.Buffer
	switch cli.Main(args, strings.NewReader(""), &out, &errs, cli.About{}) {
	case 0:
	case 1:
		o.failure = "conflicts"
	default:
		return &outcome{failure: "error", err: errs.String()}
	}
	o.err = errs.String()
	var report reports.Report
	must(json.Unmarshal(out.Bytes(), &report))
	name := func(r *decisions.Ref) string {
		if r == nil {
			return ""
		}
		return ref(r.APIVersion, r.Kind, r.Namespace, r.Name)
	}
	dest := args[slices.Index(args, "--dest")+1]
	path := func(file string) string {
		for _, dir := range []string{result, dest} {
			if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) && rel != "." {
				return filepath.ToSlash(rel)
			}
		}
		if file == "" {
			return ""
		}
		return filepath.Base(file)
	}
	for _, c := range report.Conflicts {
		o.conflict(c.Code, name(c.Resource), path(cmp.Or(c.DestFile, c.File)), c.Path, c.Taken)
	}
	for _, n := range report.Notes {
		o.note(n.Code, name(n.Resource), path(cmp.Or(n.DestFile, n.File)), n.Path, n.Message)
	}
	if o.failure != "" {
		return o.done()
	}
	switch info, err := os.Stat(result); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		panic(err)
	case !info.IsDir():
		data, err := os.ReadFile(result)
		must(err)
		must(o.holds(p, files.File{Path: filepath.Base(result), Mode: info.Mode(), Data: data}))
	default:
		tree, err := files.Read(os.DirFS(result))
		must(err)
		for _, f := range tree.Files {
			must(o.holds(p, f))
		}
	}
	return o.done()
}

func throughOutput(p *pack, _ resource.Options, scratch string) *outcome {
	out := filepath.Join(scratch, "result")
	return p.command(append(p.write(scratch, "", gitmarks.None), "-o", out), out)
}

func throughInPlace(p *pack, _ resource.Options, scratch string) *outcome {
	o := p.command(append(p.write(scratch, "", gitmarks.None), "--in-place"), filepath.Join(scratch, marks[merge.Dest]))
	if p.raw != nil {
		// What dest ignores is not a part of the merge, and stays.
		read := map[string]bool{}
		original, err := files.Read(p.raw[merge.Original])
		must(err)
		tree, err := files.ReadDest(p.raw[merge.Dest], original)
		must(err)
		for _, f := range tree.Files {
			read[f.Path] = true
		}
		o.resources = slices.DeleteFunc(o.resources, func(m merged) bool { return !read[m.path] && p.raw[merge.Dest][m.path] != nil })
	}
	return o
}

func throughSingleFiles(p *pack, _ resource.Options, scratch string) *outcome {
	at := p.single()
	if at == "" || filepath.Base(at) != at {
		return nil
	}
	out := filepath.Join(scratch, "single", at)
	must(os.MkdirAll(filepath.Dir(out), 0o755))
	return p.command(append(p.write(scratch, at, gitmarks.None), "-o", out), out)
}
