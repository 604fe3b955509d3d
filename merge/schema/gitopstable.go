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

source.toolkit.fluxcd.io GitRepository
  https://fluxcd.io/flux/components/source/api/v1/
  spec.sparseCheckout                         set

source.toolkit.fluxcd.io HelmChart
  https://fluxcd.io/flux/components/source/api/v1/
  spec.valuesFiles                            set

source.toolkit.fluxcd.io OCIRepository HelmRepository Bucket
  https://fluxcd.io/flux/components/source/api/v1/
  spec.verify.matchOIDCIdentity               set
  spec.accessFrom.namespaceSelectors          set

image.toolkit.fluxcd.io ImageRepository ImagePolicy ImageUpdateAutomation
  https://fluxcd.io/flux/components/image/
  spec.exclusionList                          set
  spec.accessFrom.namespaceSelectors          set

notification.toolkit.fluxcd.io Alert Receiver Provider
  https://fluxcd.io/flux/components/notification/api/
  spec.eventSources                           by kind,namespace=,name else set
  spec.resources                              by kind,namespace=,name else set
  spec.inclusionList                          set
  spec.exclusionList                          set
  spec.events                                 set

fluxcd.controlplane.io FluxInstance
  https://fluxcd.control-plane.io/operator/fluxinstance/
  spec.components                             set
  spec.kustomize.patches                      set

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

argoproj.io AnalysisTemplate ClusterAnalysisTemplate
  https://argo-rollouts.readthedocs.io/en/stable/features/analysis/
  spec.metrics                                by name
  spec.metrics.provider.job.spec              like batch/v1 Job spec
  spec.metrics.provider.web.headers           by key
  spec.args                                   by name
  spec.dryRun                                 by metricName
  spec.measurementRetention                   by metricName
  spec.templates                              by templateName

argoproj.io Experiment
  https://argo-rollouts.readthedocs.io/en/stable/features/experiment/
  spec.templates                              by name
  spec.templates.template                     like apps/v1 Deployment spec.template
  spec.analyses                               by name
  spec.analyses.args                          by name
  spec.dryRun                                 by metricName
  spec.measurementRetention                   by metricName

argoproj.io Workflow WorkflowTemplate ClusterWorkflowTemplate
  https://argo-workflows.readthedocs.io/en/latest/fields/
  spec.arguments.parameters                   by name
  spec.arguments.artifacts                    by name
  spec.volumes                                like v1 Pod spec.volumes
  spec.imagePullSecrets                       by name
  spec.hostAliases                            by ip
  spec.templates                              by name
  spec.templates.inputs.parameters            by name
  spec.templates.inputs.artifacts             by name
  spec.templates.outputs.parameters           by name
  spec.templates.outputs.artifacts            by name
  spec.templates.container                    like v1 Pod spec.containers[*]
  spec.templates.script                       like v1 Pod spec.containers[*]
  spec.templates.containerSet.containers      like v1 Pod spec.containers
  spec.templates.initContainers               like v1 Pod spec.initContainers
  spec.templates.sidecars                     like v1 Pod spec.containers
  spec.templates.volumes                      like v1 Pod spec.volumes
  spec.templates.hostAliases                  by ip
  spec.templates.dag.tasks                    by name
  spec.templates.dag.tasks.dependencies       set
  spec.templates.dag.tasks.arguments.parameters by name
  spec.templates.dag.tasks.arguments.artifacts by name
  spec.templateDefaults.container             like v1 Pod spec.containers[*]

argoproj.io CronWorkflow
  https://argo-workflows.readthedocs.io/en/latest/fields/
  spec.schedules                              set
  spec.workflowSpec                           like argoproj.io/v1alpha1 Workflow spec

argoproj.io Sensor
  https://argoproj.github.io/argo-events/APIs/
  spec.dependencies                           by name

apiextensions.crossplane.io Composition
  https://docs.crossplane.io/latest/api/
  spec.pipeline                               by step
  spec.pipeline.credentials                   by name
  spec.resources                              by name
  spec.resources.connectionDetails            by name
  spec.patchSets                              by name

