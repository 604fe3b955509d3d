package files_test

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	godiff "github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// unlike are resources that a merge treats in their own ways, whoever edited them.
var unlike = regexp.MustCompile(`kind: (MergeDecisions|Kptfile)|name: kptfile\.kpt\.dev|krm-merge: keep|kubernetes\.io/(index|path)|kpt-merge`)

// TestKptSpelling: whatever kpt spells anew becomes updated's, byte for byte but for the
// bookkeeping, and merged again nothing changes. The versions are those of the rules.
func TestKptSpelling(t *testing.T) {
	tried, exact := 0, 0
	for rule := range ruleFiles(t, 1) {
		original, _ := rule.Section("original.yaml")
		updated, _ := rule.Section("updated.yaml")
		dest, ok := asKptSpells(original)
		if !ok || dest == "" || updated == "" || original == updated || unlike.MatchString(original+updated) {
			continue
		}
		upstream := besideBooked(updated, false)
		got, ok := mergedFile(besideBooked(original, false), upstream, besideBooked(dest, true))
		if !ok {
			continue // The versions are such that no merge takes them.
		}
		tried++
		if withoutBookkeeping(got) != updated {
			if isRespelled(original, dest) {
				t.Errorf("%s (-updated +got):\n%s\ndest:\n%s", rule.Name, godiff.Diff(updated, withoutBookkeeping(got)), dest)
			}
			continue
		}
		exact++
		if again, ok := mergedFile(upstream, upstream, besideBooked(got, true)); !ok || again != got {
			t.Errorf("%s, merged again (-before +after):\n%s", rule.Name, godiff.Diff(got, again))
		}
	}
	if tried < 500 || tried-exact > 10 {
		t.Errorf("%d of %d became updated's", exact, tried)
	}
}

// besideBooked is a tree of a file and another one, which has the bookkeeping.
func besideBooked(text string, booked bool) fstest.MapFS {
	own := "apiVersion: v1\nkind: ConfigMap\nmetadata:\n    name: booked\n"
	if booked {
		own, _ = asKptSpells(own)
	}
	return fstest.MapFS{"a.yaml": {Data: []byte(text)}, "own.yaml": {Data: []byte(own)}}
}

// mergedFile is what becomes of the file, false if the merge fails.
func mergedFile(original, updated, dest fs.FS) (string, bool) {
	result, err := files.Merge(original, updated, dest, files.Options{Options: resource.Careful()})
	if err != nil {
		return "", false
	}
	for _, f := range result.Files {
		if f.Path == "a.yaml" {
			return string(f.Data), true
		}
	}
	return "", true
}

// asKptSpells is a text as kpt spells it, with its bookkeeping. It is false where the YAML
// library does not read it.
func asKptSpells(text string) (string, bool) {
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	encoder.CompactSeqIndent()
	for {
		var doc yaml.Node
		switch err := decoder.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return out.String(), encoder.Close() == nil
		case err != nil:
			return "", false
		}
		doc.Content[0] = booked(doc.Content[0])
		if err := encoder.Encode(&doc); err != nil {
			return "", false
		}
	}
}

// booked is a resource with kpt's bookkeeping. The comment is written in place.
func booked(root *yaml.Node) *yaml.Node {
	m := resource.MetaOf(root)
	if m.Name == "" || root.Style&yaml.FlowStyle != 0 {
		return root
	}
	if key, metadata := node.Entry(root, "metadata"); metadata.Style&yaml.FlowStyle == 0 {
		key.LineComment = "# " + annotation.MergeComment + " " + m.Namespace + "/" + m.Name
	}
	id := strings.Join([]string{m.Group(), m.Kind, cmp.Or(m.Namespace, "default"), m.Name}, "|")
	return annotation.Set(root, []string{annotation.UpstreamIdentifier}, []string{id})
}

var bookkeeping = []struct {
	is *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`(?m)^metadata:[ \t]*# kpt-merge: .*$`), "metadata:"},
	{regexp.MustCompile(`(?m)^( +)annotations:\n +internal\.kpt\.dev/upstream-identifier: .*\n( {0,3}[^ ]|\z|    [^ ])`), "$2"},
	{regexp.MustCompile(`(?m)^ +internal\.kpt\.dev/upstream-identifier: .*\n`), ""},
	{regexp.MustCompile(`, annotations: \{internal\.kpt\.dev/upstream-identifier: [^,}]*\}`), ""},
	{regexp.MustCompile(`, internal\.kpt\.dev/upstream-identifier: [^,}]*`), ""},
}

// withoutBookkeeping is a text without what booked adds.
func withoutBookkeeping(text string) string {
	for _, b := range bookkeeping {
		text = b.is.ReplaceAllString(text, b.to)
	}
	return text
}

// isRespelled reports whether two texts hold the same values and comments but for
// bookkeeping.
func isRespelled(original, dest string) bool {
	o, err := source.Parse([]byte(original))
	if err != nil {
		return false
	}
	d, err := source.Parse([]byte(withoutBookkeeping(dest)))
	if err != nil || len(o) != len(d) {
		return false
	}
	for i := range o {
		was, is := source.CommentLines(o[i]), source.CommentLines(d[i])
		slices.Sort(was)
		slices.Sort(is)
		if !merge.Equal(o[i], d[i]) || !slices.Equal(was, is) {
			return false
		}
	}
	return true
}
