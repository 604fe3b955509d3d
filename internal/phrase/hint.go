package phrase

import (
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// hint is how to get another outcome of a conflict: of one that stands in what was written
// the command that answers it, else the setting. The command names that file; "" is the
// package around the working directory.
func hint(c *resource.Conflict, file string) string {
	whole := len(c.Path) == 0 && !c.Moved
	other := func(kept, taken string) string {
		if c.Taken == merge.Dest {
			return kept
		}
		return taken
	}
	switch {
	case c.Open() && c.Marked:
		return "krm-merge resolve" + selecting(c, file)
	case c.Open():
		return "decide with onConflict: Updated or Dest" + there(c)
	case c.By == merge.ByPin:
		return "without the comment \"" + merge.PinComment + "\" upstream's change is merged"
	case whole && c.Kind == merge.DeletedUpstream:
		return other("onDeletedUpstream: Delete deletes it", "onDeletedUpstream: KeepModified keeps it")
	case whole && c.Kind == merge.DeletedLocally:
		return other("onDeletedLocally: Readd adds it again", "onDeletedLocally: StayDeleted leaves it deleted")
	case c.By == merge.ByNull:
		return "nulls: Changed makes a null a value like any other"
	case c.By == merge.ByMode:
		return "without the mode " + c.Mode.String() + " onConflict decides"
	}
	return other("onConflict: Updated takes upstream's", "onConflict: Dest keeps yours") + there(c)
}

// there is where a setting that decides is written.
func there(c *resource.Conflict) string {
	if len(c.Path) == 0 || isFile(c) {
		return ""
	}
	return ", for all or in a rule for this place"
}

// selecting are the arguments of resolve that name the conflict.
func selecting(c *resource.Conflict, file string) string {
	place, args := c.At(), ""
	switch r := place.Resource; {
	case r.Kind != "" && r.Name != "" && r.Namespace != "":
		args = " --resource " + printable.Word(r.Kind+"/"+r.Namespace+"/"+r.Name)
	case r.Kind != "" && r.Name != "":
		args = " --resource " + printable.Word(r.Kind+"/"+r.Name)
	case file == "":
		file = place.File
	}
	// A place that is not shown as it is has no name here.
	if p := c.Place(); p != "" && p == c.Path.String() {
		args += " --path " + printable.Word(p)
	}
	if file != "" {
		args += " " + printable.Word(file)
	}
	return args
}
