package main

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// union is a group of fields of one struct of which one may be set.
type union struct {
	discriminator string
	members       []member // sorted by field
}

type member struct{ field, choice string }

// unionRow is a union that the API documentation states in words, or whose
// published form is wrong.
type unionRow struct {
	// types are named group.Type and mean every version that has them.
	types string
	// discriminator is the field that names the choice, "" if there is none.
	discriminator string
	// members are fields, each followed by =Choice in a union with a
	// discriminator; "*" is every field of the type. Fields that a version
	// does not have are passed over there.
	members string
}

// unionTable is written by hand from the API documentation of each type.
func unionTable() []unionRow {
	return []unionRow{
		// Pods
		{"core.VolumeSource", "", "*"},
		{"core.PersistentVolumeSource", "", "*"},
		{"core.VolumeProjection", "", "*"},
		{"core.EnvVar", "", "value valueFrom"},
		{"core.EnvVarSource", "", "*"},
		{"core.EnvFromSource", "", "configMapRef secretRef"},
		{"core.DownwardAPIVolumeFile", "", "fieldRef resourceFieldRef"},
		{"core.ClusterTrustBundleProjection", "", "name signerName"},
		{"core.ProbeHandler", "", "*"},
		{"core.LifecycleHandler", "", "*"},
		{"core.PodResourceClaim", "", "resourceClaimName resourceClaimTemplateName"},
		{"core.ContainerState", "", "*"},
		// The published schema derives the choice from the field's name.
		{"core.SeccompProfile", "type", "localhostProfile=Localhost"},
		{"core.AppArmorProfile", "type", "localhostProfile=Localhost"},
		// Workloads
		{"apps.DeploymentStrategy", "type", "rollingUpdate=RollingUpdate"},
		{"extensions.DeploymentStrategy", "type", "rollingUpdate=RollingUpdate"},
		{"apps.DaemonSetUpdateStrategy", "type", "rollingUpdate=RollingUpdate"},
		{"extensions.DaemonSetUpdateStrategy", "type", "rollingUpdate=RollingUpdate"},
		{"apps.StatefulSetUpdateStrategy", "type", "rollingUpdate=RollingUpdate"},
		{"batch.PodFailurePolicyRule", "", "onExitCodes onPodConditions"},
		{"policy.PodDisruptionBudgetSpec", "", "minAvailable maxUnavailable"},
		{"autoscaling.MetricSpec", "type", "object=Object pods=Pods resource=Resource containerResource=ContainerResource external=External"},
		{"autoscaling.MetricStatus", "type", "object=Object pods=Pods resource=Resource containerResource=ContainerResource external=External"},
		{"autoscaling.MetricTarget", "type", "value=Value averageValue=AverageValue averageUtilization=Utilization"},
		// Networking
		{"networking.k8s.io.IngressBackend", "", "service resource serviceName servicePort"},
		{"extensions.IngressBackend", "", "resource serviceName servicePort"},
		{"networking.k8s.io.ServiceBackendPort", "", "name number"},
		// Admission and API extension
		{"admissionregistration.k8s.io.WebhookClientConfig", "", "url service"},
		{"admissionregistration.k8s.io.ParamRef", "", "name selector"},
		{"admissionregistration.k8s.io.Mutation", "patchType", "applyConfiguration=ApplyConfiguration jsonPatch=JSONPatch"},
		{"apiextensions.k8s.io.WebhookClientConfig", "", "url service"},
		{"apiextensions.k8s.io.CustomResourceConversion", "strategy", "webhook=Webhook webhookClientConfig=Webhook"},
		// Scheduling and devices
		{"flowcontrol.apiserver.k8s.io.LimitResponse", "type", "queuing=Queue"},
		{"resource.k8s.io.ExactDeviceRequest", "allocationMode", "count=ExactCount"},
		{"resource.k8s.io.DeviceSubRequest", "allocationMode", "count=ExactCount"},
	}
}

// applyUnions reads the unions that markers declare and adds those of the
// table, which replace a marked one with the same discriminator or with a
// field in common.
func (a *api) applyUnions() error {
	a.eachType(func(d *declared) { d.unions = markedUnions(d) })
	for _, row := range unionTable() {
		group, name := row.types[:strings.LastIndex(row.types, ".")], path.Ext(row.types)[1:]
		if group == "core" {
			group = ""
		}
		found := false
		a.eachType(func(d *declared) {
			if d.pkg.group != group || d.name != name {
				return
			}
			u := row.union(d)
			if len(u.members) == 0 || u.discriminator == "" && len(u.members) < 2 {
				return
			}
			found = true
			d.unions = slices.DeleteFunc(d.unions, u.overlaps)
			d.unions = append(d.unions, u)
		})
		if !found {
			return fmt.Errorf("union table: no version has %s with these fields", row.types)
		}
	}
	a.eachType(func(d *declared) {
		slices.SortFunc(d.unions, func(x, y union) int { return cmp.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
	})
	return nil
}

// union is the row as it applies to a type.
func (r unionRow) union(d *declared) union {
	u := union{discriminator: r.discriminator}
	for _, f := range d.shape.fields {
		if r.members == "*" {
			u.members = append(u.members, member{field: f.name})
			continue
		}
		for word := range strings.FieldsSeq(r.members) {
			if name, choice, _ := strings.Cut(word, "="); name == f.name {
				u.members = append(u.members, member{name, choice})
			}
		}
	}
	return u.sorted()
}

func (u union) sorted() union {
	slices.SortFunc(u.members, func(x, y member) int { return cmp.Compare(x.field, y.field) })
	return u
}

func (u union) overlaps(v union) bool {
	if u.discriminator != "" && u.discriminator == v.discriminator {
		return true
	}
	return slices.ContainsFunc(u.members, func(m member) bool {
		return slices.ContainsFunc(v.members, func(n member) bool { return m.field == n.field })
	})
}

// markedUnions are the unions the markers of a type declare: groups by
// +oneOf=Group and +unionMember, or, in a type that is +union as a whole, all
// optional fields beside the discriminator. A group of one field without
// discriminator leaves nothing to choose and is none.
func markedUnions(d *declared) []union {
	groups := map[string][]member{}
	discriminator := ""
	for _, f := range d.shape.fields {
		m := member{field: f.name}
		switch {
		case f.markers.has("unionDiscriminator"):
			discriminator = f.name
		case f.markers.has("oneOf"):
			groups[f.markers.first("oneOf")] = append(groups[f.markers.first("oneOf")], m)
		case f.markers.has("zeroOrOneOf"):
			groups[f.markers.first("zeroOrOneOf")] = append(groups[f.markers.first("zeroOrOneOf")], m)
		case f.markers.has("unionMember"):
			groups[""] = append(groups[""], m)
		}
	}
	if d.markers.has("union") && len(groups) == 0 {
		for _, f := range d.shape.fields {
			if f.name != discriminator && f.markers.has("optional") {
				m := member{field: f.name}
				if discriminator != "" {
					m.choice = f.goName
				}
				groups[""] = append(groups[""], m)
			}
		}
	}
	var unions []union
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		u := union{members: groups[name]}
		if name == "" {
			u.discriminator = discriminator
		}
		if u.discriminator != "" || len(u.members) > 1 {
			unions = append(unions, u.sorted())
		}
	}
	return unions
}
