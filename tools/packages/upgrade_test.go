package packages_test

// upgrade is a directory of a public repository, and the tags it goes through.
type upgrade struct {
	repository, directory string
	tags                  []string
}

var upgrades = []upgrade{
	{"metallb/metallb", "config", []string{"v0.13.0", "v0.14.3", "v0.16.1"}},
	{"argoproj/argo-rollouts", "manifests", []string{"v1.2.1", "v1.5.0"}},
	{"argoproj/argo-rollouts", "manifests", []string{"v1.6.6", "v1.8.4"}},
	{"antrea-io/antrea", "build/yamls", []string{"v1.5.1", "v1.10.0"}},
	{"antrea-io/antrea", "build/yamls", []string{"v1.13.2", "v2.1.1"}},
	{"volcano-sh/volcano", "installer", []string{"v1.5.1", "v1.9.1", "v1.14.2"}},
	{"cert-manager/cert-manager", "deploy", []string{"v0.14.2", "v1.3.3"}},
	{"cert-manager/cert-manager", "deploy", []string{"v1.13.1", "v1.18.5"}},
	{"istio/istio", "manifests", []string{"1.13.8", "1.18.3"}},
	{"istio/istio", "samples", []string{"1.13.8", "1.18.3"}},
	{"kyverno/kyverno", "definitions", []string{"v1.1.12", "v1.5.1"}},
	{"kyverno/kyverno", "config", []string{"v1.7.2", "v1.9.5"}},
	{"kyverno/kyverno", "charts", []string{"v1.12.0", "v1.14.0"}},
	{"tektoncd/operator", "config", []string{"v0.65.1", "v0.71.0", "v0.77.0"}},
	{"tektoncd/pipeline", "config", []string{"v0.44.2", "v0.53.1"}},
	{"tektoncd/pipeline", "examples", []string{"v0.44.2", "v0.53.1"}},
	{"knative/eventing", "config", []string{"knative-v1.8.2", "knative-v1.13.5"}},
	{"kubernetes-sigs/kueue", "config", []string{"v0.9.0", "v0.13.9", "v0.18.4"}},
	{"open-policy-agent/gatekeeper", "manifest_staging", []string{"v3.13.0", "v3.18.0"}},
	{"open-policy-agent/gatekeeper", "config", []string{"v3.8.1", "v3.13.0"}},
	{"GoogleCloudPlatform/anthos-service-mesh-packages", "asm", []string{"1.11.2-asm.17+config1", "1.14.1-asm.3+config4", "1.18.7-asm.21+config1"}},
	{"kubernetes-sigs/aws-load-balancer-controller", "config", []string{"v2.5.3", "v2.8.1"}},
	{"percona/percona-server-mongodb-operator", "deploy", []string{"v1.16.0", "v1.18.0"}},
	{"karmada-io/karmada", "artifacts", []string{"v1.7.2", "v1.12.3"}},
	{"kedacore/keda", "config", []string{"v2.12.1", "v2.17.3"}},
	{"NVIDIA/gpu-operator", "deployments", []string{"v23.9.2", "v25.3.0"}},
	{"kubernetes-sigs/kubebuilder", "testdata", []string{"v3.10.0", "v4.0.0"}},
}
