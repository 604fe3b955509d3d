// Package chartref finds the places of a tree where versions of Helm charts are named, and the values
// that stand there for them. In go files, out come references, and files with another version. It must
// not know where charts come from, nor what they hold; no cluster is asked.
package chartref

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Reference is a place that names a version of a chart.
type Reference struct {
	// Place is where the version stands, Line its line; Subject is what it stands in: Application web.
	Place
	Line    int
	Subject string
	// Repo is the address of the repository or registry of the chart, Name its name there, Version
	// the version.
	Repo, Name, Version string
	// Why is why nobody can know the version that is taken, or the next one: "" if somebody can.
	Why string
	// Values are those that stand in the tree for the chart.
	Values []Place
	// Parameters are single values, by their names.
	Parameters []Parameter
}

// Place is a place in a document of a file.
type Place struct {
	File     string
	Document int
	At       merge.Path
}

// Parameter is a single value with a name as Helm's --set has it: a.b.
type Parameter struct {
	Place
	Name string
}

// document is one of a file.
type document struct {
	Place
	root *yaml.Node
	meta resource.Meta
}

// at is a place in the document.
func (d *document) at(steps ...any) Place {
	p := d.Place
	for _, s := range steps {
		switch s := s.(type) {
		case string:
			p.At = append(slices.Clip(p.At), merge.Field(s))
		case int:
			p.At = append(slices.Clip(p.At), merge.Index(s))
		}
	}
	return p
}

// finder finds references in a tree.
type finder struct {
	files map[string][]byte
	docs  []document
	found []*Reference
	// values are the files with values for the charts in directories.
	values map[string][]string
	// exact is one version.
	exact *regexp.Regexp
}

