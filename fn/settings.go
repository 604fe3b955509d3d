package fn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// setting is one setting as somebody wrote it: lists.order, from either form.
type setting struct {
	name  string
	value *yaml.Node
	// key is how a ConfigMap calls it, where that is not its name.
	key string
	// asText says that the value comes from a ConfigMap, where everything is
	// a string.
	asText bool
}

// settings lists what is written in a configuration of either form. It knows
// which names there are, but nothing of their values.
//
// The root is a resource of kind Merge with the settings under spec (or, as
// kpt's command line makes it, under data), or a ConfigMap whose keys are the
// names of settings, spec with the whole structured form, or versions as YAML
// streams: original.yaml, original.NAME.yaml, layers.1.yaml.
func settings(config *yaml.Node) ([]setting, error) {
	config = node.Target(node.Root(config))
	switch {
	case config == nil || config.Kind == yaml.ScalarNode && config.Tag == "!!null":
		return nil, nil
	case config.Kind != yaml.MappingNode:
		return nil, fmt.Errorf("the configuration is no map; write a resource of kind %s or a ConfigMap", configKind)
	}
	m := resource.MetaOf(config)
	switch {
	case m.Kind == configKind && m.Group() == configGroup && m.APIVersion != configAPIVersion:
		return nil, fmt.Errorf("apiVersion: unknown version %s; use %s", m.APIVersion, configAPIVersion)
	case m.Kind == configKind && (m.APIVersion == configAPIVersion || m.APIVersion == "v1"):
		return ownKind(config)
	case m.Kind == "ConfigMap" && m.APIVersion == "v1":
		return configMap(config)
	case m.Kind == "" && m.APIVersion == "" && len(config.Content) == 0:
		return nil, nil
	}
	what := "is " + (&resource.Resource{Node: config}).Describe()
	if m.Kind == "" || m.APIVersion == "" {
		what = "has no apiVersion and kind"
	}
	return nil, fmt.Errorf("the configuration %s; use apiVersion: %s, kind: %s, or a ConfigMap (apiVersion: v1)",
		what, configAPIVersion, configKind)
}

const (
	configGroup      = "fn.kpt.dev"
	configAPIVersion = configGroup + "/v1alpha1"
	configKind       = "Merge"
)

func ownKind(config *yaml.Node) ([]setting, error) {
	var all []setting
	for i := 0; i+1 < len(config.Content); i += 2 {
		value := node.Target(config.Content[i+1])
		switch name := config.Content[i].Value; name {
		case "apiVersion", "kind", "metadata", "status":
		case "spec":
			spec, err := structured("", value)
			if err != nil {
				return nil, prefixed("spec", err)
			}
			all = append(all, spec...)
		case "data":
			data, err := textual(value)
			if err != nil {
				return nil, prefixed("data", err)
			}
			all = append(all, data...)
		default:
			if knownSetting(name) {
				return nil, fmt.Errorf("unknown field %q; settings belong under spec: spec.%s", name, name)
			}
			return nil, fmt.Errorf("unknown field %q%s", name, suggestion(name, []string{"apiVersion", "kind", "metadata", "spec", "data"}))
		}
	}
	return all, nil
}

func configMap(config *yaml.Node) ([]setting, error) {
	for i := 0; i+1 < len(config.Content); i += 2 {
		switch name := config.Content[i].Value; name {
		case "apiVersion", "kind", "metadata", "data", "immutable":
		case "binaryData":
			return nil, fmt.Errorf("binaryData is not read; put the settings under data")
		default:
			return nil, fmt.Errorf("unknown field %q%s", name, suggestion(name, []string{"apiVersion", "kind", "metadata", "data"}))
		}
	}
	all, err := textual(node.Target(node.Field(config, "data")))
	return all, prefixed("data", err)
}

// errNoMap says that a field that holds settings is no map.
var errNoMap = errors.New("must be a map of settings")

func prefixed(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errNoMap):
		return fmt.Errorf("%s: %w", name, err)
	}
	return fmt.Errorf("%s.%w", name, err)
}

// structured flattens nested settings into their dotted names.
func structured(prefix string, n *yaml.Node) ([]setting, error) {
	if n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil, nil
	}
	if n.Kind != yaml.MappingNode {
		if prefix == "" {
			return nil, errNoMap
		}
		return nil, fmt.Errorf("%s: must be a map of settings", strings.TrimSuffix(prefix, "."))
	}
	var all []setting
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := prefix+n.Content[i].Value, node.Target(n.Content[i+1])
		switch {
		case knownSetting(name):
			if value.Kind != yaml.ScalarNode || value.Tag != "!!null" {
				all = append(all, setting{name: name, value: value})
			}
		case holdsSettings(name + "."):
			nested, err := structured(name+".", value)
			if err != nil {
				return nil, err
			}
			all = append(all, nested...)
		case prefix == "":
			return nil, unknownSetting(name, settingMaps()...)
		default:
			return nil, unknownSetting(name)
		}
	}
	return all, nil
}

