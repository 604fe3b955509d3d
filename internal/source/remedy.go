package source

import "strings"

// Remedy is what to do about YAML that the library refuses.
func Remedy(err error) string {
	if strings.Contains(err.Error(), "incompatible YAML document") {
		return "a %YAML line asks for another version than the 1.1 that Kubernetes' tools read; leave the line out"
	}
	return "correct the YAML"
}
