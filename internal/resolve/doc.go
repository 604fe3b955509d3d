// Package resolve answers the questions that merges left to somebody: between marks in lines, in comments with an
// annotation, and among the decisions of a package. In go files, out come the questions, and the files with what was
// answered. It must not know terminals, flags, or where the files are written to.
package resolve