apiextensions.crossplane.io CompositeResourceDefinition
  https://docs.crossplane.io/latest/api/
  spec.connectionSecretKeys                   set
  spec.versions                               by name
  spec.versions.additionalPrinterColumns      by name

pkg.crossplane.io Provider Configuration Function
  https://docs.crossplane.io/latest/api/
  spec.packagePullSecrets                     by name

pkg.crossplane.io DeploymentRuntimeConfig
  https://docs.crossplane.io/latest/api/
  spec.deploymentTemplate.spec                like apps/v1 Deployment spec

meta.pkg.crossplane.io Provider Configuration Function
  https://docs.crossplane.io/latest/packages/configurations/
  spec.dependsOn                              by apiVersion=,kind=,package=,provider=,configuration=,function=

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

gateway.networking.k8s.io ReferenceGrant
  https://gateway-api.sigs.k8s.io/reference/spec/
  spec.from                                   set
  spec.to                                     set

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

monitoring.coreos.com Probe
  https://prometheus-operator.dev/docs/api-reference/api/
  spec.params                                 by name
  spec.targets.staticConfig.static            set
  spec.scrapeProtocols                        set

monitoring.coreos.com Prometheus PrometheusAgent Alertmanager ThanosRuler
  https://prometheus-operator.dev/docs/api-reference/api/
  spec.containers                             like v1 Pod spec.containers
  spec.initContainers                         like v1 Pod spec.initContainers
  spec.volumes                                like v1 Pod spec.volumes
  spec.volumeMounts                           like v1 Pod spec.containers[*].volumeMounts
  spec.imagePullSecrets                       by name
  spec.topologySpreadConstraints              like v1 Pod spec.topologySpreadConstraints
  spec.tolerations                            atomic
  spec.affinity                               like v1 Pod spec.affinity
  spec.hostAliases                            by ip
  spec.secrets                                set
  spec.configMaps                             set
  spec.enableFeatures                         set
  spec.scrapeClasses                          by name
  spec.scrapeProtocols                        set

monitoring.coreos.com AlertmanagerConfig
  https://prometheus-operator.dev/docs/api-reference/api/
  spec.receivers                              by name
  spec.inhibitRules                           atomic
  spec.muteTimeIntervals                      by name
  spec.timeIntervals                          by name
  spec.route.groupBy                          set
  spec.route.matchers                         atomic
  spec.route.routes                           atomic
  spec.route.muteTimeIntervals                set
  spec.route.activeTimeIntervals              set

operator.victoriametrics.com VMRule
  https://docs.victoriametrics.com/operator/api/
  spec.groups                                 by name
  spec.groups.rules                           by alert=,record= else set

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

external-secrets.io ClusterExternalSecret
  https://external-secrets.io/latest/api/spec/
  spec.externalSecretSpec                     like external-secrets.io/v1 ExternalSecret spec
  spec.namespaces                             set

external-secrets.io SecretStore ClusterSecretStore
  https://external-secrets.io/latest/api/spec/
  spec.conditions.namespaces                  set

bitnami.com SealedSecret
  https://github.com/bitnami-labs/sealed-secrets
  spec.template.metadata                      like v1 ConfigMap metadata

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

networking.istio.io ServiceEntry
  https://istio.io/latest/docs/reference/config/networking/service-entry/
  spec.hosts                                  set
  spec.addresses                              set
  spec.ports                                  by name
  spec.exportTo                               set
  spec.subjectAltNames                        set

networking.istio.io Sidecar
  https://istio.io/latest/docs/reference/config/networking/sidecar/
  spec.egress.hosts                           set

networking.istio.io EnvoyFilter
  https://istio.io/latest/docs/reference/config/networking/envoy-filter/
  spec.configPatches                          atomic

security.istio.io RequestAuthentication
  https://istio.io/latest/docs/reference/config/security/request_authentication/
  spec.jwtRules                               by issuer
  spec.jwtRules.audiences                     set

keda.sh ScaledObject
  https://keda.sh/docs/latest/reference/scaledobject-spec/
  spec.advanced.horizontalPodAutoscalerConfig.behavior like autoscaling/v2 HorizontalPodAutoscaler spec.behavior

