package sops

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/version"
	"github.com/krm-merge/krm-merge/merge"
)

// block is the field in which sops keeps what it knows of a file.
const block = "sops"

// A code that does not hold any more has a comment beside it, or in JSON a field, which
// sops does not know and drops.
const (
	comment  = "# krm-merge: unsealed"
	field    = "krm_merge"
	unsealed = "unsealed"
)

// prefix is what each ciphertext begins with.
const prefix = "ENC[AES256_GCM,"

// Encrypted reports whether a document is one that sops wrote. It may be nil.
func Encrypted(doc *yaml.Node) bool {
	return ciphertext(node.FieldAt(node.Root(doc), block, "mac"))
}

// Unsealed reports whether a document is merged from others and its code is of none.
func Unsealed(doc *yaml.Node) bool {
	m := node.FieldAt(node.Root(doc), block)
	mac := node.Field(m, "mac")
	return mac != nil && (mac.LineComment == comment || node.TextAt(m, field) == unsealed)
}

// ciphertext reports whether a value is one that sops encrypted.
func ciphertext(n *yaml.Node) bool {
	return n != nil && n.Kind == yaml.ScalarNode && strings.HasPrefix(n.Value, prefix) && strings.HasSuffix(n.Value, "]")
}

// Merge merges versions of which one at least is encrypted. values merges them as any
// others; what sops adds is the same in all versions that it gets.
//
// It reports false where the document can only be taken as a whole: not all versions are
// encrypted, or not with one data key (it was rotated); the rules of what is encrypted
// changed; or a ciphertext would stand under keys under which it cannot be decrypted. The
// versions are not modified. The cost is linear.
//
// rule: sops/*
func Merge(v merge.Versions, values func(merge.Versions) (merge.Result, error)) (r merge.Result, ok bool, err error) {
	if v.Original != nil && (merge.Equal(v.Original, v.Updated) || merge.Equal(v.Original, v.Dest)) {
		r, err = values(v)
		return r, true, err
	}
	if !mergeable(v) {
		return merge.Result{}, false, nil
	}
	o, u, d := metadata(v.Original), metadata(v.Updated), metadata(v.Dest)
	common := mergeMetadata(o, u, d)
	r, err = values(merge.Versions{Original: with(v.Original, common), Updated: with(v.Updated, common), Dest: with(v.Dest, common)})
	if err != nil || r.Node == nil {
		return r, true, err
	}
	known := ciphertextsOf(v.Original, v.Updated, v.Dest)
	for bound := range ciphertextsOf(r.Node) {
		if !known[bound] {
			return merge.Result{}, false, nil
		}
	}
	r.Node = with(r.Node, common)
	return r, true, nil
}

// mergeable reports whether the values of the versions can stand in one file.
func mergeable(v merge.Versions) bool {
	if !Encrypted(v.Original) || !Encrypted(v.Updated) || !Encrypted(v.Dest) {
		return false
	}
	return sameRules(v.Original, v.Updated) && sameRules(v.Original, v.Dest) && sameKey(v.Updated, v.Dest)
}

func metadata(doc *yaml.Node) *yaml.Node { return node.Field(node.Root(doc), block) }

// with is a document with other metadata.
func with(doc, metadata *yaml.Node) *yaml.Node {
	root := node.With(node.Root(doc), block, metadata)
	if doc.Kind == yaml.DocumentNode {
		return node.InDocument(doc, root)
	}
	return root
}

// recipients are the fields of metadata that are lists of those who can unwrap the data
// key, with what identifies them.
func recipients() map[string][]string {
	return map[string][]string{
		"age": {"recipient"}, "pgp": {"fp"}, "kms": {"arn", "role"}, "gcp_kms": {"resource_id"},
		"azure_kv": {"vault_url", "name", "version"}, "hc_vault": {"vault_address", "engine_path", "key_name"},
	}
}

// sameRules reports whether two versions encrypt alike: all metadata that is neither about
// keys nor about the moment is the same.
func sameRules(a, b *yaml.Node) bool { return merge.Equal(rules(a), rules(b)) }

func rules(doc *yaml.Node) *yaml.Node {
	m := metadata(doc)
	for _, name := range []string{"mac", "lastmodified", "version"} {
		m = node.With(m, name, nil)
	}
	for name := range recipients() {
		m = node.With(m, name, nil)
	}
	return m
}

// sameKey reports whether two versions are encrypted with one data key: a ciphertext of one
// stands in the other, which does not happen by chance, or a wrapped key does. That a
// recipient's wrapped key differs says nothing: sops wraps anew when a recipient comes.
func sameKey(a, b *yaml.Node) bool {
	texts := ciphertextsOf(a)
	for bound := range ciphertextsOf(b) {
		if texts[bound] {
			return true
		}
	}
	keys := wrapped(b)
	return slices.ContainsFunc(wrapped(a), func(key string) bool { return slices.Contains(keys, key) })
}

