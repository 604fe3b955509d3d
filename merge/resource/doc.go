// Package resource merges packages of resources: which resources of the versions are
// the same, what becomes of each as a whole, and in which order they come out. In go
// the versions as nodes, and Options; out comes an Outcome with the merged resources,
// conflicts and notes, which shares nodes with the versions. It must not know
// ResourceLists, files or configurations: its callers find the versions and write the
// result.
package resource
