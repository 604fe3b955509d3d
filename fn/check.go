package fn

import (
	"cmp"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// check gives the items as they are, or an error with a result for each open question
// that is in them.
func check(items []*wire.Item) ([]wire.Entry, sdk.Results, error) {
	in := &input{}
	if err := in.locate(items); err != nil {
		return nil, nil, err
	}
	var results sdk.Results
	for i, it := range in.items {
		r := in.plain(it, i)
		r.Node = it.Node()
		open, err := questionsIn(r)
		if err != nil {
			return nil, nil, err
		}
		for _, o := range open {
			found := result(sdk.Error, phrase.TitleOf(o.Conflict)+": the question is open; krm-merge resolve answers it", r, o.Path)
			found.Tags = map[string]string{"conflict": o.Conflict}
			if o.File != "" {
				found.File = &sdk.File{Path: o.File}
			}
			if o.Resource.Name != "" {
				found.ResourceRef = &sdk.ResourceRef{APIVersion: o.Resource.APIVersion, Kind: o.Resource.Kind, Namespace: o.Resource.Namespace, Name: o.Resource.Name}
			}
			results = append(results, found)
		}
	}
	if len(results) > 0 {
		return nil, nil, &ConflictsError{results}
	}
	return wire.EntriesOf(items), nil, nil
}

// questionsIn are the open questions in a resource that holds decisions.
func questionsIn(r *resource.Resource) ([]*decisions.Open, error) {
	if m := resource.MetaOf(r.Node); !decisions.Is(m.Group(), m.Kind) {
		return nil, nil
	}
	s, err := decisions.ReadNode(r.Node, cmp.Or(r.Name, r.Path))
	if err != nil {
		return nil, err
	}
	return s.Open, nil
}
