package fn

import "github.com/krm-merge/krm-merge/merge/resource"

// Config is a checked configuration. ParseConfig makes it from what somebody
// wrote; a nil *Config and the zero value are the defaults: profile Documented.
type Config struct {
	resource.Options
	// Original, Updated and Dest say where the function finds the versions. In
	// a 2-way merge Updated is the source.
	Original, Updated, Dest Source
	// Layers say the same of layers, left to right.
	Layers []Source
	// KeepSources leaves what is not dest in what the function emits.
	KeepSources bool
}

// Careful is the profile for people who would rather be asked than lose an
// edit. The other profile, Documented, is the zero Config.
func Careful() *Config { return &Config{Options: resource.Careful()} }

// Source says where the function finds one version of the package.
type Source struct {
	// Path is the directory its items lie in, "" for the default one.
	Path string
	// Resources are the version itself, where the configuration holds it.
	Resources []*resource.Resource
	// Given says that the configuration holds the version, even an empty one.
	Given bool
}
