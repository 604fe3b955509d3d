package adapter

import (
	"fmt"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
)

// Processor is the merge as the SDK's ResourceListProcessor, to be part of
// other functions and of their tests. fn.Run is the better way to be a
// function: the SDK reorders items before a processor sees them.
type Processor struct{}

var _ sdk.ResourceListProcessor = Processor{}

// Process merges the versions among the items of the list, which it gives the
// merged items and the results. It fails, with error results and the items
// untouched, where fn.Run does.
func (Processor) Process(list *sdk.ResourceList) (bool, error) {
	err := process(list)
	if err != nil {
		list.Results = append(list.Results, fn.ResultsOf(err)...)
		return false, err
	}
	return true, nil
}

func process(list *sdk.ResourceList) error {
	items := make([]*yaml.Node, len(list.Items))
	objects := make(map[*yaml.Node]*sdk.KubeObject, len(items))
	for i, object := range list.Items {
		node, err := objectNode(object)
		if err != nil {
			return fmt.Errorf("items[%d]: %w", i, err)
		}
		items[i], objects[node] = node, object
	}
	var config *yaml.Node
	if list.FunctionConfig != nil && !list.FunctionConfig.IsEmpty() {
		var err error
		if config, err = objectNode(list.FunctionConfig); err != nil {
			return fmt.Errorf("functionConfig: %w", err)
		}
	}
	nodes, results, err := fn.MergeItems(items, config)
	if err != nil {
		return err
	}
	merged := make(sdk.KubeObjects, len(nodes))
	for i, node := range nodes {
		if merged[i] = objects[node]; merged[i] != nil {
			continue
		}
		text, err := yaml.Marshal(node)
		if err != nil {
			return fmt.Errorf("cannot write a merged resource: %w", err)
		}
		if merged[i], err = sdk.ParseKubeObject(text); err != nil {
			return fmt.Errorf("cannot give a merged resource to the SDK: %w", err)
		}
	}
	list.Items = merged
	list.Results = append(list.Results, results...)
	return nil
}

// objectNode is the value of an object.
func objectNode(object *sdk.KubeObject) (*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(object.String()), &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return &doc, nil
	}
	return doc.Content[0], nil
}
