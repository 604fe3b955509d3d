package fn

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/config"
)

// Config is a checked configuration. ParseConfig makes it from what somebody
// wrote; a nil *Config and the zero value are the defaults: profile Documented.
type Config = config.Config

// ParseConfig checks a configuration: a document or root value. It is a resource of
// kind Merge with the settings under spec, a ConfigMap, or a map of settings: see
// "Configuration" in the documentation of the package. Errors begin with name, that of its
// file, if it is not ""; one about a setting names it and its line, and for an unknown setting
// or value the nearest.
func ParseConfig(written *yaml.Node, name string) (*Config, error) {
	return config.Beside{}.Parse(written, name)
}
