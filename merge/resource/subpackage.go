package resource

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// Subpackages is what a 3-way merge makes of the packages inside a package that have an
// upstream of their own.
type Subpackages uint8

const (
	// SubpackagesAlone: those of dest stay as they are, and what upstream has in their
	// directories is left out. One that only updated has comes along whole.
	SubpackagesAlone Subpackages = iota
	// SubpackagesMerged: they are merged as other directories are.
	SubpackagesMerged
)

var subpackagesNames = enum.Names[Subpackages]{"Alone", "Merge"}

func (s Subpackages) String() string { return subpackagesNames.Of(s) }

// MarshalText is the name in a configuration.
func (s Subpackages) MarshalText() ([]byte, error) { return subpackagesNames.Marshal(s) }

// UnmarshalText reads the name; the error for another text lists the names.
func (s *Subpackages) UnmarshalText(text []byte) error { return subpackagesNames.Unmarshal(text, s) }

// Directories are directories of a package, by their paths.
type Directories map[string]bool

// Hold reports whether a file lies in one of the directories, or below.
func (d Directories) Hold(file string) bool {
	for at := path.Dir(file); len(d) > 0; at = path.Dir(at) {
		if d[at] {
			return true
		}
		if at == "." || at == "/" {
			break
		}
	}
	return false
}

// SubpackagesIn gives the directories of the packages that lie in another one and have
// an upstream of their own. It goes by the Kptfiles among the resources of a version.
// The cost is linear.
func SubpackagesIn(version []*Resource) Directories {
	packages, own := Directories{}, Directories{}
	for _, r := range version {
		if path.Base(r.Path) != "Kptfile" || !r.Meta().isKptfile() {
			continue
		}
		at := path.Dir(r.Path)
		packages[at] = true
		if node.Field(node.Target(r.Node), "upstream") != nil {
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

// subpackages finds the directories in which nothing is merged: the subpackages of dest,
// and those that updated added where dest has nothing.
//
// rule: subpackage/*
func (p *pkg) subpackages(v *Versions) {
	if p.opts.Strategy.Patches() || p.opts.Subpackages == SubpackagesMerged {
		return
	}
	p.alone = SubpackagesIn(v.Dest)
	added := SubpackagesIn(v.Updated)
	if len(added) == 0 {
		return
	}
	for at := range SubpackagesIn(v.Original) {
		delete(added, at)
	}
	for _, r := range v.Dest {
		for at := path.Dir(r.Path); len(added) > 0 && at != "." && at != "/"; at = path.Dir(at) {
			delete(added, at)
		}
	}
	p.brought = added
}

// isLeftOut reports whether a resource of upstream lies in a subpackage of dest.
func (p *pkg) isLeftOut(side merge.Side, r *Resource) bool {
	return side != merge.Dest && p.alone.Hold(r.Path)
}

// isAlone reports whether a resource pairs with no other, because of the subpackage that
// it lies in.
func (p *pkg) isAlone(side merge.Side, r *Resource) bool {
	return side == merge.Dest && p.alone.Hold(r.Path) || side == merge.Updated && p.brought.Hold(r.Path)
}

// leave takes those out of the versions that pair with no other.
func leave(versions [3][]*member) (rest [3][]*member, alone []*member) {
	isAlone := func(m *member) bool { return m.alone }
	for side, members := range versions {
		rest[side] = members
		if slices.ContainsFunc(members, isAlone) {
			for _, m := range members {
				if m.alone {
					alone = append(alone, m)
				}
			}
			rest[side] = slices.DeleteFunc(slices.Clone(members), isAlone)
		}
	}
	return rest, alone
}

// itemsOf gives the items of a List that is merged, nil for any other document.
func (p *pkg) itemsOf(side merge.Side, r *Resource) *yaml.Node {
	if p.isAlone(side, r) && side == merge.Dest {
		return nil
	}
	return listItems(r.Node)
}
