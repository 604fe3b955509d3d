package fn

import (
	"cmp"
	"path"
	"strings"
	"unicode"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// locate finds out where the items lie.
func (in *input) locate(items []*wire.Item) error {
	packages := make([]string, len(items))
	in.items = make([]*item, len(items))
	for i, from := range items {
		in.items[i] = newItem(from)
		packages[i] = in.items[i].annotation(packagePath)
		if problem := unusable(packages[i]); problem != "" {
			return in.fault(in.items[i], i, "the path of its package %q %s; correct the annotation "+packagePath, packages[i], problem)
		}
		if packages[i] != "" {
			packages[i] = path.Clean(packages[i])
			if !in.packaged {
				in.packaged, in.base = true, packages[i]
			}
			in.base = common(in.base, packages[i])
		}
	}
	for i, it := range in.items {
		if packages[i] != "" {
			it.pkg = below(packages[i], in.base)
		}
		if file := it.annotation(pathName, oldPath); file != "" {
			if problem := unusable(file); problem != "" {
				return in.fault(it, i, "its path %q %s; correct the annotation that holds it", file, problem)
			}
			it.location = path.Join(it.pkg, file)
		}
	}
	return nil
}

// unusable is what keeps a path from naming a file in a package, "" if nothing does: no
// system has such names, or one takes them for what they are not.
func unusable(file string) string {
	switch {
	case strings.ContainsFunc(file, unicode.IsControl):
		return "holds a control character"
	case strings.HasPrefix(file, `..\`), strings.Contains(file, `\..\`), strings.Contains(file, `/..\`):
		return `leads out of its directory by ..\`
	}
	return ""
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

// span is the directory that a path and all those before it lie in, "" before the first.
func span(dir, location string) string {
	if dir == "" {
		return path.Dir(location)
	}
	return common(dir, path.Dir(location))
}

// findRoots finds the directories of the versions.
func (in *input) findRoots(cfg *Config) {
	in.roots = namedRoots(cfg)
	spans, has := in.spans()
	if cfg.Dest.Path == "" && (!has[merge.Dest] || !has[merge.Original] && !has[merge.Updated]) {
		// The package itself is dest, with the sources in directories of it.
		in.roots[merge.Dest] = "."
	}
	own := false
	for _, side := range []merge.Side{merge.Original, merge.Updated} {
		if spans[side] != "" && !has[side] {
			in.roots[side] = in.ownRoot(side, spans[side])
			own = own || in.roots[side] != "."
		}
	}
	if own && cfg.Dest.Path == "" && in.roots[merge.Dest] == "." {
		in.roots[merge.Dest] = cmp.Or(in.destSpan(), ".")
	}
}

// spans are the directories that marked items lie in, and whether anything, marked or
// not, lies in that of its version: this shows that there is one.
func (in *input) spans() (spans [3]string, has [3]bool) {
	for _, it := range in.items {
		switch {
		case it.location == "":
		case it.marked:
			spans[it.side] = span(spans[it.side], it.location)
		default:
			for side := range in.roots {
				has[side] = has[side] || in.lies(it, merge.Side(side))
			}
		}
	}
	for side, dir := range spans {
		has[side] = has[side] || dir != "" && inside(dir, in.roots[side])
	}
	return spans, has
}

// ownRoot is the directory that a marked version has for itself: a path is relative to
// it then.
func (in *input) ownRoot(side merge.Side, span string) string {
	if in.alone(span, func(i int) bool { return in.items[i].marked && in.items[i].side == side }) {
		return span
	}
	return "."
}

// destSpan is the directory that what is not of the others lies in.
func (in *input) destSpan() (dir string) {
	for _, it := range in.items {
		if it.location != "" && it.side == merge.Dest && (it.marked || !in.lies(it, merge.Original) && !in.lies(it, merge.Updated)) {
			dir = span(dir, it.location)
		}
	}
	return dir
}

// alone reports whether nothing lies in a directory but items of one version.
func (in *input) alone(dir string, own func(i int) bool) bool {
	for i, it := range in.items {
		if it.location != "" && inside(it.location, dir) && !own(i) {
			return false
		}
	}
	return true
}

// namedRoots are the directories of the versions by their names alone.
func namedRoots(cfg *Config) [3]string {
	roots := [3]string{merge.Original: "original", merge.Updated: "updated", merge.Dest: "dest"}
	if cfg.Strategy == resource.TwoWay {
		roots[merge.Original], roots[merge.Updated] = nowhere, "source"
	}
	for side, s := range cfg.sources() {
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

// holds reports whether an item lies in the directory that a version has for itself.
func (in *input) holds(it *item, side merge.Side) bool {
	return in.roots[side] != "." && in.lies(it, side)
}

// lies reports whether an item lies in the directory of a version.
func (in *input) lies(it *item, side merge.Side) bool {
	return it.location != "" && inside(it.location, in.roots[side])
}
