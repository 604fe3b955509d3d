// Package files merges trees of files: directories of Kubernetes resources, single
// files, and whatever else lies beside them. Bytes go in; bytes, conflicts and notes
// come out. It must not know command lines, ResourceLists, reports, or where files are
// read from and written to.
//
// Merge takes three versions of a tree, Bytes three texts of one file; MergeTrees also takes
// a source and the tree that it is applied to, or layers, and is for programs that read the
// versions themselves. The result has every file with what became of it, the conflicts
// and the notes. What the merge does not change keeps its bytes: comments, quotes, blank
// lines and line breaks.
//
// Files named *.yaml, *.yml, *.json, Kptfile and Kustomization are merged resource by
// resource, wherever the resources lie: one that moved to another file is the same.
// A document that repeats a key is merged by lines.
//
// Other files, templates of YAML, and what is not YAML are merged as text: the side that
// changed one wins, and where both did, their lines are merged, with a warning that says
// why. What lines do not settle is a conflict about the file; the rest of the tree is
// merged all the same. Files with a zero byte are taken whole. Only a file with git's
// marks of a conflict, or with aliases that no merge accepts, is an error.
//
// Symbolic links are merged by where they lead to, as values, and never followed; a link
// where the other side has a file is a conflict. Whether a file is executable merges like
// a value, too. Dot files are files like others, but for .git and what a .krmignore of
// dest names, as far as original's does not: upstream does not say what is left out.
package files
