package cli

import (
	"fmt"
	"os"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/merge"
)

// wrongFiles refuses versions of upstream's that cannot be what was meant: merged as
// they are, they would delete what dest has.
func wrongFiles(versions inputs, given fn.Versions, all []*slot) error {
	original, updated := versions.of(merge.Original), versions.of(merge.Updated)
	if original == nil {
		return nil
	}
	if len(given.Updated) == 0 && len(given.Original) > 0 && updated.name != os.DevNull {
		what := "name the file of the new version (where upstream has nothing any more, name " + os.DevNull + ")"
		if updated.dir {
			what = "name the directory of the new version"
		}
		return fmt.Errorf("%s %s holds no resources, so everything that upstream ever had would be deleted; %s", updated.argument, updated.name, what)
	}
	for _, s := range all {
		o, u := s.documents(merge.Original), s.documents(merge.Updated)
		if o == nil || u == nil || !s.one() {
			continue
		}
		for _, pair := range [2][2]*documents{{u, o}, {o, u}} {
			if pair[0].page(pair[1]) {
				return pair[0].pageError()
			}
		}
	}
	return nil
}

// page says that a file holds what another version of it cannot have become: a text
// alone in place of fields, or a flat map that has no field of the resources there.
func (d *documents) page(other *documents) bool {
	if len(d.resources) != 1 || len(other.resources) == 0 {
		return false
	}
	root := d.resources[0].Node
	if root.Kind == yaml.ScalarNode {
		return !slices.ContainsFunc(other.resources, func(r *fn.Resource) bool { return r.Node.Kind == yaml.ScalarNode })
	}
	names := map[string]bool{}
	for i := 0; root.Kind == yaml.MappingNode && i+1 < len(root.Content); i += 2 {
		if root.Content[i+1].Kind != yaml.ScalarNode {
			return false
		}
		names[root.Content[i].Value] = true
	}
	return len(names) > 0 && !slices.ContainsFunc(other.resources, func(r *fn.Resource) bool {
		if reports.RefOf(r.Node) == nil {
			return true
		}
		for i := 0; i+1 < len(r.Node.Content); i += 2 {
			if names[r.Node.Content[i].Value] {
				return true
			}
		}
		return false
	})
}

func (d *documents) pageError() error {
	return fmt.Errorf("%s:%d: has nothing in common with the other version of upstream's; most likely it is a server's message in place of the file: get the file again", d.file.name, d.resources[0].Line)
}

// noOriginal warns of an original that holds nothing where that makes conflicts:
// probably another directory was meant.
func (r report) noOriginal(versions inputs, given fn.Versions) {
	original := versions.of(merge.Original)
	if original == nil || len(given.Original) > 0 || len(r.Conflicts) == 0 {
		return
	}
	r.Notes = append(r.Notes, reports.Note{Warning: true, Message: fmt.Sprintf(
		"%s %s holds no resources, so nothing tells upstream's changes from local ones, and each difference is a conflict; name the version that dest was made from", original.argument, original.name)})
}
