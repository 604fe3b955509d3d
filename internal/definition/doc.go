// Package definition makes what describes the configuration from fn.Spec, its tags
// and its comments: the schema in krm-function.yaml, docs/configuration.md and the
// configuration that the help shows. It knows no setting.
package definition

//go:generate go run ./document -root ../..
