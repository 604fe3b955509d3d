package secret_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/merge"
)

// What is secret, and what is not, by the place in a resource.
func TestPlaces(t *testing.T) {
	for name, c := range map[string]struct {
		yaml           string
		secret, public []string
	}{
		"Secret":                {"kind: Secret\nstringData: {a: x}", []string{"", "stringData.a", "metadata.labels"}, nil},
		"SealedSecret":          {"kind: SealedSecret\nspec: {a: x}", []string{"spec.a"}, nil},
		"SecretList":            {"kind: SecretList\nitems:\n- data: {a: x}", []string{"items[0].data.a"}, nil},
		"List":                  {"kind: List\nitems:\n- {kind: Secret, data: {a: x}}", []string{"items[0].data.a"}, []string{"metadata.name"}},
		"nested List":           {"kind: List\nitems:\n- {kind: List, items: [{kind: Secret, data: {a: x}}]}", []string{"items[0].items[0].data.a"}, nil},
		"SOPS":                  {"a: x\nsops: {mac: m}", []string{"a", "b"}, nil},
		"SOPS of a part":        {"a: {b: x, sops: {mac: m}}\nc: 1", []string{"a.b", "a"}, []string{"c"}},
		"a value SOPS encrypts": {"a: {b: 'ENC[AES256_GCM,data:x]'}\nc: 1", []string{"a.b", "a", ""}, []string{"c", "a.c"}},
		"lines SOPS encrypts":   {"data:\n  .env: |\n    P=ENC[AES256_GCM,data:x]\n  b: c", []string{`data[".env"]`}, []string{"data.b"}},
		"generator":             {"kind: Kustomization\nsecretGenerator:\n- {name: a, literals: [p=x]}\nimages: []", []string{"secretGenerator[name=a].literals"}, []string{"images[name=a].newTag"}},
		"Template":              {"kind: Template\nobjects:\n- {kind: Secret, stringData: {a: x}}\nparameters: []", []string{"objects[0].stringData.a"}, []string{"parameters[name=a]"}},
		"ManifestWork":          {"kind: ManifestWork\nspec: {workload: {manifests: [{kind: Secret, metadata: {name: x}}]}, other: 1}", []string{"spec.workload.manifests[0].data.a", "spec.workload", "spec"}, []string{"spec.other", "spec.workload.other"}},
		"Object":                {"kind: Object\nspec: {forProvider: {manifest: {apiVersion: v1, kind: Secret, data: {a: x}}}}", []string{"spec.forProvider.manifest.data.a"}, []string{"spec.deletionPolicy"}},
		"a reference":           {"spec: {secretRef: {apiVersion: v1, kind: Secret, name: a}}", nil, []string{"spec.secretRef.name", "spec"}},
		"a kind in an alias":    {"x: &k Secret\na: {kind: *k, data: {b: x}}", []string{"a.data.b"}, []string{"x"}},
		"a kind merged in":      {"x: &k {kind: Secret}\na: {<<: *k, data: {b: x}}", []string{"a.data.b"}, []string{"x.kind"}},
		"one of two merged in":  {"x: &k {kind: Secret}\ny: &o {z: 1}\na: {<<: [*o, *k], data: {b: x}}", []string{"a.data.b"}, []string{"y.z"}},
		"an alias":              {"a: {kind: Secret, data: &d {b: x}}\nc: *d\ne: &e 1\nf: *e", []string{"c.b", "a.data"}, []string{"e", "f"}},
		"an alias of a whole":   {"a: &s {kind: Secret, data: {b: x}}\nc: [*s]\nd: {<<: *s}", []string{"c[0].data.b", "d.data"}, []string{"e"}},
		"a text":                {"data:\n  a.yaml: |\n    kind: Secret\n    data: {p: x}\n  b.yaml: |\n    kind: ConfigMap\n", []string{`data["a.yaml"].data.p`, `data["a.yaml"]`}, []string{`data["b.yaml"]`}},
		"one of two documents":  {"data:\n  a.yaml: |\n    kind: Deployment\n    ---\n    kind: Secret\n", []string{`data["a.yaml"][1].data.p`}, nil},
		"JSON in a text":        {`data: {a.json: '{"kind":"\u0053\u0065cret","data":{"p":"x"}}'}`, []string{`data["a.json"].data.p`}, nil},
		"hexadecimal":           {`data: {a: 'kind: "S\x65cret"'}`, []string{"data.a"}, nil},
		"a broken line":         {"data:\n  a: |\n    kind: \"Sec\\\n      ret\"\n    data: {p: x}", []string{"data.a"}, nil},
		"a text in a text":      {`data: {a: '"{\"kind\":\"Secret\"}"', b: '{"c": "{\"kind\":\"Secret\"}"}'}`, []string{"data.a", "data.b"}, nil},
		"generator in a text":   {"data:\n  k: |\n    secretGenerator: [{literals: [p=x]}]", []string{"data.k"}, nil},
		"template in a text":    {"data:\n  k: |\n    kind: Secret\n    data: {{ .Values.a }}: {", []string{"data.k"}, nil},
		"a description":         {"spec:\n  versions:\n  - description: |-\n      Key is in the Secret's `data`: a selector of a\n      Secret: which is, of the `kind` kept elsewhere: there\n", nil, []string{"spec.versions", "spec"}},
		"words":                 {"data:\n  k: |\n    Secrets are kept elsewhere\n  l: 'note: Secrets are kept'\n  m: 'path: C:\\users'", nil, []string{"data.k", "data.l", "data.m"}},
		"secret in a key":       {"? {kind: Secret, data: {a: x}}\n: b\n", nil, []string{"c"}},
		"null":                  {"", nil, []string{"a", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			p := secret.In(nil, golden.Document(t, c.yaml))
			if p.Any() != (len(c.secret) > 0) {
				t.Errorf("Any() = %v", p.Any())
			}
			for _, at := range c.secret {
				if !p.Hide(path(at)) {
					t.Errorf("%q is shown", at)
				}
			}
			for _, at := range c.public {
				if p.Hide(path(at)) {
					t.Errorf("%q is hidden", at)
				}
			}
		})
	}
}

