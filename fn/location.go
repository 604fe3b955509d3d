package fn

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// locate finds out where the items lie.
func (in *input) locate(items []*wire.Item) error {
	packages := make([]string, len(items))
	in.items = make([]*item, len(items))
	for i, from := range items {
		in.items[i] = &item{Item: from, pkg: "."}
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
	return dir == "" || dir == "." || dir == "/" || p == dir || strings.HasPrefix(p, dir+"/")
}

// below is a path relative to a directory it lies in.
func below(p, dir string) string {
	if dir == "" || dir == "." {
		return p
	}
	return cmp.Or(strings.TrimPrefix(strings.TrimPrefix(p, dir), "/"), ".")
}

// findRoots finds the directories of the versions: the ones that the configuration has, or
// that are called like them, where something lies there. Marked items that lie elsewhere
// have a directory where nothing else lies.
func (in *input) findRoots() {
	var found []*version
	own := false
	for _, v := range in.from {
		v.root = v.named()
		dir := in.span(func(it *item) bool { return it.marked && it.version == v })
		switch {
		case dir != "" && inside(dir, v.root), in.holds(v.root, func(it *item) bool { return !it.marked }):
			found = append(found, v)
		case v != in.dest && dir != "":
			if v.root = "."; !in.holds(dir, func(it *item) bool { return !it.marked || it.version != v }) {
				v.root, own = dir, own || dir != "."
			}
		}
	}
	if in.dest.source.Path != "" || len(found) > 1 && slices.Contains(found, in.dest) {
		return
	}
	// The package itself is dest, with the sources in directories of it.
	if in.dest.root = "."; own {
		in.dest.root = cmp.Or(in.span(func(it *item) bool { return in.versionOf(it) == in.dest }), ".")
	}
}

// holds reports whether one of some items lies in a directory.
func (in *input) holds(dir string, some func(it *item) bool) bool {
	return slices.ContainsFunc(in.items, func(it *item) bool { return it.location != "" && inside(it.location, dir) && some(it) })
}

// span is the directory that some items lie in, "" for none.
func (in *input) span(some func(it *item) bool) (dir string) {
	for _, it := range in.items {
		if it.location != "" && some(it) {
			at := path.Dir(it.location)
			dir = common(cmp.Or(dir, at), at)
		}
	}
	return dir
}

// named is the directory of a version by the configuration or its name alone. No directory is
// called like a layer.
func (v *version) named() string {
	name := v.name
	if strings.HasPrefix(name, layerMark) {
		name = "\x00"
	}
	return cmp.Or(v.source.Path, name)
}

// keepsMark reports whether a marked item of dest keeps its mark: it lies in a directory by
// whose name the next run would take it for another version's.
//
// See testdata/run/marked-dest-among-updated.txtar.
func (in *input) keepsMark(it *item) bool {
	return it.marked && it.version == in.dest && it.location != "" && slices.ContainsFunc(in.from, func(v *version) bool {
		return v != in.dest && !v.source.Given && v.named() != "." && inside(it.location, v.named())
	})
}

// layerMark begins the name of a layer among items: layers.2.
const layerMark = "layers."

func layer(number int, source *config.Source) *version {
	v := &version{name: layerMark + strconv.Itoa(number), side: merge.Updated, source: source}
	if number == 1 {
		v.side = merge.Dest
	}
	return v
}

// versionsOf are those of the strategy, and where they are as far as the configuration says. None are
// layers that it does not list.
func versionsOf(cfg *Config) (all []*version) {
	if cfg.Strategy == resource.Layers {
		for i := range cfg.Layers {
			all = append(all, layer(i+1, &cfg.Layers[i]))
		}
		return all
	}
	for side := range merge.Side(len(cfg.Sources)) {
		if side != merge.Original || cfg.Strategy != resource.TwoWay {
			all = append(all, &version{name: cfg.Strategy.Name(side), side: side, source: &cfg.Sources[side]})
		}
	}
	return all
}
