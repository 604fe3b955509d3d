package files

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// version is a tree and what it is in the merge.
type version struct {
	*Tree
	// role is original, updated, source, dest or layer 2.
	role string
	side merge.Side
	// layer is the place of a layer.
	layer int
}

// String is how messages call the version.
func (v *version) String() string { return cmp.Or(v.Name, v.role) }

// versions are the trees of a merge, from left to right.
type versions []*version

// versionsOf gives the trees the roles that they have in a strategy.
func versionsOf(trees []*Tree, strategy resource.Strategy) (versions, error) {
	var all versions
	switch strategy {
	case resource.StrategyDefault, resource.ThreeWay:
		all = versions{{role: "original", side: merge.Original}, {role: "updated", side: merge.Updated}, {role: "dest", side: merge.Dest}}
	case resource.TwoWay:
		all = versions{{role: "source", side: merge.Updated}, {role: "dest", side: merge.Dest}}
	case resource.Layers:
		if len(trees) == 0 {
			return nil, errors.New("layers are missing; give one at least")
		}
		for i := range trees {
			all = append(all, &version{role: fmt.Sprintf("layer %d", i+1), side: merge.Updated, layer: i})
		}
		all[0].side = merge.Dest
	case resource.Check:
		// It merges nothing.
	}
	if len(all) != len(trees) {
		return nil, fmt.Errorf("strategy %s merges %d versions, not %d", strategy, len(all), len(trees))
	}
	for i := range all {
		all[i].Tree = trees[i]
	}
	return all, nil
}

// check refuses what cannot be merged.
func (all versions) check() error {
	for _, v := range all {
		if err := v.check(); err != nil {
			return err
		}
	}
	dest, o, u := all.dest(), all.of(merge.Original), all.of(merge.Updated)
	if o != nil && o.Single != u.Single {
		return fmt.Errorf("%s and %s must be two files or two directories", o, u)
	}
	for _, v := range all {
		if dest.Single && !v.Single {
			return fmt.Errorf("%s is a directory and %s a file; give a directory for both", v, dest)
		}
	}
	return nil
}

// check refuses a tree that is none.
func (v *version) check() error {
	if v.Tree == nil {
		return fmt.Errorf("%s is missing; where there is none, give an empty tree", v.role)
	}
	if v.Single && len(v.Files) != 1 {
		return fmt.Errorf("%s: a single file, but there are %d", v, len(v.Files))
	}
	seen := make(map[string]bool, len(v.Files))
	for i := range v.Files {
		at := v.Files[i].Path
		switch kind := v.Files[i].Mode.Type(); {
		case kind != 0 && kind != fs.ModeSymlink:
			return fmt.Errorf("%s: %s: neither a regular file nor a symbolic link; leave it out", v, at)
		case !fs.ValidPath(at) || at == ".":
			return fmt.Errorf("%s: %q: a path must be relative to the root, with slashes and without the steps . and .. in it", v, at)
		case seen[at]:
			return fmt.Errorf("%s: %s: there are two files of this path", v, at)
		}
		seen[at] = true
	}
	return nil
}

// of is the first version of a side, nil if there is none.
func (all versions) of(side merge.Side) *version {
	for _, v := range all {
		if v.side == side {
			return v
		}
	}
	return nil
}

func (all versions) dest() *version { return all.of(merge.Dest) }

// patches reports whether there is no original.
func (all versions) patches() bool { return all.of(merge.Original) == nil }

// files gives the files of a version, with the paths by which they are compared.
func (all versions) files(v *version) []*documents {
	dest, updated := all.dest(), all.of(merge.Updated)
	to := ""
	switch {
	case dest.Single:
		to = dest.Files[0].Path
	case v.side == merge.Original && v.Single:
		to = updated.Files[0].Path
	}
	files, found := make([]File, len(v.Files)), make([]*documents, len(v.Files))
	for i, f := range v.Files {
		found[i] = &documents{file: &files[i], version: v}
		f.Name = f.name()
		f.Path = cmp.Or(to, f.Path)
		files[i] = f
	}
	return found
}
