package files_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// But for what lines merge, no comment is there more often than in the version that has it most often, and merging
// the same three once more changes nothing, wherever the comments of the versions are
// counted to: they stand in front of the marker, behind it, with a blank line below or
// without.
func TestLawCommentsOnce(t *testing.T) {
	heads := []string{"", "# L\n", "# L\n---\n", "---\n# L\n", "# L\n---\n# M\n", "# L\n\n---\n", "# L\n\n---\n\n# M\n\n", "---\n", "# L\n\n"}
	cases := 0
	for _, first := range []string{"", "new: 0\n"} {
		for _, o := range heads {
			for _, u := range heads {
				for _, d := range heads {
					if first != "" && (o != d || o != u) {
						// What is above different fields stands in different places.
						continue
					}
					if cases++; !slow.Wanted && cases%5 > 0 {
						continue
					}
					commentsOnce(t, o+"a: 1\nc: 3\n", u+first+"a: 2\nc: 3\n", d+"a: 1\nc: 3\nb: 3\n")
				}
			}
		}
	}
	const start = "rules:\n- x: 1\n  labels:\n    t: x\n"
	for _, label := range []string{"", "    oid: 1\n", "  labels2: 1\n"} {
		for _, field := range []string{"", "  ann: 1\n", "  ann:\n    k: 1\n"} {
			for _, comment := range []string{"# L\n\n", "\n# L\n\n", "  # L\n\n", "\n  # L\n\n", "    # L\n\n", "# L\n", "\n# L\n"} {
				for _, rest := range []string{"- x: 2\n", "- x: 2\n  y: 3\n", "  z: 1\n", "other: 1\n"} {
					for _, own := range []string{"", "- x: 3\n", "more: 1\n"} {
						dest := start + rest + own
						if own == "- x: 3\n" {
							dest = start + own + rest
						}
						if own != "" && !strings.HasPrefix(rest, "- ") {
							continue
						}
						if cases++; !slow.Wanted && cases%5 > 0 {
							continue
						}
						commentsOnce(t, start+rest, start+label+field+comment+rest, dest)
					}
				}
			}
		}
	}
}

// commentsOnce merges by text, twice.
func commentsOnce(t *testing.T, original, updated, dest string) {
	t.Helper()
	opts := files.Options{}
	opts.Policy = merge.Policy{Atomic: merge.AtomicMerge, TextByLines: true}
	merged := dest
	for range 2 {
		before := merged
		out, _, err := files.Bytes([]byte(original), []byte(updated), []byte(before), "a.yaml", opts)
		if err != nil {
			t.Fatalf("%v\noriginal\n%s\nupdated\n%s\ndest\n%s", err, original, updated, before)
		}
		merged = string(out)
		if lines, clean := diff.MergeLines(original, updated, before); clean && lines == merged {
			continue // As git merges it.
		}
		for _, comment := range []string{"# L", "# M"} {
			most := max(strings.Count(original, comment), strings.Count(updated, comment), strings.Count(dest, comment))
			if strings.Count(merged, comment) > most {
				t.Fatalf("%s is there too often:\n%s\noriginal\n%s\nupdated\n%s\ndest\n%s", comment, merged, original, updated, dest)
			}
		}
		if before != dest && before != merged {
			t.Fatalf("merging again changes\n%s\nto\n%s\noriginal\n%s\nupdated\n%s\ndest\n%s", before, merged, original, updated, dest)
		}
	}
}

