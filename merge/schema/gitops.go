package schema

import (
	"cmp"
	_ "embed" // The table is a file.
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

const kustomizeGroup = "kustomize.config.k8s.io"

// gitopsTable holds how lists merge, for kinds that people keep in Git and that no
// built-in schema knows.
//
//go:embed gitops.txt
var gitopsTable string

// gitops is the schema of a kind of gitopsTable, nil if it is not there. It
// reads the table through: callers keep what they get.
//
// rule: git/*
func gitops(group, kind string) merge.Schema {
	if kind == "" {
		return nil
	}
	var root *outline
	for line := range strings.SplitSeq(gitopsTable, "\n") {
		switch {
		case line == "", line[0] == '#':
		case line[0] != ' ':
			if root != nil {
				return root.over(nil) // The next kind begins.
			}
			if headed(line, group, kind) {
				root = &outline{}
				root.field("metadata").like = objectMeta()
			}
		case root != nil:
			path, row := readGitopsRow(line)
			at := root.at(path)
			if row.list.Kind != merge.ListUnknown {
				at.list = row.list
			}
			at.unions = append(at.unions, row.unions...)
			at.like = cmp.Or(row.like, at.like)
		}
	}
	return root.over(nil)
}

// headed reports whether a line with a group and kinds names this one.
func headed(line, group, kind string) bool {
	rest, ok := strings.CutPrefix(line, group)
	return ok && strings.HasPrefix(rest, " ") && slices.Contains(strings.Fields(rest), kind)
}

// gitopsPlace is a place of a kind, built in or of the table.
func gitopsPlace(apiVersion, kind string, path []step) merge.Schema {
	s := Builtin(apiVersion, kind)
	if s == nil {
		s = gitops(groupOf(apiVersion), kind)
	}
	for _, step := range path {
		if step.elem {
			s = elemOf(s)
			continue
		}
		list := s
		if s = fieldOf(list, step.name); s == nil {
			s = fieldOf(elemOf(list), step.name)
		}
	}
	return s
}

// readGitopsRow reads a row: a path, and what is laid over it, as gitops.txt says; there is no path in one that names
// the source. It panics if the row is wrong: a test reads all.
func readGitopsRow(line string) (path []step, row outline) {
	words := strings.Fields(line)
	if len(words) == 1 && strings.HasPrefix(words[0], "https://") {
		return nil, row
	}
	is := func(form ...string) bool {
		return slices.EqualFunc(words, form, func(word, want string) bool { return want == "" || word == want })
	}
	switch {
	case is("", "set"):
		row.list.Kind = merge.ListSet
	case is("", "atomic"):
		row.list.Kind = merge.ListAtomic
	case is("", "by", ""), is("", "by", "", "repeated"):
		row.list = merge.ListType{Kind: merge.ListKeyed, Keys: gitopsKeys(words[2]), Repeats: len(words) == 4, Fallback: merge.ListAtomic}
	case is("", "by", "", "else", "set"):
		row.list = merge.ListType{Kind: merge.ListKeyed, Keys: gitopsKeys(words[2]), Fallback: merge.ListSet}
	case is("", "one", "of", "", ""):
		union := merge.Union{Discriminator: strings.TrimSuffix(words[3], ":")}
		for spelled := range strings.SplitSeq(words[4], ",") {
			choice, member, _ := strings.Cut(spelled, "=")
			union.Members = append(union.Members, merge.UnionMember{Field: member, Choice: choice})
		}
		row.unions = []merge.Union{union}
	case is("", "like", "", "", ""):
		if row.like = gitopsPlace(words[2], words[3], gitopsPath(words[4])); row.like == nil {
			panic("there is no place " + line)
		}
	default:
		panic("not a row of gitops.txt: " + line)
	}
	return gitopsPath(words[0]), row
}

func gitopsPath(spelled string) []step {
	path, err := parsePath(spelled)
	if err != nil {
		panic(err)
	}
	return path
}

func gitopsKeys(spelled string) (keys []merge.Key) {
	for key := range strings.SplitSeq(spelled, ",") {
		keys = append(keys, gitopsKey(key))
	}
	return keys
}

func gitopsKey(spelled string) (key merge.Key) {
	if first, rest, several := strings.Cut(spelled, "|"); several {
		other := gitopsKey(rest)
		key = gitopsKey(first)
		key.Else = &other
		return key
	}
	field, text, hasDefault := strings.Cut(spelled, "=")
	if key.Field, key.Image = strings.CutSuffix(field, ":"); key.Field == "" {
		panic("a key without a name: " + spelled)
	}
	if hasDefault {
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte(cmp.Or(text, `""`)), &doc); err != nil || doc.Content[0].Kind != yaml.ScalarNode {
			panic("a default that is not a scalar: " + spelled)
		}
		key.Default = doc.Content[0]
		key.Default.Line, key.Default.Column = 0, 0 // It stands in no text.
	}
	return key
}
