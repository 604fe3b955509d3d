package benchinput

import (
	"fmt"
	"strings"
)

// versions is a ResourceList of what is written in three versions.
func versions(write func(b *strings.Builder, v version)) []byte {
	var b strings.Builder
	b.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n")
	for _, v := range []version{dest, original, updated} {
		write(&b, v)
	}
	return []byte(b.String())
}

// changed is the value of the i-th of many places: one in ten differs on each
// side.
func changed(i int, v version) string {
	switch {
	case v == updated && i%10 == 0:
		return "upstream"
	case v == dest && i%10 == 5:
		return "local"
	}
	return "same"
}

// Environment is a ResourceList of one Deployment in three versions whose
// container has n environment variables; one in ten differs on each side.
func Environment(n int) []byte {
	return versions(func(b *strings.Builder, v version) {
		head(b, 0, v)
		b.WriteString("  spec:\n    template:\n      spec:\n        containers:\n        - name: web\n          image: web:1\n          env:\n")
		for i := range n {
			fmt.Fprintf(b, "          - name: VARIABLE_%d\n            value: %s\n", i, changed(i, v))
		}
	})
}

// Keys is a ResourceList of one ConfigMap in three versions with n keys; one in
// ten differs on each side.
func Keys(n int) []byte {
	return versions(func(b *strings.Builder, v version) {
		fmt.Fprintf(b, "- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: settings\n    annotations:\n      config.kubernetes.io/merge-source: %s\n      config.kubernetes.io/path: settings.yaml\n      internal.config.kubernetes.io/path: settings.yaml\n  data:\n", v)
		for i := range n {
			fmt.Fprintf(b, "    setting.%d: %s\n", i, changed(i, v))
		}
	})
}

// Definition is a ResourceList of one CustomResourceDefinition in three versions
// of about that many lines; one description in ten differs on each side.
func Definition(lines int) []byte {
	return versions(func(b *strings.Builder, v version) {
		fmt.Fprintf(b, "- apiVersion: apiextensions.k8s.io/v1\n  kind: CustomResourceDefinition\n  metadata:\n    name: things.example.com\n    annotations:\n      config.kubernetes.io/merge-source: %s\n      config.kubernetes.io/path: crd.yaml\n      internal.config.kubernetes.io/path: crd.yaml\n", v)
		b.WriteString("  spec:\n    group: example.com\n    names: {kind: Thing, plural: things}\n    scope: Namespaced\n    versions:\n    - name: v1\n      served: true\n      storage: true\n      schema:\n        openAPIV3Schema:\n          type: object\n          properties:\n")
		for i := range lines / 10 {
			fmt.Fprintf(b, "            field%d:\n              description: |-\n                What the field is for, over several lines as these are\n                in such definitions. It is %s.\n              type: object\n              properties:\n                name:\n                  type: string\n                count:\n                  type: integer\n", i, changed(i, v))
		}
	})
}