keda.sh ScaledJob
  https://keda.sh/docs/latest/reference/scaledjob-spec/
  spec.jobTargetRef                           like batch/v1 Job spec

keda.sh TriggerAuthentication ClusterTriggerAuthentication
  https://keda.sh/docs/latest/concepts/authentication/
  spec.secretTargetRef                        by parameter
  spec.configMapTargetRef                     by parameter
  spec.env                                    by parameter

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

tekton.dev StepAction
  https://tekton.dev/docs/pipelines/pipeline-api/
  spec.params                                 by name
  spec.results                                by name
  spec.env                                    like v1 Pod spec.containers[*].env
  spec.volumeMounts                           like v1 Pod spec.containers[*].volumeMounts

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

tekton.dev PipelineRun
  https://tekton.dev/docs/pipelines/pipeline-api/
  spec.params                                 by name
  spec.workspaces                             by name
  spec.taskRunSpecs                           by pipelineTaskName
  spec.pipelineSpec                           like tekton.dev/v1 Pipeline spec

tekton.dev TaskRun
  https://tekton.dev/docs/pipelines/pipeline-api/
  spec.params                                 by name
  spec.workspaces                             by name
  spec.taskSpec                               like tekton.dev/v1 Task spec

triggers.tekton.dev EventListener TriggerBinding ClusterTriggerBinding TriggerTemplate
  https://tekton.dev/docs/triggers/
  spec.triggers                               by name
  spec.params                                 by name

serving.knative.dev Service Configuration
  https://knative.dev/docs/serving/reference/serving-api/
  spec.template.metadata                      like v1 ConfigMap metadata
  spec.template.spec                          like v1 Pod spec
  spec.traffic                                by tag=,revisionName=

serving.knative.dev Route
  https://knative.dev/docs/serving/reference/serving-api/
  spec.traffic                                by tag=,revisionName=

kyverno.io ClusterPolicy Policy
  https://kyverno.io/docs/policy-types/cluster-policy/
  spec.rules                                  by name
  spec.rules.context                          by name
  spec.rules.preconditions.any                set
  spec.rules.preconditions.all                set

kyverno.io PolicyException
  https://kyverno.io/docs/exceptions/
  spec.exceptions                             by policyName
  spec.exceptions.ruleNames                   set

templates.gatekeeper.sh ConstraintTemplate
  https://open-policy-agent.github.io/gatekeeper/website/docs/constrainttemplates/
  spec.targets                                by target

traefik.io IngressRoute
  https://doc.traefik.io/traefik/reference/dynamic-configuration/kubernetes-crd/
  spec.entryPoints                            set
  spec.routes                                 by match
  spec.routes.services                        by kind=Service,namespace=,name,port=
  spec.routes.middlewares                     by namespace=,name
  spec.tls.domains                            by main

traefik.containo.us IngressRoute
  https://doc.traefik.io/traefik/v2.11/reference/dynamic-configuration/kubernetes-crd/
  spec.entryPoints                            set
  spec.routes                                 by match
  spec.routes.services                        by kind=Service,namespace=,name,port=
  spec.routes.middlewares                     by namespace=,name
  spec.tls.domains                            by main

karpenter.sh NodePool
  https://karpenter.sh/docs/concepts/nodepools/
  spec.template.spec.requirements             by key,operator

metallb.io IPAddressPool L2Advertisement BGPAdvertisement
  https://metallb.universe.tf/apis/
  spec.addresses                              set
  spec.ipAddressPools                         set
  spec.communities                            set
  spec.peers                                  set
  spec.interfaces                             set

externaldns.k8s.io DNSEndpoint
  https://kubernetes-sigs.github.io/external-dns/latest/docs/sources/crd/
  spec.endpoints                              by dnsName,recordType,setIdentifier=
  spec.endpoints.targets                      set

kafka.strimzi.io Kafka
  https://strimzi.io/docs/operators/latest/configuring.html
  spec.kafka.listeners                        by name