// textual reads settings by their dotted names, each value a string.
func textual(data *yaml.Node) ([]setting, error) {
	if data == nil || data.Kind == yaml.ScalarNode && data.Tag == "!!null" {
		return nil, nil
	}
	if data.Kind != yaml.MappingNode {
		return nil, errNoMap
	}
	var all []setting
	for i := 0; i+1 < len(data.Content); i += 2 {
		name, value := data.Content[i].Value, node.Target(data.Content[i+1])
		if holdsSettings(name + ".") {
			return nil, fmt.Errorf("%s: is no setting but several; write them by their full names, such as lists.order, or under spec: |", name)
		}
		if value.Kind != yaml.ScalarNode {
			return nil, fmt.Errorf("%s: must be a string", name)
		}
		version, isVersion := versionKey(name)
		switch {
		case isVersion:
			all = append(all, setting{name: "versions." + version + ".text", key: name, value: value, asText: true})
		case name == "spec":
			doc, err := setting{name: name, value: value, asText: true}.structure()
			if err != nil {
				return nil, err
			}
			spec, err := structured("", doc)
			if err != nil {
				return nil, prefixed("spec", err)
			}
			all = append(all, spec...)
		case knownSetting(name):
			all = append(all, setting{name: name, value: value, asText: true})
		default:
			return nil, unknownSetting(name)
		}
	}
	return all, nil
}

// structure is the value of a setting that holds more than a scalar: in a
// ConfigMap that is YAML inside a string.
func (s setting) structure() (*yaml.Node, error) {
	if !s.asText {
		return s.value, nil
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(s.value.Value), &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, source.Refused([]byte(s.value.Value), err))
	}
	if err := merge.Check(&doc); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	return node.Target(node.Root(&doc)), nil
}

// versionKey gives the version that a key of a ConfigMap holds: original.yaml,
// original.NAME.yaml and so on.
func versionKey(key string) (version string, ok bool) {
	if !strings.HasSuffix(key, ".yaml") && !strings.HasSuffix(key, ".yml") && !strings.HasSuffix(key, ".json") {
		return "", false
	}
	version, _, _ = strings.Cut(key, ".")
	switch version {
	case "original", "updated", "dest", "source", "layers":
		return version, true
	}
	return "", false
}

// settingNames are the names of all settings.
func settingNames() []string {
	return []string{
		"strategy", "profile",
		"versions.original.path", "versions.original.text", "versions.original.resources",
		"versions.updated.path", "versions.updated.text", "versions.updated.resources",
		"versions.dest.path", "versions.dest.text", "versions.dest.resources",
		"versions.source.path", "versions.source.text", "versions.source.resources",
		"versions.layers",
		"keepSources", "identity.path", "identity.renames",
		"onConflict", "onDeletedUpstream", "onDeletedLocally",
		"nulls", "lists.atomic", "lists.order", "lists.additions", "text", "renamedKeys",
		"modeKey", "rules", "keys",
	}
}

// settingMaps are the maps that hold settings.
func settingMaps() (maps []string) {
	for _, name := range settingNames() {
		if outer, _, nested := strings.Cut(name, "."); nested && !slices.Contains(maps, outer) {
			maps = append(maps, outer)
		}
	}
	return maps
}

func knownSetting(name string) bool { return slices.Contains(settingNames(), name) }

func holdsSettings(prefix string) bool {
	return slices.ContainsFunc(settingNames(), func(name string) bool { return strings.HasPrefix(name, prefix) })
}

// unknownSetting names the nearest setting, or map of settings where they are nested.
func unknownSetting(name string, maps ...string) error {
	return fmt.Errorf("%s: unknown setting%s", name, suggestion(name, append(settingNames(), maps...)))
}

// suggestion names the nearest of the known names, or all of a few.
func suggestion(name string, known []string) string {
	best, least := "", len(name)/2+2
	for _, k := range known {
		d := distance(strings.ToLower(name), strings.ToLower(k))
		if last := k[strings.LastIndex(k, ".")+1:]; !strings.Contains(name, ".") {
			d = min(d, 1+distance(strings.ToLower(name), strings.ToLower(last)))
		}
		if d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return "; known are " + strings.Join(known, ", ")
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance is how many letters are to be changed to make b from a.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// parseStream reads the resources of a YAML stream that a configuration or an
// item holds; name says where, for messages.
func parseStream(stream, name string) ([]*resource.Resource, error) {
	var resources []*resource.Resource
	text := source.Text{Bytes: []byte(stream)}
	decoder := yaml.NewDecoder(bytes.NewReader(text.Bytes))
	for i := 0; ; i++ {
		doc := new(yaml.Node)
		err := decoder.Decode(doc)
		if errors.Is(err, io.EOF) {
			keepText(resources, text)
			return resources, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, source.Refused([]byte(stream), err))
		}
		text.Docs = append(text.Docs, doc)
		value := node.Root(doc)
		if value == nil || value.Kind == yaml.ScalarNode && value.Tag == "!!null" {
			continue
		}
		r := &resource.Resource{Node: value, Name: name, Index: i, Line: value.Line}
		if err := merge.Check(value); err != nil {
			return nil, &resource.Error{Resources: []*resource.Resource{r}, Err: err}
		}
		if m := resource.MetaOf(value); m.APIVersion == "" || m.Kind == "" {
			return nil, &resource.Error{Resources: []*resource.Resource{r}, Problem: "is no resource; write one, with apiVersion and kind"}
		}
		resources = append(resources, r)
	}
}

// keepText gives resources the text they are from: what is new in a merged one is
// written as it is there.
func keepText(resources []*resource.Resource, text source.Text) {
	parts, err := text.Parts()
	if err != nil {
		return // It is written without.
	}
	for _, r := range resources {
		r.From = &parts[r.Index]
	}
}