// Of documents that hold only comments what dest has is there, and what upstream changed or
// added is or a note tells. Each version has one of the choices in front of the first
// resource, between the two, and at the end.
func TestLawCommentDocuments(t *testing.T) {
	choices := []string{"", "---\n# A\n", "---\n# B\n# C\n", "--- # D\n# D\n", "---\n# A\n---\n# E\n"}
	manifest := func(name, value string) string {
		return "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\ndata:\n  k: " + value + "\n"
	}
	stream := func(at int, choice, value string) string {
		parts := []string{manifest("x", value), manifest("y", "1")}
		return strings.Join(slices.Insert(parts, at, choice), "")
	}
	for at := range 3 {
		for _, value := range []string{"1", "mine"} {
			for _, o := range choices {
				for _, u := range choices {
					for _, d := range choices {
						original, updated, dest := stream(at, o, "1"), stream(at, u, "1"), stream(at, d, value)
						out, r, err := files.Bytes([]byte(original), []byte(updated), []byte(dest), "a.yaml", files.Options{})
						if err != nil {
							t.Fatalf("%v\noriginal\n%s\nupdated\n%s\ndest\n%s", err, original, updated, dest)
						}
						told := slices.ContainsFunc(r.Notes, func(n resource.Note) bool { return n.Kind == terms.NoteComment })
						if !told && !hasAll(string(out), o, u) || !hasAll(string(out), o, d) {
							t.Fatalf("told: %v, got\n%s\noriginal\n%s\nupdated\n%s\ndest\n%s", told, out, original, updated, dest)
						}
					}
				}
			}
		}
	}
}

// hasAll reports whether a result has each line that one version has and original has not.
func hasAll(result, original string, versions ...string) bool {
	for _, version := range versions {
		for line := range strings.Lines(version) {
			if !strings.Contains(original, line) && !strings.Contains(result, line) {
				return false
			}
		}
	}
	return true
}

// A comment that one side adds or changes above a line that every version has is in the
// result, or somebody is told. The versions are those of all rule files, with a comment in
// one place after the other.
func TestLawCommentsTold(t *testing.T) {
	settings := map[string]resource.Options{"Documented": {}, "Careful": resource.Careful()}
	merged := 0
	for rule := range ruleFiles(t, 7) {
		texts := textsOf(rule)
		if texts[0] == "" || texts[1] == "" || texts[2] == "" || isDecidedByDest(strings.Join(texts[:], "")) {
			continue
		}
		if strings.HasPrefix(rule.Name, "sops/") {
			continue // sops writes its own block anew, without comments.
		}
		for _, v := range withComments(texts) {
			for name, opts := range settings {
				out, r, err := files.Bytes([]byte(v[0]), []byte(v[1]), []byte(v[2]), "package.yaml", files.Options{Options: opts})
				if err != nil {
					continue // What is refused has rules of its own.
				}
				merged++
				told := len(r.Conflicts) > 0 || slices.ContainsFunc(r.Notes, func(n resource.Note) bool { return n.Kind != terms.NoteFile })
				if n := strings.Count(string(out), "# LAW"); n > 1 && len(r.Conflicts) == 0 || n == 0 && !told {
					t.Errorf("%s under %s: the comment is there %d times:\n%s\noriginal\n%s\nupdated\n%s\ndest\n%s", rule.Name, name, n, out, v[0], v[1], v[2])
				}
			}
		}
	}
	if merged < 4000 && slow.Wanted || merged < 500 {
		t.Errorf("only %d merges", merged)
	}
}

// withComments gives the versions with a comment above a line that stands once in each of
// them, for each such line: only updated or dest has it, or it has another than the others.
func withComments(texts [3]string) [][3]string {
	var all [][3]string
	for line := range strings.Lines(texts[0]) {
		words := strings.TrimSpace(line)
		if words == "" || strings.HasPrefix(words, "#") || strings.HasPrefix(words, "---") {
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		var law, other [3]string
		same := true
		for i, text := range texts {
			law[i], other[i] = above(text, line, indent+"# LAW\n"), above(text, line, indent+"# other\n")
			same = same && strings.Count("\n"+text, "\n"+line) == 1 && sameDocuments(law[i], text)
		}
		if same {
			all = append(all, [3]string{texts[0], law[1], texts[2]}, [3]string{texts[0], texts[1], law[2]},
				[3]string{other[0], law[1], other[2]}, [3]string{other[0], other[1], law[2]})
		}
	}
	return all
}

// above is a text with a comment above a line.
func above(text, line, comment string) string {
	at := strings.Index("\n"+text, "\n"+line)
	if at < 0 {
		return text
	}
	return text[:at] + comment + text[at:]
}

// sameDocuments reports whether two texts hold the same values.
func sameDocuments(a, b string) bool {
	one, errA := source.Parse([]byte(a))
	other, errB := source.Parse([]byte(b))
	return errA == nil && errB == nil && slices.EqualFunc(one, other, merge.Equal)
}
