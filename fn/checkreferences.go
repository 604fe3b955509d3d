package fn

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// references warns of names that the merge took away and that the result still
// uses: of ConfigMaps, Secrets, ServiceAccounts, PersistentVolumeClaims and
// Services, of volumes inside a pod, and of ports. A name that dest did not
// have either is nobody's loss. It looks at resources that changed, and at all
// of them once if one of these names is gone.
func (p *pkg) references() {
	if p.cfg.Strategy == Layers {
		return
	}
	c := referenceCheck{pkg: p}
	for _, d := range p.out.Deleted {
		c.lose(d.Node, nil)
	}
	for _, m := range p.out.Resources {
		if m.Dest == nil || m.Node == m.Dest.Node {
			continue
		}
		c.lose(m.Dest.Node, m.Node)
		c.insidePod(m)
	}
	if len(c.things) > 0 || len(c.ports) > 0 {
		p.out.whole()
		c.acrossResources()
	}
}

// referenceCheck is what the merge took away.
type referenceCheck struct {
	*pkg
	things []thing
	// ports are the names of ports gone from pods and Services.
	ports []lostPort
}

// thing is a resource that others refer to by its name.
type thing struct{ kind, namespace, name string }

// reaches says that a reference from a namespace means the thing. Without a
// namespace a resource goes wherever it is applied to.
func (t thing) reaches(namespace string) bool {
	return t.namespace == namespace || t.namespace == "" || namespace == ""
}

// lostPort is the name of a port that is gone, of a Service or of the pods with
// those labels.
type lostPort struct {
	name    string
	service thing
	labels  *yaml.Node
}

func thingOf(root *yaml.Node) (thing, bool) {
	m := metaOf(root)
	return thingFrom(&m)
}

func thingFrom(m *meta) (thing, bool) {
	switch m.kind {
	case "ConfigMap", "Secret", "ServiceAccount", "PersistentVolumeClaim", "Service":
		return thing{m.kind, m.namespace, m.name}, m.group() == "" && m.name != ""
	}
	return thing{}, false
}

// lose notes what of a resource of dest is gone; after is nil if all of it is.
func (c *referenceCheck) lose(before, after *yaml.Node) {
	t, ok := thingOf(before)
	if ok {
		if now, still := thingOf(after); !still || now != t {
			c.things = append(c.things, t)
		}
	}
	if after == nil {
		return
	}
	if ok && t.kind == "Service" {
		for _, name := range gone(before, after, "spec.ports[*].name") {
			c.ports = append(c.ports, lostPort{name: name, service: t})
		}
	}
	if pod, _ := podOf(after); pod != nil && !samePorts(podNode(before), pod) {
		for _, name := range gone(podNode(before), podNode(after), "spec.containers[*].ports[*].name") {
			c.ports = append(c.ports, lostPort{name: name, labels: fieldAt(pod, "metadata", "labels")})
		}
	}
}

// uses lists where things are referred to: in a pod, and in an Ingress.
func podUses() []struct{ kind, path string } {
	uses := []struct{ kind, path string }{
		{"ConfigMap", "spec.volumes[*].configMap.name"},
		{"ConfigMap", "spec.volumes[*].projected.sources[*].configMap.name"},
		{"Secret", "spec.volumes[*].secret.secretName"},
		{"Secret", "spec.volumes[*].projected.sources[*].secret.name"},
		{"Secret", "spec.imagePullSecrets[*].name"},
		{"PersistentVolumeClaim", "spec.volumes[*].persistentVolumeClaim.claimName"},
		{"ServiceAccount", "spec.serviceAccountName"},
	}
	for _, containers := range []string{"spec.containers[*]", "spec.initContainers[*]", "spec.ephemeralContainers[*]"} {
		for kind, ref := range map[string][2]string{"ConfigMap": {"configMapRef", "configMapKeyRef"}, "Secret": {"secretRef", "secretKeyRef"}} {
			uses = append(uses,
				struct{ kind, path string }{kind, containers + ".envFrom[*]." + ref[0] + ".name"},
				struct{ kind, path string }{kind, containers + ".env[*].valueFrom." + ref[1] + ".name"})
		}
	}
	slices.SortFunc(uses, func(a, b struct{ kind, path string }) int { return strings.Compare(a.path, b.path) })
	return uses
}

const (
	ingressBackend = "spec.rules[*].http.paths[*].backend.service"
	defaultBackend = "spec.defaultBackend.service"
)

