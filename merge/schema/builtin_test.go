package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/krm-merge/krm-merge/merge"
	"go.yaml.in/yaml/v3"
)

// descend follows a path of fields from a schema; [] steps into the elements
// of a list.
func descend(s merge.Schema, path string) merge.Schema {
	for step := range strings.FieldsSeq(strings.ReplaceAll(path, ".", " ")) {
		if s == nil {
			return nil
		}
		name, elem := strings.CutSuffix(step, "[]")
		s = s.Field(name)
		if elem && s != nil {
			s = s.Elem()
		}
	}
	return s
}

// spell writes a list type as the tables of these tests do.
func spell(s merge.Schema) string {
	if s == nil {
		return "nil"
	}
	l := s.List()
	if l.Kind != merge.ListKeyed {
		return l.Kind.String()
	}
	var keys []string
	for _, k := range l.Keys {
		text := k.Field
		if k.Default != nil {
			text += "=" + k.Default.Value
		}
		keys = append(keys, text)
	}
	return strings.Join(keys, ",")
}

const podOfDeployment = "spec.template.spec."

func TestBuiltinLists(t *testing.T) {
	tests := []struct{ apiVersion, kind, path, want string }{
		{"apps/v1", "Deployment", podOfDeployment + "containers", "name"},
		{"apps/v1", "Deployment", podOfDeployment + "initContainers", "name"},
		{"apps/v1", "Deployment", podOfDeployment + "volumes", "name"},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].volumeMounts", "mountPath"},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].volumeDevices", "devicePath"},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].env", "name"},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].envFrom", "atomic"},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].ports", "containerPort,protocol=TCP"},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].args", "atomic"},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].command", "atomic"},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].resources.claims", "name"},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].securityContext.capabilities.add", "atomic"},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].livenessProbe.exec.command", "atomic"},
		{"apps/v1", "Deployment", podOfDeployment + "imagePullSecrets", "name"},
		{"apps/v1", "Deployment", podOfDeployment + "tolerations", "atomic"},
		{"apps/v1", "Deployment", podOfDeployment + "hostAliases", "ip"},
		{"apps/v1", "Deployment", podOfDeployment + "topologySpreadConstraints", "topologyKey,whenUnsatisfiable"},
		{"apps/v1", "Deployment", podOfDeployment + "schedulingGates", "name"},
		{"apps/v1", "Deployment", podOfDeployment + "resourceClaims", "name"},
		{"apps/v1", "Deployment", podOfDeployment + "hostname", "nil"},
		{"apps/v1", "Deployment", "spec.template.metadata.finalizers", "set"},
		{"apps/v1", "Deployment", "spec.selector.matchLabels", "nil"},
		{"apps/v1", "Deployment", "status.conditions", "type"},
		{"apps/v1", "Deployment", "metadata.finalizers", "set"},
		{"apps/v1", "Deployment", "metadata.ownerReferences", "uid"},
		{"apps/v1", "Deployment", "metadata.labels", "nil"},
		{"apps/v1", "DaemonSet", podOfDeployment + "containers", "name"},
		{"apps/v1", "ReplicaSet", podOfDeployment + "containers", "name"},
		{"apps/v1beta1", "Deployment", podOfDeployment + "containers[].ports", "containerPort,protocol=TCP"},
		{"apps/v1beta2", "StatefulSet", podOfDeployment + "containers", "name"},
		{"extensions/v1beta1", "Deployment", podOfDeployment + "containers[].ports", "containerPort,protocol=TCP"},
		{"extensions/v1beta1", "DaemonSet", podOfDeployment + "volumes", "name"},
		{"extensions/v1beta1", "Ingress", "spec.rules", "atomic"},
		{"extensions/v1beta1", "StatefulSet", "spec.volumeClaimTemplates", "atomic"},              // never was there: found in apps
		{"extensions/v1beta1", "PodDisruptionBudget", "spec.selector.matchExpressions", "atomic"}, // likewise: policy
		{"extensions/v1beta1", "IngressClass", "metadata.finalizers", "set"},                      // likewise: networking.k8s.io
		{"v1", "Pod", "spec.containers[].env", "name"},
		{"v1", "Pod", "spec.ephemeralContainers", "name"},
		{"v1", "Pod", "spec.ephemeralContainers[].ports", "containerPort,protocol=TCP"},
		{"v1", "Pod", "status.podIPs", "ip"},
		{"v1", "Pod", "status.hostIPs", "ip"},
		{"v1", "PodTemplate", "template.spec.containers", "name"},
		{"v1", "ReplicationController", podOfDeployment + "containers", "name"},
		{"v1", "Service", "spec.ports", "port,protocol=TCP"},
		{"v1", "Service", "spec.selector", "unknown"}, // an atomic map
		{"v1", "Service", "status.conditions", "type"},
		{"v1", "ServiceAccount", "secrets", "name"},
		{"v1", "Node", "spec.podCIDRs", "set"},
		{"v1", "ConfigMap", "metadata.finalizers", "set"},
		{"v1", "ConfigMap", "data", "nil"},
		{"v1", "Secret", "data", "nil"},
		{"v1", "Event", "metadata.ownerReferences", "uid"},
		{"events.k8s.io/v1", "Event", "metadata.ownerReferences", "uid"},
		{"batch/v1", "Job", podOfDeployment + "containers", "name"},
		{"batch/v1", "CronJob", "spec.jobTemplate.spec.template.spec.containers[].env", "name"},
		{"batch/v1", "CronJob", "spec.jobTemplate.metadata.finalizers", "set"},
		{"batch/v1beta1", "CronJob", "spec.jobTemplate.spec.template.spec.containers[].env", "name"},
		{"batch/v2alpha1", "CronJob", "spec.jobTemplate.spec.template.spec.containers", "name"},
		{"networking.k8s.io/v1beta1", "Ingress", "spec.rules[].http.paths", "atomic"},
		{"admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "webhooks", "name"},
		{"admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", "webhooks", "name"},
		{"admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", "webhooks[].matchConditions", "name"},
		{"admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "spec.variables", "name"},
		{"admissionregistration.k8s.io/v1alpha1", "ValidatingAdmissionPolicy", "spec.matchConditions", "name"},
		{"storage.k8s.io/v1", "CSIDriver", "spec.volumeLifecycleModes", "set"},
		{"storage.k8s.io/v1beta1", "CSIDriver", "spec.volumeLifecycleModes", "set"}, // as in v1
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "spec.versions", "name"},
		{"apiextensions.k8s.io/v1beta1", "CustomResourceDefinition", "spec.versions", "name"},
	}
	for _, tt := range tests {
		t.Run(tt.apiVersion+" "+tt.kind+" "+tt.path, func(t *testing.T) {
			root := Builtin(tt.apiVersion, tt.kind)
			if root == nil {
				t.Fatal("kind not found")
			}
			if got := spell(descend(root, tt.path)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// A JSON schema holds itself, under free names, in lists, and where either a
// schema or a list of them is allowed.
func TestBuiltinJSONSchema(t *testing.T) {
	root := descend(Builtin("apiextensions.k8s.io/v1", "CustomResourceDefinition"), "spec.versions[].schema.openAPIV3Schema")
	tests := []struct{ path, want string }{
		{"required", "atomic"},
		{"enum", "atomic"},
		{"allOf", "atomic"},
		{"x-kubernetes-validations", "rule"},
		{"x-kubernetes-list-map-keys", "atomic"},
		{"properties.required.required", "atomic"},
		{"properties.a.properties.b.x-kubernetes-validations", "rule"},
		{"properties.a.items.required", "atomic"},
		{"properties.a.items[].required", "atomic"},
		{"properties.a.items", "atomic"},
		{"properties.a.additionalProperties.properties.b.required", "atomic"},
		{"properties.a.anyOf[].required", "atomic"},
		{"properties.a.default", "nil"},
		{"dependencies.a", "atomic"},
		{"dependencies.a.required", "atomic"},
	}
	for _, tt := range tests {
		if got := spell(descend(root, tt.path)); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.path, got, tt.want)
		}
	}
}

// spellUnions writes unions as the tables of these tests do.
func spellUnions(s merge.Schema) string {
	if s == nil {
		return "nil"
	}
	var out []string
	for _, u := range s.Unions() {
		var members []string
		for _, m := range u.Members {
			text := m.Field
			if m.Choice != "" {
				text += "=" + m.Choice
			}
			members = append(members, text)
		}
		text := strings.Join(members, " ")
		if u.Discriminator != "" {
			text = u.Discriminator + ": " + text
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func TestBuiltinUnions(t *testing.T) {
	tests := []struct{ apiVersion, kind, path, want string }{
		{"v1", "Pod", "spec.containers[].env[]", "value valueFrom"},
		{"v1", "Pod", "spec.containers[].env[].valueFrom", "configMapKeyRef fieldRef fileKeyRef resourceFieldRef secretKeyRef"},
		{"v1", "Pod", "spec.containers[].envFrom[]", "configMapRef secretRef"},
		{"v1", "Pod", "spec.containers[].livenessProbe", "exec grpc httpGet tcpSocket"},
		{"v1", "Pod", "spec.containers[].lifecycle.preStop", "exec httpGet sleep tcpSocket"},
		{"v1", "Pod", "spec.initContainers[].startupProbe", "exec grpc httpGet tcpSocket"},
		{"v1", "Pod", "spec.volumes[].projected.sources[]", "clusterTrustBundle configMap downwardAPI podCertificate secret serviceAccountToken"},
		{"v1", "Pod", "spec.securityContext.seccompProfile", "type: localhostProfile=Localhost"},
		{"v1", "Pod", "spec.securityContext.appArmorProfile", "type: localhostProfile=Localhost"},
		{"v1", "Pod", "spec.resourceClaims[]", "resourceClaimName resourceClaimTemplateName"},
		{"apps/v1", "Deployment", "spec.strategy", "type: rollingUpdate=RollingUpdate"},
		{"extensions/v1beta1", "Deployment", "spec.strategy", "type: rollingUpdate=RollingUpdate"},
		{"apps/v1", "DaemonSet", "spec.updateStrategy", "type: rollingUpdate=RollingUpdate"},
		{"apps/v1", "StatefulSet", "spec.updateStrategy", "type: rollingUpdate=RollingUpdate"},
		{"networking.k8s.io/v1", "Ingress", "spec.defaultBackend", "resource service"},
		{"networking.k8s.io/v1", "Ingress", "spec.rules[].http.paths[].backend", "resource service"},
		{"networking.k8s.io/v1", "Ingress", "spec.defaultBackend.service.port", "name number"},
		{"networking.k8s.io/v1beta1", "Ingress", "spec.backend", "resource serviceName servicePort"},
		{"policy/v1", "PodDisruptionBudget", "spec", "maxUnavailable minAvailable"},
		{"policy/v1beta1", "PodDisruptionBudget", "spec", "maxUnavailable minAvailable"},
		{"admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "webhooks[].clientConfig", "service url"},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "spec.conversion", "strategy: webhook=Webhook"},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "spec.conversion.webhook.clientConfig", "service url"},
		{"apiextensions.k8s.io/v1beta1", "CustomResourceDefinition", "spec.conversion", "strategy: webhookClientConfig=Webhook"},
		{"autoscaling/v2", "HorizontalPodAutoscaler", "spec.metrics[]", "type: containerResource=ContainerResource external=External object=Object pods=Pods resource=Resource"},
		{"autoscaling/v2", "HorizontalPodAutoscaler", "spec.metrics[].resource.target", "type: averageUtilization=Utilization averageValue=AverageValue value=Value"},
		{"flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", "spec", "type: exempt=Exempt limited=Limited"},
		{"flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", "spec.limited.limitResponse", "type: queuing=Queue"},
		{"resource.k8s.io/v1", "ResourceSlice", "spec", "allNodes nodeName nodeSelector perDeviceNodeSelection; devices sharedCounters"},
		{"v1", "ConfigMap", "metadata", ""},
		{"v1", "Service", "spec", ""},
	}
	for _, tt := range tests {
		t.Run(tt.apiVersion+" "+tt.kind+" "+tt.path, func(t *testing.T) {
			if got := spellUnions(descend(Builtin(tt.apiVersion, tt.kind), tt.path)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// The sources of a volume are next to its name, those of a persistent volume next to
// everything else of its spec.
func TestBuiltinVolumeSources(t *testing.T) {
	tests := []struct{ kind, path, has, hasNot string }{
		{"Pod", "spec.volumes[]", "configMap emptyDir secret persistentVolumeClaim projected csi hostPath image nfs ephemeral", "name"},
		{"PersistentVolume", "spec", "csi hostPath nfs local awsElasticBlockStore", "capacity accessModes claimRef volumeMode"},
	}
	for _, tt := range tests {
		unions := descend(Builtin("v1", tt.kind), tt.path).Unions()
		if len(unions) != 1 || unions[0].Discriminator != "" {
			t.Fatalf("%s: unions %v", tt.kind, unions)
		}
		fields := map[string]bool{}
		for _, m := range unions[0].Members {
			fields[m.Field] = true
		}
		for f := range strings.FieldsSeq(tt.has) {
			if !fields[f] {
				t.Errorf("%s: %s is no member", tt.kind, f)
			}
		}
		for f := range strings.FieldsSeq(tt.hasNot) {
			if fields[f] {
				t.Errorf("%s: %s is a member", tt.kind, f)
			}
		}
	}
}

func TestBuiltinAtomicMaps(t *testing.T) {
	tests := []struct {
		apiVersion, kind, path string
		want                   bool
	}{
		{"apps/v1", "Deployment", "spec.selector", true},
		{"apps/v1", "Deployment", podOfDeployment + "nodeSelector", true},
		{"apps/v1", "Deployment", podOfDeployment + "containers[].env[].valueFrom.secretKeyRef", true},
		{"apps/v1", "Deployment", podOfDeployment + "containers[]", false},
		{"v1", "Service", "spec.selector", true},
		{"v1", "PersistentVolumeClaim", "spec.dataSource", true},
		{"v1", "PersistentVolume", "spec.claimRef", false}, // the field calls the atomic type granular
		{"rbac.authorization.k8s.io/v1", "RoleBinding", "roleRef", true},
		{"apps/v1", "Deployment", "spec", false},
	}
	for _, tt := range tests {
		s := descend(Builtin(tt.apiVersion, tt.kind), tt.path)
		if got := s != nil && s.AtomicMap(); got != tt.want {
			t.Errorf("%s %s %s: got %v, want %v", tt.apiVersion, tt.kind, tt.path, got, tt.want)
		}
	}
}

func TestBuiltinUnknown(t *testing.T) {
	for _, tt := range []struct{ apiVersion, kind string }{
		{"", ""}, {"v1", ""}, {"v1", "Deployment"}, {"v1", "pod"}, {"apps/v1", "Pod"}, {"example.com/v1", "Deployment"},
		{"/v1", "Nothing"}, {"extensions/v1beta1", "Nothing"}, {"v1", "Zzz"}, {"zzz/v1", "Zzz"}, {"kustomize.config.k8s.io/v1beta1", "Kustomization"},
	} {
		if got := Builtin(tt.apiVersion, tt.kind); got != nil {
			t.Errorf("Builtin(%q, %q) = %v", tt.apiVersion, tt.kind, got)
		}
	}
}

func TestBuiltinVersions(t *testing.T) {
	tests := []struct{ apiVersion, kind, like string }{
		{"apps/v9", "Deployment", "apps/v1"},
		{"apps/", "Deployment", "apps/v1"},
		{"autoscaling/v2beta2", "HorizontalPodAutoscaler", "autoscaling/v2"},
		{"batch/v2alpha1", "CronJob", "batch/v1"},
		{"storage.k8s.io/v1alpha9", "StorageClass", "storage.k8s.io/v1"},
	}
	for _, tt := range tests {
		if got, want := Builtin(tt.apiVersion, tt.kind), Builtin(tt.like, tt.kind); got == nil || got != want {
			t.Errorf("%s %s is not like %s", tt.apiVersion, tt.kind, tt.like)
		}
	}
	if v1, v2 := Builtin("autoscaling/v1", "HorizontalPodAutoscaler"), Builtin("autoscaling/v2", "HorizontalPodAutoscaler"); v1 == v2 {
		t.Error("both versions of HorizontalPodAutoscaler are one")
	}
}

// A place that knows nothing gives a nil interface and no typed nil pointer.
func TestBuiltinNil(t *testing.T) {
	pod := Builtin("v1", "Pod")
	containers := descend(pod, "spec.containers")
	for name, s := range map[string]merge.Schema{
		"unknown field":        pod.Field("nothing"),
		"no name":              pod.Field(""),
		"scalar":               descend(pod, "spec.hostname"),
		"elements of a map":    pod.Elem(),
		"field of a list":      containers.Field("name"),
		"elements of scalars":  descend(pod, "spec.containers[].args").Elem(),
		"values of annotation": descend(pod, "metadata.annotations"),
	} {
		if s != nil {
			t.Errorf("%s: %#v", name, s)
		}
	}
}

// Every value of a map with free keys has one schema.
func TestBuiltinFreeKeys(t *testing.T) {
	extra := descend(Builtin("certificates.k8s.io/v1", "CertificateSigningRequest"), "spec.extra")
	if extra == nil {
		t.Fatal("spec.extra is not known")
	}
	for _, name := range []string{"a", "spec", "", "example.org/x"} {
		if got := spell(extra.Field(name)); got != "atomic" {
			t.Errorf("%q: got %s", name, got)
		}
	}
}

// The table fits together whatever the generator made of the sources: sorted,
// its indices inside, its keys scalars.
func TestBuiltinTable(t *testing.T) {
	if diff := cmp.Diff(builtinPlace{}, builtinPlaces[0], cmp.AllowUnexported(builtinPlace{}, builtinField{})); diff != "" {
		t.Errorf("place 0 says something: %s", diff)
	}
	reached := map[uint16]bool{0: true}
	for i, k := range builtinKinds {
		reached[k.root] = true
		if k.root == 0 {
			t.Errorf("%v has no root", k)
		}
		if i == 0 {
			continue
		}
		before := builtinKinds[i-1]
		if c := strings.Compare(before.group, k.group); c > 0 || c == 0 && before.kind > k.kind {
			t.Errorf("%v stands before %v", before, k)
		}
		if before.group == k.group && before.kind == k.kind && before.version == k.version {
			t.Errorf("%v comes twice", k)
		}
	}
	for i, p := range builtinPlaces {
		for j, f := range p.fields {
			reached[f.place] = true
			if j > 0 && p.fields[j-1].name >= f.name {
				t.Errorf("place %d: field %s stands before %s", i, p.fields[j-1].name, f.name)
			}
		}
		reached[p.values], reached[p.elem] = true, true
		if int(p.list) >= len(builtinLists) || int(p.unions) >= len(builtinUnions) {
			t.Fatalf("place %d: no list %d or unions %d", i, p.list, p.unions)
		}
		list := builtinLists[p.list]
		if (list.Kind == merge.ListKeyed) != (len(list.Keys) > 0) {
			t.Errorf("place %d: %v has keys %v", i, list.Kind, list.Keys)
		}
		if p.elem != 0 && list.Kind == merge.ListUnknown {
			t.Errorf("place %d: elements without a list", i)
		}
		seen := map[string]bool{}
		for _, k := range list.Keys {
			if seen[k.Field] {
				t.Errorf("place %d: key %s comes twice", i, k.Field)
			}
			seen[k.Field] = true
			if p.elem != 0 && builtinPlaces[p.elem].Field(k.Field) != nil {
				t.Errorf("place %d: key %s is no scalar", i, k.Field)
			}
			if k.Default != nil && (k.Default.Kind != yaml.ScalarNode || k.Default.Value == "") {
				t.Errorf("place %d: default of %s is %v", i, k.Field, k.Default)
			}
		}
	}
	for i := range builtinPlaces {
		if !reached[uint16(i)] {
			t.Errorf("nothing leads to place %d", i)
		}
	}
	for i, unions := range builtinUnions {
		for _, u := range unions {
			if len(u.Members) == 0 || u.Discriminator == "" && len(u.Members) < 2 {
				t.Errorf("unions %d: %v leaves no choice", i, u)
			}
			for _, m := range u.Members {
				if (m.Choice != "") != (u.Discriminator != "") {
					t.Errorf("unions %d: member %v of a union with discriminator %q", i, m, u.Discriminator)
				}
			}
		}
	}
}

func TestBuiltinDoesNotAllocate(t *testing.T) {
	keys, unions := 0, 0
	allocs := testing.AllocsPerRun(100, func() {
		pod := Builtin("extensions/v1beta1", "StatefulSet").Field("spec").Field("template").Field("spec")
		containers := pod.Field("containers")
		keys += len(containers.List().Keys)
		env := containers.Elem().Field("env")
		keys += len(env.List().Keys)
		unions += len(env.Elem().Unions())
		if pod.Field("nodeSelector").AtomicMap() {
			unions++
		}
		if Builtin("example.com/v1", "Nothing") != nil {
			unions++
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
	if keys == 0 || unions == 0 {
		t.Error("nothing found")
	}
}

func BenchmarkBuiltin(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		descended := Builtin("apps/v1", "Deployment").Field("spec").Field("template").Field("spec").Field("containers").Elem().Field("ports")
		if descended.List().Kind != merge.ListKeyed {
			b.Fatal("not keyed")
		}
	}
}
