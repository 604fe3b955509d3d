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
# spec.sparseCheckout: set
# spec.include: unknown
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
spec: {url: https://example.com/r, sparseCheckout: [apps], include: [{repository: {name: other}}]}
---
# spec.verify.matchOIDCIdentity: set
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
spec: {verify: {provider: cosign, matchOIDCIdentity: [{issuer: a, subject: b}]}}
---
# spec.accessFrom.namespaceSelectors: set
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
spec: {url: https://example.com, accessFrom: {namespaceSelectors: [{matchLabels: {a: b}}]}}
---
# spec.valuesFiles: set
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmChart
spec: {chart: podinfo, valuesFiles: [values.yaml, prod.yaml]}
---
# metadata.finalizers: set
apiVersion: source.toolkit.fluxcd.io/v1
kind: Bucket
metadata: {finalizers: [x]}
spec: {bucketName: b}
---
# spec.exclusionList: set
# spec.accessFrom.namespaceSelectors: set
apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageRepository
spec: {image: nginx, exclusionList: ["^.*\\.sig$"], accessFrom: {namespaceSelectors: [{}]}}
---
# metadata.finalizers: set
apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata: {finalizers: [x]}
spec: {policy: {semver: {range: 5.x}}}
---
# metadata.finalizers: set
apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageUpdateAutomation
metadata: {finalizers: [x]}
spec: {update: {path: ./apps}}
---
# spec.eventSources: by kind,namespace=,name else set
# spec.inclusionList: set
# spec.exclusionList: set
apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
spec: {eventSources: [{kind: Kustomization, name: "*"}], inclusionList: [a], exclusionList: [b]}
---
# spec.events: set
# spec.resources: by kind,namespace=,name else set
apiVersion: notification.toolkit.fluxcd.io/v1
kind: Receiver
spec: {events: [push], resources: [{kind: GitRepository, name: r}]}
---
# metadata.finalizers: set
apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Provider
metadata: {finalizers: [x]}
---
# spec.components: set
# spec.kustomize.patches: set
apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
spec: {components: [source-controller], kustomize: {patches: [{patch: x}]}}
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
# spec.args: by name
# spec.dryRun: by metricName
# spec.metrics: by name
# spec.metrics[*].provider.job.spec.template.spec.containers: by name
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
spec:
  args: [{name: a}]
  dryRun: [{metricName: m}]
  metrics: [{name: m, provider: {job: {spec: {template: {spec: {containers: [{name: c}]}}}}}}]
---
# spec.metrics: by name
# spec.metrics[*].provider.web.headers: by key
# spec.measurementRetention: by metricName
# spec.templates: by templateName
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
spec: {metrics: [{name: m, provider: {web: {headers: [{key: k}]}}}], measurementRetention: [{metricName: m}], templates: [{templateName: t}]}
---
# spec.templates: by name
# spec.templates[*].template.spec.containers: by name
# spec.templates[*].template.spec.containers[*].env: by name
# spec.analyses: by name
# spec.analyses[*].args: by name
apiVersion: argoproj.io/v1alpha1
kind: Experiment
spec: {templates: [{name: t, template: {spec: {containers: [{name: c, env: []}]}}}], analyses: [{name: a, args: [{name: x}]}]}
---
# spec.arguments.parameters: by name
# spec.arguments.artifacts: by name
# spec.volumes: by name
# spec.templates: by name
# spec.templates[*].inputs.parameters: by name
# spec.templates[*].inputs.artifacts: by name
# spec.templates[*].outputs.parameters: by name
# spec.templates[*].outputs.artifacts: by name
# spec.templates[*].container.env: by name
# spec.templates[*].container.volumeMounts: by mountPath
# spec.templates[*].container.args: atomic
# spec.templates[*].script.env: by name
# spec.templates[*].sidecars: by name
# spec.templates[*].sidecars[*].env: by name
# spec.templates[*].initContainers: by name
# spec.templates[*].initContainers[*].ports: by containerPort,protocol=TCP
# spec.templates[*].containerSet.containers: by name
# spec.templates[*].volumes: by name
# spec.templates[*].dag.tasks: by name
# spec.templates[*].dag.tasks[*].dependencies: set
# spec.templates[*].dag.tasks[*].arguments.parameters: by name
# spec.templates[*].dag.tasks[*].arguments.artifacts: by name
# spec.templates[*].steps: unknown
# spec.templates[*].steps[*]: unknown
apiVersion: argoproj.io/v1alpha1
kind: Workflow
spec:
  arguments: {parameters: [{name: p}], artifacts: [{name: a}]}
  volumes: [{name: v}]
  templates:
  - name: main
    inputs: {parameters: [{name: p}], artifacts: [{name: a}]}
    outputs: {parameters: [{name: p}], artifacts: [{name: a}]}
    container: {env: [{name: A}], volumeMounts: [{mountPath: /a}], args: [x]}
    script: {env: [{name: A}]}
    sidecars: [{name: s, env: []}]
    initContainers: [{name: s, ports: []}]
    containerSet: {containers: [{name: c}]}
    volumes: [{name: v}]
    dag: {tasks: [{name: t, dependencies: [a], arguments: {parameters: [{name: p}], artifacts: [{name: a}]}}]}
    steps: [[{name: s}]]
---
# spec.imagePullSecrets: by name
# spec.hostAliases: by ip
# spec.templates: by name
# spec.templates[*].hostAliases: by ip
# spec.templateDefaults.container.env: by name
apiVersion: argoproj.io/v1alpha1
kind: WorkflowTemplate
spec: {imagePullSecrets: [{name: s}], hostAliases: [{ip: "1"}], templates: [{name: t, hostAliases: [{ip: "1"}]}], templateDefaults: {container: {env: [{name: A}]}}}
---
# spec.templates: by name
apiVersion: argoproj.io/v1alpha1
kind: ClusterWorkflowTemplate
spec: {templates: [{name: t}]}
---
# spec.schedules: set
# spec.workflowSpec.templates: by name
# spec.workflowSpec.templates[*].container.env: by name
apiVersion: argoproj.io/v1alpha1
kind: CronWorkflow
spec: {schedules: ["* * * * *"], workflowSpec: {templates: [{name: t, container: {env: [{name: A}]}}]}}
---
# spec.dependencies: by name
apiVersion: argoproj.io/v1alpha1
kind: Sensor
spec: {dependencies: [{name: d}]}
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
# spec.connectionSecretKeys: set
# spec.versions: by name
# spec.versions[*].additionalPrinterColumns: by name
apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
spec: {connectionSecretKeys: [user], versions: [{name: v1, additionalPrinterColumns: [{name: c}]}]}
---
# spec.packagePullSecrets: by name
apiVersion: pkg.crossplane.io/v1
kind: Provider
spec: {packagePullSecrets: [{name: s}]}
---
# spec.packagePullSecrets: by name
apiVersion: pkg.crossplane.io/v1
kind: Configuration
spec: {packagePullSecrets: [{name: s}]}
---
# spec.packagePullSecrets: by name
apiVersion: pkg.crossplane.io/v1
kind: Function
spec: {packagePullSecrets: [{name: s}]}
---
# spec.deploymentTemplate.spec.template.spec.containers: by name
# spec.deploymentTemplate.spec.template.spec.containers[*].args: atomic
apiVersion: pkg.crossplane.io/v1beta1
kind: DeploymentRuntimeConfig
spec: {deploymentTemplate: {spec: {template: {spec: {containers: [{name: package-runtime, args: [--debug]}]}}}}}
---
# spec.dependsOn: by apiVersion=,kind=,package=,provider=,configuration=,function=
apiVersion: meta.pkg.crossplane.io/v1
kind: Configuration
spec: {dependsOn: [{provider: p, version: ">=1"}]}
---
# spec.dependsOn: by apiVersion=,kind=,package=,provider=,configuration=,function=
apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
spec: {dependsOn: [{provider: p, version: ">=1"}]}
---
# spec.dependsOn: by apiVersion=,kind=,package=,provider=,configuration=,function=
apiVersion: meta.pkg.crossplane.io/v1
kind: Function
spec: {dependsOn: [{function: p, version: ">=1"}]}
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
# spec.from: set
# spec.to: set
apiVersion: gateway.networking.k8s.io/v1beta1
kind: ReferenceGrant
spec: {from: [{group: g, kind: HTTPRoute, namespace: n}], to: [{kind: Service}]}
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
# spec.targets.staticConfig.static: set
# spec.params: by name
apiVersion: monitoring.coreos.com/v1
kind: Probe
spec: {targets: {staticConfig: {static: [example.com]}}, params: [{name: p}]}
---
# spec.containers: by name
# spec.containers[*].args: atomic
# spec.containers[*].env: by name
# spec.initContainers: by name
# spec.volumes: by name
# spec.volumeMounts: by mountPath
# spec.imagePullSecrets: by name
# spec.tolerations: atomic
# spec.topologySpreadConstraints: by topologyKey,whenUnsatisfiable
# spec.secrets: set
# spec.configMaps: set
# spec.enableFeatures: set
# spec.scrapeClasses: by name
# spec.hostAliases: by ip
apiVersion: monitoring.coreos.com/v1
kind: Prometheus
spec:
  containers: [{name: prometheus, args: [x], env: [{name: A}]}]
  initContainers: [{name: i}]
  volumes: [{name: v}]
  volumeMounts: [{mountPath: /v, name: v}]
  imagePullSecrets: [{name: s}]
  tolerations: [{key: a}]
  topologySpreadConstraints: [{topologyKey: zone, whenUnsatisfiable: DoNotSchedule}]
  secrets: [tls]
  configMaps: [c]
  enableFeatures: [otlp]
  scrapeClasses: [{name: c}]
  hostAliases: [{ip: "1"}]
---
# spec.containers: by name
# spec.containers[*].ports: by containerPort,protocol=TCP
# spec.remoteWrite: unknown
apiVersion: monitoring.coreos.com/v1alpha1
kind: PrometheusAgent
spec: {containers: [{name: c, ports: [{containerPort: 1}]}], remoteWrite: [{url: u}]}
---
# spec.secrets: set
# spec.volumes: by name
apiVersion: monitoring.coreos.com/v1
kind: Alertmanager
spec: {secrets: [s], volumes: [{name: v}]}
---
# spec.containers: by name
# spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution: atomic
apiVersion: monitoring.coreos.com/v1
kind: ThanosRuler
spec: {containers: [{name: c}], affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone}]}}}
---
# spec.receivers: by name
# spec.receivers[*].slackConfigs: unknown
# spec.route.groupBy: set
# spec.route.matchers: atomic
# spec.route.routes: atomic
# spec.route.routes[*].matchers: unknown
# spec.route.muteTimeIntervals: set
# spec.inhibitRules: atomic
# spec.inhibitRules[*].equal: unknown
# spec.muteTimeIntervals: by name
apiVersion: monitoring.coreos.com/v1alpha1
kind: AlertmanagerConfig
spec:
  receivers: [{name: r, slackConfigs: [{channel: c}]}]
  route: {groupBy: [job], matchers: [{name: a}], routes: [{matchers: [{name: b}]}], muteTimeIntervals: [m]}
  inhibitRules: [{equal: [a]}]
  muteTimeIntervals: [{name: m}]
