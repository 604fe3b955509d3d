package fn

import (
	"path"
	"strings"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// locate finds out where the items lie.
func (in *input) locate(items []*wire.Item) {
	packages := make([]string, len(items))
	in.items = make([]*item, len(items))
	for i, from := range items {
		in.items[i] = newItem(from)
		packages[i] = in.items[i].annotation(packagePath)
		if packages[i] != "" {
			p := path.Clean(packages[i])
			if !in.packaged {
				in.packaged, in.base = true, p
			}
			in.base = common(in.base, p)
		}
	}
	for i, it := range in.items {
		if packages[i] != "" {
			it.pkg = below(path.Clean(packages[i]), in.base)
		}
		if file := it.annotation(pathName, oldPath); file != "" {
			it.location = path.Join(it.pkg, file)
		}
	}
}

// common is the directory both paths lie in.
func common(a, b string) string {
	for a != b && !inside(b, a) {
		a = path.Dir(a)
	}
	return a
}

// inside reports whether a cleaned path lies in a directory, or is that directory.
func inside(p, dir string) bool {
	switch dir {
	case "", ".", "/":
		return true
	}
	return p == dir || strings.HasPrefix(p, dir) && p[len(dir)] == '/'
}

// below is a path relative to a directory it lies in.
func below(p, dir string) string {
	switch {
	case p == dir:
		return "."
	case dir == "" || dir == ".":
		return p
	}
	return strings.TrimPrefix(strings.TrimPrefix(p, dir), "/")
}

// nowhere is a directory in which nothing lies.
const nowhere = "\x00"

// findRoots finds the directories of the versions.
func (in *input) findRoots(cfg *Config, marks []merge.Side, marked []bool) {
	in.roots = namedRoots(cfg)
	var holds [3]bool
	var spans [3]string
	var spanned [3]bool
	for i, it := range in.items {
		if it.location == "" {
			continue
		}
		if marked[i] {
			dir := path.Dir(it.location)
			if s := marks[i]; spanned[s] {
				spans[s] = common(spans[s], dir)
			} else {
				spans[s], spanned[s] = dir, true
			}
			continue
		}
		for side := range in.roots {
			holds[side] = holds[side] || in.lies(it, merge.Side(side))
		}
	}
	// Marked or not, what lies in the directory of its version shows that there is one.
	has := func(side merge.Side) bool {
		return holds[side] || spanned[side] && inside(spans[side], in.roots[side])
	}
	if cfg.Dest.Path == "" && (!has(merge.Dest) || !has(merge.Original) && !has(merge.Updated)) {
		// The package itself is dest, with the sources in directories of it.
		in.roots[merge.Dest] = "."
	}
	in.spanRoots(cfg, marks, marked, holds, spans, spanned)
}

// namedRoots are the directories of the versions by their names alone.
func namedRoots(cfg *Config) [3]string {
	roots := [3]string{merge.Original: "original", merge.Updated: "updated", merge.Dest: "dest"}
	if cfg.Strategy == resource.TwoWay {
		roots[merge.Original], roots[merge.Updated] = nowhere, "source"
	}
	for side, s := range [3]*Source{merge.Original: &cfg.Original, merge.Updated: &cfg.Updated, merge.Dest: &cfg.Dest} {
		if s.Path != "" {
			roots[side] = s.Path
		}
	}
	return roots
}

// keepMarks finds the items of dest that keep their marks: those that lie in a
// directory by whose name the next run would take them for another version's.
//
// See testdata/run/marked-dest-among-updated.txtar.
func (in *input) keepMarks(cfg *Config) {
	roots := namedRoots(cfg)
	for _, it := range in.items {
		if it.side != merge.Dest || it.location == "" || it.annotation(annotation.MergeSource) == "" {
			continue
		}
		for side, s := range map[merge.Side]*Source{merge.Original: &cfg.Original, merge.Updated: &cfg.Updated} {
			it.keepsMark = it.keepsMark || !s.Given && roots[side] != "." && inside(it.location, roots[side])
		}
	}
}

// spanRoots finds the directories that marked versions have for themselves: a
// path is relative to these then.
func (in *input) spanRoots(cfg *Config, marks []merge.Side, marked []bool, holds [3]bool, spans [3]string, spanned [3]bool) {
	own := false
	for _, side := range []merge.Side{merge.Original, merge.Updated} {
		if !spanned[side] || holds[side] || inside(spans[side], in.roots[side]) {
			continue
		}
		in.roots[side] = spans[side]
		for i, it := range in.items {
			other := !marked[i] || marks[i] != side
			if other && it.location != "" && inside(it.location, spans[side]) {
				in.roots[side] = "."
			}
		}
		own = own || in.roots[side] != "."
	}
	if !own || cfg.Dest.Path != "" || in.roots[merge.Dest] != "." {
		return
	}
	span := ""
	for i, it := range in.items {
		if it.location == "" || marked[i] && marks[i] != merge.Dest || !marked[i] && (in.lies(it, merge.Original) || in.lies(it, merge.Updated)) {
			continue
		}
		if span == "" {
			span = path.Dir(it.location)
		}
		span = common(span, path.Dir(it.location))
	}
	if span != "" {
		in.roots[merge.Dest] = span
	}
}

// lies reports whether an item lies in the directory of a version.
func (in *input) lies(it *item, side merge.Side) bool {
	return it.location != "" && inside(it.location, in.roots[side])
}

// relative is a location relative to the root of a version, as it is if it
// lies outside.
func (in *input) relative(location string, side merge.Side) string {
	if location == "" || !inside(location, in.roots[side]) {
		return location
	}
	return below(location, in.roots[side])
}
