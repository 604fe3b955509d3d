// Package benchinput makes the inputs of benchmarks. The same arguments give the
// same bytes.
package benchinput

import (
	"fmt"
	"strings"
)

// Change is how much the versions of a list differ.
type Change string

const (
	// Sparse: one resource in ten (at least one) differs upstream in one field,
	// and one in ten, half of them the same, locally in another.
	Sparse Change = "sparse"
	// Dense: every resource differs on both sides in several fields and list
	// elements.
	Dense Change = "dense"
)

// version is one of the three versions of a package, spelled as the value of
// the annotation that marks it.
type version string

const (
	original version = "original"
	updated  version = "updated"
	dest     version = "dest"
)

// List is a ResourceList of n Deployments in three versions: 3n items, each
// marked by the annotation that this function and kyaml's both go by.
func List(n int, change Change) []byte {
	return versions(func(b *strings.Builder, v version) {
		for i := range n {
			up := change == Dense || i%10 == 0
			local := change == Dense || i%20 == 0 || i%20 == 15
			deployment(b, i, v, up && v == updated, local && v == dest, change == Dense)
		}
	})
}

func head(b *strings.Builder, i int, v version) {
	fmt.Fprintf(b, `- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web-%d
    namespace: shop
    labels: {app: web, tier: front}
    annotations:
      config.kubernetes.io/index: '0'
      config.kubernetes.io/path: 'web-%d.yaml'
      internal.config.kubernetes.io/index: '0'
      internal.config.kubernetes.io/path: 'web-%d.yaml'
      config.kubernetes.io/merge-source: %s
`, i, i, i, v)
}

// deployment writes one resource. up and local: upstream changed it, or somebody local;
// dense: they changed much of it.
func deployment(b *strings.Builder, i int, v version, up, local, dense bool) {
	head(b, i, v)
	b.WriteString("  spec:\n")
	fmt.Fprintf(b, "    replicas: %d\n", pick(local, 4, 1))
	b.WriteString("    selector:\n      matchLabels: {app: web}\n    template:\n      metadata:\n        labels: {app: web, tier: front}\n      spec:\n        containers:\n")
	if up && dense {
		b.WriteString("        - name: proxy\n          image: envoy:1.30\n          args: [--quiet]\n")
	}
	b.WriteString("        - name: web # main container\n")
	fmt.Fprintf(b, "          image: registry.example.com/web:1.%d\n", pick(up, 1, 0))
	b.WriteString("          args: [--listen, ':8080']\n          ports:\n          - name: http\n            containerPort: 8080\n")
	if up && dense {
		b.WriteString("          - name: metrics\n            containerPort: 9090\n")
	}
	b.WriteString("          env:\n")
	for e := range 6 {
		fmt.Fprintf(b, "          - name: SETTING_%d\n            value: \"%d\"\n", e, pick(up && dense && e == 2, 7, e))
	}
	if local && dense {
		b.WriteString("          - name: LOCAL\n            value: \"yes\"\n")
	}
	b.WriteString("          resources:\n            requests: {cpu: 100m, memory: 128Mi}\n")
	if local && dense {
		b.WriteString("        - name: log-shipper\n          image: shipper:2\n")
	}
	b.WriteString("        volumes:\n        - name: config\n          configMap:\n            name: web\n")
}

func pick(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}