---
# spec.groups: by name
# spec.groups[*].rules: by alert=,record= else set
apiVersion: operator.victoriametrics.com/v1beta1
kind: VMRule
spec: {groups: [{name: g, rules: [{alert: A}]}]}
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
# spec.namespaces: set
# spec.externalSecretSpec.data: by secretKey
apiVersion: external-secrets.io/v1
kind: ClusterExternalSecret
spec: {namespaces: [a], externalSecretSpec: {data: [{secretKey: k}]}}
---
# spec.conditions: unknown
# spec.conditions[*].namespaces: set
apiVersion: external-secrets.io/v1
kind: SecretStore
spec: {conditions: [{namespaces: [a]}]}
---
# spec.conditions: unknown
# spec.conditions[*].namespaces: set
apiVersion: external-secrets.io/v1
kind: ClusterSecretStore
spec: {conditions: [{namespaces: [a]}]}
---
# spec.template.metadata.finalizers: set
apiVersion: bitnami.com/v1alpha1
kind: SealedSecret
spec: {encryptedData: {a: x}, template: {metadata: {finalizers: [x]}}}
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
# spec.hosts: set
# spec.addresses: set
# spec.ports: by name
# spec.exportTo: set
# spec.subjectAltNames: set
apiVersion: networking.istio.io/v1
kind: ServiceEntry
spec: {hosts: [h], addresses: [a], ports: [{name: p, number: 1}], exportTo: [.], subjectAltNames: [s]}
---
# spec.egress: unknown
# spec.egress[*].hosts: set
apiVersion: networking.istio.io/v1
kind: Sidecar
spec: {egress: [{hosts: ["./*"]}]}
---
# spec.configPatches: atomic
apiVersion: networking.istio.io/v1alpha3
kind: EnvoyFilter
spec: {configPatches: [{applyTo: CLUSTER}]}
---
# spec.jwtRules: by issuer
# spec.jwtRules[*].audiences: set
apiVersion: security.istio.io/v1
kind: RequestAuthentication
spec: {jwtRules: [{issuer: i, audiences: [a]}]}
---
# spec.triggers: unknown
# spec.advanced.horizontalPodAutoscalerConfig.behavior.scaleDown.policies: atomic
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
spec: {triggers: [{type: cpu}], advanced: {horizontalPodAutoscalerConfig: {behavior: {scaleDown: {policies: [{type: Pods}]}}}}}
---
# spec.jobTargetRef.template.spec.containers: by name
# spec.triggers: unknown
apiVersion: keda.sh/v1alpha1
kind: ScaledJob
spec: {jobTargetRef: {template: {spec: {containers: [{name: c}]}}}, triggers: [{type: cpu}]}
---
# spec.secretTargetRef: by parameter
# spec.env: by parameter
apiVersion: keda.sh/v1alpha1
kind: TriggerAuthentication
spec: {secretTargetRef: [{parameter: p, name: s, key: k}], env: [{parameter: p, name: A}]}
---
# spec.configMapTargetRef: by parameter
apiVersion: keda.sh/v1alpha1
kind: ClusterTriggerAuthentication
spec: {configMapTargetRef: [{parameter: p}]}
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
# spec.env: by name
# spec.volumeMounts: by mountPath
apiVersion: tekton.dev/v1beta1
kind: StepAction
spec: {params: [{name: p}], results: [{name: r}], env: [{name: A}], volumeMounts: [{mountPath: /a}]}
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
# spec.params: by name
# spec.workspaces: by name
# spec.taskRunSpecs: by pipelineTaskName
# spec.pipelineSpec.tasks: by name
# spec.pipelineSpec.tasks[*].taskSpec.steps: by name
# spec.pipelineSpec.tasks[*].taskSpec.steps[*].env: by name
apiVersion: tekton.dev/v1
kind: PipelineRun
spec: {params: [{name: p}], workspaces: [{name: w}], taskRunSpecs: [{pipelineTaskName: t}], pipelineSpec: {tasks: [{name: t, taskSpec: {steps: [{name: s, env: []}]}}]}}
---
# spec.params: by name
# spec.workspaces: by name
# spec.taskSpec.steps: by name
apiVersion: tekton.dev/v1
kind: TaskRun
spec: {params: [{name: p}], workspaces: [{name: w}], taskSpec: {steps: [{name: s}]}}
---
# spec.triggers: by name
# spec.triggers[*].bindings: unknown
apiVersion: triggers.tekton.dev/v1beta1
kind: EventListener
spec: {triggers: [{name: t, bindings: [{ref: b}]}]}
---
# spec.params: by name
apiVersion: triggers.tekton.dev/v1beta1
kind: TriggerBinding
spec: {params: [{name: p}]}
---
# spec.params: by name
apiVersion: triggers.tekton.dev/v1beta1
kind: ClusterTriggerBinding
spec: {params: [{name: p}]}
---
# spec.params: by name
apiVersion: triggers.tekton.dev/v1beta1
kind: TriggerTemplate
spec: {params: [{name: p}]}
---
# spec.template.metadata.finalizers: set
# spec.template.spec.containers: by name
# spec.template.spec.containers[*].env: by name
# spec.template.spec.containers[*].ports: by containerPort,protocol=TCP
# spec.template.spec.volumes: by name
# spec.traffic: by tag=,revisionName=
apiVersion: serving.knative.dev/v1
kind: Service
spec: {template: {metadata: {finalizers: [x]}, spec: {containers: [{image: i, env: [{name: A}], ports: [{containerPort: 80}]}], volumes: [{name: v}]}}, traffic: [{percent: 100, latestRevision: true}]}
---
# spec.template.spec.containers: by name
# spec.template.spec.containers[*].env: by name
apiVersion: serving.knative.dev/v1
kind: Configuration
spec: {template: {spec: {containers: [{env: []}]}}}
---
# spec.traffic: by tag=,revisionName=
apiVersion: serving.knative.dev/v1
kind: Route
spec: {traffic: [{percent: 100, revisionName: r}]}
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
# spec.exceptions: by policyName
# spec.exceptions[*].ruleNames: set
apiVersion: kyverno.io/v2
kind: PolicyException
spec: {exceptions: [{policyName: p, ruleNames: [r]}]}
---
# spec.targets: by target
apiVersion: templates.gatekeeper.sh/v1
kind: ConstraintTemplate
spec: {targets: [{target: admission.k8s.gatekeeper.sh, rego: x}]}
---
# spec.entryPoints: set
# spec.routes: by match
# spec.routes[*].services: by kind=Service,namespace=,name,port=
# spec.routes[*].middlewares: by namespace=,name
# spec.tls.domains: by main
apiVersion: traefik.io/v1alpha1
kind: IngressRoute
spec: {entryPoints: [web], routes: [{match: "Host('a')", services: [{name: s, port: 80}], middlewares: [{name: m}]}], tls: {domains: [{main: a}]}}
---
# spec.entryPoints: set
# spec.routes: by match
# spec.routes[*].services: by kind=Service,namespace=,name,port=
# spec.routes[*].middlewares: by namespace=,name
apiVersion: traefik.containo.us/v1alpha1
kind: IngressRoute
spec: {entryPoints: [web], routes: [{match: "Host('a')", services: [{name: s}], middlewares: [{name: m}]}]}
---
# spec.template.spec.requirements: by key,operator
# spec.template.spec.requirements[*].values: unknown
# spec.template.spec.taints: unknown
apiVersion: karpenter.sh/v1
kind: NodePool
spec: {template: {spec: {requirements: [{key: k, operator: In, values: [a]}], taints: [{key: k}]}}}
---
# spec.addresses: set
apiVersion: metallb.io/v1beta1
kind: IPAddressPool
spec: {addresses: [192.0.2.0/24]}
---
# spec.ipAddressPools: set
# spec.interfaces: set
apiVersion: metallb.io/v1beta1
kind: L2Advertisement
spec: {ipAddressPools: [p], interfaces: [eth0]}
---
# spec.ipAddressPools: set
# spec.communities: set
# spec.peers: set
apiVersion: metallb.io/v1beta1
kind: BGPAdvertisement
spec: {ipAddressPools: [p], communities: [c], peers: [a]}
---
# spec.endpoints: by dnsName,recordType,setIdentifier=
# spec.endpoints[*].targets: set
apiVersion: externaldns.k8s.io/v1alpha1
kind: DNSEndpoint
spec: {endpoints: [{dnsName: a, recordType: A, targets: [192.0.2.1]}]}
---
# spec.kafka.listeners: by name
apiVersion: kafka.strimzi.io/v1beta2
kind: Kafka
spec: {kafka: {listeners: [{name: plain, port: 9092}]}}
---
# spec.env: by name
# spec.imagePullSecrets: by name
# spec.managed.roles: by name
# spec.managed.roles[*].inRoles: set
# spec.tablespaces: by name
# spec.externalClusters: by name
# spec.plugins: by name
apiVersion: postgresql.cnpg.io/v1
kind: Cluster
spec: {env: [{name: A}], imagePullSecrets: [{name: s}], managed: {roles: [{name: r, inRoles: [a]}]}, tablespaces: [{name: t}], externalClusters: [{name: e}], plugins: [{name: p}]}
---
# spec.template.includedNamespaces: set
# spec.template.excludedNamespaces: set
# spec.template.includedResources: set
# spec.template.excludedResources: set
apiVersion: velero.io/v1
kind: Schedule
spec: {template: {includedNamespaces: [a], excludedNamespaces: [b], includedResources: [c], excludedResources: [d]}}
---
# spec.topology.variables: by name
# spec.topology.controlPlane.variables.overrides: by name
# spec.topology.workers.machineDeployments: by name
# spec.topology.workers.machineDeployments[*].variables.overrides: by name
# spec.topology.workers.machinePools: by name
# spec.topology.workers.machinePools[*].variables.overrides: by name
apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
spec: {topology: {variables: [{name: v}], controlPlane: {variables: {overrides: [{name: v}]}}, workers: {machineDeployments: [{name: m, class: c, variables: {overrides: [{name: v}]}}], machinePools: [{name: m, variables: {overrides: [{name: v}]}}]}}}
---
# spec.patches: by name
# spec.variables: by name
# spec.workers.machineDeployments: by class
# spec.workers.machinePools: by class
apiVersion: cluster.x-k8s.io/v1beta1
kind: ClusterClass
spec: {patches: [{name: p}], variables: [{name: v}], workers: {machineDeployments: [{class: c}], machinePools: [{class: c}]}}
---
# spec.bindings: by role
# spec.bindings[*].members: set
apiVersion: iam.cnrm.cloud.google.com/v1beta1
kind: IAMPolicy
spec: {bindings: [{role: r, members: [m]}]}
---
# spec.bindings: by role
# spec.bindings[*].members: set
apiVersion: iam.cnrm.cloud.google.com/v1beta1
kind: IAMPartialPolicy
spec: {bindings: [{role: r, members: [{member: m}]}]}
---
# spec.template.spec.containers: by name
# spec.template.spec.containers[*].env: by name
# spec.triggers: unknown
apiVersion: apps.openshift.io/v1
kind: DeploymentConfig
spec: {template: {spec: {containers: [{name: c, env: []}]}}, triggers: [{type: ConfigChange}]}
---
# spec.tags: by name
apiVersion: image.openshift.io/v1
kind: ImageStream
spec: {tags: [{name: latest}]}
---
# users: set
# groups: set
# volumes: set
# allowedCapabilities: set
# defaultAddCapabilities: set
# requiredDropCapabilities: set
apiVersion: security.openshift.io/v1
kind: SecurityContextConstraints
users: [u]
groups: [g]
volumes: [secret]
allowedCapabilities: [a]
defaultAddCapabilities: [a]
requiredDropCapabilities: [KILL]
---
# parameters: by name
# objects: unknown
apiVersion: template.openshift.io/v1
kind: Template
parameters: [{name: P}]
objects: [{apiVersion: v1}]
---
# spec.config.env: by name
# spec.config.volumes: by name
# spec.config.volumeMounts: by mountPath
apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
spec: {config: {env: [{name: A}], volumes: [{name: v}], volumeMounts: [{mountPath: /a}]}}
---
# spec.targetNamespaces: set
apiVersion: operators.coreos.com/v1
kind: OperatorGroup
spec: {targetNamespaces: [a]}
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
---
# spec.env: by name
# spec.volumes: by name
# spec.volumeMounts: by mountPath
# spec.tolerations: atomic
apiVersion: opentelemetry.io/v1beta1
kind: OpenTelemetryCollector
spec: {env: [{name: A}], volumes: [{name: v}], volumeMounts: [{mountPath: /a}], tolerations: [{}]}
---
# metadata.tags: set
# metadata.links: by url
# spec.dependsOn: set
# spec.dependencyOf: set
# spec.providesApis: set
# spec.consumesApis: set
apiVersion: backstage.io/v1alpha1
kind: Component
metadata: {name: c, tags: [go], links: [{url: u}]}
spec: {dependsOn: [a], dependencyOf: [b], providesApis: [c], consumesApis: [d]}
---
# metadata.tags: set
apiVersion: backstage.io/v1alpha1
kind: API
metadata: {tags: [rest]}
---
# spec.dependsOn: set
# spec.dependencyOf: set
apiVersion: backstage.io/v1alpha1
kind: Resource
spec: {dependsOn: [a], dependencyOf: [b]}
---
# metadata.links: by url
apiVersion: backstage.io/v1alpha1
kind: System
metadata: {links: [{url: u, title: t}]}
`
