// Package adapter lets package fn stand where kyaml and the functions SDK ask
// for types of their own: Filter is a kio.Filter, Processor a
// ResourceListProcessor. It is a package by itself because a program that links
// these libraries pays more for starting than for most merges.
package adapter
