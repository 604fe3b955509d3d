package fn

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// findCarriers finds the ConfigMaps that carry a version: marked, each of their
// values a stream of resources, and either kept from being applied or not
// itself a resource of another version.
func (in *input) findCarriers() {
	in.carriers = map[*item][]*resource.Resource{}
	var others map[resource.Identity]int
	id := func(m resource.Meta) resource.Identity {
		return m.Identity("", nil)
	}
	for _, it := range in.items {
		if !it.marked {
			continue
		}
		m := it.meta()
		if m.Kind != "ConfigMap" || m.APIVersion != "v1" {
			continue
		}
		if it.annotation(annotation.LocalConfig) != "true" {
			if others == nil {
				others = make(map[resource.Identity]int, len(in.items))
				for _, o := range in.items {
					others[id(o.meta())]++
				}
			}
			if others[id(m)] > 1 {
				continue
			}
		}
		if all := streams(it); all != nil {
			in.carriers[it] = all
		}
	}
}

// streams reads the values of a ConfigMap as streams of resources, nil if one
// is none, or if nothing tells that a ConfigMap without any is a carrier.
func streams(it *item) []*resource.Resource {
	data := node.FieldAt(it.Node(), "data")
	if data == nil || data.Kind != yaml.MappingNode {
		return nil
	}
	var all []*resource.Resource
	if it.annotation(annotation.LocalConfig) == "true" {
		all = []*resource.Resource{}
	}
	for key, value := range node.Pairs(data.Content) {
		name := fmt.Sprintf("ConfigMap %s data[%q]", it.meta().Name, key.Value)
		resources, err := config.ParseStream(node.Text(value), name)
		if err != nil {
			return nil
		}
		for _, r := range resources {
			r.Path = annotation.First(r.Node, pathName, oldPath)
			all = append(all, r)
		}
	}
	return all
}
