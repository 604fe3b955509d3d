// Package fn merges packages of Kubernetes resources: which resources of the
// versions are the same, what becomes of each, where it goes, and what is
// reported. The fields of a resource are merged by package merge.
//
// There are four doors to it:
//
//   - Merge takes the versions of a package and gives the outcome.
//   - Run is the KRM function: a ResourceList in, a ResourceList out.
//   - Filter is a kio.Filter and takes the place of kyaml's filters.Merge3.
//   - Processor is a ResourceListProcessor of the functions SDK.
//
// # Versions
//
// The original is the upstream version that dest was made from, updated is the
// new upstream version, dest the local one. The function finds them, in order
// of precedence:
//
//  1. in its configuration, as text or as resources;
//  2. by the annotation config.kubernetes.io/merge-source of an item: original,
//     updated or dest;
//  3. in carriers: ConfigMaps with that annotation whose values are streams of
//     resources;
//  4. by the directory an item lies in: original/, updated/ and dest/.
//
// An item with no mark is dest's. If there is a directory dest/ beside
// directories of sources, items outside of all three are no part of the merge.
//
// # Configuration
//
// All settings of kind Merge, with their defaults:
//
//	apiVersion: fn.kpt.dev/v1alpha1
//	kind: Merge
//	metadata: {name: upgrade}
//	spec:
//	  strategy: ThreeWay
//	  profile: Documented
//	  versions:                 # each has one of path, text, resources
//	    original: {path: original}
//	    updated: {path: updated}
//	    dest: {path: dest}
//	  keepSources: false        # true: original and updated stay, marked local-config
//	  identity:
//	    path: TieBreak          # or Always: a path is part of the identity; Never
//	    renames: true           # false: the kpt-merge comment means nothing
//	  onConflict: Updated       # or Dest, Fail
//	  onDeletedUpstream: Delete # or KeepModified
//	  onDeletedLocally: StayDeleted # or Readd
//	  nulls: Clear              # or Changed
//	  lists:
//	    atomic: Replace
//	    order: Dest             # or Updated
//	    additions: InPlace      # or Append, Prepend
//	  text: Replace
//	  keys:                     # list keys for kinds without a schema
//	  - target: {group: example.com, kind: Router}
//	    path: spec.routes
//	    fields: [host, port]
//
// A ConfigMap has the same settings in its data by their dotted names, each a
// string (lists.order: Updated), or all of them as YAML under the key spec; the
// keys original.yaml, original.NAME.yaml, updated.yaml and so on hold versions
// as YAML streams. No configuration, and an empty one, are the defaults. An
// unknown setting or value is an error.
package fn
