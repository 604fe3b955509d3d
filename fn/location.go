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

// findRoots finds the directories of the versions: the ones that the configuration has, or
// that are called like them. The package itself is dest, with the sources in directories of it,
// where nothing lies in a directory of dest, or only there.
func (in *input) findRoots() {
	inhabited := map[*version]bool{}
	for _, v := range in.from {
		v.root = v.named()
		if slices.ContainsFunc(in.items, func(it *item) bool { return it.location != "" && inside(it.location, v.root) }) {
			inhabited[v] = true
		}
	}
	if in.dest.source.Path == "" && (!inhabited[in.dest] || len(inhabited) == 1) {
		in.dest.root = "."
	}
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

// layerMark begins the name of a layer among items: layers.2.
const layerMark = "layers."

func layer(number int, source *config.Source) *version {
	v := &version{name: layerMark + strconv.Itoa(number), side: merge.Updated, source: source}
	if number == 1 {
		v.side = merge.Dest
	}
	return v
}

// versionsOf are those of the strategy, and where they are as far as the configuration says.
func versionsOf(cfg *Config) (all []*version) {
	if cfg.Strategy == resource.Layers {
		for i := range cfg.Layers {
			all = append(all, layer(i+1, &cfg.Layers[i]))
		}
		if all == nil {
			all = append(all, layer(1, &config.Source{}))
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
