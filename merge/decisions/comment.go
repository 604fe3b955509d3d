package decisions

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge"
)

// commentPrefix begins a comment that points to a question; its number follows.
const commentPrefix = "krm-merge: conflict "

// Mark gives a resource with open questions about it: they are in its annotation, and a
// comment of one line stands above the place of each, or above what is around the place
// where that cannot have one. Questions without a number get the next ones. Those that
// the annotation has no room for are given back. What the resource had of questions is
// replaced. The resource is not modified. The cost is linear, but that each place is
// looked for by itself.
func Mark(root *yaml.Node, questions []*Open) (marked *yaml.Node, rest []*Open, err error) {
	marked = Unmark(root)
	last := 0
	for _, o := range questions {
		last = max(last, o.Number)
	}
	for _, o := range questions {
		if o.Number == 0 {
			last++
			o.Number = last
		}
	}
	text, rest, err := Annotation(questions)
	if err != nil || text == "" {
		return marked, rest, err
	}
	for _, o := range questions[:len(questions)-len(rest)] {
		marked = o.comment(marked)
	}
	return annotation.Edit(marked, func(entries []*yaml.Node) []*yaml.Node {
		value := node.String(text)
		value.Style = yaml.LiteralStyle
		return append(slices.Clone(entries), node.String(AnnotationName), value)
	}), rest, nil
}

// Unmark gives a resource without questions: neither in its annotation nor in comments.
// It is root itself if that has none. The cost is linear.
func Unmark(root *yaml.Node) *yaml.Node {
	bare := annotation.Drop(WithoutComments(root), AnnotationName)
	if bare == nil && root != nil {
		return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Style: yaml.FlowStyle}
	}
	return bare
}

// Marks gives the numbers in the comments of a resource that point to questions, -1 for
// a comment without a number that can be read. The cost is linear.
func Marks(root *yaml.Node) []int {
	var all []int
	for n := range node.All(root) {
		for line := range strings.SplitSeq(strings.Join([]string{n.HeadComment, n.LineComment, n.FootComment}, "\n"), "\n") {
			rest, is := strings.CutPrefix(strings.TrimLeft(line, "# \t"), commentPrefix)
			if !is {
				continue
			}
			digits, _, _ := strings.Cut(rest, ":")
			n, err := strconv.Atoi(digits)
			if err != nil {
				n = -1
			}
			all = append(all, n)
		}
	}
	return all
}

// Stray gives the number of a comment of a resource that points to none of the questions
// in its annotation, -1 for one that cannot be read: somebody damaged the marks.
func Stray(root *yaml.Node, open []*Open) (number int, stray bool) {
	numbers := make(map[int]bool, len(open))
	for _, o := range open {
		numbers[o.Number] = true
	}
	for _, n := range Marks(root) {
		if !numbers[n] {
			return n, true
		}
	}
	return 0, false
}

// comment gives a resource with the comment that points to the question.
func (o *Open) comment(root *yaml.Node) *yaml.Node {
	at, _ := o.Where()
	at = commentable(root, at)
	if len(at) == 0 {
		return root
	}
	edited, _ := at.Edit(root, func(s merge.Spot) merge.Spot {
		of := &s.Key
		if s.Key == nil {
			of = &s.Value
		}
		copied := **of
		copied.HeadComment = strings.TrimPrefix(copied.HeadComment+"\n"+o.line(), "\n")
		*of = &copied
		return s
	})
	return edited
}

// Where is the place that an answer goes to, false if it cannot be read.
func (o *Open) Where() (merge.Path, bool) {
	return merge.ParsePath(cmp.Or(o.At, o.Path))
}

// commentable is how far a path leads to what a comment can stand above; the first field
// of the resource stands for the whole.
func commentable(root *yaml.Node, path merge.Path) merge.Path {
	at := node.Target(root)
	for i := range path {
		found, whole := path[i : i+1].Find(at)
		first := at != nil && at.Kind == yaml.MappingNode && len(at.Content) > 0 && at.Content[0].Value == path[i].Name()
		if i > 0 && first && path[i-1].Name() == "" {
			// A comment there would stand behind the dash of the element.
			path = path[:i]
			break
		}
		if !whole || at.Style&yaml.FlowStyle != 0 || !slices.Contains(at.Content, found.Value) {
			path = path[:i]
			break
		}
		if found.Value.Kind == yaml.AliasNode || found.Value.Anchor != "" {
			path = path[:i+1]
			break
		}
		at = found.Value
	}
	if root = node.Target(root); len(path) == 0 && root.Kind == yaml.MappingNode && root.Style&yaml.FlowStyle == 0 && len(root.Content) > 0 {
		return merge.Path{merge.Field(root.Content[0].Value)}
	}
	return path
}

// line is the comment.
func (o *Open) line() string {
	has := "has another value"
	switch theirs := node.Target(o.Answered()); {
	case o.Secret:
	case theirs == nil:
		has = "deleted it"
	case node.IsNull(theirs):
		has = "has null"
	case theirs.Kind == yaml.ScalarNode:
		const longest = 60
		text := theirs.Value
		if theirs.Tag == "!!str" && (text == "" || strings.TrimSpace(text) != text) {
			text = strconv.Quote(text)
		}
		if len(text) <= longest && !strings.ContainsAny(text, "\n\r") {
			has = "has " + printable.Line(text)
		}
	}
	return fmt.Sprintf("# %s%d: upstream %s, see krm-merge resolve", commentPrefix, o.Number, has)
}

// WithoutComments is a value or document without the comments that point to questions, the value
// itself if it has none.
func WithoutComments(n *yaml.Node) *yaml.Node {
	if n == nil {
		return nil
	}
	head, line, foot := withoutMark(n.HeadComment), withoutMark(n.LineComment), withoutMark(n.FootComment)
	changed := head != n.HeadComment || line != n.LineComment || foot != n.FootComment
	content := n.Content
	for i, c := range n.Content {
		if bare := WithoutComments(c); bare != c {
			if !changed || &content[0] == &n.Content[0] {
				content, changed = slices.Clone(n.Content), true
			}
			content[i] = bare
		}
	}
	if !changed {
		return n
	}
	c := *n
	c.HeadComment, c.LineComment, c.FootComment, c.Content = head, line, foot, content
	return &c
}

// withoutMark is a comment without the lines that point to questions.
func withoutMark(comment string) string {
	if !strings.Contains(comment, commentPrefix) {
		return comment
	}
	var kept []string
	for line := range strings.SplitSeq(comment, "\n") {
		if !strings.HasPrefix(strings.TrimLeft(line, "# \t"), commentPrefix) {
			kept = append(kept, line)
		}
	}
	return strings.Trim(strings.Join(kept, "\n"), "\n")
}
