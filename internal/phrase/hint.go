package phrase

import (
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// hint is how to answer a conflict that nobody decided.
func hint(c *resource.Conflict) string {
	switch {
	case !c.Open():
		return ""
	case c.Marked:
		command := Resolve(c)
		inDecisions := c.Secret() && c.Line == 0 // A file that sops encrypted holds no marks.
		if at := c.At(); (at.Resource.Kind == "" || at.Resource.Name == "") && at.File != "" && !inDecisions {
			command += " " + printable.Word(at.File)
		}
		return command
	}
	return "decide with onConflict: Updated or Dest"
}

// Resolve is the command that answers a conflict where it stands in what was written. A file may
// follow; without one it is for the package around the working directory.
func Resolve(c *resource.Conflict) string {
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