// acrossResources finds what the result refers to and the merge took away.
func (c *referenceCheck) acrossResources() {
	things := c.lost()
	var pods []*yaml.Node
	for _, m := range c.out.Resources {
		if pod, _ := podOf(valueOf(m)); pod != nil {
			pods = append(pods, pod)
		}
	}
	uses := podUses()
	for _, m := range c.out.Resources {
		said, node := metaOfResult(m), valueOf(m)
		refers := func(root *yaml.Node, at merge.Path, kind, pattern string) {
			each(root, at, pattern, func(path merge.Path, v, holder *yaml.Node) {
				if lost(things[v.Value], kind, said.namespace) && text(fieldOf(holder, "optional")) != "true" {
					c.warn(m, path, kind, v.Value)
				}
			})
		}
		if pod, at := podOf(node); pod != nil && len(things) > 0 {
			for _, u := range uses {
				refers(pod, at, u.kind, u.path)
			}
		}
		switch said.kind {
		case "Ingress":
			refers(node, nil, "Secret", "spec.tls[*].secretName")
			for _, backend := range []string{ingressBackend, defaultBackend} {
				refers(node, nil, "Service", backend+".name")
				c.backendPorts(m, backend, said.namespace)
			}
		case "Service":
			c.targetPorts(m, pods)
		}
	}
}

// lost gives the things that are gone by name: nothing in the result, nor a
// generator in it, makes one of that name.
func (c *referenceCheck) lost() map[string][]thing {
	gone := map[string][]thing{}
	for _, t := range c.things {
		gone[t.name] = append(gone[t.name], t)
	}
	if len(gone) == 0 {
		return gone
	}
	drop := func(there thing) {
		gone[there.name] = slices.DeleteFunc(gone[there.name], func(t thing) bool {
			return t.kind == there.kind && there.reaches(t.namespace)
		})
	}
	for _, m := range c.out.Resources {
		said := metaOfResult(m)
		if t, ok := thingFrom(&said); ok {
			drop(t)
		}
		for field, kind := range map[string]string{"configMapGenerator": "ConfigMap", secretGenerator: "Secret"} {
			each(valueOf(m), nil, field+"[*]", func(_ merge.Path, v, _ *yaml.Node) {
				drop(thing{kind, text(fieldOf(v, "namespace")), text(fieldOf(v, "name"))})
			})
		}
	}
	return gone
}

func lost(things []thing, kind, namespace string) bool {
	return slices.ContainsFunc(things, func(t thing) bool { return t.kind == kind && t.reaches(namespace) })
}

// backendPorts finds ports of Services that an Ingress still names.
func (c *referenceCheck) backendPorts(m *Merged, backend, namespace string) {
	for _, port := range c.ports {
		if port.service.name == "" || !port.service.reaches(namespace) {
			continue
		}
		each(valueOf(m), nil, backend, func(path merge.Path, v, _ *yaml.Node) {
			if text(fieldOf(v, "name")) != port.service.name {
				return
			}
			if name := fieldAt(v, "port", "name"); text(name) == port.name {
				c.warn(m, append(path, merge.Field("port"), merge.Field("name")), "port", port.name)
			}
		})
	}
}

// targetPorts finds ports of pods that a Service still names.
func (c *referenceCheck) targetPorts(m *Merged, pods []*yaml.Node) {
	node := valueOf(m)
	selector := fieldAt(node, "spec", "selector")
	for _, port := range c.ports {
		if port.labels == nil || !selects(selector, port.labels) {
			continue
		}
		there := slices.ContainsFunc(pods, func(pod *yaml.Node) bool {
			return selects(selector, fieldAt(pod, "metadata", "labels")) && slices.Contains(values(pod, "spec.containers[*].ports[*].name"), port.name)
		})
		if there {
			continue
		}
		each(node, nil, "spec.ports[*].targetPort", func(path merge.Path, v, _ *yaml.Node) {
			if v.Tag == "!!str" && v.Value == port.name {
				c.warn(m, path, "port", port.name)
			}
		})
	}
}

// selects says that labels have all that a selector asks for, which is
// something.
func selects(selector, labels *yaml.Node) bool {
	if selector == nil || selector.Kind != yaml.MappingNode || len(selector.Content) == 0 {
		return false
	}
	for i := 0; i+1 < len(selector.Content); i += 2 {
		if v := fieldOf(labels, selector.Content[i].Value); v == nil || text(v) != text(selector.Content[i+1]) {
			return false
		}
	}
	return true
}

func (c *referenceCheck) warn(m *Merged, path merge.Path, what, name string) {
	of := m.Dest
	if of == nil {
		of = m.Updated
	}
	c.out.Notes = append(c.out.Notes, Note{
		Note: merge.Note{Path: slices.Clone(path), Kind: merge.NoteReference, Message: fmt.Sprintf(
			"refers to the %s %s, which is gone since this merge; refer to another one, or bring it back", what, name)},
		Resource: of, Warning: true,
	})
}

// metaOfResult is what a resource of the result says about itself, parsed or not.
func metaOfResult(m *Merged) meta {
	if m.Node == nil && m.Dest != nil {
		return m.Dest.meta()
	}
	return metaOf(m.Node)
}

// valueOf is the value of a resource of the result, if it is one that refers to
// others: one that nobody changed is only parsed if somebody asks.
func valueOf(m *Merged) *yaml.Node {
	if m.Node != nil || m.Dest == nil || m.Dest.item == nil {
		return m.Node
	}
	switch m.Dest.meta().kind {
	case "Pod", "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job", "CronJob",
		"Service", "Ingress", "Kustomization", "Component":
		return m.Dest.item.node()
	}
	return nil
}
