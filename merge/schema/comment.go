package schema

import (
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// CommentSchema is the schema written in a comment, nil if there is none. The
// text is that of one comment, with or without its #: kyaml looks at the
// comment in the line of the value, at the one above the value, then at those
// of the key, and takes the first that is a schema. A schema is an OpenAPI
// object in JSON, such as
//
//	containers: # {"type":"array","x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name"}
//
// A list merges if its patch strategy has "merge": by the list-map-keys, else
// by the patch merge key, else (scalars) as a set. A list whose schema has no
// such strategy is atomic. A $ref to a built-in kind, its spec or a container counts where
// Builtin knows it; any other means nothing here.
func CommentSchema(text string) merge.Schema {
	text = strings.TrimSpace(strings.TrimLeft(text, "#"))
	if !strings.HasPrefix(text, "{") || !json.Valid([]byte(text)) {
		return nil
	}
	var doc yaml.Node // JSON is YAML, and definitions are read from YAML nodes
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil
	}
	return commentPlace(node.Target(&doc))
}

// commentPlace is the place that a schema in a comment describes, nil if it describes
// nothing.
func commentPlace(root *yaml.Node) merge.Schema {
	if root == nil || root.Kind != yaml.MappingNode {
		return nil
	}
	if ref := node.TextAt(root, "$ref"); ref != "" {
		return definition(ref)
	}
	p := &crdPlace{node: root, written: true}
	if p.isList() || node.FieldAt(root, "properties") != nil || node.FieldAt(root, "additionalProperties") != nil {
		return newPlace(p.shape)
	}
	return nil
}

// definition is what a reference like #/definitions/io.k8s.api.core.v1.PodSpec means: a kind, the
// spec of a kind, or a container.
func definition(ref string) merge.Schema {
	name, ok := strings.CutPrefix(ref, "#/definitions/io.k8s.api.")
	parts := strings.Split(name, ".")
	switch {
	case name == "core.v1.Container":
		return elemOf(gitopsPlace("v1", "Pod", gitopsPath("spec.containers")))
	case !ok || len(parts) != 3:
		return nil
	}
	apiVersion := definitionGroup(parts[0]) + parts[1]
	if of, isSpec := strings.CutSuffix(parts[2], "Spec"); isSpec {
		return gitopsPlace(apiVersion, of, gitopsPath("spec"))
	}
	return Builtin(apiVersion, parts[2])
}

// definitionGroup is the API group, with the slash behind it, that a package of
// Kubernetes types is named after: by its first word.
func definitionGroup(pkg string) string {
	for _, k := range builtinKinds {
		if word, _, _ := strings.Cut(k.group, "."); word == pkg {
			return k.group + "/"
		}
	}
	return strings.TrimPrefix(pkg+"/", "core/")
}
