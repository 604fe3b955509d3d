package phrase

import (
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// hint is how to answer a conflict that nobody decided: where it stands in what was written the
// command, which names that file; "" is the package around the working directory.
func hint(c *resource.Conflict, file string) string {
	switch {
	case !c.Open():
		return ""
	case c.Marked:
		return "krm-merge resolve" + selecting(c, file)
	}
	return "decide with onConflict: Updated or Dest"
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
