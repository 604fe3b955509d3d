package main

import (
	"encoding/json"
	"slices"
	"strings"

	yamlnode "go.yaml.in/yaml/v3"
	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/mergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"

	"github.com/krm-merge/krm-merge/internal/node"
)

// kubectl merges as kubectl apply and kubectl patch do: with a strategic merge
// patch for built-in kinds, and with a JSON merge patch for all others. In a
// 3-way merge original is the configuration applied last, updated the one to
// apply and dest the live object; a conflict is what --overwrite=false refuses.
func kubectl(c Case) (Outcome, error) {
	if hasSettings(c) || !reachesCluster(c) || c.wantComments || c.of != layers && hasNull(c.versions[len(c.versions)-1]) {
		// Neither comments nor nulls are in a live object.
		return Outcome{}, errNotApplicable
	}
	if c.of == threeWay {
		return eachObject(c, kubectlApply)
	}
	versions, err := jsonVersions(c.versions)
	if err != nil {
		return Outcome{}, err
	}
	if c.of == twoWay {
		return jsonOutcome(kubectlPatch(versions[1], versions[0]))
	}
	merged := versions[0]
	for _, right := range versions[1:] {
		if merged, err = kubectlPatch(merged, right); err != nil {
			return Outcome{}, err
		}
	}
	return jsonOutcome(merged, nil)
}

// patchMeta is the type of a built-in kind, false for all others.
func patchMeta(object []byte) (strategicpatch.LookupPatchMeta, bool, error) {
	gvk, err := kindOf(object)
	if err != nil {
		return nil, false, err
	}
	if !scheme.Scheme.Recognizes(gvk) {
		return nil, false, nil
	}
	typed, err := scheme.Scheme.New(gvk)
	if err != nil {
		return nil, false, err
	}
	meta, err := strategicpatch.NewPatchMetaFromStruct(typed)
	return meta, true, err
}

func kubectlApply(original, updated, dest []byte) (Outcome, error) {
	meta, builtin, err := patchMeta(dest)
	if err != nil {
		return Outcome{}, err
	}
	if !builtin {
		var patch []byte
		if patch, err = jsonmergepatch.CreateThreeWayJSONMergePatch(original, updated, dest); err != nil {
			return Outcome{}, err
		}
		return jsonOutcome(jsonpatch.MergePatch(dest, patch))
	}
	patch, err := strategicpatch.CreateThreeWayMergePatch(original, updated, dest, meta, true)
	if err != nil {
		return Outcome{}, err
	}
	_, refused := strategicpatch.CreateThreeWayMergePatch(original, updated, dest, meta, false)
	if refused != nil && !mergepatch.IsConflict(refused) {
		return Outcome{}, refused
	}
	outcome, err := jsonOutcome(strategicpatch.StrategicMergePatchUsingLookupPatchMeta(dest, patch, meta))
	outcome.Reports = refused != nil
	return outcome, err
}

func kubectlPatch(dest, patch []byte) ([]byte, error) {
	meta, builtin, err := patchMeta(dest)
	if err != nil {
		return nil, err
	}
	if !builtin {
		return jsonpatch.MergePatch(dest, patch)
	}
	return strategicpatch.StrategicMergePatchUsingLookupPatchMeta(dest, patch, meta)
}

// hasNull reports whether there is a null anywhere in a version.
func hasNull(version string) bool {
	docs, err := documents(version)
	if err != nil {
		return false
	}
	for _, doc := range docs {
		for n := range node.All(doc) {
			if node.IsNull(n) {
				return true
			}
		}
	}
	return false
}

// reachesCluster reports whether the objects of a case are sent to an API server, and
// whether every version has the same objects: those programs merge one at a time.
func reachesCluster(c Case) bool {
	count := -1
	for _, v := range c.versions {
		for _, never := range []string{"apiVersion: kustomize.config.k8s.io/", "apiVersion: kpt.dev/"} {
			if strings.Contains(v, never) {
				return false
			}
		}
		docs, err := documents(v)
		if slices.ContainsFunc(docs, func(d *yamlnode.Node) bool { return node.Field(d.Content[0], "kind") == nil }) {
			return false
		}
		if err != nil || count >= 0 && len(docs) != count || len(docs) == 0 {
			return false
		}
		count = len(docs)
	}
	if !c.whole {
		return true
	}
	identities := map[string]bool{}
	for _, v := range c.versions {
		docs, _ := documents(v)
		for _, d := range docs {
			identities[identity(d.Content[0])] = true
		}
	}
	return len(identities) == count
}

// eachObject merges the objects of the three versions one by one.
func eachObject(c Case, merge func(original, updated, dest []byte) (Outcome, error)) (Outcome, error) {
	var texts [3]map[string][]byte
	var order []string
	for i, v := range c.versions {
		texts[i] = map[string][]byte{}
		docs, err := documents(v)
		if err != nil {
			return Outcome{}, err
		}
		for _, doc := range docs {
			text, err := encode1(doc)
			if err != nil {
				return Outcome{}, err
			}
			id := identity(doc.Content[0])
			if texts[i][id], err = yaml.YAMLToJSON([]byte(text)); err != nil {
				return Outcome{}, err
			}
			if i == 2 {
				order = append(order, id)
			}
		}
	}
	var all Outcome
	var parts []string
	for _, id := range order {
		o, err := merge(texts[0][id], texts[1][id], texts[2][id])
		if err != nil {
			return Outcome{}, err
		}
		all.Reports = all.Reports || o.Reports
		parts = append(parts, o.Text)
	}
	all.Text = strings.Join(parts, "---\n")
	return all, nil
}

func jsonVersions(versions []string) ([][]byte, error) {
	var all [][]byte
	for _, v := range versions {
		text, err := yaml.YAMLToJSON([]byte(v))
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

func jsonOutcome(object []byte, err error) (Outcome, error) {
	if err != nil {
		return Outcome{}, err
	}
	text, err := yaml.JSONToYAML(object)
	return Outcome{Text: string(text)}, err
}

func kindOf(object []byte) (schema.GroupVersionKind, error) {
	var meta struct{ APIVersion, Kind string }
	err := json.Unmarshal(object, &meta)
	return schema.FromAPIVersionAndKind(meta.APIVersion, meta.Kind), err
}
