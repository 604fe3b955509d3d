package resource

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// dangling warns of the references between resources that the merge broke: they lead to nothing in the
// result, and to something in the version that they come from. One that leads to nothing in dest is
// nobody's loss.
//
// See testdata/merge/references-*.txtar.
func (p *pkg) dangling() {
	if p.opts.Strategy == Layers {
		return
	}
	var merged []*Merged
	result, had := referents{}, [3]referents{merge.Dest: {}, merge.Updated: {}}
	for _, t := range p.order {
		if m := p.results[t]; m != nil {
			merged = append(merged, m)
			result.add(m.meta, m.value)
		}
	}
	isGone := false
	for side := range had {
		if side == int(merge.Original) || side == int(merge.Updated) && p.opts.Strategy.Patches() {
			continue // A patch is no version of a package.
		}
		for _, m := range p.members[side] {
			had[side].add(m.meta, m.whole)
		}
		for r := range had[side] {
			isGone = isGone || !result[r]
		}
	}
	if !isGone {
		return
	}
	warnings := make([][]Note, len(merged))
	parallel.Each(len(merged), func(i int) { warnings[i] = merged[i].broken(result, had) })
	p.out.Notes = append(p.out.Notes, slices.Concat(warnings...)...)
}

// referent is a resource that references lead to.
type referent struct{ kind, namespace, name string }

// anyNamespace is that of what kustomize generates.
const anyNamespace = "*"

// referents are those of a version or result.
type referents map[referent]bool

// add adds a resource, or what kustomize generates from it.
func (r referents) add(meta *Meta, value func() *yaml.Node) {
	switch meta.Kind {
	case "ConfigMap", "Secret", "ServiceAccount", "PersistentVolumeClaim", "Service":
		if meta.Group() == "" {
			r[referent{meta.Kind, meta.Namespace, meta.Name}] = true
		}
	case "Kustomization", "Component", "":
		root := value()
		for field, kind := range map[string]string{"configMapGenerator": "ConfigMap", "secretGenerator": "Secret"} {
			for _, g := range node.Elements(node.Field(root, field)) {
				r[referent{kind, anyNamespace, node.TextAt(g, "name")}] = true
			}
		}
	}
}

// has reports whether a reference from a resource in a namespace leads to something. Without a
// namespace a resource goes wherever it is applied to.
func (r referents) has(to referent, namespace string) bool {
	return slices.ContainsFunc([]string{namespace, "", anyNamespace}, func(in string) bool { return r[referent{to.kind, in, to.name}] })
}

// broken gives the warnings about one resource of the result.
func (m *Merged) broken(result referents, had [3]referents) (warnings []Note) {
	switch m.meta.Kind {
	case "Pod", "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job", "CronJob", "Ingress":
	default:
		return nil
	}
	mine := map[referent]bool{}
	if m.Dest != nil {
		eachReference(m.Dest.whole(), func(to referent, _ merge.Path) { mine[to] = true })
	}
	eachReference(m.value(), func(to referent, at merge.Path) {
		if result.has(to, m.meta.Namespace) {
			return
		}
		side, of := merge.Updated, m.Updated
		if mine[to] {
			side, of = merge.Dest, m.Dest
		}
		if of != nil && had[side].has(to, of.Meta().Namespace) {
			note := warning(m.Foremost(), terms.NoteReference, "refers to the %s %s, which is gone or renamed since this merge; refer to another one, or bring it back", to.kind, to.name)
			note.Path = slices.Clone(at)
			warnings = append(warnings, note)
		}
	})
	return warnings
}

// eachReference visits the references of a resource, whose namespace is open, and their places.
func eachReference(root *yaml.Node, visit func(to referent, at merge.Path)) {
	walkFields(root, "", "", nil, func(holder, field string, n *yaml.Node, at merge.Path) {
		if kind := referredKind(holder, field); kind != "" && n.Kind == yaml.ScalarNode {
			visit(referent{kind: kind, name: n.Value}, at)
		}
	})
}

// referredKind is the kind that a field refers to by a name, "" for none. The map that has
// the field is the value of another one, or an element of it.
func referredKind(holder, field string) string {
	if field == "name" {
		field = holder + ".name"
	}
	switch field {
	case "configMap.name", "configMapRef.name", "configMapKeyRef.name":
		return "ConfigMap"
	case "secretName", "secret.name", "secretRef.name", "secretKeyRef.name", "imagePullSecrets.name":
		return "Secret"
	case "service.name":
		return "Service"
	case "serviceAccountName":
		return "ServiceAccount"
	case "claimName":
		return "PersistentVolumeClaim"
	}
	return ""
}

// walkFields visits the values below a value of a field, which stands in a map that has the
// name holder; but none in what is optional. Who keeps a place clones it: the next one is written over it.
func walkFields(n *yaml.Node, holder, field string, at merge.Path, visit func(holder, field string, n *yaml.Node, at merge.Path)) {
	if n = node.Target(n); n == nil || n.Kind == yaml.MappingNode && node.TextAt(n, "optional") == "true" {
		return
	}
	visit(holder, field, n, at)
	switch n.Kind {
	case yaml.MappingNode:
		for key, value := range node.Fields(n) {
			walkFields(value, field, key.Value, append(at, merge.Field(key.Value)), visit)
		}
	case yaml.SequenceNode:
		for i, e := range n.Content {
			step := merge.Index(i)
			if name := node.TextAt(e, "name"); name != "" {
				step = merge.Keyed(merge.KeyValue{Field: "name", Value: name})
			}
			walkFields(e, holder, field, append(at, step), visit)
		}
	}
}
