// Package journal writes files below a directory: all of them or none, even where the
// program is killed. In go files as they shall be, out comes the directory, and a journal
// beside it from which the next run, or the user, takes a write back. It must not know
// what the files hold, or why they are written.
//
// New contents are made in a directory of their own first, and take their places when all are
// there. A Journal keeps what the files held before, in a file of its own, until the
// next write: where a write was killed, Recover takes it back, and Undo takes back one
// that was done. What was held before is on the disk before new contents are, and these before they
// take their places.
package journal
