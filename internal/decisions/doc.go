// Package decisions remembers how people decided conflicts. In go the text or the value of a resource MergeDecisions
// and what was decided, out come its entries, the entry for a conflict, and the text with entries added or dropped,
// of which every other byte stays. It must not know how anything is merged, who asks, or where the file lies.
//
// An entry says: this change of upstream at this place has been decided. It holds the resource, the path, digests of
// what the three versions had there, and what was taken. Another value in any of the versions is another question,
// which no entry answers. Of Secrets an entry holds neither values nor digests, so that it answers nothing: it only
// tells what was decided.
//
//	apiVersion: fn.kpt.dev/v1alpha1
//	kind: MergeDecisions
//	metadata:
//	  name: merge-decisions
//	  annotations:
//	    config.kubernetes.io/local-config: "true"
//	decisions:
//	- resource: {apiVersion: apps/v1, kind: Deployment, namespace: prod, name: web}
//	  file: deploy.yaml
//	  path: spec.replicas
//	  original: 2c26b46b68ffc68ff99b453c1d304134
//	  updated: fcde2b2edba56bf408601fb721fe9b5c
//	  dest: baa5a0964d3320fbc0c6a922140453c8
//	  taken: Edited
//	  value: 4
//	  when: "2026-08-31"
package decisions
