package wire

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"

func parsed(t *testing.T, text string) *yaml.Node {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Content[0]
}

// TestPrint reads a list, changes it and prints it.
func TestPrint(t *testing.T) {
	result := "{message: m, severity: info}"
	for _, test := range []struct {
		name, in string
		edit     func(items []Entry) []Entry
		result   bool
		want     string
	}{
		{name: "unchanged", in: "# a\n\n---\n" + head + "items:\n\n- a:   1 # b\n...\n", want: "# a\n\n---\n" + head + "items:\n\n- a:   1 # b\n...\n"},
		{name: "unchanged-crlf", in: strings.ReplaceAll(head+"items:\n- a: 1", "\n", "\r\n"), want: strings.ReplaceAll(head+"items:\n- a: 1", "\n", "\r\n")},
		{name: "unchanged-bom", in: "\ufeff" + head + "items:\n- a: 1\n", want: "\ufeff" + head + "items:\n- a: 1\n"},
		{name: "unchanged-json", in: `{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","items":[{"a":1}]}`, want: `{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","items":[{"a":1}]}`},
		{name: "no-items", in: head, want: head + "items: []\n"},
		{name: "null-items", in: head + "items:\n", want: head + "items: []\n"},
		{name: "result", in: head + "items:\n- a:   1\n\n# end\n", result: true, want: head + "items:\n- a:   1\nresults:\n- {message: m, severity: info}\n\n# end\n"},
		{name: "result-no-final-line-break", in: head + "items:\n- a:   1", result: true, want: head + "items:\n- a:   1\nresults:\n- {message: m, severity: info}"},
		{name: "result-behind-block-scalar", in: head + "items: []\nx: |+\n  text\n\n", result: true, want: head + "items: []\nx: |+\n  text\n\nresults:\n- {message: m, severity: info}\n"},
		{name: "result-before-document-end", in: head + "items:\n- a:   1\n...\n", result: true, want: head + "items:\n- a:   1\nresults:\n- {message: m, severity: info}\n...\n"},
		{name: "result-behind-others", in: head + "items:\n- a:   1\nresults:\n- message:   old\n", result: true, want: head + "items:\n- a:   1\nresults:\n- message:   old\n- {message: m, severity: info}\n"},
		{
			name: "deleted", in: head + "items:\n- a:   1\n- b:   1\nother:   1\n",
			edit: func(items []Entry) []Entry { return items[1:] },
			want: head + "items:\n- b:   1\nother:   1\n",
		},
		{
			name: "moved", in: head + "items:\n- a:   1\n- b:   1\n",
			edit: func(items []Entry) []Entry { return []Entry{items[1], items[0]} },
			want: head + "items:\n- b:   1\n- a:   1\n",
		},
		{
			name: "all-deleted", in: head + "items:\n- a: 1\n",
			edit: func([]Entry) []Entry { return nil },
			want: head + "items: []\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := Read(test.in)
			if err != nil {
				t.Fatal(err)
			}
			entries := EntriesOf(l.Items)
			if test.edit != nil {
				entries = test.edit(slices.Clone(entries))
			}
			var results []*yaml.Node
			if test.result {
				results = append(results, parsed(t, result))
			}
			got, err := l.Print(entries, results)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if _, err := Read(got.String()); err != nil {
				t.Errorf("cannot read it again: %v", err)
			}
		})
	}
}
