package schema

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

const kustomizeGroup = "kustomize.config.k8s.io"

// Kustomization is the schema of a kustomization file, with or without
// apiVersion and kind.
func Kustomization() merge.Schema { return gitops(kustomizeGroup, "Kustomization") }

// gitops is the schema of a kind of gitopsTable, nil if it is not there. It
// reads the table through: callers keep what they get.
//
// rule: git/*
func gitops(group, kind string) merge.Schema { return gitopsKind(group, kind, maxLikes) }

// maxLikes bounds the kinds of the table that are like another.
const maxLikes = 4

func gitopsKind(group, kind string, likes int) merge.Schema {
	if kind == "" || likes == 0 {
		return nil
	}
	var root *outline
	for line := range strings.SplitSeq(gitopsTable, "\n") {
		switch {
		case line == "":
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
				at.like = row.like.schema(likes - 1)
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

func (l gitopsLike) schema(likes int) merge.Schema {
	s := Builtin(l.apiVersion, l.kind)
	if s == nil {
		s = gitopsKind(groupOf(l.apiVersion), l.kind, likes)
	}
	for _, step := range l.path {
		if step.kind == stepElem {
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

// parseGitopsRow reads a row: a path, and how the list there merges:
//
//	set | atomic
//	by KEY[=DEFAULT],… [else set]   (DEFAULT in YAML, empty for "")
//	by KEY|KEY|… repeated           (the first that an element has; KEY: is an
//	                                image, of which the name identifies)
//	one of FIELD: CHOICE=MEMBER,…   (FIELD names the choice)
//	like APIVERSION KIND PATH
func parseGitopsRow(line string) (gitopsRow, error) {
	words := strings.Fields(line)
	if len(words) == 1 && strings.HasPrefix(words[0], "https://") {
		return gitopsRow{}, nil
	}
	if len(words) < 2 {
		return gitopsRow{}, fmt.Errorf("row %q: write a path and how the list there merges", line)
	}
	path, err := parsePath(words[0])
	if err != nil {
		return gitopsRow{}, fmt.Errorf("row %q: %w", line, err)
	}
	row, how := gitopsRow{path: path}, words[1:]
	switch {
	case len(how) == 1 && how[0] == "set":
		row.list = merge.ListType{Kind: merge.ListSet}
	case len(how) == 1 && how[0] == "atomic":
		row.list = merge.ListType{Kind: merge.ListAtomic}
	case how[0] == "by" && (len(how) == 2 || len(how) == 3 && how[2] == "repeated" || len(how) == 4 && how[2] == "else" && how[3] == "set"):
		row.list = merge.ListType{Kind: merge.ListKeyed, Repeats: len(how) == 3, Fallback: merge.ListAtomic}
		if len(how) == 4 {
			row.list.Fallback = merge.ListSet
		}
		for spelled := range strings.SplitSeq(how[1], ",") {
			key, err := parseGitopsKey(spelled)
			if err != nil {
				return gitopsRow{}, fmt.Errorf("row %q: %w", line, err)
			}
			row.list.Keys = append(row.list.Keys, key)
		}
	case how[0] == "one" && len(how) == 4 && how[1] == "of" && strings.HasSuffix(how[2], ":"):
		row.union = &merge.Union{Discriminator: strings.TrimSuffix(how[2], ":")}
		for spelled := range strings.SplitSeq(how[3], ",") {
			choice, member, found := strings.Cut(spelled, "=")
			if !found || choice == "" || member == "" {
				return gitopsRow{}, fmt.Errorf("row %q: %q is not CHOICE=MEMBER", line, spelled)
			}
			row.union.Members = append(row.union.Members, merge.UnionMember{Field: member, Choice: choice})
		}
	case how[0] == "like" && len(how) == 4:
		at, err := parsePath(how[3])
		if err != nil {
			return gitopsRow{}, fmt.Errorf("row %q: %w", line, err)
		}
		row.like = gitopsLike{apiVersion: how[1], kind: how[2], path: at}
	default:
		return gitopsRow{}, fmt.Errorf("row %q: %q is none of: set, atomic, by KEYS [else set | repeated], one of FIELD: CHOICE=MEMBER,…, like APIVERSION KIND PATH", line, strings.Join(how, " "))
	}
	return row, nil
}

func parseGitopsKey(spelled string) (merge.Key, error) {
	if first, rest, several := strings.Cut(spelled, "|"); several {
		key, err := parseGitopsKey(first)
		if err != nil {
			return merge.Key{}, err
		}
		other, err := parseGitopsKey(rest)
		key.Else = &other
		return key, err
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
	def := resolve(&doc)
	if def == nil || def.Kind != yaml.ScalarNode {
		return merge.Key{}, fmt.Errorf("key %q: the default is not a scalar", spelled)
	}
	// A default stands in no text: it has no place in one.
	return merge.Key{Field: field, Default: &yaml.Node{Kind: yaml.ScalarNode, Tag: def.Tag, Value: def.Value, Style: def.Style}}, nil
}