postgresql.cnpg.io Cluster
  https://cloudnative-pg.io/documentation/current/cloudnative-pg.v1/
  spec.env                                    like v1 Pod spec.containers[*].env
  spec.imagePullSecrets                       by name
  spec.managed.roles                          by name
  spec.managed.roles.inRoles                  set
  spec.tablespaces                            by name
  spec.externalClusters                       by name
  spec.plugins                                by name

velero.io Schedule
  https://velero.io/docs/main/api-types/schedule/
  spec.template.includedNamespaces            set
  spec.template.excludedNamespaces            set
  spec.template.includedResources             set
  spec.template.excludedResources             set

cluster.x-k8s.io Cluster
  https://cluster-api.sigs.k8s.io/reference/api/
  spec.topology.variables                     by name
  spec.topology.workers.machineDeployments    by name
  spec.topology.workers.machineDeployments.variables.overrides by name
  spec.topology.workers.machinePools          by name
  spec.topology.workers.machinePools.variables.overrides by name
  spec.topology.controlPlane.variables.overrides by name

cluster.x-k8s.io ClusterClass
  https://cluster-api.sigs.k8s.io/reference/api/
  spec.patches                                by name
  spec.variables                              by name
  spec.workers.machineDeployments             by class
  spec.workers.machinePools                   by class

iam.cnrm.cloud.google.com IAMPolicy
  https://cloud.google.com/config-connector/docs/reference/resource-docs/iam/iampolicy
  spec.bindings                               by role
  spec.bindings.members                       set

iam.cnrm.cloud.google.com IAMPartialPolicy
  https://cloud.google.com/config-connector/docs/reference/resource-docs/iam/iampartialpolicy
  spec.bindings                               by role
  spec.bindings.members                       set

apps.openshift.io DeploymentConfig
  https://docs.openshift.com/container-platform/latest/rest_api/workloads_apis/deploymentconfig-apps-openshift-io-v1.html
  spec.template                               like apps/v1 Deployment spec.template

image.openshift.io ImageStream
  https://docs.openshift.com/container-platform/latest/rest_api/image_apis/imagestream-image-openshift-io-v1.html
  spec.tags                                   by name

security.openshift.io SecurityContextConstraints
  https://docs.openshift.com/container-platform/latest/rest_api/security_apis/securitycontextconstraints-security-openshift-io-v1.html
  users                                       set
  groups                                      set
  volumes                                     set
  allowedCapabilities                         set
  defaultAddCapabilities                      set
  requiredDropCapabilities                    set

template.openshift.io Template
  https://docs.openshift.com/container-platform/latest/rest_api/template_apis/template-template-openshift-io-v1.html
  parameters                                  by name

operators.coreos.com Subscription
  https://olm.operatorframework.io/docs/concepts/crds/subscription/
  spec.config.env                             like v1 Pod spec.containers[*].env
  spec.config.volumes                         like v1 Pod spec.volumes
  spec.config.volumeMounts                    like v1 Pod spec.containers[*].volumeMounts

operators.coreos.com OperatorGroup
  https://olm.operatorframework.io/docs/concepts/crds/operatorgroup/
  spec.targetNamespaces                       set

operators.coreos.com ClusterServiceVersion
  https://olm.operatorframework.io/docs/concepts/crds/clusterserviceversion/
  spec.install.spec.deployments               by name
  spec.install.spec.deployments.spec          like apps/v1 Deployment spec
  spec.customresourcedefinitions.owned        by name,version,kind
  spec.customresourcedefinitions.required     by name,version,kind
  spec.installModes                           by type
  spec.relatedImages                          by name
  spec.keywords                               set

opentelemetry.io OpenTelemetryCollector
  https://github.com/open-telemetry/opentelemetry-operator/tree/main/docs/api
  spec.env                                    like v1 Pod spec.containers[*].env
  spec.volumes                                like v1 Pod spec.volumes
  spec.volumeMounts                           like v1 Pod spec.containers[*].volumeMounts
  spec.tolerations                            atomic

backstage.io Component API Resource System
  https://backstage.io/docs/features/software-catalog/descriptor-format
  metadata.tags                               set
  metadata.links                              by url
  spec.dependsOn                              set
  spec.dependencyOf                           set
  spec.providesApis                           set
  spec.consumesApis                           set
`
