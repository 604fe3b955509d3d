package report

import (
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

func wordsOf(c *resource.Conflict, o *resource.Options) phrase.Words {
	about := phrase.Conflict{
		Conflict: c.Conflict, Whole: len(c.Path) == 0 && !c.Moved, Moved: c.Moved, Open: c.Fails(), Secret: c.Secret() && !c.Moved,
		Why: why(c, o),
	}
	return about.Words()
}

// why spells what settled a conflict, or said that nobody may.
func why(c *resource.Conflict, o *resource.Options) string {
	switch {
	case c.Fails():
	case len(c.Path) == 0 && c.UpdatedResource == nil:
		return "onDeletedUpstream: " + o.OnDeletedUpstream.String()
	case len(c.Path) == 0 && c.DestResource == nil:
		return "onDeletedLocally: " + o.OnDeletedLocally.String()
	case c.By == merge.ByNull:
		return "nulls: " + o.Policy.Nulls.String()
	case c.By == merge.ByMode:
		return "mode: " + c.Mode.String()
	case c.By == merge.ByPin:
		return "comment: " + merge.PinComment
	case c.By == merge.ByVersion:
		return "onConflict: " + merge.TakeNewest.String()
	}
	if !c.Moved && c.OnConflict != o.Policy.OnConflict {
		return "rules: onConflict: " + c.OnConflict.String()
	}
	return "onConflict: " + o.Policy.OnConflict.String()
}
