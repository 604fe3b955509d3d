package resource

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/merge"
)

// references warns of names that the merge took away and that the result still
// uses: of ConfigMaps, Secrets, ServiceAccounts, PersistentVolumeClaims and
// Services, of volumes inside a pod, and of ports; and of names that dest had
// changed where upstream refers to one anew. Any other name that dest did not
// have either is nobody's loss. It looks at resources that changed, and at all
// of them once if one of these names is gone.
func (p *pkg) references() {
	if p.opts.Strategy == Layers {
		return
	}
	c := referenceCheck{pkg: p}
	for _, d := range p.out.Deleted {
		if t, ok := referentFrom(d.Meta()); ok {
			c.referents = append(c.referents, lostReferent{referent: t})
		}
	}
	for _, m := range p.out.Resources {
		if m.lost == nil {
			continue
		}
		c.referents = append(c.referents, m.lost.referents...)
		c.ports = append(c.ports, m.lost.ports...)
		p.out.Notes = append(p.out.Notes, m.lost.notes...)
	}
	if len(c.referents) > 0 || len(c.ports) > 0 {
		c.acrossResources()
	}
}

// referenceCheck is what the merge took away.
type referenceCheck struct {
	*pkg
	referents []lostReferent
	// ports are the names of ports gone from pods and Services.
	ports []lostPort
}

// losses are the names that one resource is not there by: those that the merge
// took away and one that dest had changed, and notes of what in it still uses
// what is gone.
type losses struct {
	referents []lostReferent
	ports     []lostPort
	notes     []Note
}

// losses finds the names that a resource of dest is not there by, nil if none.
func (t *triple) losses(m *Merged) *losses {
	if m.Dest == nil || t.d().list != nil {
		return nil
	}
	var l losses
	l.renamedLocally(t, m)
	if m.Node != m.Dest.Node {
		l.lose(m.Dest.Node, m.Node)
		l.insidePod(m)
	}
	if len(l.referents) == 0 && len(l.ports) == 0 && len(l.notes) == 0 {
		return nil
	}
	return &l
}

// lostPort is the name of a port that is gone, of a Service or of the pods with
// those labels.
type lostPort struct {
	name    string
	service referent
	labels  *yaml.Node
}

// lose notes which names of a resource of dest are gone.
func (l *losses) lose(before, after *yaml.Node) {
	t, ok := referentOf(before)
	if ok {
		if now, still := referentOf(after); !still || now != t {
			l.referents = append(l.referents, lostReferent{referent: t, now: now.name})
		}
	}
	if ok && t.kind == "Service" {
		for _, name := range gone(before, after, "spec.ports[*].name") {
			l.ports = append(l.ports, lostPort{name: name, service: t})
		}
	}
	if pod, _ := podOf(after); pod != nil && !samePorts(podNode(before), pod) {
		for _, name := range gone(podNode(before), podNode(after), "spec.containers[*].ports[*].name") {
			l.ports = append(l.ports, lostPort{name: name, labels: node.FieldAt(pod, "metadata", "labels")})
		}
	}
}

// podUse is a place in a pod that refers to a resource by its name.
type podUse struct{ kind, path string }

// podUses lists where a pod refers to resources.
func podUses() []podUse {
	uses := []podUse{
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
				podUse{kind, containers + ".envFrom[*]." + ref[0] + ".name"},
				podUse{kind, containers + ".env[*].valueFrom." + ref[1] + ".name"})
		}
	}
	slices.SortFunc(uses, func(a, b podUse) int { return strings.Compare(a.path, b.path) })
	return uses
}

const (
	ingressBackend = "spec.rules[*].http.paths[*].backend.service"
	defaultBackend = "spec.defaultBackend.service"
)

// found is what one resource of the result has to do with what is gone.
type found struct {
	namespace string
	// makes are the referents that it is or generates.
	makes []referent
	// mentions are the places that may refer to what is gone.
	mentions []mention
	// pod is a pod in it, nil if it has none.
	pod *podPorts
}

