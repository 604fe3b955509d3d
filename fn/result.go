package fn

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// resultsOf makes results of the outcome of a merge with these options, in an order that
// depends on nothing but the versions. A conflict is a warning, or an error where the
// configuration fails on conflicts; a note is an info.
func resultsOf(o *resource.Outcome, opts *resource.Options) sdk.Results {
	all := make(sdk.Results, 0, len(o.Conflicts)+len(o.Notes))
	for i := range o.Conflicts {
		all = append(all, conflictResult(&o.Conflicts[i], opts))
	}
	for _, n := range o.Notes {
		severity := sdk.Info
		if n.Warning {
			severity = sdk.Warning
		}
		r := result(severity, n.Message, n.Resource, n.Path.String())
		r.Tags = map[string]string{"note": n.Kind.String()}
		all = append(all, r)
	}
	slices.SortStableFunc(all, compareResults)
	return all
}

func conflictResult(c *resource.Conflict, o *resource.Options) *sdk.Result {
	words := phrase.Of(c, o)
	path := c.Place()
	r := result(sdk.Warning, words.Message(), c.Subject(), path)
	r.Tags = map[string]string{"conflict": words.Code}
	if !c.Open() {
		r.Tags["taken"] = c.Taken.String()
	}
	if c.Refused() {
		r.Severity = sdk.Error
	}
	switch {
	case c.Kind == merge.Moved:
		// The values are paths, not a field.
		r.Field = nil
		r.Tags["original"], r.Tags["updated"], r.Tags["dest"] = c.Original.Value, c.Updated.Value, c.Dest.Value
	case path != "":
		r.Field.CurrentValue, r.Field.ProposedValue = fieldValue(c.Dest, words.Dest), fieldValue(c.Updated, words.Updated)
		if words.Original != "" {
			r.Tags["original"] = unquoted(words.Original)
		}
	}
	return r
}

// fieldValue is a value as a result's field holds it: numbers and truth values as
// such, of anything else the excerpt, nil without one.
func fieldValue(n *yaml.Node, excerpt string) any {
	if excerpt == "" {
		return nil
	}
	if t := node.Target(n); t.Kind == yaml.ScalarNode && (t.Tag == "!!int" || t.Tag == "!!bool" || t.Tag == "!!float") {
		var v any
		if err := t.Decode(&v); err == nil {
			return v
		}
	}
	return unquoted(excerpt)
}

// unquoted is an excerpt, without the quotes if it is that of a string.
func unquoted(excerpt string) string {
	var text string
	if excerpt[0] == '"' && json.Unmarshal([]byte(excerpt), &text) == nil {
		return text
	}
	return excerpt
}

// result makes a result about a place of a resource, as far as these are known.
func result(severity sdk.Severity, message string, about *resource.Resource, path string) *sdk.Result {
	r := &sdk.Result{Severity: severity, Message: message}
	if path != "" {
		r.Field = &sdk.Field{Path: path}
	}
	if about == nil {
		return r
	}
	if ref := about.Meta().Ref(); ref.Kind != "" && ref.Name != "" {
		r.ResourceRef = &sdk.ResourceRef{APIVersion: ref.APIVersion, Kind: ref.Kind, Name: ref.Name, Namespace: ref.Namespace}
	}
	if file := location(about); file != "" {
		r.File = &sdk.File{Path: file, Index: about.Index}
	}
	return r
}

// location is the file of a resource as the function's items name it. What is carried
// has the file that it would be.
func location(r *resource.Resource) string {
	if r.Path == "" || itemOf(r) == nil {
		return r.Path
	}
	return r.Name
}

// errorResults makes results of an error: the conflicts, if they are the error, else one
// that names the resource concerned.
func errorResults(err error) sdk.Results {
	if conflicts, is := errors.AsType[*ConflictsError](err); is {
		return conflicts.Results
	}
	if e, is := errors.AsType[*resource.Error](err); is && len(e.Resources) > 0 {
		return sdk.Results{result(sdk.Error, err.Error(), e.Resources[0], e.Path)}
	}
	return sdk.Results{result(sdk.Error, err.Error(), nil, "")}
}

// compareResults orders by severity, then by where in which file; others stay in the order of the resources.
func compareResults(a, b *sdk.Result) int {
	severities := []sdk.Severity{sdk.Error, sdk.Warning, sdk.Info}
	fileA, fileB := cmp.Or(a.File, &sdk.File{}), cmp.Or(b.File, &sdk.File{})
	return cmp.Or(
		cmp.Compare(slices.Index(severities, a.Severity), slices.Index(severities, b.Severity)),
		cmp.Compare(fileA.Path, fileB.Path),
		cmp.Compare(fileA.Index, fileB.Index),
	)
}

// resultNodes spells results as nodes.
func resultNodes(results sdk.Results) ([]*yaml.Node, error) {
	nodes := make([]*yaml.Node, 0, len(results))
	for _, r := range results {
		n := &yaml.Node{}
		if err := n.Encode(r); err != nil {
			return nil, fmt.Errorf("cannot write a result: %w", err)
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}