// wrapped are the data key of a document as it is wrapped for each recipient.
func wrapped(doc *yaml.Node) (keys []string) {
	for name := range recipients() {
		for _, r := range node.Elements(node.FieldAt(metadata(doc), name)) {
			if key := node.TextAt(r, "enc"); key != "" {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// mergeMetadata merges what one side alone changed, the recipients as sets; the newer of
// two versions and times holds. The code is dest's.
func mergeMetadata(o, u, d *yaml.Node) *yaml.Node {
	m := d
	for name, identity := range recipients() {
		ours, theirs := node.FieldAt(d, name), node.FieldAt(u, name)
		merged := mergeRecipients(node.Elements(node.FieldAt(o, name)), node.Elements(theirs), node.Elements(ours), identity)
		switch {
		case slices.Equal(merged, node.Elements(ours)):
		case len(merged) == 0:
			m = node.With(m, name, nil)
		default:
			list := *cmp.Or(ours, theirs)
			list.Content = merged
			m = node.With(m, name, &list)
		}
	}
	if order, _ := version.Compare(node.TextAt(u, "version"), node.TextAt(d, "version")); order > 0 {
		m = node.With(m, "version", node.Field(u, "version"))
	}
	if node.TextAt(u, "lastmodified") > node.TextAt(d, "lastmodified") {
		m = node.With(m, "lastmodified", node.Field(u, "lastmodified"))
	}
	return m
}

// mergeRecipients gives dest's recipients, without those that updated removed and with
// those that it added. How the key is wrapped for one of them is as the side has it that
// changed it, or dest.
func mergeRecipients(o, u, d []*yaml.Node, identity []string) []*yaml.Node {
	who := func(r *yaml.Node) string { return who(r, identity) }
	was, theirs := map[string]*yaml.Node{}, map[string]*yaml.Node{}
	for _, r := range o {
		was[who(r)] = r
	}
	for _, r := range u {
		theirs[who(r)] = r
	}
	var merged []*yaml.Node
	for _, r := range d {
		before, is := was[who(r)], theirs[who(r)]
		delete(theirs, who(r))
		switch {
		case before != nil && is == nil:
		case is != nil && merge.Equal(before, r):
			merged = append(merged, is)
		default:
			merged = append(merged, r)
		}
	}
	for _, r := range u {
		if theirs[who(r)] != nil && was[who(r)] == nil {
			merged = append(merged, r)
		}
	}
	return merged
}

// who is a recipient by what identifies it.
func who(r *yaml.Node, identity []string) string {
	var parts []string
	for _, field := range identity {
		if text := node.TextAt(r, field); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " ")
}

// Coded is a result with the code that holds for it: where it holds exactly what updated or
// dest does, that of this version; else none does, and a comment says so. Any other
// document, and a version itself, stays as it is.
func Coded(r merge.Result, updated, dest *yaml.Node) merge.Result {
	if root := node.Root(r.Node); !Encrypted(root) || root == node.Root(updated) || root == node.Root(dest) {
		return r
	}
	m := metadata(r.Node)
	open := slices.ContainsFunc(r.Conflicts, func(c merge.Conflict) bool { return c.Open() })
	for _, side := range []*yaml.Node{dest, updated} {
		if Encrypted(side) && !open && sameInOrder(with(r.Node, nil), with(side, nil)) {
			for _, name := range []string{"mac", "lastmodified"} {
				m = node.With(m, name, node.Field(metadata(side), name))
			}
			r.Node = with(r.Node, m)
			return r
		}
	}
	if m.Style&yaml.FlowStyle != 0 {
		said := node.String(unsealed)
		said.Style = yaml.DoubleQuotedStyle
		r.Node = with(r.Node, node.With(m, field, said))
		return r
	}
	mac := *node.Field(m, "mac")
	mac.LineComment = comment
	r.Node = with(r.Node, node.With(m, "mac", &mac))
	return r
}

// sameInOrder reports whether two values are the same, the order of fields included: the
// code of a file is computed in that order.
func sameInOrder(a, b *yaml.Node) bool {
	a, b = node.Target(a), node.Target(b)
	if a == nil || b == nil || a.Kind != b.Kind || len(a.Content) != len(b.Content) {
		return a == b
	}
	if a.Kind == yaml.ScalarNode {
		return merge.Equal(a, b)
	}
	for i := range a.Content {
		if !sameInOrder(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}

// ciphertextsOf are those that stand in documents, each with the keys that bind it: those on the way to it.
func ciphertextsOf(docs ...*yaml.Node) map[string]bool {
	all := map[string]bool{}
	var add func(at string, n *yaml.Node)
	add = func(at string, n *yaml.Node) {
		switch n = node.Target(n); {
		case n == nil:
		case ciphertext(n):
			all[at+"\x00"+n.Value] = true
		case n.Kind == yaml.SequenceNode:
			for _, e := range n.Content {
				add(at, e)
			}
		case n.Kind == yaml.MappingNode:
			for key, value := range node.Fields(n) {
				if at != "" || key.Value != block {
					add(at+"\x00"+key.Value, value)
				}
			}
		}
	}
	for _, doc := range docs {
		add("", node.Root(doc))
	}
	return all
}
