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

// span is the directory that a path and all those before it lie in, "" before the first.
func span(dir, location string) string {
	if dir == "" {
		return path.Dir(location)
	}
	return common(dir, path.Dir(location))
}

// findRoots finds the directories of the versions: the ones that the configuration has, or
// that are called like them, where something lies there. Marked items that lie elsewhere
// have a directory where nothing else lies.
func (in *input) findRoots() {
	for _, v := range in.from {
		v.root = v.named()
	}
	spans, has := in.spans()
	if in.dest.source.Path == "" && (!has[in.dest] || len(has) == 1) {
		// The package itself is dest, with the sources in directories of it.
		in.dest.root = "."
	}
	own := false
	for v, dir := range spans {
		if v != in.dest && !has[v] {
			if v.root = "."; in.isAlone(v, dir) {
				v.root = dir
			}
			own = own || v.root != "."
		}
	}
	if own && in.dest.source.Path == "" && in.dest.root == "." {
		in.dest.root = cmp.Or(in.destSpan(), ".")
	}
}

// spans are the directories that marked items lie in, and the versions in whose directory
// anything lies: this shows that there is one.
func (in *input) spans() (spans map[*version]string, has map[*version]bool) {
	spans, has = map[*version]string{}, map[*version]bool{}
	for _, it := range in.items {
		switch {
		case it.location == "":
		case it.marked:
			spans[it.version] = span(spans[it.version], it.location)
		default:
			for _, v := range in.from {
				if inside(it.location, v.root) {
					has[v] = true
				}
			}
		}
	}
	for v, dir := range spans {
		if inside(dir, v.root) {
			has[v] = true
		}
	}
	return spans, has
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

// destSpan is the directory that what is not of the others lies in.
func (in *input) destSpan() (dir string) {
	for _, it := range in.items {
		of := in.versionOf(it)
		if it.location != "" && of == in.dest {
			dir = span(dir, it.location)
		}
	}
	return dir
}

// isAlone reports whether nothing lies in a directory but marked items of one version.
func (in *input) isAlone(v *version, dir string) bool {
	return !slices.ContainsFunc(in.items, func(it *item) bool {
		return it.location != "" && inside(it.location, dir) && !(it.marked && it.version == v)
	})
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
