package schema

// gitopsExamples holds a document of each kind of gitopsTable. The comments in
// front are the lists in it, in document order, and how they merge.
const gitopsExamples = `# resources: set
# components: set
# labels: by includeSelectors=false,includeTemplates=false else set
# images: by name
# replicas: by name
# patches: by path else set
# patchesStrategicMerge: set
# patchesJson6902: by path else set
# replacements: set
# configMapGenerator: by name
# configMapGenerator[*].files: set
# configMapGenerator[*].literals: set
# configMapGenerator[*].envs: set
# secretGenerator: by name
# secretGenerator[*].files: set
# secretGenerator[*].literals: set
# secretGenerator[*].envs: set
# helmCharts: by name,releaseName=,namespace=
# helmCharts[*].apiVersions: set
# helmCharts[*].additionalValuesFiles: set
# generators: set
# transformers: set
# validators: set
# configurations: set
# crds: set
# vars: by name
# sortOptions.legacySortOptions.orderFirst: unknown
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [deployment.yaml, ../base]
components: [c]
labels: [{pairs: {app: web}, includeSelectors: true}]
images: [{name: nginx, newTag: "1"}]
replicas: [{name: web, count: 3}]
patches: [{path: a.yaml}, {patch: "- op: remove"}]
patchesStrategicMerge: [a.yaml]
patchesJson6902: [{path: a.json, target: {kind: Deployment}}]
replacements: [{path: r.yaml}]
configMapGenerator: [{name: c, files: [a, b], literals: [A=1], envs: [.env]}]
secretGenerator: [{name: s, files: [a], literals: [A=1], envs: [.env]}]
helmCharts: [{name: minio, releaseName: m, apiVersions: [v1], additionalValuesFiles: [v.yaml]}]
generators: [g.yaml]
transformers: [t.yaml]
validators: [v.yaml]
configurations: [c.yaml]
crds: [crd.json]
vars: [{name: V}]
openapi: {path: schema.json}
sortOptions: {legacySortOptions: {orderFirst: [Namespace]}}
---
# resources: set
# bases: set
# buildMetadata: set
# imageTags: by name
# helmChartInflationGenerator: by chartName,releaseName=
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources: [sidecar.yaml]
bases: [../base]
buildMetadata: [originAnnotations]
imageTags: [{name: nginx, newTag: "1"}]
helmChartInflationGenerator: [{chartName: minio}]
---
# info.keywords: set
# info.emails: set
# pipeline.mutators: by name|image:|exec repeated
# pipeline.mutators[*].selectors: unknown
# pipeline.validators: by name|image:|exec repeated
apiVersion: kpt.dev/v1
kind: Kptfile
metadata: {name: p}
info: {keywords: [web], emails: [a@example.com]}
pipeline:
  mutators: [{name: labels, image: set-labels, selectors: [{kind: Deployment}]}]
  validators: [{image: kubeval}]
---
# metadata.finalizers: set
# spec.chart.spec.valuesFiles: set
# spec.dependsOn: by namespace=,name
# spec.valuesFrom: by kind,name,valuesKey=values.yaml,targetPath=
# spec.values.ingress.hosts: unknown
# spec.postRenderers: unknown
# spec.postRenderers[*].kustomize.patches: set
# spec.postRenderers[*].kustomize.images: by name
# spec.test.filters: by name
# spec.driftDetection.ignore: unknown
# spec.driftDetection.ignore[*].paths: set
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {finalizers: [finalizers.fluxcd.io]}
spec:
  chart: {spec: {chart: podinfo, valuesFiles: [values.yaml]}}
  dependsOn: [{name: redis}]
  valuesFrom: [{kind: ConfigMap, name: values}]
  values: {ingress: {hosts: [{host: a}]}}
  postRenderers: [{kustomize: {patches: [{target: {kind: Deployment}, patch: x}], images: [{name: nginx}]}}]
  test: {enable: true, filters: [{name: t}]}
  driftDetection: {mode: enabled, ignore: [{paths: [/spec/replicas]}]}
---
# spec.dependsOn: by namespace=,name
# spec.components: set
# spec.patches: set
# spec.images: by name
# spec.healthChecks: by apiVersion=,kind,namespace=,name
# spec.healthCheckExprs: by apiVersion,kind
# spec.postBuild.substituteFrom: by kind,name
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
spec:
  path: ./apps
  dependsOn: [{name: infra}]
  components: [../c]
  patches: [{patch: x, target: {kind: Deployment}}]
  images: [{name: nginx, newTag: "1"}]
  healthChecks: [{kind: Deployment, name: web}]
  healthCheckExprs: [{apiVersion: v1, kind: X, current: "true"}]
  postBuild: {substitute: {A: b}, substituteFrom: [{kind: ConfigMap, name: vars}]}
---
# metadata.finalizers: set
# spec.source.helm.valueFiles: set
# spec.source.helm.parameters: by name
# spec.source.helm.fileParameters: by name
# spec.source.helm.apiVersions: set
# spec.source.kustomize.components: set
# spec.source.kustomize.images: unknown
# spec.source.kustomize.patches: by path else set
# spec.source.kustomize.replicas: by name
# spec.source.kustomize.apiVersions: set
# spec.source.directory.jsonnet.extVars: by name
# spec.source.directory.jsonnet.tlas: by name
# spec.source.directory.jsonnet.libs: set
# spec.source.plugin.env: by name
# spec.source.plugin.parameters: by name
# spec.sources: unknown
# spec.sources[*].helm.valueFiles: set
# spec.sources[*].helm.parameters: by name
# spec.sources[*].helm.fileParameters: by name
# spec.sources[*].helm.apiVersions: set
# spec.sources[*].kustomize.components: set
# spec.sources[*].kustomize.patches: by path else set
# spec.sources[*].kustomize.replicas: by name
# spec.sources[*].directory.jsonnet.extVars: by name
# spec.sources[*].directory.jsonnet.tlas: by name
# spec.sources[*].plugin.env: by name
# spec.sources[*].plugin.parameters: by name
# spec.ignoreDifferences: by group=,kind,namespace=,name= else set
# spec.ignoreDifferences[*].jsonPointers: set
# spec.ignoreDifferences[*].jqPathExpressions: set
# spec.ignoreDifferences[*].managedFieldsManagers: set
# spec.syncPolicy.syncOptions: set
# spec.info: by name
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {finalizers: [resources-finalizer.argocd.argoproj.io]}
spec:
  source:
    helm: {valueFiles: [v.yaml], parameters: [{name: a, value: b}], fileParameters: [{name: a, path: b}], apiVersions: [v1]}
    kustomize: {components: [c], images: ["nginx:1"], patches: [{path: p.yaml}], replicas: [{name: web, count: 1}], apiVersions: [v1]}
    directory: {jsonnet: {extVars: [{name: a}], tlas: [{name: a}], libs: [l]}}
    plugin: {env: [{name: A}], parameters: [{name: p}]}
  sources:
  - ref: values
    helm: {valueFiles: [v.yaml], parameters: [{name: a}], fileParameters: [{name: a}], apiVersions: [v1]}
    kustomize: {components: [c], patches: [{path: p.yaml}], replicas: [{name: web}]}
    directory: {jsonnet: {extVars: [{name: a}], tlas: [{name: a}]}}
    plugin: {env: [{name: A}], parameters: [{name: p}]}
  ignoreDifferences: [{group: apps, kind: Deployment, jsonPointers: [/spec/replicas], jqPathExpressions: [.x], managedFieldsManagers: [kube]}]
  syncPolicy: {syncOptions: [CreateNamespace=true]}
  info: [{name: url, value: x}]
---
# spec.goTemplateOptions: set
# spec.generators: unknown
# spec.generators[*].list.elements: unknown
# spec.generators[*].list.template.spec.info: by name
# spec.generators[*].git.directories: by path else set
# spec.generators[*].git.files: by path else set
# spec.generators[*].git.template.spec.info: by name
# spec.generators[*].matrix.generators: unknown
# spec.generators[*].matrix.generators[*].git.directories: by path else set
# spec.generators[*].matrix.generators[*].git.files: by path else set
# spec.generators[*].merge.mergeKeys: set
# spec.generators[*].merge.generators: unknown
# spec.generators[*].merge.generators[*].git.directories: by path else set
# spec.generators[*].merge.generators[*].git.files: by path else set
# spec.template.metadata.finalizers: set
# spec.template.spec.source.helm.parameters: by name
# spec.template.spec.syncPolicy.syncOptions: set
# spec.ignoreApplicationDifferences: by name= else set
# spec.ignoreApplicationDifferences[*].jsonPointers: set
# spec.ignoreApplicationDifferences[*].jqPathExpressions: set
# spec.preservedFields.annotations: set
# spec.preservedFields.labels: set
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
spec:
  goTemplateOptions: ["missingkey=error"]
  generators:
  - list: {elements: [{cluster: a}], template: {spec: {info: [{name: a}]}}}
  - git: {directories: [{path: apps/*}], files: [{path: "**/c.json"}], template: {spec: {info: [{name: a}]}}}
  - matrix: {generators: [{git: {directories: [{path: a}], files: [{path: b}]}}]}
  - merge: {mergeKeys: [server], generators: [{git: {directories: [{path: a}], files: [{path: b}]}}]}
  template:
    metadata: {finalizers: [x]}
    spec: {source: {helm: {parameters: [{name: a}]}}, syncPolicy: {syncOptions: [A=b]}}
  ignoreApplicationDifferences: [{jsonPointers: [/spec], jqPathExpressions: [.x]}]
  preservedFields: {annotations: [a], labels: [b]}
---
# spec.sourceRepos: set
# spec.sourceNamespaces: set
# spec.destinations: set
# spec.clusterResourceWhitelist: set
# spec.namespaceResourceBlacklist: set
# spec.orphanedResources.ignore: set
# spec.signatureKeys: by keyID
# spec.syncWindows: set
# spec.syncWindows[*].applications: unknown
# spec.roles: by name
# spec.roles[*].policies: set
# spec.roles[*].groups: set
apiVersion: argoproj.io/v1alpha1
kind: AppProject
spec:
  sourceRepos: ["*"]
  sourceNamespaces: [a]
  destinations: [{namespace: "*", server: s}]
  clusterResourceWhitelist: [{group: "*", kind: "*"}]
  namespaceResourceBlacklist: [{group: "", kind: ResourceQuota}]
  orphanedResources: {ignore: [{kind: Secret}]}
  signatureKeys: [{keyID: "4AEE18F83AFDEB23"}]
  syncWindows: [{kind: allow, schedule: "* * * * *", applications: ["*"]}]
  roles: [{name: ci, policies: ["p, x"], groups: [g]}]
---
# spec.template.metadata.finalizers: set
# spec.template.spec.containers: by name
# spec.template.spec.containers[*].ports: by containerPort,protocol=TCP
# spec.template.spec.containers[*].env: by name
# spec.template.spec.containers[*].args: atomic
# spec.template.spec.tolerations: atomic
# spec.template.spec.volumes: by name
# spec.strategy.canary.steps: atomic
# spec.strategy.canary.analysis.templates: by templateName
# spec.strategy.canary.analysis.args: by name
# spec.strategy.canary.trafficRouting.managedRoutes: by name
# spec.strategy.canary.trafficRouting.istio.virtualService.routes: set
# spec.strategy.canary.trafficRouting.istio.virtualServices: by name
# spec.strategy.canary.trafficRouting.istio.virtualServices[*].routes: set
# spec.strategy.blueGreen.prePromotionAnalysis.templates: by templateName
# spec.strategy.blueGreen.prePromotionAnalysis.args: by name
# spec.strategy.blueGreen.postPromotionAnalysis.templates: by templateName
# spec.strategy.blueGreen.postPromotionAnalysis.args: by name
apiVersion: argoproj.io/v1alpha1
kind: Rollout
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {finalizers: [x]}, spec: {containers: [{name: web, ports: [{containerPort: 80}], env: [{name: A}], args: [a]}], tolerations: [{}], volumes: [{name: v}]}}
  strategy:
    canary:
      steps: [{setWeight: 20}, {pause: {}}]
      analysis: {templates: [{templateName: t}], args: [{name: a}]}
      trafficRouting: {managedRoutes: [{name: r}], istio: {virtualService: {name: v, routes: [r]}, virtualServices: [{name: v, routes: [r]}]}}
    blueGreen: {prePromotionAnalysis: {templates: [{templateName: t}], args: [{name: a}]}, postPromotionAnalysis: {templates: [{templateName: t}], args: [{name: a}]}}
---
# spec.pipeline: by step
# spec.pipeline[*].credentials: by name
# spec.resources: by name
# spec.resources[*].patches: unknown
# spec.resources[*].connectionDetails: by name
# spec.patchSets: by name
# spec.patchSets[*].patches: unknown
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
spec:
  pipeline: [{step: a, functionRef: {name: f}, credentials: [{name: c}]}]
  resources: [{name: r, patches: [{type: FromCompositeFieldPath}], connectionDetails: [{name: d}]}]
  patchSets: [{name: p, patches: [{}]}]
---
# spec.listeners: by name
# spec.listeners[*].tls.certificateRefs: unknown
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
spec: {listeners: [{name: http, port: 80, tls: {certificateRefs: [{name: c}]}}]}
---
# spec.parentRefs: by group=gateway.networking.k8s.io,kind=Gateway,namespace=,name,sectionName=,port=
# spec.hostnames: set
# spec.rules: unknown
# spec.rules[*].matches: unknown
# spec.rules[*].matches[*].headers: by name
# spec.rules[*].matches[*].queryParams: by name
# spec.rules[*].filters: unknown
# spec.rules[*].filters[*].requestHeaderModifier.set: by name
# spec.rules[*].filters[*].requestHeaderModifier.add: by name
# spec.rules[*].filters[*].requestHeaderModifier.remove: set
# spec.rules[*].filters[*].responseHeaderModifier.set: by name
# spec.rules[*].filters[*].responseHeaderModifier.add: by name
# spec.rules[*].filters[*].responseHeaderModifier.remove: set
# spec.rules[*].filters[*].cors.allowOrigins: set
# spec.rules[*].backendRefs: by group=,kind=Service,namespace=,name,port=
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
spec:
  parentRefs: [{name: g}]
  hostnames: [a.example.com]
  rules:
  - matches: [{headers: [{name: h}], queryParams: [{name: q}]}]
    filters: [{type: RequestHeaderModifier, requestHeaderModifier: {set: [{name: a}], add: [{name: b}], remove: [c]}, responseHeaderModifier: {set: [{name: a}], add: [{name: b}], remove: [c]}, cors: {allowOrigins: [a]}}]
    backendRefs: [{name: s, port: 80}]
---
# spec.hostnames: set
# spec.rules: unknown
# spec.rules[*].matches: unknown
# spec.rules[*].matches[*].headers: by name
# spec.rules[*].backendRefs: by group=,kind=Service,namespace=,name,port=
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
spec: {hostnames: [a], rules: [{matches: [{headers: [{name: h}]}], backendRefs: [{name: s}]}]}
---
# spec.hostnames: set
# spec.rules: unknown
# spec.rules[*].backendRefs: by group=,kind=Service,namespace=,name,port=
apiVersion: gateway.networking.k8s.io/v1alpha2
kind: TLSRoute
spec: {hostnames: [a], rules: [{backendRefs: [{name: s}]}]}
---
# spec.parentRefs: by group=gateway.networking.k8s.io,kind=Gateway,namespace=,name,sectionName=,port=
# spec.rules: unknown
# spec.rules[*].backendRefs: by group=,kind=Service,namespace=,name,port=
apiVersion: gateway.networking.k8s.io/v1alpha2
kind: TCPRoute
spec: {parentRefs: [{name: a}], rules: [{backendRefs: [{name: s}]}]}
---
# spec.rules: unknown
# spec.rules[*].backendRefs: by group=,kind=Service,namespace=,name,port=
apiVersion: gateway.networking.k8s.io/v1alpha2
kind: UDPRoute
spec: {rules: [{backendRefs: [{name: s}]}]}
---
# spec.groups: by name
# spec.groups[*].rules: by alert=,record= else set
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
spec: {groups: [{name: g, rules: [{alert: A, expr: x, labels: {severity: page}}, {record: "a:b", expr: y}]}]}
---
# spec.endpoints: by port=,targetPort=,path=
# spec.endpoints[*].relabelings: atomic
# spec.endpoints[*].metricRelabelings: atomic
# spec.namespaceSelector.matchNames: set
# spec.targetLabels: set
# spec.podTargetLabels: set
# spec.scrapeProtocols: set
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
spec:
  endpoints: [{port: http, relabelings: [{action: drop}], metricRelabelings: [{action: drop}]}]
  namespaceSelector: {matchNames: [a]}
  targetLabels: [a]
  podTargetLabels: [b]
  scrapeProtocols: [PrometheusProto]
---
# spec.podMetricsEndpoints: by port=,portNumber=,targetPort=,path=
# spec.podMetricsEndpoints[*].relabelings: atomic
# spec.podMetricsEndpoints[*].metricRelabelings: atomic
# spec.namespaceSelector.matchNames: set
# spec.podTargetLabels: set
apiVersion: monitoring.coreos.com/v1
kind: PodMonitor
spec: {podMetricsEndpoints: [{port: http, relabelings: [{}], metricRelabelings: [{}]}], namespaceSelector: {matchNames: [a]}, podTargetLabels: [b]}
---
# spec.dnsNames: set
# spec.ipAddresses: set
# spec.uris: set
# spec.emailAddresses: set
# spec.usages: set
# spec.additionalOutputFormats: by type
# spec.subject.organizations: set
apiVersion: cert-manager.io/v1
kind: Certificate
spec: {dnsNames: [a.example.com], ipAddresses: ["1"], uris: [u], emailAddresses: [e], usages: [server auth], additionalOutputFormats: [{type: DER}], subject: {organizations: [o]}}
---
# spec.acme.solvers: unknown
# spec.acme.solvers[*].selector.dnsNames: set
# spec.acme.solvers[*].selector.dnsZones: set
apiVersion: cert-manager.io/v1
kind: Issuer
spec: {acme: {solvers: [{selector: {dnsNames: [a], dnsZones: [b]}}]}}
---
# spec.ca.crlDistributionPoints: set
apiVersion: cert-manager.io/v1
kind: ClusterIssuer
spec: {ca: {crlDistributionPoints: [u]}}
---
# spec.data: by secretKey
# spec.dataFrom: unknown
apiVersion: external-secrets.io/v1
kind: ExternalSecret
spec: {data: [{secretKey: k, remoteRef: {key: r}}], dataFrom: [{extract: {key: r}}]}
---
# spec.hosts: set
# spec.gateways: set
# spec.exportTo: set
# spec.http: unknown
# spec.http[*].route: unknown
# spec.tls: atomic
# spec.tcp: atomic
apiVersion: networking.istio.io/v1
kind: VirtualService
spec: {hosts: [a], gateways: [g], exportTo: [.], http: [{name: r, route: [{destination: {host: h}}]}], tls: [{}], tcp: [{}]}
---
# spec.exportTo: set
# spec.subsets: by name
apiVersion: networking.istio.io/v1
kind: DestinationRule
spec: {host: h, exportTo: [.], subsets: [{name: v1}]}
---
# spec.servers: unknown
# spec.servers[*].hosts: set
apiVersion: networking.istio.io/v1
kind: Gateway
spec: {servers: [{port: {number: 80}, hosts: ["*"]}]}
---
# spec.triggers: unknown
# spec.advanced.horizontalPodAutoscalerConfig.behavior.scaleDown.policies: atomic
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
spec: {triggers: [{type: cpu}], advanced: {horizontalPodAutoscalerConfig: {behavior: {scaleDown: {policies: [{type: Pods}]}}}}}
---
# spec.params: by name
# spec.results: by name
# spec.workspaces: by name
# spec.steps: by name
# spec.steps[*].env: by name
# spec.steps[*].args: atomic
# spec.steps[*].params: by name
# spec.steps[*].results: by name
# spec.sidecars: by name
# spec.sidecars[*].env: by name
# spec.stepTemplate.env: by name
# spec.volumes: by name
apiVersion: tekton.dev/v1
kind: Task
spec:
  params: [{name: p}]
  results: [{name: r}]
  workspaces: [{name: w}]
  steps: [{name: s, env: [{name: A}], args: [x], params: [{name: p}], results: [{name: r}]}]
  sidecars: [{name: s, env: []}]
  stepTemplate: {env: [{name: A}]}
  volumes: [{name: v}]
---
# spec.steps: by name
# spec.steps[*].volumeMounts: by mountPath
apiVersion: tekton.dev/v1beta1
kind: ClusterTask
spec: {steps: [{name: s, volumeMounts: []}]}
---
# spec.params: by name
# spec.results: by name
# spec.workspaces: by name
# spec.tasks: by name
# spec.tasks[*].params: by name
# spec.tasks[*].workspaces: by name
# spec.tasks[*].runAfter: set
# spec.tasks[*].matrix.params: by name
# spec.tasks[*].taskSpec.steps: by name
# spec.tasks[*].taskSpec.steps[*].env: by name
# spec.tasks[*].when: unknown
# spec.finally: by name
# spec.finally[*].params: by name
# spec.finally[*].workspaces: by name
# spec.finally[*].matrix.params: by name
# spec.finally[*].taskSpec.steps: by name
apiVersion: tekton.dev/v1
kind: Pipeline
spec:
  params: [{name: p}]
  results: [{name: r}]
  workspaces: [{name: w}]
  tasks: [{name: t, params: [{name: p}], workspaces: [{name: w}], runAfter: [b], matrix: {params: [{name: p}]}, taskSpec: {steps: [{name: s, env: []}]}, when: [{input: x}]}]
  finally: [{name: t, params: [{name: p}], workspaces: [{name: w}], matrix: {params: [{name: p}]}, taskSpec: {steps: [{name: s}]}}]
---
# spec.rules: by name
# spec.rules[*].context: by name
# spec.rules[*].match.any: unknown
# spec.rules[*].match.any[*].resources.kinds: unknown
# spec.rules[*].preconditions.all: set
# spec.rules[*].preconditions.any: set
apiVersion: kyverno.io/v1
kind: ClusterPolicy
spec: {rules: [{name: r, context: [{name: c}], match: {any: [{resources: {kinds: [Pod]}}]}, preconditions: {all: [{key: k}], any: [{key: k}]}}]}
---
# spec.rules: by name
apiVersion: kyverno.io/v1
kind: Policy
spec: {rules: [{name: r}]}
---
# spec.tags: by name
apiVersion: image.openshift.io/v1
kind: ImageStream
spec: {tags: [{name: latest}]}
---
# parameters: by name
# objects: unknown
apiVersion: template.openshift.io/v1
kind: Template
parameters: [{name: P}]
objects: [{apiVersion: v1}]
---
# spec.keywords: set
# spec.installModes: by type
# spec.relatedImages: by name
# spec.customresourcedefinitions.owned: by name,version,kind
# spec.customresourcedefinitions.required: by name,version,kind
# spec.install.spec.deployments: by name
# spec.install.spec.deployments[*].spec.template.spec.containers: by name
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
spec:
  keywords: [k]
  installModes: [{type: OwnNamespace}]
  relatedImages: [{name: i}]
  customresourcedefinitions: {owned: [{name: n, version: v1, kind: K}], required: [{name: n, version: v1, kind: K}]}
  install: {spec: {deployments: [{name: d, spec: {template: {spec: {containers: [{name: c}]}}}}]}}
`
