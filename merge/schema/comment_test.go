package schema

import (
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

func TestCommentList(t *testing.T) {
	tests := []struct{ text, want string }{
		{`# {"items":{"$ref": "#/definitions/io.k8s.api.core.v1.Container"},"type":"array","x-kubernetes-patch-merge-key":"name","x-kubernetes-patch-strategy": "merge"}`, "by name"},
		{`{"type":"array","x-kubernetes-patch-strategy":"merge","x-kubernetes-list-map-keys":["containerPort","protocol"],"x-kubernetes-patch-merge-key":"containerPort"}`, "by containerPort,protocol"},
		{`## {"type":"array","x-kubernetes-patch-strategy":"merge"}`, "set"},
		{`# {"type":"array","items":{"type":"string"}}`, "atomic"},
		{`# {"type":"array","x-kubernetes-list-type":"set"}`, "set"},
		{`# {"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name"}`, "by name"},
		{`# {"x-kubernetes-patch-strategy":"merge"}`, "set"},
		{`# {"type":"array","x-kubernetes-patch-strategy":"merge","items":{"properties":{"a":{}}}}`, "none"},
		{`# {"type":"integer","maximum":3}`, "none"},
		{`# {"$openapi":"replicas"}`, "none"},
		{`# {"$kpt-set":"image"}`, "none"},
		{`# {"$ref":"#/definitions/io.k8s.cli.setters.replicas"}`, "none"},
		{`# {"$ref":"#/definitions/io.k8s.api.core.v1.PodSpec"}`, "none"},
		{`# kpt-set: ${image}`, "none"},
		{`# {type: array, x-kubernetes-list-type: set}`, "none"}, // YAML, no JSON
		{`# {"type":"array","x-kubernetes-list-type":"set"} see above`, "none"},
		{`# {"type":"array"`, "none"},
		{"", "none"}, {"#", "none"}, {"# {}", "none"}, {"# []", "none"},
	}
	for _, tt := range tests {
		got := "none"
		if s := CommentSchema(tt.text); s != nil && s.List().Kind != merge.ListUnknown {
			got = rowText(s.List())
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestCommentSchema(t *testing.T) {
	tests := []struct {
		text string
		path []string
		want string
	}{
		{`{"$ref":"#/definitions/io.k8s.api.core.v1.PodSpec"}`, []string{"containers"}, "by name"},
		{`{"$ref":"#/definitions/io.k8s.api.core.v1.PodTemplateSpec"}`, []string{"spec", "volumes"}, "by name"},
		{`{"$ref":"#/definitions/io.k8s.api.core.v1.Container"}`, []string{"volumeMounts"}, "by mountPath"},
		{`{"$ref":"#/definitions/io.k8s.api.apps.v1.DeploymentSpec"}`, []string{"template", "spec", "containers"}, "by name"},
		{`{"$ref":"#/definitions/io.k8s.api.apps.v1.Deployment"}`, []string{"spec", "template", "spec", "containers"}, "by name"},
		{`{"$ref":"#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}`, []string{"finalizers"}, "set"},
		{`{"$ref":"#/definitions/io.k8s.api.rbac.v1.Role"}`, []string{"rules"}, "atomic"},
		{`{"items":{"$ref":"#/definitions/io.k8s.api.core.v1.Container"},"type":"array"}`, []string{"[*]", "env"}, "by name"},
		{`{"properties":{"l":{"type":"array"}}}`, []string{"l"}, "atomic"},
		{`{"properties":{"l":{"type":"array"}}}`, []string{"m"}, "nil"},
		{`{"$ref":"elsewhere.json"}`, nil, "nil"},
		{`{"$ref":"#/definitions/io.k8s.api.core"}`, nil, "nil"},
		{`{"$ref":"#/definitions/io.k8s.api.core.v1.Nothing"}`, nil, "nil"},
	}
	for _, tt := range tests {
		if got := rowAt(CommentSchema(tt.text), tt.path...); got != tt.want {
			t.Errorf("%s: %v is %s, want %s", tt.text, tt.path, got, tt.want)
		}
	}
}
