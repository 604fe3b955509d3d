package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

func parse(t *testing.T, text string) *yaml.Node {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return doc.Content[0]
}

func value(t *testing.T, n *yaml.Node) any {
	t.Helper()
	var v any
	if n != nil {
		if err := n.Decode(&v); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

// What the schemas are for: both sides edit one list, and both edits stay.
func TestMerge(t *testing.T) {
	tests := []struct {
		name             string
		apiVersion, kind string
		file             string
		crd              string
		o, u, d, want    string
		conflicts        int
	}{{
		name: "resources: both add", apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization",
		o:    `{resources: [a.yaml, b.yaml]}`,
		u:    `{resources: [a.yaml, new.yaml, b.yaml]}`,
		d:    `{resources: [mine.yaml, a.yaml, b.yaml]}`,
		want: `{resources: [mine.yaml, a.yaml, new.yaml, b.yaml]}`,
	}, {
		name: "resources: upstream removes, local adds", apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization",
		o:    `{resources: [a.yaml, b.yaml]}`,
		u:    `{resources: [b.yaml]}`,
		d:    `{resources: [a.yaml, b.yaml, mine.yaml]}`,
		want: `{resources: [b.yaml, mine.yaml]}`,
	}, {
		name: "resources: local removes, upstream adds", apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization",
		o:    `{resources: [a.yaml, b.yaml]}`,
		u:    `{resources: [a.yaml, b.yaml, c.yaml]}`,
		d:    `{resources: [b.yaml]}`,
		want: `{resources: [b.yaml, c.yaml]}`,
	}, {
		name: "resources: both add the same", apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization",
		o:    `{resources: [a.yaml]}`,
		u:    `{resources: [a.yaml, b.yaml]}`,
		d:    `{resources: [b.yaml, a.yaml]}`,
		want: `{resources: [b.yaml, a.yaml]}`,
	}, {
		name: "resources: upstream drops the field, local had added", apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization",
		o:    `{namespace: x, resources: [a.yaml]}`,
		u:    `{namespace: x, components: [c]}`,
		d:    `{namespace: x, resources: [a.yaml, mine.yaml]}`,
		want: `{namespace: x, resources: [mine.yaml], components: [c]}`,
	}, {
		name: "resources: a file that does not say what it is", file: "overlays/prod/kustomization.yaml",
		o:    `{resources: [a.yaml]}`,
		u:    `{resources: [a.yaml, b.yaml]}`,
		d:    `{resources: [a.yaml, mine.yaml]}`,
		want: `{resources: [a.yaml, mine.yaml, b.yaml]}`,
	}, {
		name: "components of a Component", apiVersion: "kustomize.config.k8s.io/v1alpha1", kind: "Component",
		o:    `{components: [a]}`,
		u:    `{components: [a, b]}`,
		d:    `{components: [c, a]}`,
		want: `{components: [c, a, b]}`,
	}, {
		name: "one way to rewrite a path", apiVersion: "gateway.networking.k8s.io/v1", kind: "HTTPRoute",
		o:         `{spec: {rules: [{name: r, filters: [{type: URLRewrite, urlRewrite: {hostname: a}}]}]}}`,
		u:         `{spec: {rules: [{name: r, filters: [{type: URLRewrite, urlRewrite: {hostname: a, path: {type: ReplacePrefixMatch, replacePrefixMatch: /b}}}]}]}}`,
		d:         `{spec: {rules: [{name: r, filters: [{type: URLRewrite, urlRewrite: {hostname: a, path: {type: ReplaceFullPath, replaceFullPath: /c}}}]}]}}`,
		want:      `{spec: {rules: [{name: r, filters: [{type: URLRewrite, urlRewrite: {hostname: a, path: {type: ReplacePrefixMatch, replacePrefixMatch: /b}}}]}]}}`,
		conflicts: 1,
	}, {
		name: "images by name", apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization",
		o:    `{images: [{name: nginx, newTag: "1"}]}`,
		u:    `{images: [{name: nginx, newTag: "2"}, {name: redis, newTag: "7"}]}`,
		d:    `{images: [{name: nginx, newName: mirror/nginx, newTag: "1"}]}`,
		want: `{images: [{name: nginx, newName: mirror/nginx, newTag: "2"}, {name: redis, newTag: "7"}]}`,
	}, {
		name: "patches by path", apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization",
		o:    `{patches: [{path: a.yaml}]}`,
		u:    `{patches: [{path: a.yaml, target: {kind: Deployment}}]}`,
		d:    `{patches: [{path: a.yaml, options: {allowNameChange: true}}, {path: mine.yaml}]}`,
		want: `{patches: [{path: a.yaml, options: {allowNameChange: true}, target: {kind: Deployment}}, {path: mine.yaml}]}`,
	}, {
		name: "patches without path are a set", apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization",
		o:    `{patches: [{patch: one}]}`,
		u:    `{patches: [{patch: one}, {path: two.yaml}]}`,
		d:    `{patches: [{patch: one}, {patch: mine}]}`,
		want: `{patches: [{patch: one}, {patch: mine}, {path: two.yaml}]}`,
	}, {
		name: "generators and their files", apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization",
		o:    `{configMapGenerator: [{name: c, files: [a]}]}`,
		u:    `{configMapGenerator: [{name: c, files: [a, b]}]}`,
		d:    `{configMapGenerator: [{name: c, files: [a, mine]}, {name: d, files: [x]}]}`,
		want: `{configMapGenerator: [{name: c, files: [a, mine, b]}, {name: d, files: [x]}]}`,
	}, {
		name: "labels without a name", apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization",
		o:    `{labels: [{pairs: {app: web}, includeSelectors: true}]}`,
		u:    `{labels: [{pairs: {app: web, tier: front}, includeSelectors: true}]}`,
		d:    `{labels: [{pairs: {app: web}, includeSelectors: true}, {pairs: {team: a}}]}`,
		want: `{labels: [{pairs: {app: web, tier: front}, includeSelectors: true}, {pairs: {team: a}}]}`,
	}, {
		name: "named functions of a Kptfile", apiVersion: "kpt.dev/v1", kind: "Kptfile",
		o:    `{pipeline: {mutators: [{name: ns, image: "set-namespace:v1"}]}}`,
		u:    `{pipeline: {mutators: [{name: labels, image: set-labels}, {name: ns, image: "set-namespace:v2"}]}}`,
		d:    `{pipeline: {mutators: [{name: ns, image: "set-namespace:v1", configMap: {namespace: mine}}]}}`,
		want: `{pipeline: {mutators: [{name: labels, image: set-labels}, {name: ns, image: "set-namespace:v2", configMap: {namespace: mine}}]}}`,
	}, {
		name: "functions without name go by image", apiVersion: "kpt.dev/v1", kind: "Kptfile",
		o:    `{pipeline: {mutators: [{image: a}]}}`,
		u:    `{pipeline: {mutators: [{image: a}, {image: b}]}}`,
		d:    `{pipeline: {mutators: [{image: a}, {image: mine}]}}`,
		want: `{pipeline: {mutators: [{image: a}, {image: mine}, {image: b}]}}`,
	}, {
		name: "dependsOn: no namespace is one value", apiVersion: "helm.toolkit.fluxcd.io/v2", kind: "HelmRelease",
		o:    `{spec: {dependsOn: [{name: redis}]}}`,
		u:    `{spec: {dependsOn: [{name: redis, namespace: other}, {name: redis}]}}`,
		d:    `{spec: {dependsOn: [{name: redis}, {name: mine, namespace: x}]}}`,
		want: `{spec: {dependsOn: [{name: redis, namespace: other}, {name: redis}, {name: mine, namespace: x}]}}`,
	}, {
		name: "rules of one name in two severities", apiVersion: "monitoring.coreos.com/v1", kind: "PrometheusRule",
		o:    `{spec: {groups: [{name: g, rules: [{alert: A, for: 1m}, {alert: A, for: 2m}]}]}}`,
		u:    `{spec: {groups: [{name: g, rules: [{alert: A, for: 1m}, {alert: A, for: 3m}]}]}}`,
		d:    `{spec: {groups: [{name: g, rules: [{alert: A, for: 1m}, {alert: A, for: 2m}, {alert: Mine}]}]}}`,
		want: `{spec: {groups: [{name: g, rules: [{alert: A, for: 1m}, {alert: A, for: 3m}, {alert: Mine}]}]}}`,
	}, {
		name: "the pod template of a Rollout", apiVersion: "argoproj.io/v1alpha1", kind: "Rollout",
		o:    `{spec: {template: {spec: {containers: [{name: web, ports: [{containerPort: 53}]}]}}}}`,
		u:    `{spec: {template: {spec: {containers: [{name: web, ports: [{containerPort: 53, name: dns}]}]}}}}`,
		d:    `{spec: {template: {spec: {containers: [{name: web, ports: [{containerPort: 53, protocol: UDP}, {containerPort: 53, protocol: TCP}]}]}}}}`,
		want: `{spec: {template: {spec: {containers: [{name: web, ports: [{containerPort: 53, protocol: UDP}, {containerPort: 53, protocol: TCP, name: dns}]}]}}}}`,
	}, {
		name: "a custom resource by its definition", apiVersion: "example.com/v1", kind: "Router",
		crd: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Router}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        properties:
          spec:
            properties:
              routes:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [host, port]
                items: {properties: {port: {type: integer, default: 80}}}
              tags: {type: array, x-kubernetes-list-type: set}
              args: {type: array, x-kubernetes-list-type: atomic}
              steps: {type: array}
`,
		o:         `{spec: {routes: [{host: a}], tags: [x], args: [a], steps: [{name: s, run: 1}]}}`,
		u:         `{spec: {routes: [{host: a, port: 80, to: b}, {host: a, port: 443}], tags: [x, y], args: [a, b], steps: [{name: s, run: 2}]}}`,
		d:         `{spec: {routes: [{host: a, weight: 1}], tags: [z, x], args: [mine], steps: [{name: s, run: 1, if: z}]}}`,
		want:      `{spec: {routes: [{host: a, weight: 1, port: 80, to: b}, {host: a, port: 443}], tags: [z, x, y], args: [a, b], steps: [{name: s, run: 2, if: z}]}}`,
		conflicts: 1,
	}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var crds []*yaml.Node
			if tt.crd != "" {
				crds = append(crds, parse(t, tt.crd))
			}
			root := schema.NewSet(nil, crds...).For(tt.apiVersion, tt.kind, tt.file)
			got, err := merge.ThreeWay(merge.Versions{Original: parse(t, tt.o), Updated: parse(t, tt.u), Dest: parse(t, tt.d)}, merge.Options{Schema: root})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(value(t, parse(t, tt.want)), value(t, got.Node)); diff != "" {
				t.Errorf("merged (-want +got):\n%s", diff)
			}
			if len(got.Conflicts) != tt.conflicts {
				t.Errorf("conflicts %v, want %d", got.Conflicts, tt.conflicts)
			}
		})
	}
}