// A path is shown up to a secret, behind it without what identifies elements.
func TestShow(t *testing.T) {
	p := secret.In(golden.Document(t, "secretGenerator: [{literals: [p=hunter]}]\ndata:\n  a: 'kind: Secret'"), golden.Document(t, "spec:\n- {kind: Secret, data: {}}"))
	for at, want := range map[string]string{
		"secretGenerator[name=db].literals[=p=hunter]": "secretGenerator[name=…].literals[=…]",
		"data.a.users[name=hunter].roles":              "data.a.users[name=…].roles",
		"data.b[name=web]":                             "data.b[name=web]",
		"spec[name=hunter].data":                       "spec[name=…].data",
		"metadata.annotations.a":                       "metadata.annotations.a",
		"secretGenerator":                              "secretGenerator",
	} {
		if got := p.Show(path(at)).String(); got != want {
			t.Errorf("%s: got %s, want %s", at, got, want)
		}
	}
}

// What nobody looked through is not shown.
func TestUnknown(t *testing.T) {
	var p *secret.Places
	if at := path("a[name=hunter]"); !p.Any() || !p.Hide(at) || p.Show(at).String() != "a[name=…]" {
		t.Errorf("any %v, hides %v, shows %s", p.Any(), p.Hide(at), p.Show(at))
	}
}

// Asking costs what the path is long, however many places are secret.
func TestAskingIsCheap(t *testing.T) {
	asked := func(n int) float64 {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d: ENC[x]\n", i)
		}
		p, at := secret.In(golden.Document(t, b.String())), path("k1.x")
		return testing.AllocsPerRun(10, func() { p.Hide(at) })
	}
	if few, many := asked(10), asked(1000); many > few {
		t.Errorf("%v allocations with 10 places, %v with 1000", few, many)
	}
}

// path reads a path as it is spelled.
func path(text string) merge.Path {
	p, err := merge.ParsePattern(cmp.Or(text, "."))
	if err != nil {
		panic(err)
	}
	return p
}
