package resource

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// podOf gives the pod template of a workload, or the pod itself, and where it
// stands; nil for anything else.
func podOf(root *yaml.Node) (pod *yaml.Node, at merge.Path) {
	if root = node.Target(root); root == nil || root.Kind != yaml.MappingNode {
		return nil, nil
	}
	var names []string
	switch node.TextAt(root, "kind") {
	case "Pod":
	case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job":
		names = []string{"spec", "template"}
	case "CronJob":
		names = []string{"spec", "jobTemplate", "spec", "template"}
	default:
		return nil, nil
	}
	for _, name := range names {
		at = append(at, merge.Field(name))
	}
	return node.FieldAt(root, names...), at
}

func podNode(root *yaml.Node) *yaml.Node {
	pod, _ := podOf(root)
	return pod
}

// gone lists the scalars at a pattern that only before has.
func gone(before, after *yaml.Node, pattern string) []string {
	old := values(before, pattern)
	if len(old) == 0 {
		return nil
	}
	now := map[string]bool{}
	for _, v := range values(after, pattern) {
		now[v] = true
	}
	return slices.DeleteFunc(old, func(v string) bool { return now[v] })
}

// values lists the scalars at a pattern.
func values(n *yaml.Node, pattern string) []string {
	var all []string
	each(n, nil, pattern, func(_ merge.Path, v, _ *yaml.Node) {
		if s := node.Text(v); s != "" {
			all = append(all, s)
		}
	})
	return all
}

// each visits the values at a pattern of fields and elements, like
// spec.volumes[*].name, with the map that holds them.
func each(n *yaml.Node, at merge.Path, pattern string, visit func(path merge.Path, value, holder *yaml.Node)) {
	name, rest, more := strings.Cut(pattern, ".")
	name, elements := strings.CutSuffix(name, "[*]")
	holder := node.Target(n)
	v := node.FieldAt(holder, name)
	if v == nil {
		return
	}
	at = append(slices.Clip(at), merge.Field(name))
	next := func(at merge.Path, v *yaml.Node) {
		if more {
			each(v, at, rest, visit)
		} else {
			visit(at, v, holder)
		}
	}
	if !elements {
		next(at, v)
		return
	}
	if v.Kind != yaml.SequenceNode {
		return
	}
	for i, e := range v.Content {
		e = node.Target(e)
		next(append(slices.Clip(at), elementStep(name, i, e)), e)
	}
}

// elementStep is the step to an element of a list of pods, Services and
// Ingresses, spelled as the merge spells it.
func elementStep(list string, i int, e *yaml.Node) merge.Step {
	key := func(fields ...string) merge.Step {
		var kvs []merge.KeyValue
		for _, f := range fields {
			v := node.TextAt(e, f)
			if v == "" && f == "protocol" {
				v = "TCP"
			}
			if v == "" {
				return merge.Index(i)
			}
			kvs = append(kvs, merge.KeyValue{Field: f, Value: v})
		}
		return merge.Keyed(kvs...)
	}
	switch list {
	case "containers", "initContainers", "ephemeralContainers", "volumes", "env", "imagePullSecrets":
		return key("name")
	case "volumeMounts":
		return key("mountPath")
	case "volumeDevices":
		return key("devicePath")
	case "ports":
		return key("port", "protocol")
	}
	return merge.Index(i)
}
