// Package files merges trees of files: directories of Kubernetes resources, single
// files, and whatever else lies beside them. Bytes go in; bytes, conflicts and notes
// come out. It must not know command lines, ResourceLists, reports, or where files are
// read from and written to.
//
// Merge takes three versions of a tree, Patch a source and the tree it is applied to,
// Fold layers, Bytes three texts of one file; MergeTrees is for programs that read the
// versions themselves. The result has every file with what became of it, the conflicts
// and the notes. What the merge does not change keeps its bytes: comments, quotes, blank
// lines and line breaks.
//
// Files named *.yaml, *.yml, *.json, Kptfile and Kustomization are merged resource by
// resource, wherever the resources lie: one that moved to another file is the same.
// Other files, and those without resources, are merged whole: the side that changed one
// wins, and what both changed is a conflict. Templates of YAML are merged whole too, or
// line by line if the policy merges texts by lines.
package files
