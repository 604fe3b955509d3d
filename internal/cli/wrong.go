package cli

import (
	"fmt"
	"os"

	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// wrongDirectory refuses a new version without resources, of which everything that
// dest has would be deleted.
func wrongDirectory(versions inputs, given resource.Versions) error {
	updated := versions.of(merge.Updated)
	if versions.of(merge.Original) == nil || !updated.dir || len(given.Updated) > 0 || len(given.Original) == 0 {
		return nil
	}
	return fmt.Errorf("%s %s holds no resources, so everything that upstream ever had would be deleted; name the directory of the new version", updated.argument, updated.name)
}

// noOriginal warns of an original that holds nothing where that makes conflicts:
// probably another directory was meant.
func (r report) noOriginal(versions inputs, given resource.Versions) {
	original := versions.of(merge.Original)
	if original == nil || len(given.Original) > 0 || len(r.Conflicts) == 0 {
		return
	}
	r.warn("%s %s holds no resources, so nothing tells upstream's changes from local ones, and each difference is a conflict; name the version that dest was made from", original.argument, original.name)
}

// noUpdated warns of a file of a new version that holds nothing where that deletes
// resources: probably another file was meant. The null device says that it is meant.
func (r report) noUpdated(versions inputs, given resource.Versions) {
	updated := versions.of(merge.Updated)
	if versions.of(merge.Original) == nil || len(given.Updated) > 0 || len(r.Deleted) == 0 || updated.name == os.DevNull {
		return
	}
	r.warn("%s %s holds no resources, so everything that upstream ever had is deleted; name the file of the new version, or %s where it is empty on purpose", updated.argument, updated.name, os.DevNull)
}

// warn adds a warning about the merge as a whole.
func (r report) warn(format string, args ...any) {
	r.Notes = append(r.Notes, reports.Note{Warning: true, Message: fmt.Sprintf(format, args...)})
}
