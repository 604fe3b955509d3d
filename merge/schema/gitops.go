package schema

import (
	"cmp"
	_ "embed" // The table is a file.
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
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
			row, err := parseGitopsRow(line)
			if err != nil || row.path == nil {
				continue // a test reads every row
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

// parseGitopsRow reads a row: a path, and how the list there merges, as gitops.txt says.
func parseGitopsRow(line string) (row gitopsRow, err error) {
	words := strings.Fields(line)
	if len(words) == 1 && strings.HasPrefix(words[0], "https://") {
		return row, nil
	}
	err = errors.New("write a path and how the list there merges")
	if len(words) > 1 {
		if row.path, err = parsePath(words[0]); err == nil {
			err = row.read(words[1:])
		}
	}
	if err != nil {
		return gitopsRow{}, fmt.Errorf("row %q: %w", line, err)
	}
	return row, nil
}

// read reads how the list of a row merges.
func (r *gitopsRow) read(how []string) (err error) {
	is := func(form ...string) bool {
		return slices.EqualFunc(how, form, func(word, want string) bool { return want == "" || word == want })
	}
	switch {
	case is("set"):
		r.list.Kind = merge.ListSet
	case is("atomic"):
		r.list.Kind = merge.ListAtomic
	case is("by", ""), is("by", "", "repeated"):
		r.list = merge.ListType{Kind: merge.ListKeyed, Repeats: len(how) == 3, Fallback: merge.ListAtomic}
	case is("by", "", "else", "set"):
		r.list = merge.ListType{Kind: merge.ListKeyed, Fallback: merge.ListSet}
	case is("one", "of", "", ""):
		r.union = &merge.Union{Discriminator: strings.TrimSuffix(how[2], ":")}
		for spelled := range strings.SplitSeq(how[3], ",") {
			choice, member, _ := strings.Cut(spelled, "=")
			r.union.Members = append(r.union.Members, merge.UnionMember{Field: member, Choice: choice})
		}
	case is("like", "", "", ""):
		r.like = gitopsLike{apiVersion: how[1], kind: how[2]}
		r.like.path, err = parsePath(how[3])
	default:
		return errors.New("how is none of: set, atomic, by KEYS [else set | repeated], one of FIELD: CHOICE=MEMBER,…, like APIVERSION KIND PATH")
	}
	if r.list.Kind == merge.ListKeyed {
		for spelled := range strings.SplitSeq(how[1], ",") {
			key, wrong := parseGitopsKey(spelled)
			r.list.Keys, err = append(r.list.Keys, key), cmp.Or(err, wrong)
		}
	}
	return err
}

func parseGitopsKey(spelled string) (merge.Key, error) {
	if first, rest, several := strings.Cut(spelled, "|"); several {
		key, err := parseGitopsKey(first)
		other, more := parseGitopsKey(rest)
		key.Else = &other
		return key, cmp.Or(err, more)
	}
	field, text, hasDefault := strings.Cut(spelled, "=")
	field, image := strings.CutSuffix(field, ":")
	if field == "" {
		return merge.Key{}, fmt.Errorf("key %q has no name", spelled)
	}
	if !hasDefault {
		return merge.Key{Field: field, Image: image}, nil
	}
	if text == "" {
		text = `""`
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return merge.Key{}, fmt.Errorf("key %q: %w", spelled, err)
	}
	def := node.Target(&doc)
	if def == nil || def.Kind != yaml.ScalarNode {
		return merge.Key{}, fmt.Errorf("key %q: the default is not a scalar", spelled)
	}
	// A default stands in no text: it has no place in one.
	return merge.Key{Field: field, Default: &yaml.Node{Kind: yaml.ScalarNode, Tag: def.Tag, Value: def.Value, Style: def.Style}}, nil
}
