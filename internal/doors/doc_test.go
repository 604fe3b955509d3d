// Package doors_test merges the same packages through every door and compares: one
// merge has one result, whichever way its versions come in and its result goes out.
package doors_test
