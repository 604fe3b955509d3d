package fn

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Processor gives the merge as the SDK's ResourceListProcessor, to be part of
// other functions and of their tests. It is a function because the SDK's AsMain
// and Run take no other processor.
//
// It merges the versions among the items of a list, and puts the merged items and the
// results into the list. Where Run fails it fails, with error results and the items
// unchanged. The SDK sorts the items that it writes, and writes all of them anew; a
// program that only merges had better use Run.
func Processor() sdk.ResourceListProcessorFunc {
	return func(list *sdk.ResourceList) (bool, error) {
		if err := process(list); err != nil {
			list.Results = append(list.Results, ResultsOf(err)...)
			return false, err
		}
		return true, nil
	}
}

// ProcessorOf is Processor for other versions of the SDK, whose types are others, such as
// github.com/kptdev/krm-functions-sdk/go/fn; parse is their ParseResourceList:
//
//	living.ResourceListProcessorFunc(fn.ProcessorOf(living.ParseResourceList))
//
// The list is taken as ToYAML writes it, with its items sorted as the SDK sorts them.
func ProcessorOf[L any, P interface {
	*L
	ToYAML() ([]byte, error)
}](parse func(text []byte) (P, error)) func(list P) (bool, error) {
	return func(list P) (bool, error) {
		text, err := list.ToYAML()
		if err != nil {
			return false, fmt.Errorf("the SDK cannot write the list: %w", err)
		}
		var out, errs bytes.Buffer
		exit := RunText(string(text), &out, &errs)
		merged, err := parse(out.Bytes())
		if err != nil {
			return false, fmt.Errorf("the SDK cannot read the merged list: %w", err)
		}
		*list = *merged
		if exit != 0 {
			return false, errors.New(strings.TrimSpace(errs.String()))
		}
		return true, nil
	}
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
	nodes, results, err := MergeItems(items, config)
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
	err := yaml.Unmarshal([]byte(object.String()), &doc)
	return cmp.Or(node.Root(&doc), &doc), err
}