// Find finds the references among files, by their paths. The cost is linear in their size.
func Find(files map[string][]byte) []*Reference {
	f := &finder{files: files, values: map[string][]string{}, exact: regexp.MustCompile(`^v?\d+\.\d+\.\d+([-+][\w.+-]+)?$`)}
	// Each file that names a chart, or is what a reference names, has one of these texts.
	concerned := regexp.MustCompile(`dependencies:|helmCharts:|argoproj\.io/|toolkit\.fluxcd\.io/|configMapGenerator:|ConfigMap|releases:`)
	references := regexp.MustCompile(`(?m)^\s*(?:kind: (?:Application|ApplicationSet|HelmRelease)|releases:|helmCharts:)\s*$`)
	var names, charts []string
	for name, data := range files {
		if path.Base(name) == chart.File {
			charts = append(charts, path.Dir(name))
		}
		ext := path.Ext(name)
		if (ext == ".yaml" || ext == ".yml" || path.Base(name) == "Kustomization") && concerned.Match(data) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	parsed, why := make([][]document, len(names)), make([]string, len(names))
	parallel.Each(len(names), func(i int) { parsed[i], why[i] = parse(names[i], files[names[i]]) })
	for i, docs := range parsed {
		f.docs = append(f.docs, docs...)
		if why[i] != "" && references.Match(files[names[i]]) {
			f.found = append(f.found, &Reference{Place: Place{File: names[i]}, Why: why[i]})
		}
	}
	values := chart.ValuesFiles(files, charts)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		f.values[values[name]] = append(f.values[values[name]], name)
	}
	for i := range f.docs {
		f.read(&f.docs[i])
	}
	slices.SortStableFunc(f.found, func(a, b *Reference) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return f.found
}

// parse takes a file apart; why is why it cannot be, "" if it can.
func parse(name string, data []byte) (docs []document, why string) {
	all, err := source.Parse(data)
	switch {
	case err != nil && bytes.Contains(data, []byte("{{")):
		return nil, "the file is a template"
	case err != nil:
		return nil, "the file cannot be read: " + source.Refused(data, err).Error()
	}
	for i, doc := range all {
		root := node.Root(doc)
		if root == nil || root.Kind != yaml.MappingNode || merge.Check(root) != nil {
			continue
		}
		docs = append(docs, document{Place: Place{File: name, Document: i}, root: root, meta: resource.MetaOf(root)})
	}
	return docs, ""
}

// read finds the references of a document.
func (f *finder) read(d *document) {
	base := path.Base(d.File)
	switch {
	case base == chart.File:
		f.umbrella(d)
	case d.meta.Kind == "Application" && d.meta.Group() == "argoproj.io":
		f.application(d, "spec")
	case d.meta.Kind == "ApplicationSet" && d.meta.Group() == "argoproj.io":
		f.application(d, "spec", "template", "spec")
	case d.meta.Kind == "HelmRelease" && d.meta.Group() == "helm.toolkit.fluxcd.io":
		f.release(d)
	case slices.Contains([]string{"kustomization.yaml", "kustomization.yml", "Kustomization"}, base):
		f.kustomization(d)
	case strings.HasPrefix(base, "helmfile"):
		f.helmfile(d)
	}
}

// add adds a reference whose version stands at a place of a document.
func (f *finder) add(r *Reference, d *document) {
	spot, there := r.At.Find(d.root)
	r.Version, r.Line = node.Text(spot.Value), spot.Line()
	if r.Subject == "" {
		r.Subject = strings.TrimSpace(d.meta.Kind + " " + d.meta.Name)
	}
	switch {
	case r.Why != "":
	case strings.Contains(r.Repo+r.Name+r.Version, "{{"):
		r.Why = "it is a template"
	case !there || r.Version == "":
		r.Why = "it names no version"
	case strings.HasPrefix(r.Repo, "file:") || r.Repo == "":
		r.Why = "it names no repository"
	case !f.exact.MatchString(r.Version):
		r.Why = r.Version + " is a range of versions"
	}
	f.found = append(f.found, r)
}

// file adds the values of a file, if it is there.
func (r *Reference) file(f *finder, name string, at ...string) {
	if f.files[name] == nil {
		return
	}
	d := document{Place: Place{File: name}}
	steps := make([]any, len(at))
	for i := range at {
		steps[i] = at[i]
	}
	r.value(d.at(steps...))
}

func (r *Reference) value(p Place) { r.Values = append(r.Values, p) }

// has adds the values at a place of a document, if there are any.
func (r *Reference) has(d *document, p Place) {
	if spot, there := p.At.Find(d.root); there && spot.Value != nil {
		r.value(p)
	}
}

// umbrella finds the charts that a chart is made from.
func (f *finder) umbrella(d *document) {
	dir := path.Dir(d.File)
	for i, of := range elements(d.root, "dependencies") {
		dep := chart.Dependency{Name: node.TextAt(of, "name"), Alias: node.TextAt(of, "alias")}
		r := &Reference{Place: d.at("dependencies", i, "version"), Subject: "chart " + node.TextAt(d.root, "name"), Repo: node.TextAt(of, "repository"), Name: dep.Name}
		for _, name := range f.values[dir] {
			r.file(f, name, dep.Key())
		}
		f.add(r, d)
	}
}

// elements are those of a list.
func elements(root *yaml.Node, names ...string) []*yaml.Node {
	if list := node.FieldAt(root, names...); list != nil && list.Kind == yaml.SequenceNode {
		return list.Content
	}
	return nil
}

// kustomization finds the charts that kustomize renders.
func (f *finder) kustomization(d *document) {
	dir := path.Dir(d.File)
	for i, of := range elements(d.root, "helmCharts") {
		r := &Reference{Place: d.at("helmCharts", i, "version"), Subject: "Kustomization", Repo: node.TextAt(of, "repo"), Name: node.TextAt(of, "name")}
		r.has(d, d.at("helmCharts", i, "valuesInline"))
		if name := node.TextAt(of, "valuesFile"); name != "" {
			r.file(f, path.Join(dir, name))
		}
		for _, name := range elements(of, "additionalValuesFiles") {
			r.file(f, path.Join(dir, node.Text(name)))
		}
		f.add(r, d)
	}
}

// application finds the charts of an Application, or of what an ApplicationSet makes.
func (f *finder) application(d *document, spec ...any) {
	names := make([]string, len(spec))
	for i := range spec {
		names[i] = spec[i].(string)
	}
	of := node.FieldAt(d.root, names...)
	f.applied(d, node.FieldAt(of, "source"), of, append(slices.Clip(spec), "source"))
	for i, one := range elements(of, "sources") {
		f.applied(d, one, of, append(slices.Clip(spec), "sources", i))
	}
}

// applied finds the chart of a source of an application.
func (f *finder) applied(d *document, of, spec *yaml.Node, at []any) {
	name := node.TextAt(of, "chart")
	if name == "" {
		return
	}
	below := func(more ...any) Place { return d.at(append(slices.Clip(at), more...)...) }
	r := &Reference{Place: below("targetRevision"), Repo: node.TextAt(of, "repoURL"), Name: name}
	if r.Repo != "" && !strings.Contains(r.Repo, "://") {
		r.Repo = "oci://" + r.Repo
	}
	r.has(d, below("helm", "valuesObject"))
	r.has(d, below("helm", "values"))
	for _, file := range elements(of, "helm", "valueFiles") {
		ref, name, is := strings.Cut(strings.TrimPrefix(node.Text(file), "$"), "/")
		if is && strings.HasPrefix(node.Text(file), "$") && slices.ContainsFunc(elements(spec, "sources"), func(s *yaml.Node) bool { return node.TextAt(s, "ref") == ref }) {
			r.file(f, path.Clean(name))
		}
	}
	for i, p := range elements(of, "helm", "parameters") {
		r.Parameters = append(r.Parameters, Parameter{below("helm", "parameters", i), node.TextAt(p, "name")})
	}
	f.add(r, d)
}

// release finds the chart of a HelmRelease.
func (f *finder) release(d *document) {
	r := &Reference{Place: d.at("spec", "chart", "spec", "version"), Name: node.TextAt(d.root, "spec", "chart", "spec", "chart")}
	in := d
	if of := node.FieldAt(d.root, "spec", "chart", "spec"); of != nil {
		from := f.source(d, node.FieldAt(of, "sourceRef"))
		switch kind := node.TextAt(of, "sourceRef", "kind"); {
		case kind != "HelmRepository":
			r.Why = "its chart is in a " + kind
		case from == nil:
			r.Why = "its HelmRepository " + node.TextAt(of, "sourceRef", "name") + " is not here"
		default:
			r.Repo = node.TextAt(from.root, "spec", "url")
		}
	} else if of := node.FieldAt(d.root, "spec", "chartRef"); of != nil {
		from := f.source(d, of)
		if kind := node.TextAt(of, "kind"); kind != "OCIRepository" || from == nil {
			r.Why = fmt.Sprintf("its %s %s is not here, or names no version", kind, node.TextAt(of, "name"))
		} else {
			in, r.Place, r.Subject = from, from.at("spec", "ref", "tag"), d.meta.Kind+" "+d.meta.Name
			url := node.TextAt(from.root, "spec", "url")
			r.Repo, r.Name = url[:max(0, strings.LastIndexByte(url, '/'))], path.Base(url)
		}
	} else {
		return
	}
	r.has(d, d.at("spec", "values"))
	for _, of := range elements(d.root, "spec", "valuesFrom") {
		if node.TextAt(of, "kind") == "ConfigMap" {
			f.config(r, d, node.TextAt(of, "name"), cmp.Or(node.TextAt(of, "valuesKey"), chart.Values))
		}
	}
	f.add(r, in)
}

// source is the document that a reference names, nil for none: that of the same namespace, or the
// only one of that name.
func (f *finder) source(from *document, ref *yaml.Node) *document {
	return f.resource(node.TextAt(ref, "kind"), node.TextAt(ref, "name"), cmp.Or(node.TextAt(ref, "namespace"), from.meta.Namespace))
}

func (f *finder) resource(kind, name, namespace string) *document {
	var found []*document
	for i := range f.docs {
		d := &f.docs[i]
		if d.meta.Kind != kind || d.meta.Name != name {
			continue
		}
		if d.meta.Namespace == namespace {
			return d
		}
		found = append(found, d)
	}
	if len(found) == 1 {
		return found[0]
	}
	return nil
}

// config adds the values that a ConfigMap has, also one that kustomize makes from a file.
func (f *finder) config(r *Reference, from *document, name, key string) {
	if d := f.resource("ConfigMap", name, from.meta.Namespace); d != nil {
		r.has(d, d.at("data", key))
		return
	}
	for i := range f.docs {
		d := &f.docs[i]
		for _, made := range elements(d.root, "configMapGenerator") {
			if node.TextAt(made, "name") != name {
				continue
			}
			for _, file := range elements(made, "files") {
				as, of, named := strings.Cut(node.Text(file), "=")
				if !named {
					as, of = path.Base(as), as
				}
				if as == key {
					r.file(f, path.Join(path.Dir(d.File), of))
				}
			}
		}
	}
}

// helmfile finds the releases of a helmfile.
func (f *finder) helmfile(d *document) {
	repos := map[string]string{}
	for _, of := range elements(d.root, "repositories") {
		url := node.TextAt(of, "url")
		if node.TextAt(of, "oci") == "true" {
			url = "oci://" + url
		}
		repos[node.TextAt(of, "name")] = url
	}
	for i, of := range elements(d.root, "releases") {
		repo, name, is := strings.Cut(node.TextAt(of, "chart"), "/")
		if !is || strings.HasPrefix(repo, ".") {
			continue
		}
		r := &Reference{Place: d.at("releases", i, "version"), Subject: "release " + node.TextAt(of, "name"), Repo: repos[repo], Name: name}
		if at := strings.LastIndexByte(node.TextAt(of, "chart"), '/'); strings.HasPrefix(node.TextAt(of, "chart"), "oci://") {
			r.Repo, r.Name = node.TextAt(of, "chart")[:at], node.TextAt(of, "chart")[at+1:]
		}
		for j, values := range elements(of, "values") {
			if file := node.Text(values); file != "" {
				r.file(f, path.Join(path.Dir(d.File), file))
			} else {
				r.has(d, d.at("releases", i, "values", j))
			}
		}
		f.add(r, d)
	}
}
