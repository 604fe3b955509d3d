package resource

import (
	"path"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// packageContext is the name of the ConfigMap that holds kpt's package context.
const packageContext = "kptfile.kpt.dev"

// nameField is the field that names the package, in a Kptfile and in the package
// context; nil for other resources. kpt names a package after the directory it
// lies in, so that all versions have names of their own.
func (m *Meta) nameField() []string {
	switch {
	case m.isKptfile():
		return []string{"metadata", "name"}
	case m.Kind == "ConfigMap" && m.Group() == "" && m.Name == packageContext:
		return []string{"data", "name"}
	}
	return nil
}

// ofPackage gives original and updated of a resource with those fields that are not
// merged: what a package is called, its status and its inventory are dest's alone. Where
// it is from is updated's whole, where updated changed that; where updated did not, or
// does not say it, it is dest's. original is nil if there is none, or if it is not
// looked at.
//
// rule: kptfile/*
func (p *pkg) ofPackage(t *triple, original, updated *yaml.Node) (ro, ru *yaml.Node) {
	meta := t.d().meta
	name := meta.nameField()
	if name == nil || p.opts.Strategy == Layers {
		return original, updated
	}
	dest := node.Target(t.d().Node)
	original, updated = named(original, dest, name), named(updated, dest, name)
	if !meta.isKptfile() {
		return original, updated
	}
	for _, field := range []string{"status", "inventory"} {
		original, updated = withField(original, dest, field), withField(updated, dest, field)
	}
	if original == nil {
		return original, updated
	}
	for _, field := range []string{kptfile.FieldUpstream, kptfile.FieldLock} {
		o, u, d := node.Field(original, field), node.Field(updated, field), node.Field(dest, field)
		if u == nil || merge.Equal(o, u) {
			original, updated = withField(original, dest, field), withField(updated, dest, field)
			continue
		}
		if !merge.Equal(o, d) && !merge.Equal(u, d) {
			setting, byRule := p.onConflict(t)
			// Only somebody who is asked decides otherwise than for updated: a mix of two places names neither, and
			// the files that were merged are from updated's.
			c := p.bothChanged(t, o, u, d)
			c.Path, c.Taken, c.OnConflict = merge.Path{merge.Field(field)}, merge.Updated, setting
			if setting == merge.TakeDest {
				c.OnConflict = merge.TakeUpdated
			}
			if d == nil {
				c.Kind = merge.DeletedLocally
			}
			updated = node.With(node.Target(updated), field, p.record(t, p.answerTo(t, c, byRule)).Value())
		}
		original = withField(original, dest, field)
	}
	return original, updated
}

// preserveNulls has nulls be values where the Kptfile of dest says so, as those of newer kpts can.
//
// rule: kptfile/preserve-explicit-null
func (p *pkg) preserveNulls() {
	for _, m := range p.members[merge.Dest] {
		if m.meta.isKptfile() && path.Dir(m.Path) == "." && node.TextAt(node.FieldAt(node.Target(m.Node), kptfile.FieldUpstream), "preserveExplicitNull") == "true" {
			opts := *p.opts
			opts.Policy.KeepNulls = true
			p.opts = &opts
		}
	}
}

// named gives a resource the name of the package that another one has in a field, nil for none.
func named(root, of *yaml.Node, field []string) *yaml.Node {
	if field == nil {
		return root
	}
	local := node.FieldAt(of, field[0])
	m := node.FieldAt(root, field[0])
	if m == nil || node.Field(local, field[1]) == nil {
		return root
	}
	if renamed := withField(m, local, field[1]); renamed != m {
		return node.With(node.Target(root), field[0], renamed)
	}
	return root
}

// withField is a map with a field as another map has it, or without the field if
// that has none: the same map if nothing differs.
func withField(m, of *yaml.Node, name string) *yaml.Node {
	if m = node.Target(m); !isMap(m) {
		return m
	}
	_, old := node.Entry(m, name)
	_, value := node.Entry(of, name)
	if old == value || old != nil && value != nil && merge.Equal(old, value) {
		return m
	}
	return node.With(m, name, value)
}
