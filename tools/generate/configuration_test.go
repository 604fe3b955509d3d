package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/cli"
	"github.com/krm-merge/krm-merge/internal/golden"
)

// TestGenerated: what is made is current.
func TestGenerated(t *testing.T) {
	repository := os.DirFS("../..")
	files, err := generated(repository)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		have, err := fs.ReadFile(repository, name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(have)); diff != "" {
			t.Errorf("%s is not current, run go generate . (-want +have):\n%s", name, diff)
		}
	}
}

// TestDocumented: every field of the configuration has a comment.
func TestDocumented(t *testing.T) {
	var check func(at string, s *schema)
	check = func(at string, s *schema) {
		for _, p := range s.Properties {
			if p.Description == "" {
				t.Errorf("%s.%s has no comment in internal/config/spec.go", at, p.Name)
			}
			check(at+"."+p.Name, p.schema)
			if p.Items != nil {
				check(at+"."+p.Name+"[]", p.Items)
			}
		}
	}
	check("spec", spec(t))
}

func spec(t *testing.T) *schema {
	t.Helper()
	s, err := specSchema(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// setting is a setting by its dotted name.
type setting struct {
	name string
	of   *schema
}

// settings are all settings of an object: lists.order. What a list holds is not
// looked into.
func settings(s *schema, prefix string) []setting {
	var all []setting
	for _, p := range s.Properties {
		if len(p.Properties) > 0 {
			all = append(all, settings(p.schema, prefix+p.Name+".")...)
			continue
		}
		all = append(all, setting{prefix + p.Name, p.schema})
	}
	return all
}

// TestDefaults: the function takes each value that the schema lists, and the default
// is what it takes if nothing is written.
func TestDefaults(t *testing.T) {
	unset, err := fn.ParseConfig(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	equal := cmp.Exporter(func(reflect.Type) bool { return true })
	for _, s := range settings(spec(t), "") {
		of := func(value string) (*fn.Config, error) {
			text, err := json.Marshal(map[string]any{
				"apiVersion": "v1", "kind": "ConfigMap", "data": map[string]string{s.name: value},
			})
			if err != nil {
				t.Fatal(err)
			}
			return fn.ParseConfig(golden.Document(t, string(text)), "")
		}
		for _, value := range s.of.Enum {
			if _, err := of(string(value)); err != nil {
				t.Errorf("%s: %s is in the schema: %v", s.name, value, err)
			}
		}
		if s.of.Default == nil {
			continue
		}
		cfg, err := of(string(*s.of.Default))
		if err != nil {
			t.Errorf("%s: default %q: %v", s.name, *s.of.Default, err)
			continue
		}
		// Written or not is a difference for some, in what is written.
		cfg.Strategy = unset.Strategy
		if diff := cmp.Diff(unset, cfg, equal); diff != "" {
			t.Errorf("%s: %q is not the default (-nothing written +default written):\n%s", s.name, *s.of.Default, diff)
		}
	}
}

// TestSections: the README has the sections that kpt's mdtogo takes out of it.
func TestSections(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := regexp.MustCompile(`(?s)<!--mdtogo:(\w+)-->(.*?)<!--mdtogo-->`).FindAllStringSubmatch(string(text), -1)
	var names []string
	for _, section := range sections {
		names = append(names, section[1])
		if strings.TrimSpace(section[2]) == "" || strings.Contains(section[2], "mdtogo") {
			t.Errorf("section %s is empty, or has no end", section[1])
		}
	}
	if diff := cmp.Diff([]string{"Short", "Long", "Examples"}, names); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestSameEverywhere: registries, catalogs, kpt and the image describe one function, with the same examples, and those
// exist; metadata.yaml has what the schema of kpt's function catalog allows, and nothing else.
func TestSameEverywhere(t *testing.T) {
	read := func(name string, into any) {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		decoder := yaml.NewDecoder(bytes.NewReader(text))
		decoder.KnownFields(name == "metadata.yaml")
		if err := decoder.Decode(into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	type facts struct {
		Description, Home, License, Image string
		Examples                          []string
	}
	var metadata struct {
		Image, Description, License string
		Tags                        []string
		SourceURL                   string   `yaml:"sourceURL"`
		ExamplePackageURLs          []string `yaml:"examplePackageURLs"`
		Hidden                      bool
	}
	var registry struct {
		Spec struct {
			Description, Home string
			Versions          []struct {
				License  string
				Examples []string
				Runtime  struct{ Container struct{ Image string } }
			}
		}
	}
	var kptfile struct {
		Info struct{ Site, Description string }
	}
	read("metadata.yaml", &metadata)
	if metadata.Image == "" || strings.Contains(metadata.Image, ":") || metadata.Description == "" || len(metadata.Tags) == 0 {
		t.Errorf("an image without tag, a description and tags are required: %+v", metadata)
	}
	for _, tag := range metadata.Tags {
		if !slices.Contains([]string{"mutator", "validator", "generator", "viewer", "test", "testing", "timing", "name prefix", "name suffix"}, tag) {
			t.Errorf("the catalog knows no tag %s", tag)
		}
	}
	read(definitionFile, &registry)
	read("Kptfile", &kptfile)
	want := facts{metadata.Description, metadata.SourceURL, metadata.License, metadata.Image, metadata.ExamplePackageURLs}
	spec := registry.Spec
	image, _, _ := strings.Cut(spec.Versions[0].Runtime.Container.Image, ":")
	if diff := cmp.Diff(want, facts{spec.Description, spec.Home, spec.Versions[0].License, image, spec.Versions[0].Examples}); diff != "" {
		t.Errorf("-metadata.yaml +%s:\n%s", definitionFile, diff)
	}
	if diff := cmp.Diff(want, facts{kptfile.Info.Description, kptfile.Info.Site, want.License, want.Image, want.Examples}); diff != "" {
		t.Errorf("-metadata.yaml +Kptfile:\n%s", diff)
	}
	dockerfile, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	if label := `description="` + strings.TrimSuffix(want.Description, ".") + `"`; !strings.Contains(string(dockerfile), label) {
		t.Errorf("the Dockerfile has no label %s", label)
	}
	for _, url := range want.Examples {
		if _, err := os.Stat("../../" + strings.TrimPrefix(url, want.Home+"/tree/main/") + "/README.md"); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// TestFlags: the table of flags has each flag of each command.
func TestFlags(t *testing.T) {
	root := cli.Command()
	page := commandsPage(root)
	for _, c := range withSubcommands(root) {
		for _, f := range flagsOf(c) {
			if c != root && c.Name() != "help" && c.Parent().Name() != "completion" && !strings.Contains(page, f.name) {
				t.Errorf("%s of %s is not in the table", f.name, c.CommandPath())
			}
		}
	}
}
