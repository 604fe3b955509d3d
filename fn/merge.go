package fn

import "errors"

// Merge merges the three versions of a package: whole resources by the rules
// for resources, and the fields of those that updated and dest both have.
func Merge(v Versions, cfg *Config) (*Outcome, error) {
	return nil, errors.New("not written yet")
}
