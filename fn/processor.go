package fn

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
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
		merged, err := processed(unsorted(list), sdk.ParseResourceList)
		if merged != nil {
			list.Items, list.Results = merged.Items, append(list.Results, merged.Results...)
		}
		return err == nil, err
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
		merged, err := processed(string(text), parse)
		if merged != nil {
			*list = *merged
		}
		return err == nil, err
	}
}

// processed runs the function on a list and parses what it wrote.
func processed[P any](text string, parse func(text []byte) (P, error)) (merged P, err error) {
	var out, errs bytes.Buffer
	exit := RunText(text, &out, &errs)
	if merged, err = parse(out.Bytes()); err != nil {
		return merged, fmt.Errorf("the SDK cannot read the merged list: %w", err)
	}
	if exit != 0 {
		err = errors.New(strings.TrimSpace(errs.String()))
	}
	return merged, err
}

// unsorted is the text of a list, with its items as they are: ToYAML sorts them.
func unsorted(list *sdk.ResourceList) string {
	var text strings.Builder
	text.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n")
	put := func(before string, object *sdk.KubeObject) {
		text.WriteString(before + strings.ReplaceAll(strings.TrimSuffix(object.String(), "\n"), "\n", "\n  ") + "\n")
	}
	if list.FunctionConfig != nil && !list.FunctionConfig.IsEmpty() {
		put("functionConfig:\n  ", list.FunctionConfig)
	}
	text.WriteString("items:\n")
	for _, object := range list.Items {
		put("- ", object)
	}
	return text.String()
}
