package phrase

import (
	"cmp"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Reason is a sentence that explains the result of a merge with these options at a
// place.
func Reason(e *resource.Explanation, o *resource.Options) string {
	decision := decisionOf(e, o)
	switch {
	case e.DestResource == nil && e.OriginalResource == nil:
		return "only upstream has the resource, so it was added"
	case e.UpdatedResource == nil && e.OriginalResource == nil:
		return "only you have the resource, so it stays"
	case (e.UpdatedResource == nil || e.DestResource == nil) && decision != "":
		return "the whole resource: " + decision
	case e.UpdatedResource == nil:
		return "upstream deleted the whole resource and you did not change it, so it is gone"
	case e.DestResource == nil:
		return "you deleted the whole resource and upstream did not change it, so it stays gone"
	case e.Overrides:
		return "your document holds only what differs from upstream's (layout), so it stays yours, where upstream did not move what you override"
	case decision != "":
		about := ""
		if at, here := cmp.Or(e.Conflict, e.Answered).Place(), e.Shown(e.Place.Path); at != here {
			about = " about " + cmp.Or(at, "the whole resource")
		}
		return "a conflict" + about + ": " + decision
	}
	upstream, upstreamStill := did(&e.Place, e.Place.Updated, "has")
	local, localStill := did(&e.Place, e.Place.Dest, "have")
	return "upstream " + upstream + ", you " + local + outcome(e, upstreamStill, localStill)
}

// outcome is what became of a place without a conflict, of which upstream or the local version is still
// as it was.
func outcome(e *resource.Explanation, upstreamStill, localStill bool) string {
	p := &e.Place
	switch {
	case p.Mode == merge.ModeKeep:
		return "; the comment \"" + terms.PinComment + "\" in dest keeps it as it is"
	case p.Mode != merge.ModeUnset && p.Mode != merge.ModeMerge:
		return "; the mode " + p.Mode.String() + " decided"
	case merge.Equal(p.Updated.Value, p.Dest.Value):
		return "; both have the same value"
	case upstreamStill && merge.Equal(e.Result.Value, p.Dest.Value):
		return ", so yours stays"
	case localStill && merge.Equal(e.Result.Value, p.Updated.Value):
		return ", so upstream's was taken"
	case e.Merged != nil && e.Result.Value != nil:
		return "; you changed different parts of it, which were merged"
	}
	return ""
}

// decisionOf is how the conflict about a place was decided, "" if there is none.
func decisionOf(e *resource.Explanation, o *resource.Options) string {
	switch {
	case e.Conflict != nil:
		return Of(e.Conflict, o).decision()
	case e.Answered != nil:
		return KindOf(e.Answered.Kind).Title + "; " + e.Answered.Decided()
	}
	return ""
}

// did is what a version did to a place, with the verb that agrees with it, and whether the place is still
// as it was.
func did(p *merge.Traced, version merge.Spot, has string) (what string, still bool) {
	switch o, v := node.Target(p.Original.Value), node.Target(version.Value); {
	case o == nil && v == nil:
		return has + " nothing there", true
	case o == nil:
		return "added it", false
	case v == nil:
		return "deleted it", false
	case merge.Equal(o, v):
		return "left it as it was", true
	}
	return "changed it", false
}
