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
// unchanged. The SDK sorts the items that it writes, before the merge and behind it, and
// writes all of them anew; a program that only merges had better use Run.
func Processor() sdk.ResourceListProcessorFunc { return ProcessorOf(sdk.ParseResourceList) }

// ProcessorOf is Processor for other versions of the SDK, whose types are others, such as
// github.com/kptdev/krm-functions-sdk/go/fn; parse is their ParseResourceList:
//
//	living.ResourceListProcessorFunc(fn.ProcessorOf(living.ParseResourceList))
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
