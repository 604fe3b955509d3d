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
				return root.over(nil)
			}
			if headed(line, group, kind) {
				root = &outline{}
				root.field("metadata").like = objectMeta()
			}
		case root != nil:
			row := readGitopsRow(line)
			if row.path == nil {
				continue
			}
			at := root.at(row.path)
			if row.list.Kind != merge.ListUnknown {
				at.list = row.list
			}
			if row.union != nil {
				at.unions = append(at.unions, *row.union)
			}
			if row.like.kind != "" {
				at.like = row.like.schema()
			}
		}
	}
	if root == nil {
		return nil
	}
	return root.over(nil)
}

// headed reports whether a line with a group and kinds names this one.
func headed(line, group, kind string) bool {
	rest, ok := strings.CutPrefix(line, group)
	return ok && strings.HasPrefix(rest, " ") && slices.Contains(strings.Fields(rest), kind)
}

// gitopsRow is one line of gitopsTable; without path it names the source.
type gitopsRow struct {
	path []step
	list merge.ListType
	// union is a choice among the fields of the place, nil if it is none.
	union *merge.Union
	like  gitopsLike
}

// gitopsLike is a place of another kind, built in or of the table.
type gitopsLike struct {
	apiVersion, kind string
	path             []step
}

func (l gitopsLike) schema() merge.Schema {
	s := Builtin(l.apiVersion, l.kind)
	if s == nil {
		s = gitops(groupOf(l.apiVersion), l.kind)
	}
	for _, step := range l.path {
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

// readGitopsRow reads a row: a path, and how the list there merges, as gitops.txt says. It panics if the row is wrong:
// a test reads all.
func readGitopsRow(line string) (row gitopsRow) {
	words := strings.Fields(line)
	if len(words) == 1 && strings.HasPrefix(words[0], "https://") {
		return row
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
		row.union = &merge.Union{Discriminator: strings.TrimSuffix(words[3], ":")}
		for spelled := range strings.SplitSeq(words[4], ",") {
			choice, member, _ := strings.Cut(spelled, "=")
			row.union.Members = append(row.union.Members, merge.UnionMember{Field: member, Choice: choice})
		}
	case is("", "like", "", "", ""):
		row.like = gitopsLike{apiVersion: words[2], kind: words[3], path: gitopsPath(words[4])}
	default:
		panic("not a row of gitops.txt: " + line)
	}
	row.path = gitopsPath(words[0])
	return row
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
