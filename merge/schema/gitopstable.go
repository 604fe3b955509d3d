package schema

// gitopsTable holds how lists merge, for kinds that people keep in Git and that no
// built-in schema knows. A line without indentation names a group and kinds of it;
// below stand the source, a page of the project's own documentation, and one row for
// each list: see parseGitopsRow. Lists on the way of a path are passed through, * is
// any field of a map.
//
// A row follows the API: its keys are those that the project's types name as list or
// merge keys, or that its documentation or validation wants unique; its lists are sets
// if the elements are names or whole values that may as well be there once. A key's
// default is what the API takes an absent field for. Where the keys of a list do not
// identify its elements after all, it is atomic (or a set, if the row says so). Lists
// not mentioned are left to inference. Where the order means something (pipelines,
// steps, values files) dest's is kept, and an addition goes in front of its next
// neighbour upstream.
//
// Four choices are ours. Functions of a Kptfile need no name: then their image without
// its version identifies them, or what they execute. One function may run several
// times. Tekton's types call all their lists atomic; we key those whose names its
// validation wants unique. The rules of a PrometheusRule have no unique key: alert and
// record together mostly are one, and where a name comes twice in a group (one alert in
// two severities) they are a set of whole rules, so that what either side added or
// changed stays. The endpoints of a monitor go by where they scrape.
const gitopsTable = `
kustomize.config.k8s.io Kustomization Component
  https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
  resources                                   set
  components                                  set
  bases                                       set
  crds                                        set
  configurations                              set
  generators                                  set
  transformers                                set
  validators                                  set
  buildMetadata                               set
  patchesStrategicMerge                       set
  patches                                     by path else set
  patchesJson6902                             by path else set
  replacements                                set
  images                                      by name
  images                                      one of : newTag=newTag,digest=digest
  imageTags                                   by name
  replicas                                    by name
  vars                                        by name
  labels                                      by includeSelectors=false,includeTemplates=false else set
  configMapGenerator                          by name
  configMapGenerator.files                    set
  configMapGenerator.literals                 set
  configMapGenerator.envs                     set
  secretGenerator                             by name
  secretGenerator.files                       set
  secretGenerator.literals                    set
  secretGenerator.envs                        set
  helmCharts                                  by name,releaseName=,namespace=
  helmCharts.additionalValuesFiles            set
  helmCharts.apiVersions                      set
  helmChartInflationGenerator                 by chartName,releaseName=

kpt.dev Kptfile
  https://kpt.dev/reference/schema/kptfile/
  pipeline.mutators                           by name|image:|exec repeated
  pipeline.validators                         by name|image:|exec repeated
  info.emails                                 set
  info.keywords                               set
  info.readinessGates                         by conditionType
  status.conditions                           by type

helm.toolkit.fluxcd.io HelmRelease
  https://fluxcd.io/flux/components/helm/api/v2/
  spec.dependsOn                              by namespace=,name
  spec.valuesFrom                             by kind,name,valuesKey=values.yaml,targetPath=
  spec.chart.spec.valuesFiles                 set
  spec.postRenderers.kustomize.patches        set
  spec.postRenderers.kustomize.images         by name
  spec.test.filters                           by name
  spec.driftDetection.ignore.paths            set

kustomize.toolkit.fluxcd.io Kustomization
  https://fluxcd.io/flux/components/kustomize/api/v1/
  spec.dependsOn                              by namespace=,name
  spec.healthChecks                           by apiVersion=,kind,namespace=,name
  spec.healthCheckExprs                       by apiVersion,kind
  spec.postBuild.substituteFrom               by kind,name
  spec.components                             set
  spec.patches                                set
  spec.patchesStrategicMerge                  set
  spec.patchesJson6902                        set
  spec.images                                 by name
  spec.buildMetadata                          set

argoproj.io Application
  https://argo-cd.readthedocs.io/en/stable/user-guide/application-specification/
  spec.info                                   by name
  spec.ignoreDifferences                      by group=,kind,namespace=,name= else set
  spec.ignoreDifferences.jsonPointers         set
  spec.ignoreDifferences.jqPathExpressions    set
  spec.ignoreDifferences.managedFieldsManagers set
  spec.syncPolicy.syncOptions                 set
  spec.source.helm.parameters                 by name
  spec.source.helm.fileParameters             by name
  spec.source.helm.valueFiles                 set
  spec.source.helm.apiVersions                set
  spec.source.kustomize.components            set
  spec.source.kustomize.patches               by path else set
  spec.source.kustomize.replicas              by name
  spec.source.kustomize.apiVersions           set
  spec.source.directory.jsonnet.extVars       by name
  spec.source.directory.jsonnet.tlas          by name
  spec.source.directory.jsonnet.libs          set
  spec.source.plugin.env                      by name
  spec.source.plugin.parameters               by name
  spec.sources.helm.parameters                by name
  spec.sources.helm.fileParameters            by name
  spec.sources.helm.valueFiles                set
  spec.sources.helm.apiVersions               set
  spec.sources.kustomize.components           set
  spec.sources.kustomize.patches              by path else set
  spec.sources.kustomize.replicas             by name
  spec.sources.directory.jsonnet.extVars      by name
  spec.sources.directory.jsonnet.tlas         by name
  spec.sources.plugin.env                     by name
  spec.sources.plugin.parameters              by name

argoproj.io ApplicationSet
  https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/applicationset-specification/
  spec.goTemplateOptions                      set
  spec.template.metadata.finalizers           set
  spec.template.spec                          like argoproj.io/v1alpha1 Application spec
  spec.ignoreApplicationDifferences           by name= else set
  spec.ignoreApplicationDifferences.jsonPointers set
  spec.ignoreApplicationDifferences.jqPathExpressions set
  spec.preservedFields.annotations            set
  spec.preservedFields.labels                 set
  spec.generators.git.directories             by path else set
  spec.generators.git.files                   by path else set
  spec.generators.*.template.spec             like argoproj.io/v1alpha1 Application spec
  spec.generators.git.template.spec           like argoproj.io/v1alpha1 Application spec
  spec.generators.merge.mergeKeys             set
  spec.generators.merge.generators.git.directories by path else set
  spec.generators.merge.generators.git.files  by path else set
  spec.generators.matrix.generators.git.directories by path else set
  spec.generators.matrix.generators.git.files by path else set

argoproj.io AppProject
  https://argo-cd.readthedocs.io/en/stable/operator-manual/project-specification/
  spec.sourceRepos                            set
  spec.sourceNamespaces                       set
  spec.destinations                           set
  spec.destinationServiceAccounts             set
  spec.clusterResourceWhitelist               set
  spec.clusterResourceBlacklist               set
  spec.namespaceResourceWhitelist             set
  spec.namespaceResourceBlacklist             set
  spec.orphanedResources.ignore               set
  spec.signatureKeys                          by keyID
  spec.syncWindows                            set
  spec.roles                                  by name
  spec.roles.policies                         set
  spec.roles.groups                           set

argoproj.io Rollout
  https://argo-rollouts.readthedocs.io/en/stable/features/specification/
  spec.selector                               like apps/v1 Deployment spec.selector
  spec.template                               like apps/v1 Deployment spec.template
  spec.strategy.canary.steps                  atomic
  spec.strategy.canary.analysis.templates     by templateName
  spec.strategy.canary.analysis.args          by name
  spec.strategy.canary.trafficRouting.managedRoutes by name
  spec.strategy.canary.trafficRouting.istio.virtualServices by name
  spec.strategy.canary.trafficRouting.istio.virtualServices.routes set
  spec.strategy.canary.trafficRouting.istio.virtualService.routes set
  spec.strategy.canary.trafficRouting.nginx.stableIngresses set
  spec.strategy.blueGreen.prePromotionAnalysis.templates by templateName
  spec.strategy.blueGreen.prePromotionAnalysis.args by name
  spec.strategy.blueGreen.postPromotionAnalysis.templates by templateName
  spec.strategy.blueGreen.postPromotionAnalysis.args by name

apiextensions.crossplane.io Composition
  https://docs.crossplane.io/latest/api/
  spec.pipeline                               by step
  spec.pipeline.credentials                   by name
  spec.resources                              by name
  spec.resources.connectionDetails            by name
  spec.patchSets                              by name

gateway.networking.k8s.io Gateway
  https://gateway-api.sigs.k8s.io/reference/spec/
  spec.listeners                              by name

gateway.networking.k8s.io HTTPRoute GRPCRoute TLSRoute TCPRoute UDPRoute
  https://gateway-api.sigs.k8s.io/reference/spec/
  spec.parentRefs                             by group=gateway.networking.k8s.io,kind=Gateway,namespace=,name,sectionName=,port=
  spec.hostnames                              set
  spec.rules.matches.headers                  by name
  spec.rules.matches.queryParams              by name
  spec.rules.filters                          one of type: RequestHeaderModifier=requestHeaderModifier,ResponseHeaderModifier=responseHeaderModifier,RequestMirror=requestMirror,RequestRedirect=requestRedirect,URLRewrite=urlRewrite,CORS=cors,ExtensionRef=extensionRef
  spec.rules.filters.requestRedirect.path     one of type: ReplaceFullPath=replaceFullPath,ReplacePrefixMatch=replacePrefixMatch
  spec.rules.filters.urlRewrite.path          one of type: ReplaceFullPath=replaceFullPath,ReplacePrefixMatch=replacePrefixMatch
  spec.rules.filters.requestHeaderModifier.set by name
  spec.rules.filters.requestHeaderModifier.add by name
  spec.rules.filters.requestHeaderModifier.remove set
  spec.rules.filters.responseHeaderModifier.set by name
  spec.rules.filters.responseHeaderModifier.add by name
  spec.rules.filters.responseHeaderModifier.remove set
  spec.rules.filters.cors.*                   set
  spec.rules.backendRefs                      by group=,kind=Service,namespace=,name,port=

monitoring.coreos.com PrometheusRule
  https://prometheus-operator.dev/docs/api-reference/api/
  spec.groups                                 by name
  spec.groups.rules                           by alert=,record= else set

monitoring.coreos.com ServiceMonitor
  https://prometheus-operator.dev/docs/api-reference/api/
  spec.endpoints                              by port=,targetPort=,path=
  spec.endpoints.relabelings                  atomic
  spec.endpoints.metricRelabelings            atomic
  spec.namespaceSelector.matchNames           set
  spec.targetLabels                           set
  spec.podTargetLabels                        set
  spec.scrapeProtocols                        set

monitoring.coreos.com PodMonitor
  https://prometheus-operator.dev/docs/api-reference/api/
  spec.podMetricsEndpoints                    by port=,portNumber=,targetPort=,path=
  spec.podMetricsEndpoints.relabelings        atomic
  spec.podMetricsEndpoints.metricRelabelings  atomic
  spec.namespaceSelector.matchNames           set
  spec.podTargetLabels                        set
  spec.scrapeProtocols                        set

cert-manager.io Certificate
  https://cert-manager.io/docs/reference/api-docs/
  spec.dnsNames                               set
  spec.ipAddresses                            set
  spec.uris                                   set
  spec.emailAddresses                         set
  spec.usages                                 set
  spec.additionalOutputFormats                by type
  spec.subject.*                              set

cert-manager.io Issuer ClusterIssuer
  https://cert-manager.io/docs/reference/api-docs/
  spec.acme.solvers.selector.dnsNames         set
  spec.acme.solvers.selector.dnsZones         set
  spec.selfSigned.crlDistributionPoints       set
  spec.ca.crlDistributionPoints               set

external-secrets.io ExternalSecret
  https://external-secrets.io/latest/api/spec/
  spec.data                                   by secretKey

networking.istio.io VirtualService
  https://istio.io/latest/docs/reference/config/networking/virtual-service/
  spec.hosts                                  set
  spec.gateways                               set
  spec.exportTo                               set
  spec.tls                                    atomic
  spec.tcp                                    atomic

networking.istio.io DestinationRule
  https://istio.io/latest/docs/reference/config/networking/destination-rule/
  spec.subsets                                by name
  spec.exportTo                               set

networking.istio.io Gateway
  https://istio.io/latest/docs/reference/config/networking/gateway/
  spec.servers.hosts                          set

keda.sh ScaledObject
  https://keda.sh/docs/latest/reference/scaledobject-spec/
  spec.advanced.horizontalPodAutoscalerConfig.behavior like autoscaling/v2 HorizontalPodAutoscaler spec.behavior

tekton.dev Task ClusterTask
  https://tekton.dev/docs/pipelines/tasks/
  spec.params                                 by name
  spec.results                                by name
  spec.workspaces                             by name
  spec.steps                                  like v1 Pod spec.containers
  spec.steps.params                           by name
  spec.steps.results                          by name
  spec.sidecars                               like v1 Pod spec.containers
  spec.stepTemplate                           like v1 Pod spec.containers[*]
  spec.volumes                                like v1 Pod spec.volumes

tekton.dev Pipeline
  https://tekton.dev/docs/pipelines/pipeline-api/
  spec.params                                 by name
  spec.results                                by name
  spec.workspaces                             by name
  spec.tasks                                  by name
  spec.tasks.params                           by name
  spec.tasks.matrix.params                    by name
  spec.tasks.workspaces                       by name
  spec.tasks.runAfter                         set
  spec.tasks.taskSpec                         like tekton.dev/v1 Task spec
  spec.finally                                by name
  spec.finally.params                         by name
  spec.finally.matrix.params                  by name
  spec.finally.workspaces                     by name
  spec.finally.taskSpec                       like tekton.dev/v1 Task spec

kyverno.io ClusterPolicy Policy
  https://kyverno.io/docs/policy-types/cluster-policy/
  spec.rules                                  by name
  spec.rules.context                          by name
  spec.rules.preconditions.any                set
  spec.rules.preconditions.all                set

image.openshift.io ImageStream
  https://docs.openshift.com/container-platform/latest/rest_api/image_apis/imagestream-image-openshift-io-v1.html
  spec.tags                                   by name

template.openshift.io Template
  https://docs.openshift.com/container-platform/latest/rest_api/template_apis/template-template-openshift-io-v1.html
  parameters                                  by name

operators.coreos.com ClusterServiceVersion
  https://olm.operatorframework.io/docs/concepts/crds/clusterserviceversion/
  spec.install.spec.deployments               by name
  spec.install.spec.deployments.spec          like apps/v1 Deployment spec
  spec.customresourcedefinitions.owned        by name,version,kind
  spec.customresourcedefinitions.required     by name,version,kind
  spec.installModes                           by type
  spec.relatedImages                          by name
  spec.keywords                               set
`