// mention is a place that refers to a resource by its name, or to a port.
type mention struct {
	path       merge.Path
	kind, name string
	// before: in dest the resource referred to it, too. It is known for names that dest
	// had changed.
	before bool
	// selector is that of a Service which refers to the port of pods, else nil.
	selector *yaml.Node
}

// podPorts are the names of the ports of a pod with those labels.
type podPorts struct {
	labels *yaml.Node
	names  []string
}

const portKind = "port"

// acrossResources finds what the result refers to and the merge took away.
func (c *referenceCheck) acrossResources() {
	gone := map[string][]lostReferent{}
	for _, t := range c.referents {
		gone[t.name] = append(gone[t.name], t)
	}
	all := make([]found, len(c.out.Resources))
	uses, tookAway := podUses(), c.tookAway()
	parallel.Each(len(all), func(i int) {
		m := c.out.Resources[i]
		l := looker{referenceCheck: c, m: m, gone: gone, uses: uses}
		// What nobody changed refers to what it always did.
		l.look(tookAway || !m.Unchanged())
		all[i] = l.found
	})
	for i := range all {
		for _, there := range all[i].makes {
			gone[there.name] = slices.DeleteFunc(gone[there.name], func(t lostReferent) bool {
				return t.kind == there.kind && there.reaches(t.namespace)
			})
		}
	}
	for i := range all {
		for _, at := range all[i].mentions {
			if at.kind == portKind {
				if at.selector == nil || !hasPort(all, at.selector, at.name) {
					c.warn(i, &at, goneNow)
				}
				continue
			}
			if t := lost(gone[at.name], at.kind, all[i].namespace); t != nil && !(t.before && at.before) {
				c.warn(i, &at, t.instead())
			}
		}
	}
}

// warn adds a warning about what a resource of the result mentions, with what to do
// instead.
func (c *referenceCheck) warn(i int, at *mention, instead string) {
	c.out.Notes = append(c.out.Notes, brokenNote(c.out.Resources[i], at.path, at.kind, at.name, instead))
}

// looker finds out what one resource has to do with what is gone.
type looker struct {
	*referenceCheck
	found
	m    *Merged
	gone map[string][]lostReferent
	uses []podUse
	// was is dest's version once it was asked for, nil if dest has none.
	was *yaml.Node
}

// look looks into the resource if need be: for what it refers to only if asked
// to.
func (l *looker) look(forMentions bool) {
	meta := l.m.meta()
	l.namespace = meta.Namespace
	if t, ok := referentFrom(meta); ok && len(l.gone[t.name]) > 0 {
		l.makes = append(l.makes, t)
	}
	switch {
	case generates(meta.Kind):
		l.generators(l.m.value())
	case forMentions && refers(meta.Kind):
		l.mentioned(l.m.value(), meta)
	}
}

// generators notes the referents that a resource generates.
func (l *looker) generators(root *yaml.Node) {
	for _, g := range [...]struct{ field, kind string }{{"configMapGenerator", "ConfigMap"}, {"secretGenerator", "Secret"}} {
		each(root, nil, g.field+"[*]", func(_ merge.Path, v, _ *yaml.Node) {
			l.makes = append(l.makes, referent{g.kind, node.TextAt(v, "namespace"), node.TextAt(v, "name")})
		})
	}
}

// mentioned notes what a resource refers to, and the ports of its pod.
func (l *looker) mentioned(root *yaml.Node, meta *Meta) {
	if pod, at := podOf(root); pod != nil {
		if len(l.gone) > 0 {
			for _, u := range l.uses {
				l.mention(pod, at, u.kind, u.path)
			}
		}
		if len(l.ports) > 0 {
			l.pod = &podPorts{node.FieldAt(pod, "metadata", "labels"), values(pod, "spec.containers[*].ports[*].name")}
		}
	}
	switch meta.Kind {
	case "Ingress":
		l.mention(root, nil, "Secret", "spec.tls[*].secretName")
		for _, backend := range []string{ingressBackend, defaultBackend} {
			l.mention(root, nil, "Service", backend+".name")
			l.mentions = append(l.mentions, l.backendPorts(root, backend, meta.Namespace)...)
		}
	case "Service":
		l.mentions = append(l.mentions, l.targetPorts(root)...)
	}
}

