// Package filelock locks files against other processes. In go open files, out comes
// whether they are locked now. It must not know what they are for.
package filelock
