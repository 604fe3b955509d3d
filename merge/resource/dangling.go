package resource

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// A reference names something else: a ConfigMap, a Secret, a ServiceAccount, a
// PersistentVolumeClaim, a Service, or a file of a Kustomization. The merge broke one that
// leads to nothing in the result, and to something in dest or updated. One that leads to
// nothing in dest is nobody's loss.

// dangling warns of the references between resources that the merge broke.
//
// See testdata/merge/references-*.txtar.
func (p *pkg) dangling() {
	if p.opts.Strategy == Layers {
		return
	}
	var merged []*Merged
	b := breaking{p: p, result: referents{}, had: [3]referents{{}, {}, {}}}
	for _, t := range p.order {
		if m := p.results[t]; m != nil {
			merged = append(merged, m)
			b.result.add(m.meta, m.Path, nil, m.value)
		}
	}
	sides := [][]*member{merge.Dest: p.members[merge.Dest]}
	if !p.opts.Strategy.Patches() { // A patch is no version of a package.
		sides[merge.Updated] = p.members[merge.Updated]
	}
	if b.isNothingGone(merged, sides) {
		return
	}
	for side, members := range sides {
		for _, m := range members {
			b.had[side].add(m.meta, m.Path, m, m.whole)
		}
	}
	warnings := make([][]Note, len(merged))
	parallel.Each(len(merged), func(i int) { warnings[i] = b.broken(merged[i]) })
	p.out.Notes = append(p.out.Notes, slices.Concat(warnings...)...)
}

// referent is what a reference leads to: a resource that has a name, or a file.
type referent struct{ kind, namespace, name string }

const (
	fileReferent = "file"
	// anyNamespace is that of what kustomize generates.
	anyNamespace = "*"
)

// referents are those of a version or result, with the resource where there is one.
type referents map[referent]*member

func (r referents) add(meta *Meta, file string, m *member, value func() *yaml.Node) {
	if file != "" {
		r[referent{kind: fileReferent, name: file}], r[referent{kind: fileReferent, name: path.Dir(file)}] = m, m
	}
	switch meta.Kind {
	case "ConfigMap", "Secret", "ServiceAccount", "PersistentVolumeClaim", "Service":
		if meta.Group() == "" && meta.Name != "" {
			r[referent{meta.Kind, meta.Namespace, meta.Name}] = m
		}
	case "Kustomization", "Component", "":
		root := value()
		for field, kind := range map[string]string{"configMapGenerator": "ConfigMap", "secretGenerator": "Secret"} {
			for _, g := range node.Elements(node.Field(root, field)) {
				r[referent{kind, anyNamespace, node.TextAt(g, "name")}] = m
			}
		}
	}
}

// find gives what a reference from a resource in a namespace leads to. Without a namespace a
// resource goes wherever it is applied to.
func (r referents) find(to referent, namespace string) (m *member, found bool) {
	for _, to.namespace = range []string{namespace, "", anyNamespace} {
		if m, found = r[to]; found {
			return m, true
		}
	}
	return nil, false
}

// breaking finds the references that a merge broke.
type breaking struct {
	p      *pkg
	result referents
	had    [3]referents
}

// isNothingGone reports whether the result has all that the sides had, where they had it.
func (b *breaking) isNothingGone(merged []*Merged, sides [][]*member) bool {
	of := referents{}
	for _, m := range slices.Concat(sides...) {
		clear(of)
		of.add(m.meta, m.Path, m, m.whole)
		for r := range of {
			if _, has := b.result[r]; !has {
				return false
			}
		}
	}
	return !slices.ContainsFunc(merged, func(m *Merged) bool {
		return m.Dest != nil && m.Updated != nil && m.Updated.Meta().Namespace != m.meta.Namespace
	})
}

// broken gives the warnings about one resource of the result.
func (b *breaking) broken(m *Merged) (warnings []Note) {
	meta := m.meta
	if !refers(meta.Kind) && path.Base(m.Path) != "kustomization.yaml" {
		return nil
	}
	var mine map[referent]bool
	for _, r := range b.references(m.value(), m.Path) {
		if _, found := b.result.find(r.to, meta.Namespace); found {
			continue
		}
		side, of := merge.Updated, m.Updated
		if mine == nil && m.Dest != nil {
			mine = map[referent]bool{}
			for _, was := range b.references(m.Dest.whole(), m.Dest.Path) {
				mine[was.to] = true
			}
		}
		if mine[r.to] {
			side, of = merge.Dest, m.Dest
		}
		if of == nil {
			continue
		}
		if was, led := b.had[side].find(r.to, of.Meta().Namespace); led {
			note := warning(m.Foremost(), terms.NoteReference, "refers to the %s %s, which is %s", r.to.kind, r.to.name, b.now(was, r.to))
			note.Path = r.at
			warnings = append(warnings, note)
		}
	}
	return warnings
}

// now says what became of what a resource refers to, and what to do.
func (b *breaking) now(was *member, to referent) string {
	is := b.p.results[was.triple]
	switch {
	case is == nil, to.kind == fileReferent && is.Path == to.name:
		return "gone since this merge; refer to another one, or bring it back"
	case to.kind == fileReferent:
		return is.Path + " now; refer to that"
	}
	ref := is.meta.Ref()
	return ref.String() + " now; make them agree"
}

// refers reports whether resources of a kind refer to others.
func refers(kind string) bool {
	switch kind {
	case "Pod", "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job", "CronJob", "Ingress", "Kustomization", "Component":
		return true
	}
	return false
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

// reference is one of a resource; the namespace of to is open.
type reference struct {
	to referent
	at merge.Path
}

// references gives the references of a resource that lies in a file: those of a
// Kustomization to files, unless the versions lie among each other.
func (b *breaking) references(root *yaml.Node, file string) []reference {
	var all []reference
	walkFields(root, "", "", nil, func(holder, field string, n *yaml.Node, at merge.Path) {
		if kind := referredKind(holder, field); kind != "" && n.Kind == yaml.ScalarNode {
			all = append(all, reference{referent{kind: kind, name: n.Value}, slices.Clone(at)})
		}
	})
	if file == "" || b.p.of.Mixed {
		return all
	}
	for _, e := range fileEntries(root, path.Dir(file)) {
		all = append(all, reference{referent{kind: fileReferent, name: e.file}, e.at()})
	}
	return all
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
