package merge

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// Mirrors gives the mirrors that the versions of one resource show: dest has an image in a
// field image under another registry, and the path behind it is as in original.
func (v Versions) Mirrors() []Mirror {
	was, is := imageNames(v.Original), imageNames(v.Dest)
	registries := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if !is[name] {
			registry, path, _ := strings.Cut(canonical(name), "/")
			registries[path], registries[strings.TrimPrefix(path, "library/")] = registry, registry
		}
	}
	var all []Mirror
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if was[name] {
			continue
		}
		// From the left: the path is as long as it can be.
		for at, c := range name {
			if c != '/' {
				continue
			}
			if m := (Mirror{From: registries[name[at+1:]], To: name[:at]}); m.From != "" {
				if m.From != m.To && !slices.Contains(all, m) {
					all = append(all, m)
				}
				break
			}
		}
	}
	return all
}

// mirrored gives original's and updated's string, or list of strings, with dest's registries
// in the names of images that dest mirrors there. They are as they were if there are none,
// and where dest would come to a digest that no version has under its name.
//
// rule: image/mirror-*
func (w *walker) mirrored(o, u, d *yaml.Node) (original, updated *yaml.Node) {
	kind := kindOf(d)
	if len(w.opts.Mirrors) == 0 || !w.policy.ImagesByParts || w.system != threeWay || kind == 0 || kindOf(o) != kind || kindOf(u) != kind || Equal(o, u) {
		return o, u
	}
	if w.images == nil {
		w.images = regexp.MustCompile(reference)
	}
	names, has := w.namesInMirrors(d)
	if len(names) == 0 {
		return o, u
	}
	was := map[string]bool{}
	w.withImages(o, func(name, _ string) string {
		was[canonical(name)] = true
		return name
	})
	is, called := map[string]bool{}, map[string]bool{}
	w.withImages(u, func(name, version string) string {
		from := canonical(name)
		if strings.Contains(version, "@") && !has[names[from]+version] {
			delete(names, from)
		}
		is[from], called[path.Base(from)] = true, true
		return name
	})
	maps.DeleteFunc(names, func(from, _ string) bool {
		// Where upstream has moved the image to another registry, both have another one now.
		return has[from] || !was[from] || !is[from] && called[path.Base(from)]
	})
	if len(names) == 0 {
		return o, u
	}
	renamed := func(name, _ string) string { return cmp.Or(names[canonical(name)], name) }
	return w.withImages(o, renamed), w.withImages(u, renamed)
}

// namesInMirrors gives dest's names of images that it mirrors for those they have elsewhere, and what dest has:
// names as they are elsewhere, and with their versions. What it mirrors twice it has under either name.
func (w *walker) namesInMirrors(d *yaml.Node) (names map[string]string, has map[string]bool) {
	names, has = map[string]string{}, map[string]bool{}
	w.withImages(d, func(name, version string) string {
		has[canonical(name)], has[name+version] = true, true
		for _, m := range w.opts.Mirrors {
			if rest, is := strings.CutPrefix(name, m.To+"/"); is {
				from := canonical(m.From + "/" + rest)
				if other := names[from]; other != "" && other != name {
					has[from] = true // It is mirrored twice.
				}
				names[from] = name
			}
		}
		return name
	})
	return names, has
}

const imageMirrored = "dest has this image from another registry; its name is dest's, its version is updated's"

// ofMirror is what came of a place whose value in updated is that of mirrored.
func (w *walker) ofMirror(u, d, r *yaml.Node) *yaml.Node {
	if r == nil || Equal(r, d) {
		return r
	}
	if w.note(terms.NoteImage, imageMirrored); r != u || r.Kind != yaml.ScalarNode {
		return r
	}
	return withText(d, r.Value)
}

// withImages is a string, or a list of strings, with other names for the images in it. A
// name without a registry counts only with a version, because it may be any word.
func (w *walker) withImages(n *yaml.Node, renamed func(name, version string) string) *yaml.Node {
	c := *n
	switch {
	case n.Kind == yaml.SequenceNode:
		c.Content = make([]*yaml.Node, len(n.Content))
		for i, e := range n.Content {
			c.Content[i] = e
			if s := target(e); s.Kind == yaml.ScalarNode {
				if s = w.withImages(s, renamed); s.Value != target(e).Value {
					s.Line, s.Column = 0, 0 // It stands nowhere.
					c.Content[i] = s
				}
			}
		}
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str":
		var b strings.Builder
		at := 0
		for _, m := range w.images.FindAllStringSubmatchIndex(n.Value, -1) {
			name, version := n.Value[m[2]:m[3]], n.Value[m[4]:m[5]]
			if m[0] > 0 && strings.IndexByte("/@", n.Value[m[0]-1]) >= 0 || version == "" && canonical(name) != name {
				continue
			}
			b.WriteString(n.Value[at:m[2]] + renamed(name, version))
			at = m[3]
		}
		c.Value = b.String() + n.Value[at:]
	}
	return &c
}
