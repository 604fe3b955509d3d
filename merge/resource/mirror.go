package resource

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// findMirrors finds the registries that dest changed, in all resources: what one image shows
// holds for the whole package.
//
// See testdata/merge/mirror.txtar.
func (p *pkg) findMirrors() {
	p.mirrors = p.opts.Mirrors
	if p.opts.Strategy.Patches() || !p.opts.somewhere(func(p merge.Policy) bool { return p.ImagesByParts }) {
		return
	}
	for _, d := range p.members[merge.Dest] {
		o := d.triple.o()
		if o == nil || o.isText() {
			continue
		}
		if same, _ := p.textsAreSame(o, d); same {
			continue
		}
		for _, m := range (merge.Versions{Original: o.whole(), Dest: d.whole()}).Mirrors() {
			if !slices.Contains(p.mirrors, m) {
				p.mirrors = append(slices.Clip(p.mirrors), m)
			}
		}
	}
}

// unmirrored notes the images that are new upstream and come from a registry that dest
// mirrors elsewhere.
func (p *pkg) unmirrored(t *triple, merged *Merged) {
	if len(p.mirrors) == 0 || merged == nil || t.u() == nil || t.u().isText() {
		return
	}
	had := map[string]bool{}
	for _, m := range []*member{t.o(), t.d()} {
		if m != nil {
			eachImage(m.Node, func(name, _ string, _ merge.Path) { had[name] = true })
		}
	}
	eachImage(merged.Node, func(name, image string, at merge.Path) {
		i := slices.IndexFunc(p.mirrors, func(m merge.Mirror) bool { return m.Covers(name) })
		if i < 0 || had[name] {
			return
		}
		had[name] = true
		p.notes(t, merge.Note{Path: slices.Clone(at), Kind: terms.NoteImage, Message: fmt.Sprintf(
			"upstream's new image %s stays as it is, though other images of %s come from %s here; write that in its place if it is there, too",
			image, p.mirrors[i].From, p.mirrors[i].To)})
	})
}

// eachImage visits the images in a value: fields called image, and what begins with a
// registry and ends with a version, as a flag may.
func eachImage(n *yaml.Node, visit func(name, image string, at merge.Path)) {
	walkFields(n, "", "", nil, func(_, field string, n *yaml.Node, at merge.Path) {
		image := n.Value[strings.LastIndexByte(n.Value, '=')+1:]
		if n.Kind != yaml.ScalarNode || strings.ContainsAny(image, " \t\n{}$") {
			return
		}
		slash := strings.LastIndexByte(image, '/')
		name, _, versioned := strings.Cut(image[slash+1:], ":")
		name, _, digest := strings.Cut(name, "@")
		host, _, _ := strings.Cut(image, "/")
		if field == "image" || slash > 0 && strings.Contains(host, ".") && (versioned || digest) {
			visit(image[:slash+1]+name, image, at)
		}
	})
}
