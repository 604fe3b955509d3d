package phrase

import (
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Of words a conflict of a package that was merged with these options. The cost is
// linear in the size of its values.
func Of(c *resource.Conflict, o *resource.Options) Words { return In(c, o, "") }

// In is Of with the file that a command names which answers the conflict.
func In(c *resource.Conflict, o *resource.Options, file string) Words {
	about := Conflict{
		Conflict: c.Conflict, Whole: len(c.Path) == 0 && !c.Moved, File: isFile(c), Moved: c.Moved, Open: c.Open(), Secret: c.Secret(), Why: why(c, o),
		Marked: c.Open() && c.Marked, Comments: o.Comments, Ways: ways(c, o, file),
	}
	return about.Words()
}

// why words what decided a conflict, or left it undecided.
func why(c *resource.Conflict, o *resource.Options) string {
	switch {
	case c.Open():
	case c.By == merge.ByMode:
		return "mode: " + c.Mode.String()
	case len(c.Path) == 0 && c.UpdatedResource == nil:
		return "onDeletedUpstream: " + o.OnDeletedUpstream.String()
	case len(c.Path) == 0 && c.DestResource == nil:
		return staysDeleted(c, o)
	case c.By == merge.ByNull:
		return "nulls: " + o.Policy.Nulls.String()
	case c.By == merge.ByPin:
		return "comment: " + merge.PinComment
	case c.By == merge.ByVersion:
		return "onConflict: " + merge.TakeNewest.String()
	case c.OnConflict != o.Policy.OnConflict && c.OnConflict == o.Policy.Decides():
		return "newestElse: " + o.Policy.NewestElse.String()
	}
	if !c.Moved && c.OnConflict != o.Policy.OnConflict {
		return "rules: onConflict: " + c.OnConflict.String()
	}
	return "onConflict: " + o.Policy.OnConflict.String()
}

// staysDeleted words what decided about a resource that dest deleted: what is written, if
// something is.
func staysDeleted(c *resource.Conflict, o *resource.Options) string {
	switch {
	case o.OnDeletedLocally != resource.AskDeletedLocally:
		return "onDeletedLocally: " + o.OnDeletedLocally.String()
	case c.OnConflict == merge.TakeDest:
		return "onConflict: " + c.OnConflict.String()
	}
	return "by default"
}

// isFile reports whether a conflict is about a file that is merged whole.
func isFile(c *resource.Conflict) bool {
	of := c.Subject()
	return of != nil && of.Node == nil && of.Deferred == nil
}
