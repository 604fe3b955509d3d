package fn

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// resultsOf tells an outcome as results, in an order that does not depend on
// anything but the versions; conflict tells the next of its conflicts. A conflict is a warning, or an error where the
// configuration fails on conflicts; a note is an info.
func resultsOf(o *resource.Outcome, conflict func(resource.Conflict) *sdk.Result) sdk.Results {
	all := make(sdk.Results, 0, len(o.Conflicts)+len(o.Notes))
	for _, c := range o.Conflicts {
		all = append(all, conflict(c))
	}
	for _, n := range o.Notes {
		severity := sdk.Info
		if n.Warning {
			severity = sdk.Warning
		}
		r := &sdk.Result{Severity: severity, Message: n.Message, Tags: map[string]string{"note": n.Kind.String()}}
		about(r, n.Resource)
		if path := n.Path.String(); path != "" && r.ResourceRef != nil {
			r.Field = &sdk.Field{Path: path}
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, compareResults)
	return all
}

func conflictResult(c resource.Conflict) *sdk.Result {
	r := &sdk.Result{Severity: sdk.Warning, Tags: map[string]string{"conflict": c.Kind.String(), "taken": c.Taken.String()}}
	if c.Fails() {
		r.Severity = sdk.Error
		delete(r.Tags, "taken")
	}
	resource := c.DestResource
	if resource == nil {
		resource = c.UpdatedResource
	}
	about(r, resource)
	r.Message = message(c)
	path := c.Place()
	switch {
	case c.Moved:
		// The values are paths, not a field.
		r.Tags["original"], r.Tags["updated"], r.Tags["dest"] = c.Original.Value, c.Updated.Value, c.Dest.Value
	case path != "" && r.ResourceRef != nil:
		r.Field = &sdk.Field{Path: path}
		if !c.Secret() {
			texts := excerpts(c.Dest, c.Updated, c.Original)
			if c.Dest != nil {
				r.Field.CurrentValue = shown(c.Dest, texts[0])
			}
			if c.Updated != nil {
				r.Field.ProposedValue = shown(c.Updated, texts[1])
			}
			if c.Original != nil {
				r.Tags["original"] = texts[2]
			}
		}
	}
	return r
}

// message says what happened in words of the conflict's kind.
func message(c resource.Conflict) string {
	what := happened(c.Kind)
	if c.Moved {
		what = fmt.Sprintf("updated moved the resource from %s to %s, dest to %s", c.Original.Value, c.Updated.Value, c.Dest.Value)
	}
	whole := len(c.Path) == 0 && !c.Moved
	switch {
	case c.Fails():
		return what + "; nothing was merged because of onConflict: Fail: make dest agree with updated there, or choose onConflict: Updated or Dest"
	case whole && c.Kind == merge.DeletedUpstream && c.Taken == merge.Updated:
		return "updated deleted the resource, dest changed it; it was deleted (onDeletedUpstream: KeepModified keeps it)"
	case whole && c.Kind == merge.DeletedUpstream:
		return "updated deleted the resource, dest changed it; it was kept"
	case whole && c.Kind == merge.DeletedLocally && c.Taken == merge.Dest:
		return "dest deleted the resource, updated changed it; it stays deleted (onDeletedLocally: Readd adds it again)"
	case whole && c.Kind == merge.DeletedLocally:
		return "dest deleted the resource, updated changed it; it was added again"
	case c.Partial:
		return what + "; what updated changed was added, so it may be incomplete"
	}
	return what + "; " + c.Taken.String() + "'s was taken" + because(c)
}

// because says what settled a conflict, where that is not the general setting.
func because(c resource.Conflict) string {
	switch c.By {
	case merge.ByMode:
		return " (mode " + c.Mode.String() + ")"
	case merge.ByPin:
		return " (krm-merge: keep)"
	case merge.ByVersion:
		return " (the higher version)"
	case merge.ByPolicy, merge.ByNull:
	}
	return ""
}

func happened(kind merge.ConflictKind) string {
	switch kind {
	case merge.BothChanged:
		return "updated and dest changed this differently"
	case merge.BothAdded:
		return "updated and dest added this with different values"
	case merge.DeletedUpstream:
		return "updated deleted this, dest changed it"
	case merge.DeletedLocally:
		return "dest deleted this, updated changed it"
	case merge.KindChanged:
		return "the kind of value changed on one side, the other edited it"
	case merge.ListChanged:
		return "updated and dest changed this list differently"
	case merge.UnionChanged:
		return "updated and dest chose different members of a union"
	case merge.OrderChanged:
		return "updated and dest changed the order of this list differently"
	case merge.LinesDiffer:
		return "merging the texts of updated and dest by lines gives something else here than merging their fields"
	}
	return kind.String()
}

// about names the resource and its file.
func about(r *sdk.Result, resource *resource.Resource) {
	if resource == nil {
		return
	}
	m := resource.Meta()
	name := m.Name
	if name == "" {
		name = m.GenerateName
	}
	if m.Kind != "" && name != "" {
		r.ResourceRef = &sdk.ResourceRef{APIVersion: m.APIVersion, Kind: m.Kind, Name: name, Namespace: m.Namespace}
	}
	if file := location(resource); file != "" {
		r.File = &sdk.File{Path: file, Index: resource.Index}
	}
}

// location is the file of a resource as the function's items name it.
func location(r *resource.Resource) string {
	if r.Path == "" {
		return ""
	}
	return r.Name
}

// errorResults tells an error as results: one for each resource concerned.
func errorResults(err error) sdk.Results {
	r := &sdk.Result{Severity: sdk.Error, Message: err.Error()}
	var e *resource.Error
	if errors.As(err, &e) && len(e.Resources) > 0 {
		about(r, e.Resources[0])
		if e.Path != "" && r.ResourceRef != nil {
			r.Field = &sdk.Field{Path: e.Path}
		}
	}
	return sdk.Results{r}
}

// isConflict tells conflicts from notes and errors.
func isConflict(r *sdk.Result) bool { return r.Tags["conflict"] != "" }

// compareResults orders by severity, then file, resource and path.
func compareResults(a, b *sdk.Result) int {
	severity := func(r *sdk.Result) int {
		return slices.Index([]sdk.Severity{sdk.Error, sdk.Warning, sdk.Info}, r.Severity)
	}
	file := func(r *sdk.Result) sdk.File {
		if r.File == nil {
			return sdk.File{}
		}
		return *r.File
	}
	ref := func(r *sdk.Result) string {
		if r.ResourceRef == nil {
			return ""
		}
		return strings.Join([]string{r.ResourceRef.APIVersion, r.ResourceRef.Kind, r.ResourceRef.Namespace, r.ResourceRef.Name}, "\x00")
	}
	return cmp.Or(
		cmp.Compare(severity(a), severity(b)),
		cmp.Compare(file(a).Path, file(b).Path),
		cmp.Compare(file(a).Index, file(b).Index),
		cmp.Compare(ref(a), ref(b)),
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
