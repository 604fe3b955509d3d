// Package definition reads the definition of the function, krm-function.yaml,
// and writes the reference of its configuration from the schema in there.
package definition

//go:generate go run ./document -root ../..
