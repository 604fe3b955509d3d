package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/managedfields/managedfieldstest"
	"k8s.io/client-go/applyconfigurations"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/yaml"
)

// serverSideApply merges with the field manager of the API server, without an
// API server: no defaults, no validation. In a 3-way merge "upstream" applies
// original, "local" updates the object to dest, and "upstream" applies updated,
// by force; it reports a conflict if it is refused without force. A 2-way merge
// is source applied by force over a dest that somebody else made, layers are
// applied from left to right by a manager each.
func serverSideApply(c Case) (Outcome, error) {
	if hasSettings(c) || !reachesCluster(c) || c.wantComments || slices.ContainsFunc(c.versions, hasNull) {
		// What becomes of a null is for the API server's decoding and pruning.
		return Outcome{}, errNotApplicable
	}
	if c.of == threeWay {
		types, err := crdTypes(c)
		if err != nil {
			return Outcome{}, err
		}
		return eachObject(c, func(original, updated, dest []byte) (Outcome, error) {
			return applySteps(types, []step{
				{"upstream", original, true}, {"local", dest, false}, {"upstream", updated, true},
			})
		})
	}
	versions, err := jsonVersions(c.versions)
	if err != nil {
		return Outcome{}, err
	}
	if c.of == twoWay {
		return withoutReport(applySteps(nil, []step{{"local", versions[1], false}, {"source", versions[0], true}}))
	}
	var steps []step
	for i, v := range versions {
		steps = append(steps, step{fmt.Sprint("layer ", i+1), v, true})
	}
	return withoutReport(applySteps(nil, steps))
}

// withoutReport drops what is not a disagreement: a patch and a layer are meant to
// change what others have set.
func withoutReport(o Outcome, err error) (Outcome, error) {
	o.Reports = false
	return o, err
}

// step is one request: a manager applies an object, or puts one in place.
type step struct {
	manager string
	object  []byte
	apply   bool
}

// applySteps does one request after the other. Only the last may conflict.
func applySteps(types managedfields.TypeConverter, steps []step) (Outcome, error) {
	gvk, err := kindOf(steps[0].object)
	if err != nil {
		return Outcome{}, err
	}
	switch {
	case scheme.Scheme.Recognizes(gvk):
		types = applyconfigurations.NewTypeConverter(scheme.Scheme)
	case types == nil || gvk.Group == "apiextensions.k8s.io":
		types = managedfields.NewDeducedTypeConverter()
	}
	manager := managedfieldstest.NewTestFieldManager(types, gvk)
	var reports bool
	for i, s := range steps {
		object := &unstructured.Unstructured{}
		if err = object.UnmarshalJSON(s.object); err != nil {
			return Outcome{}, err
		}
		if !s.apply {
			err = manager.Update(object, s.manager)
		} else {
			err = manager.Apply(object, s.manager, false)
			if errors.IsConflict(err) {
				reports = reports || i == len(steps)-1
				err = manager.Apply(object, s.manager, true)
			}
		}
		if err != nil {
			return Outcome{}, err
		}
	}
	live := manager.Live().(*unstructured.Unstructured)
	live.SetManagedFields(nil)
	unstructured.RemoveNestedField(live.Object, "metadata", "creationTimestamp")
	text, err := yaml.Marshal(live.Object)
	return Outcome{Text: string(text), Reports: reports}, err
}

// crdTypes are the types of the custom resource definitions among the objects
// of updated, nil if there is none.
func crdTypes(c Case) (managedfields.TypeConverter, error) {
	docs, err := documents(c.updated())
	if err != nil {
		return nil, err
	}
	schemas := map[string]*spec.Schema{}
	for _, doc := range docs {
		var crd struct {
			Kind string
			Spec struct {
				Group    string
				Names    struct{ Kind string }
				Versions []struct {
					Name   string
					Schema struct {
						OpenAPIV3Schema map[string]any `yaml:"openAPIV3Schema"`
					}
				}
			}
		}
		if err := doc.Decode(&crd); err != nil || crd.Kind != "CustomResourceDefinition" {
			continue
		}
		for _, v := range crd.Spec.Versions {
			text, err := json.Marshal(v.Schema.OpenAPIV3Schema)
			if err != nil {
				return nil, err
			}
			s := &spec.Schema{}
			if err := s.UnmarshalJSON(text); err != nil {
				return nil, err
			}
			s.AddExtension("x-kubernetes-group-version-kind", []any{
				map[string]any{"group": crd.Spec.Group, "version": v.Name, "kind": crd.Spec.Names.Kind},
			})
			schemas[crd.Spec.Group+"."+v.Name+"."+crd.Spec.Names.Kind] = s
		}
	}
	if len(schemas) == 0 {
		return nil, nil
	}
	return managedfields.NewTypeConverter(schemas, true)
}
