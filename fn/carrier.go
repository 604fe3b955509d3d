package fn

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// carriers finds the ConfigMaps that carry a version: marked, each of their
// values a stream of resources, and either kept from being applied or not
// itself a resource of another version.
func (in *input) carriers(marked []bool) map[int][]*Resource {
	var found map[int][]*Resource
	var others map[identity]int
	for i, it := range in.items {
		if !marked[i] {
			continue
		}
		m := it.meta()
		if m.kind != "ConfigMap" || m.apiVersion != "v1" {
			continue
		}
		if it.annotation(localConfig) != "true" {
			if others == nil {
				others = make(map[identity]int, len(in.items))
				for _, o := range in.items {
					om := o.meta()
					others[identityOf(&om, "", PathTieBreak)]++
				}
			}
			if others[identityOf(&m, "", PathTieBreak)] > 1 {
				continue
			}
		}
		if carried := streams(it); carried != nil {
			if found == nil {
				found = map[int][]*Resource{}
			}
			found[i] = carried
		}
	}
	return found
}

// streams reads the values of a ConfigMap as streams of resources, nil if one
// is none.
func streams(it *item) []*Resource {
	data := target(fieldOf(it.node(), "data"))
	if data == nil || data.Kind != yaml.MappingNode {
		return nil
	}
	var all []*Resource
	for i := 0; i+1 < len(data.Content); i += 2 {
		value := text(data.Content[i+1])
		name := fmt.Sprintf("ConfigMap %s data[%q]", it.meta().name, data.Content[i].Value)
		resources, err := parseStream(value, name)
		if err != nil {
			return nil
		}
		for _, r := range resources {
			r.Path = firstOf(r.Node, pathAnnotation, oldPath)
			all = append(all, r)
		}
	}
	return all
}
