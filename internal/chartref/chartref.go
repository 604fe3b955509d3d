// Package chartref finds the places of a tree where versions of Helm charts are named, and the values
// that stand there for them. In go files, out come references, and files with another version. It must
// not know where charts come from, nor what they hold; no cluster is asked.
package chartref

import (
	"bytes"
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Reference is a place that names a version of a chart.
type Reference struct {
	// Place is where the version stands, Line its line; Subject is what it stands in: Application web.
	Place
	Line    int
	Subject string
	// Repo is the address of the repository or registry of the chart, as internal/kptfile has it, Name its name
	// there, Version the version.
	Repo, Name, Version string
	// Why is why nobody can know the version that is taken, or the next one: "" if somebody can.
	Why string
	// Fixed: the version is an alias, or behind one, so that it cannot be written where it stands.
	Fixed bool
	// Values are those that stand in the tree for the chart.
	Values []Values

	// document is where the version stands, nil where nothing names a chart.
	document *spot
}

// Location is where the version of the chart is.
func (r *Reference) Location() upstream.Location {
	return upstream.Location{Repo: r.Repo, Directory: r.Name, Ref: r.Version}
}

// Place is a place in a document of a file.
type Place struct {
	File     string
	Document int
	At       merge.Path
}

// Values are a map of values, or a single one with a name as Helm's --set has it: a.b; or the name of a file
// with values, where that is a template.
type Values struct {
	Place
	Name string
}

// spot is a value, and where it stands; that of a whole document has the meta of the resource.
type spot struct {
	Place
	value *yaml.Node
	meta  resource.Meta
}

// to is a place below.
func (p Place) to(steps ...merge.Step) Place {
	p.At = append(slices.Clip(p.At), steps...)
	return p
}

// below are the values to which fields lead, a * through each element of a list.
func (s spot) below(fields string) (all []spot) {
	first, rest, more := strings.Cut(fields, ".")
	var found []spot
	if first == "*" {
		for i, e := range node.Elements(s.value) {
			found = append(found, spot{Place: s.to(merge.Index(i)), value: node.Target(e)})
		}
	} else if value := node.FieldAt(s.value, first); value != nil {
		found = append(found, spot{Place: s.to(merge.Field(first)), value: value})
	}
	if !more {
		return found
	}
	for _, inner := range found {
		all = append(all, inner.below(rest)...)
	}
	return all
}

// text is that to which fields lead, "" for none.
func (s spot) text(fields string) string {
	return node.TextAt(s.value, strings.Split(fields, ".")...)
}

// form is a way in which documents name charts.
type form struct {
	// files is what names of files match, nil where kind and group are those of the resource.
	files       *regexp.Regexp
	kind, group string
	// at leads to what names charts, and from there the others to where the chart comes from.
	at, repo, name, version string
	// values lead to values, names to names of files with values, relative to that of the document, or to values
	// that are no text, and parameters to single values by their names.
	values, names, parameters []string
	// complete finds what stands elsewhere, nil where all stands there.
	complete func(f *finder, of spot, r *Reference)
}

func forms() []form {
	argo := func(kind, at string) form {
		return form{kind: kind, group: "argoproj.io", at: at, repo: "repoURL", name: "chart", version: "targetRevision", values: []string{"helm.valuesObject", "helm.values"}, parameters: []string{"helm.parameters.*"}, complete: (*finder).application}
	}
	return []form{
		{files: regexp.MustCompile(`(^|/)Chart\.yaml$`), at: "dependencies.*", repo: "repository", name: "name", version: "version", complete: (*finder).umbrella},
		{files: regexp.MustCompile(`(^|/)(kustomization\.ya?ml|Kustomization)$`), at: "helmCharts.*", repo: "repo", name: "name", version: "version", values: []string{"valuesInline"}, names: []string{"valuesFile", "additionalValuesFiles.*"}},
		{kind: "HelmRelease", group: "helm.toolkit.fluxcd.io", at: "spec", name: "chart.spec.chart", version: "chart.spec.version", values: []string{"values"}, complete: (*finder).release},
		{files: regexp.MustCompile(`(^|/)helmfile([^/]*|\.d/[^/]+)\.ya?ml$`), at: "releases.*", name: "chart", version: "version", names: []string{"values.*", "secrets.*"}, parameters: []string{"set.*"}, complete: (*finder).helmfile},
		argo("Application", "spec.source"), argo("Application", "spec.sources.*"),
		argo("ApplicationSet", "spec.template.spec.source"), argo("ApplicationSet", "spec.template.spec.sources.*"),
	}
}

// is reports whether a document has the form.
func (m *form) is(d *spot) bool {
	if m.files != nil {
		return m.files.MatchString(d.File)
	}
	return d.meta.Kind == m.kind && d.meta.Group() == m.group
}

// finder finds references in a tree.
type finder struct {
	files map[string][]byte
	docs  []spot
	found []*Reference
	// values are the files with values for the charts in directories.
	values map[string][]string
	// named are the documents by kind and name, with the ConfigMaps that kustomize makes.
	named map[[2]string][]*spot
}

// generated is the kind of a ConfigMap that kustomize makes.
const generated = "configMapGenerator"

// Find finds the references among files, by their paths. The cost is linear in their size.
func Find(files map[string][]byte) []*Reference {
	f := &finder{files: files, named: map[[2]string][]*spot{}}
	// Each file that names a chart, or is what a reference names, has one of these texts.
	concerned := regexp.MustCompile(`dependencies:|helmCharts:|argoproj\.io/|toolkit\.fluxcd\.io/|configMapGenerator:|ConfigMap|releases:`)
	references := regexp.MustCompile(`(?m)^\s*(?:kind: (?:Application|ApplicationSet|HelmRelease)|releases:|helmCharts:)\s*$`)
	var names []string
	for name, data := range files {
		ext := path.Ext(name)
		if (ext == ".yaml" || ext == ".yml" || path.Base(name) == "Kustomization") && concerned.Match(data) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	parsed, why := make([][]spot, len(names)), make([]string, len(names))
	parallel.Each(len(names), func(i int) { parsed[i], why[i] = parse(names[i], files[names[i]]) })
	for i, docs := range parsed {
		f.docs = append(f.docs, docs...)
		if why[i] != "" && references.Match(files[names[i]]) {
			f.found = append(f.found, &Reference{Place: Place{File: names[i]}, Why: why[i]})
		}
	}
	for i := range f.docs {
		d := &f.docs[i]
		called := [2]string{d.meta.Kind, d.meta.Name}
		f.named[called] = append(f.named[called], d)
		for _, made := range d.below(generated + ".*") {
			called = [2]string{generated, made.text("name")}
			f.named[called] = append(f.named[called], &made)
		}
	}
	f.values = chart.ValuesFiles(files)
	for _, form := range forms() {
		for i := range f.docs {
			if form.is(&f.docs[i]) {
				f.read(&f.docs[i], &form)
			}
		}
	}
	slices.SortStableFunc(f.found, func(a, b *Reference) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return f.found
}

// Read takes a file apart into documents; why is why it cannot be, "" if it can.
func Read(data []byte) (docs []*yaml.Node, why string) {
	docs, err := source.Parse(data)
	for _, doc := range docs {
		err = cmp.Or(err, merge.Check(doc))
	}
	switch {
	case err != nil && bytes.Contains(data, []byte("{{")):
		return nil, "the file is a template"
	case err != nil:
		return nil, "the file cannot be read: " + source.Refused(data, err).Error()
	}
	return docs, ""
}

// parse reads the documents of a file that are maps.
func parse(name string, data []byte) (docs []spot, why string) {
	all, why := Read(data)
	for i, doc := range all {
		root := node.Root(doc)
		if root == nil || root.Kind != yaml.MappingNode {
			continue
		}
		docs = append(docs, spot{Place{File: name, Document: i}, root, resource.MetaOf(root)})
	}
	return docs, why
}

// read finds the references of a document that has a form.
func (f *finder) read(d *spot, form *form) {
	for _, of := range d.below(form.at) {
		r := &Reference{Subject: strings.TrimSpace(d.meta.Kind + " " + d.meta.Name), Repo: of.text(form.repo), Name: of.text(form.name), Place: of.Place, document: d}
		for name := range strings.SplitSeq(form.version, ".") {
			r.Place = r.to(merge.Field(name))
		}
		for _, fields := range slices.Concat(form.values, form.names, form.parameters) {
			for _, s := range of.below(fields) {
				switch name := node.Text(s.value); {
				case name != "" && slices.Contains(form.names, fields):
					r.file(f, s, path.Join(path.Dir(d.File), name))
				case slices.Contains(form.parameters, fields):
					r.Values = append(r.Values, Values{s.Place, s.text("name")})
				default:
					r.Values = append(r.Values, Values{Place: s.Place})
				}
			}
		}
		if form.complete != nil {
			form.complete(f, of, r)
		}
		if r.document != nil {
			f.add(r)
		}
	}
}

// add adds a reference that names a chart.
func (f *finder) add(r *Reference) {
	found, there := r.At.Find(r.document.value)
	_, is := r.At.Edit(r.document.value, func(s merge.Spot) merge.Spot { return s })
	r.Version, r.Line, r.Fixed = node.Text(found.Value), found.Line(), !is || there && found.Value.Kind != yaml.ScalarNode
	switch {
	case r.Why != "":
	case strings.Contains(r.Repo+r.Name+r.Version, "{{"):
		r.Why = "it is a template"
	case !there || r.Version == "":
		r.Why = "it names no version"
	case strings.HasPrefix(r.Repo, "file:") || r.Repo == "":
		r.Why = "it names no repository"
	case !upstream.IsExact(r.Version):
		r.Why = r.Version + " is a range of versions"
	}
	if r.Repo != "" && !kptfile.IsChart(r.Repo) {
		r.Repo = kptfile.OverHTTP + r.Repo
	}
	f.found = append(f.found, r)
}

// file adds the values of a file that something names, or those below a field of it, if it is there.
func (r *Reference) file(f *finder, by spot, name string, below ...merge.Step) {
	if strings.Contains(name, "{{") {
		r.Values = append(r.Values, Values{Place: by.Place})
	} else if f.files[name] != nil {
		r.Values = append(r.Values, Values{Place: Place{File: name, At: below}})
	}
}

// umbrella finds the values for a chart that another one is made from.
func (f *finder) umbrella(of spot, r *Reference) {
	for _, name := range f.values[path.Dir(of.File)] {
		r.file(f, of, name, merge.Field(chart.Key(of.value)))
	}
}

// application finds the registry of a source of an application, and the files with values that other sources
// of this repository have.
func (f *finder) application(of spot, r *Reference) {
	if r.Name == "" {
		r.document = nil
	}
	if r.Repo != "" && !strings.Contains(r.Repo, "://") {
		r.Repo = "oci://" + r.Repo
	}
	for _, file := range of.below("helm.valueFiles.*") {
		if ref, name, is := strings.Cut(node.Text(file.value), "/"); is && strings.HasPrefix(ref, "$") {
			r.file(f, file, path.Clean(name))
		}
	}
}

// release finds the chart of a HelmRelease, and the values that it takes from elsewhere.
func (f *finder) release(of spot, r *Reference) {
	ref, kind, namespace := "chart.spec.sourceRef.", "HelmRepository", r.document.meta.Namespace
	if r.Name == "" {
		ref, kind = "chartRef.", "OCIRepository"
	}
	is, name := of.text(ref+"kind"), of.text(ref+"name")
	from := f.resource(kind, name, cmp.Or(of.text(ref+"namespace"), namespace))
	switch {
	case r.Name == "" && name == "":
		r.document = nil
	case is != kind:
		r.Why = "its chart is in a " + is
	case from == nil:
		r.Why = "its " + kind + " " + name + " is not here"
	case r.Name != "":
		r.Repo = from.text("spec.url")
	default:
		r.document, r.Place = from, from.to(merge.Field("spec"), merge.Field("ref"), merge.Field("tag"))
		r.Repo, r.Name = cutName(from.text("spec.url"))
	}
	for _, values := range of.below("valuesFrom.*") {
		if values.text("kind") == "ConfigMap" {
			f.config(r, namespace, values.text("name"), cmp.Or(values.text("valuesKey"), chart.Values))
		}
	}
}

// cutName takes the reference of a chart in a registry apart.
func cutName(url string) (repo, name string) {
	slash := max(0, strings.LastIndexByte(url, '/'))
	return url[:slash], path.Base(url)
}

// resource is the document of a kind and name, nil for none: that of a namespace, or the only one of that name.
func (f *finder) resource(kind, name, namespace string) *spot {
	all := f.named[[2]string{kind, name}]
	for _, d := range all {
		if d.meta.Namespace == namespace || len(all) == 1 {
			return d
		}
	}
	return nil
}

// config adds the values that a ConfigMap has, also one that kustomize makes from a file.
func (f *finder) config(r *Reference, namespace, name, key string) {
	if d := f.resource("ConfigMap", name, namespace); d != nil {
		r.Values = append(r.Values, Values{Place: d.to(merge.Field("data"), merge.Field(key))})
	}
	for _, made := range f.named[[2]string{generated, name}] {
		for _, file := range made.below("files.*") {
			as, of, named := strings.Cut(node.Text(file.value), "=")
			if !named {
				as, of = path.Base(as), as
			}
			if as == key {
				r.file(f, file, path.Join(path.Dir(made.File), of))
			}
		}
	}
}

// helmfile finds the repository of a release of a helmfile.
func (f *finder) helmfile(of spot, r *Reference) {
	r.Subject = "release " + of.text("name")
	if strings.HasPrefix(r.Name, "oci://") {
		r.Repo, r.Name = cutName(r.Name)
		return
	}
	alias, name, is := strings.Cut(r.Name, "/")
	if !is || strings.HasPrefix(alias, ".") {
		r.document = nil // It lies here.
		return
	}
	r.Name = name
	for _, repository := range r.document.below("repositories.*") {
		if repository.text("name") == alias {
			r.Repo = repository.text("url")
			if repository.text("oci") == "true" {
				r.Repo = "oci://" + r.Repo
			}
		}
	}
}