// mention notes the places at a pattern that may refer to what is gone.
func (l *looker) mention(root *yaml.Node, at merge.Path, kind, pattern string) {
	each(root, at, pattern, func(path merge.Path, v, holder *yaml.Node) {
		if len(l.gone[v.Value]) > 0 && node.TextAt(holder, "optional") != "true" {
			before := isBefore(l.gone[v.Value]) && l.referred(pattern, v.Value)
			l.mentions = append(l.mentions, mention{path: path, kind: kind, name: v.Value, before: before})
		}
	})
}

// referred reports whether dest's version of the resource refers to a name, in one of
// the places of its pod or of itself that a pattern names.
func (l *looker) referred(pattern, name string) bool {
	if l.m.Dest == nil {
		return false
	}
	if l.was == nil {
		l.was = l.m.Dest.again()
	}
	root := l.was
	if pod, _ := podOf(root); pod != nil {
		root = pod
	}
	return slices.Contains(values(root, pattern), name)
}

// refers reports whether resources of a kind refer to others.
func refers(kind string) bool {
	switch kind {
	case "Pod", "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job", "CronJob", "Service", "Ingress":
		return true
	}
	return false
}

// generates reports whether resources of a kind generate others.
func generates(kind string) bool {
	return kind == "Kustomization" || kind == "Component" || kind == ""
}

// backendPorts finds ports of Services that an Ingress still names.
func (c *referenceCheck) backendPorts(root *yaml.Node, backend, namespace string) (all []mention) {
	for _, port := range c.ports {
		if port.service.name == "" || !port.service.reaches(namespace) {
			continue
		}
		each(root, nil, backend, func(path merge.Path, v, _ *yaml.Node) {
			if node.TextAt(v, "name") != port.service.name {
				return
			}
			if name := node.FieldAt(v, "port", "name"); node.Text(name) == port.name {
				path = append(slices.Clip(path), merge.Field("port"), merge.Field("name"))
				all = append(all, mention{path: path, kind: portKind, name: port.name})
			}
		})
	}
	return all
}

// targetPorts finds ports gone from pods that a Service still names.
func (c *referenceCheck) targetPorts(root *yaml.Node) (all []mention) {
	selector := node.FieldAt(root, "spec", "selector")
	for _, port := range c.ports {
		if port.labels == nil || !selects(selector, port.labels) {
			continue
		}
		each(root, nil, "spec.ports[*].targetPort", func(path merge.Path, v, _ *yaml.Node) {
			if v.Tag == "!!str" && v.Value == port.name {
				all = append(all, mention{path: path, kind: portKind, name: port.name, selector: selector})
			}
		})
	}
	return all
}

// hasPort reports whether a pod that a selector selects has a port of that name.
func hasPort(all []found, selector *yaml.Node, name string) bool {
	return slices.ContainsFunc(all, func(f found) bool {
		return f.pod != nil && selects(selector, f.pod.labels) && slices.Contains(f.pod.names, name)
	})
}

// selects reports whether labels have all that a selector asks for, which is
// something.
func selects(selector, labels *yaml.Node) bool {
	if selector == nil || selector.Kind != yaml.MappingNode || len(selector.Content) == 0 {
		return false
	}
	for key, value := range node.Pairs(selector.Content) {
		if v := node.Field(labels, key.Value); v == nil || node.Text(v) != node.Text(value) {
			return false
		}
	}
	return true
}

// brokenNote warns of a name that is used and does not exist, with what to do instead.
func brokenNote(m *Merged, path merge.Path, what, name, instead string) Note {
	of := m.Dest
	if of == nil {
		of = m.Updated
	}
	return Note{
		Note: merge.Note{Path: slices.Clone(path), Kind: merge.NoteReference,
			Message: fmt.Sprintf("refers to the %s %s, %s", what, name, instead)},
		Resource: of, Warning: true,
	}
}
