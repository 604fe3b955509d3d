package resource

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/merge"
)

// dangling warns of ConfigMaps, Secrets, ServiceAccounts, PersistentVolumeClaims and
// Services that the merge deleted or renamed, and that the result still refers to. A name
// that dest did not have either is nobody's loss.
//
// See testdata/references.
func (p *pkg) dangling() {
	gone := p.referentsGone()
	if p.opts.Strategy == Layers || len(gone) == 0 {
		return
	}
	warnings := make([][]Note, len(p.out.Resources))
	parallel.Each(len(warnings), func(i int) {
		m := p.out.Resources[i]
		meta := m.meta()
		if !refers(meta.Kind) {
			return
		}
		d := reference{namespace: meta.Namespace, gone: gone, of: m.Foremost()}
		d.look(m.value(), "", "", nil)
		warnings[i] = d.notes
	})
	p.out.Notes = append(p.out.Notes, slices.Concat(warnings...)...)
}

// referent is a resource that others refer to by its name.
type referent struct{ kind, namespace, name string }

// referentsGone gives what the merge took away, with the new name of what it renamed.
func (p *pkg) referentsGone() map[referent]string {
	gone := map[referent]string{}
	for _, d := range p.out.Deleted {
		if r, ok := referentOf(d.Meta()); ok {
			gone[r] = ""
		}
	}
	for _, m := range p.out.Resources {
		if m.Dest == nil || m.Unchanged() {
			continue
		}
		if r, ok := referentOf(m.Dest.Meta()); ok && r.name != m.meta().Name {
			gone[r] = m.meta().Name
		}
	}
	for _, m := range p.out.Resources {
		if len(gone) == 0 {
			break
		}
		meta := m.meta()
		if r, ok := referentOf(meta); ok {
			delete(gone, r)
		}
		if meta.Kind == "Kustomization" || meta.Kind == "Component" || meta.Kind == "" {
			dropGenerated(gone, m.value())
		}
	}
	return gone
}

// dropGenerated takes out what a Kustomization generates.
func dropGenerated(gone map[referent]string, kustomization *yaml.Node) {
	for field, kind := range map[string]string{"configMapGenerator": "ConfigMap", "secretGenerator": "Secret"} {
		generators := node.FieldAt(kustomization, field)
		if generators == nil || generators.Kind != yaml.SequenceNode {
			continue
		}
		for _, g := range generators.Content {
			for r := range gone {
				if r.kind == kind && r.name == node.TextAt(g, "name") {
					delete(gone, r)
				}
			}
		}
	}
}

func referentOf(m *Meta) (referent, bool) {
	switch m.Kind {
	case "ConfigMap", "Secret", "ServiceAccount", "PersistentVolumeClaim", "Service":
		return referent{m.Kind, m.Namespace, m.Name}, m.Group() == "" && m.Name != ""
	}
	return referent{}, false
}

// refers reports whether resources of a kind refer to others.
func refers(kind string) bool {
	switch kind {
	case "Pod", "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job", "CronJob", "Ingress":
		return true
	}
	return false
}

// referredKind is the kind that a field refers to by a name, "" for none. The map that has
// the field is the value of another one, or an element of it.
func referredKind(holder, field string) string {
	switch field {
	case "secretName":
		return "Secret"
	case "claimName":
		return "PersistentVolumeClaim"
	case "serviceAccountName":
		return "ServiceAccount"
	case "name":
		switch holder {
		case "configMap", "configMapRef", "configMapKeyRef":
			return "ConfigMap"
		case "secret", "secretRef", "secretKeyRef", "imagePullSecrets":
			return "Secret"
		case "service":
			return "Service"
		}
	}
	return ""
}

// reference looks for references to what is gone in one resource.
type reference struct {
	namespace string
	gone      map[referent]string
	of        *Resource
	notes     []Note
}

// look looks through the value of a field, which stands in a map that has the name holder.
func (r *reference) look(n *yaml.Node, holder, field string, at merge.Path) {
	n = node.Target(n)
	switch {
	case n == nil:
	case n.Kind == yaml.ScalarNode:
		r.warn(referredKind(holder, field), n.Value, at)
	case n.Kind == yaml.MappingNode && node.TextAt(n, "optional") != "true":
		for key, value := range node.Fields(n) {
			r.look(value, field, key.Value, append(slices.Clip(at), merge.Field(key.Value)))
		}
	case n.Kind == yaml.SequenceNode:
		for i, e := range n.Content {
			step := merge.Index(i)
			if name := node.TextAt(e, "name"); name != "" {
				step = merge.Keyed(merge.KeyValue{Field: "name", Value: name})
			}
			r.look(e, holder, field, append(slices.Clip(at), step))
		}
	}
}

// warn warns of a name if it is that of something that is gone. Without a namespace a
// resource goes wherever it is applied to.
func (r *reference) warn(kind, name string, at merge.Path) {
	if kind == "" {
		return
	}
	for _, namespace := range []string{r.namespace, ""} {
		now, is := r.gone[referent{kind, namespace, name}]
		if !is {
			continue
		}
		instead := "which is gone since this merge; refer to another one, or bring it back"
		if now != "" {
			instead = "which this merge renamed to " + now + "; refer to that"
		}
		r.notes = append(r.notes, Note{Resource: r.of, Warning: true, Note: merge.Note{
			Path: at, Kind: merge.NoteReference, Message: fmt.Sprintf("refers to the %s %s, %s", kind, name, instead),
		}})
		return
	}
}
