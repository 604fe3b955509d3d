package phrase

import (
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// hint is how to answer a conflict that nobody decided. Of one that stands in what was written it is a
// command, which a file may follow; without one it is for the package around the working directory.
func hint(c *resource.Conflict) string {
	switch {
	case !c.Open():
		return ""
	case !c.Marked:
		return "decide with onConflict: Updated or Dest"
	}
	command := "krm-merge resolve"
	switch r := c.At().Resource; {
	case r.Kind != "" && r.Name != "" && r.Namespace != "":
		command += " --resource " + printable.Word(r.Kind+"/"+r.Namespace+"/"+r.Name)
	case r.Kind != "" && r.Name != "":
		command += " --resource " + printable.Word(r.Kind+"/"+r.Name)
	}
	// A place that is not shown as it is has no name here.
	if p := c.Place(); p != "" && p == c.Path.String() {
		command += " --path " + printable.Word(p)
	}
	return command
}
