package cli_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/cli"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/slow"
)

// planted are files that hold secrets of every kind: %s is the mark that nobody may
// be shown, another one in each version. Nothing but the result has it.
func planted() map[string]string {
	const head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
	const object = "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {p: %s, l: [%[1]s]}}\n"
	return map[string]string{
		"secret":           "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {p: %s}\n",
		"sealed":           "apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nmetadata: {name: a}\nspec: {encryptedData: {p: %s}}\n",
		"list":             "apiVersion: v1\nkind: List\nitems:\n- " + object,
		"list of its kind": "apiVersion: v1\nkind: SecretList\nmetadata: {name: a}\nitems:\n- metadata: {name: s}\n  stringData: {p: %s}\n",
		"other list":       "apiVersion: example.com/v1\nkind: List\nmetadata: {name: a}\nitems:\n- " + object,
		"generator":        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: a}\nsecretGenerator:\n- name: g\n  literals:\n  - p=%s\n  - q=%[1]s\n",
		"sops":             "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {p: %s}\nsops: {mac: m}\n",
		"sops value":       "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {p: 'ENC[AES256_GCM,data:%s]'}\n",
		"sops lines":       head + "data:\n  .env: |\n    P=ENC[AES256_GCM,data:%s]\n",
		"template":         "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: a}\nobjects:\n- " + object,
		"manifest work":    "apiVersion: work.open-cluster-management.io/v1\nkind: ManifestWork\nmetadata: {name: a}\nspec:\n  workload:\n    manifests:\n    - " + object,
		"crossplane":       "apiVersion: kubernetes.crossplane.io/v1alpha2\nkind: Object\nmetadata: {name: a}\nspec:\n  forProvider:\n    manifest: " + object,
		"values":           "db:\n  object: " + object,
		"alias":            "apiVersion: example.com/v1\nkind: A\nmetadata: {name: a}\nspec:\n  secret: {kind: Secret, stringData: &s {p: %s}}\n  again: *s\n",
		"text":             head + "data:\n  s.yaml: |\n    kind: Secret\n    metadata: {name: s}\n    stringData: {p: %s}\n    users: [{name: %[1]s, role: x}]\n",
		"second text":      head + "data:\n  s.yaml: |\n    kind: ConfigMap\n    ---\n    kind: Secret\n    stringData: {p: %s}\n",
		"escaped":          head + `data: {s.json: '{"kind": "\u0053\u0065cret", "stringData": {"p": "%s"}}'}` + "\n",
		"text in a text":   head + `data: {s.json: '{"a": "{\"kind\": \"Secret\", \"stringData\": {\"p\": \"%s\"}}"}'}` + "\n",
		"unreadable":       head + "data:\n  s.yaml: |\n    kind: Secret\n    stringData: {p: {{ %s }}: {\n",
		"helm":             "apiVersion: v1\nkind: Secret\nmetadata: {name: {{ .a }}}\nstringData:\n  p: %s\n",
		"like an alias":    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  p: *%s\n",
		"twice":            "apiVersion: v1\nkind: SecretList\nmetadata: {name: a}\nitems:\n- {metadata: {name: s}, stringData: {p: %s}}\n- {metadata: {name: s}, stringData: {p: %[1]s}}\n",
	}
}

const mark = "hunter"

// TestSecrets: no report, explanation, result or error shows what is secret.
func TestSecrets(t *testing.T) {
	settings := map[string]string{
		"defaults": "{}",
		"dest":     "{onConflict: Dest, onDeletedUpstream: KeepModified, onDeletedLocally: Readd}",
		"fail":     "{onConflict: Fail}",
		"careful":  "{profile: Careful, onConflict: Updated}",
		"keys":     "{keys: [{target: {kind: SecretList}, path: items, fields: [stringData]}, {target: {kind: Kustomization}, path: secretGenerator, fields: [literals]}], lists: {atomic: Union}, text: Lines}",
	}
	shown := 0
	for name, text := range planted() {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(path, text string) { golden.Write(t, dir, map[string]string{path: text}) }
			for i, version := range []string{"original", "updated", "dest"} {
				held := fmt.Sprintf(text, fmt.Sprintf("%s%d", mark, i))
				write(version+"/a.yaml", held)
				if version != "updated" {
					write(version+"/gone.yaml", strings.ReplaceAll(held, "name: a}", "name: gone}"))
				}
				if version != "dest" {
					write(version+"/left.yaml", strings.ReplaceAll(held, "name: a}", "name: left}"))
				}
				write(version+"/notes.txt", held)
			}
			versions := []string{"--original", filepath.Join(dir, "original"), "--updated", filepath.Join(dir, "updated"), "--dest", filepath.Join(dir, "dest")}
			for i, setting := range slices.Sorted(maps.Keys(settings)) {
				spec := settings[setting]
				// later: where slow tests are not wanted, another setting, or another secret, has it.
				later := func(k int) bool { return !slow.Wanted && (len(name)+i+k)%3 > 0 }
				config := filepath.Join(dir, setting+".yaml")
				write(setting+".yaml", "apiVersion: fn.kpt.dev/v1alpha1\nkind: Merge\nmetadata: {name: m}\nspec: "+spec+"\n")
				shown += shows(t, nil, resourceList(t, dir, spec))
				for k, form := range report.Formats() {
					if later(k) {
						continue
					}
					args := append([]string{"merge3", "-o", filepath.Join(dir, "out", setting, form.String()), "--config", config, "--report", form.String()}, versions...)
					shown += shows(t, args, nil)
				}
			}
			shows(t, []string{"merge2", "-o", filepath.Join(dir, "out", "two"), "--source", filepath.Join(dir, "updated"), "--dest", filepath.Join(dir, "dest"), "--report", "html"}, nil)
		})
	}
	if t.Logf("%d bytes were shown", shown); shown < 1_000_000 {
		t.Errorf("only %d bytes were shown, so nothing was tested", shown)
	}
}

// shows runs the program and fails if it shows the mark; it gives the length of its output, 0 of a run that is refused.
func shows(t *testing.T, args []string, in []byte) int {
	t.Helper()
	var out, errs bytes.Buffer
	code := cli.Main(args, bytes.NewReader(in), &out, &errs, cli.About{})
	text := out.String()
	if len(args) == 0 {
		// The items hold what they hold.
		_, text, _ = strings.Cut(text, "\nresults:")
	}
	text += errs.String()
	if at := strings.Index(text, mark); at >= 0 {
		t.Errorf("%s shows a secret: …%s", args, text[max(0, at-400):min(len(text), at+100)])
	}
	if code > 1 {
		return 0
	}
	return len(text)
}

// resourceList is the versions as items of a list, where they can be.
func resourceList(t *testing.T, dir, spec string) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig: {apiVersion: fn.kpt.dev/v1alpha1, kind: Merge, metadata: {name: m}, spec: " + spec + "}\nitems:\n")
	for _, version := range []string{"original", "updated", "dest"} {
		for _, file := range []string{"a.yaml", "gone.yaml", "left.yaml"} {
			text, err := os.ReadFile(filepath.Join(dir, version, file))
			if err != nil {
				continue
			}
			item := regexp.MustCompile(`(?m)^metadata: \{name: (\w+)\}$`).ReplaceAll(text, []byte("metadata: {name: $1, annotations: {config.kubernetes.io/merge-source: "+version+", config.kubernetes.io/path: "+file+"}}"))
			b.WriteString("- " + strings.ReplaceAll(strings.TrimSpace(string(item)), "\n", "\n  ") + "\n")
		}
	}
	return b.Bytes()
}
