package resource

import (
	"path"

	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// SubpackagesOf gives the directories of the packages that lie in another one and have an
// upstream of their own, in original, updated or dest. It goes by the Kptfiles among the
// resources. The cost is linear.
func (v *Versions) SubpackagesOf(side merge.Side) Directories {
	packages, own := Directories{}, Directories{}
	for _, r := range v.of(side) {
		if path.Base(r.Path) != kptfile.Name || !r.Meta().isKptfile() {
			continue
		}
		at := path.Dir(r.Path)
		packages[at] = true
		if node.Field(node.Target(r.Node), kptfile.FieldUpstream) != nil {
			own[at] = true
		}
	}
	for at := range own {
		if at == "." || !packages.Hold(at) {
			delete(own, at)
		}
	}
	return own
}

// SubpackagesAlone gives the directories of a 3-way merge in which dest stays as it is and
// what upstream has is left out: subpackages of dest, and those that it deleted.
//
// See testdata/merge/subpackage-*.txtar.
func (v *Versions) SubpackagesAlone(opts *Options) Directories {
	if opts.Strategy.Patches() || opts.Subpackages == terms.SubpackagesMerged {
		return nil
	}
	alone := v.SubpackagesOf(merge.Dest)
	if opts.OnDeletedLocally != terms.Readd {
		for at := range v.SubpackagesOf(merge.Original).without(v.Dest...) {
			alone[at] = true
		}
	}
	return alone
}
