package resource

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// insidePod finds volumes and ports that a pod still uses and lost itself.
func (l *losses) insidePod(m *Merged) {
	pod, at := podOf(m.Node)
	if pod == nil {
		return
	}
	before := podNode(m.Dest.Node)
	var volumes, kept []string
	if old := node.FieldAt(before, "spec", "volumes"); old != nil && old != node.FieldAt(pod, "spec", "volumes") {
		volumes = gone(before, pod, "spec.volumes[*].name")
		kept = values(m.Node, "spec.volumeClaimTemplates[*].metadata.name")
	}
	ports := !samePorts(before, pod)
	for _, containers := range []string{"containers", "initContainers", "ephemeralContainers"} {
		for _, use := range []string{".volumeMounts[*].name", ".volumeDevices[*].name"} {
			if len(volumes) == 0 {
				break
			}
			each(pod, at, "spec."+containers+"[*]"+use, func(path merge.Path, v, _ *yaml.Node) {
				if slices.Contains(volumes, v.Value) && !slices.Contains(kept, v.Value) {
					l.notes = append(l.notes, brokenNote(m, path, "volume", v.Value, goneNow))
				}
			})
		}
		if ports {
			l.probes(m, pod, before, at, containers)
		}
	}
}

// samePorts reports whether every container still has the ports it had. It is cheap,
// because what a merge leaves alone is the same node.
func samePorts(before, after *yaml.Node) bool {
	for _, containers := range []string{"containers", "initContainers", "ephemeralContainers"} {
		old, now := node.FieldAt(before, "spec", containers), node.FieldAt(after, "spec", containers)
		if old == nil || old == now {
			continue
		}
		there := map[*yaml.Node]bool{}
		if now != nil {
			for _, c := range now.Content {
				there[node.FieldAt(c, "ports")] = true
			}
		}
		for _, c := range old.Content {
			if ports := node.FieldAt(c, "ports"); ports != nil && !there[ports] {
				return false
			}
		}
	}
	return true
}

// probes finds names of ports that a container lost and its probes still use.
func (l *losses) probes(m *Merged, pod, before *yaml.Node, at merge.Path, containers string) {
	old := map[string]*yaml.Node{}
	each(before, nil, "spec."+containers+"[*]", func(_ merge.Path, container, _ *yaml.Node) {
		old[node.TextAt(container, "name")] = container
	})
	each(pod, at, "spec."+containers+"[*]", func(path merge.Path, container, _ *yaml.Node) {
		was := old[node.TextAt(container, "name")]
		if was == nil {
			return
		}
		ports := gone(was, container, "ports[*].name")
		if len(ports) == 0 {
			return
		}
		for _, use := range []string{"livenessProbe", "readinessProbe", "startupProbe", "lifecycle.postStart", "lifecycle.preStop"} {
			for _, by := range []string{".httpGet.port", ".tcpSocket.port"} {
				each(container, path, use+by, func(place merge.Path, v, _ *yaml.Node) {
					if v.Tag == "!!str" && slices.Contains(ports, v.Value) {
						l.notes = append(l.notes, brokenNote(m, place, portKind, v.Value, goneNow))
					}
				})
			}
		}
	})
}
