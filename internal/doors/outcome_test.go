package doors_test

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// outcome is what a merge gives, in words that all doors have.
type outcome struct {
	// failure is "", conflicts or error; then there are no resources.
	failure string
	err     string
	// resources are those of the result, in their order in each file.
	resources []merged
	// conflicts and notes are sorted. messages are those of the conflicts, nil where the
	// door has none.
	conflicts, notes, messages []string
}

// merged is a resource of a result.
type merged struct {
	path, name string
	value      string
	// text is nil where it is not at hand.
	text []string
}

// plain is a value without transport annotations.
func plain(root *yaml.Node) string {
	return string(phrase.JSON(annotation.Without(root)))
}

// nameOf is what a resource says that it is.
func nameOf(root *yaml.Node) string { return (&resource.Resource{Node: root}).Describe() }

// emptied is a line below which nothing may be left.
var emptied = regexp.MustCompile(`^ *(annotations|metadata):( *\{\})?$`)

// textOf are the lines of a document, as far to the left as they go, without transport
// annotations and what stands before and behind the document.
func textOf(document string) []string {
	var lines []string
	margin := -1
	for line := range strings.Lines(document) {
		line = strings.TrimRight(line, " \n")
		bare := strings.TrimLeft(line, " ")
		if annotation.IsTransport(strings.SplitN(bare, ": ", 2)[0]) || len(lines) == 0 && (bare == "" || bare[0] == '#') {
			continue
		}
		lines = withoutEmptied(lines, len(line)-len(bare))
		if bare != "" && (margin < 0 || len(line)-len(bare) < margin) {
			margin = len(line) - len(bare)
		}
		lines = append(lines, line)
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	lines = withoutEmptied(lines, 0)
	for i := range lines {
		if lines[i] != "" {
			lines[i] = lines[i][margin:]
		}
	}
	return lines
}

// withoutEmptied leaves out maps in front of a line with that indentation that are empty.
func withoutEmptied(lines []string, indent int) []string {
	for n := len(lines) - 1; n >= 0 && emptied.MatchString(lines[n]) && indent <= len(lines[n])-len(strings.TrimLeft(lines[n], " ")); n-- {
		lines = lines[:n]
	}
	return lines
}

// fileResources are the resources of a merged file.
func fileResources(path string, data []byte) ([]merged, error) {
	var all []merged
	for _, part := range parts(string(data)) {
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte(part), &doc); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", path, err, data)
		}
		if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" {
			continue
		}
		root := doc.Content[0]
		all = append(all, merged{path, nameOf(root), plain(root), textOf(part)})
	}
	return all, nil
}

// told takes over what is reported.
func (o *outcome) told(of *resource.Outcome, opts *resource.Options) {
	for i := range of.Conflicts {
		c := &of.Conflicts[i]
		words := phrase.Of(c, opts)
		taken := c.Taken.String()
		if c.Open() {
			taken = ""
		}
		of := c.Subject()
		o.conflict(words.Code, refOf(of), of.Path, c.Place(), taken)
		o.messages = append(o.messages, message(words.Message()))
	}
	for _, n := range of.Notes {
		about := cmp.Or(n.Resource, &resource.Resource{})
		o.note(n.Kind.String(), refOf(about), about.Path, n.Path.String(), n.Message)
	}
}

// refOf is how reports name a resource.
func refOf(r *resource.Resource) string {
	m := r.Meta()
	if m.Name == "" {
		m.Name = m.GenerateName
	}
	return ref(m.APIVersion, m.Kind, m.Namespace, m.Name)
}

func ref(version, kind, namespace, name string) string {
	if version == "" || kind == "" || name == "" {
		return ""
	}
	return strings.Join([]string{version, kind, namespace, name}, " ")
}

func (o *outcome) conflict(code, ref, file, path, taken string) {
	o.conflicts = append(o.conflicts, fmt.Sprintf("%s|%s|%s|%s|%s", code, ref, file, path, taken))
}

func (o *outcome) note(code, ref, file, path, text string) {
	o.notes = append(o.notes, fmt.Sprintf("%s|%s|%s|%s|%s", code, ref, file, path, message(text)))
}

var fileName = regexp.MustCompile(`[^ "(]*/?\b([\w-]+\.yaml|Kptfile)(:\d+)?`)

// given is how a message calls a version that is given as a file or directory, and how
// it can be given to the function.
var given = regexp.MustCompile(`^--(original|updated) \S+| \(annotation .* in the configuration\)$`)

// message is a message in which files have their last names, without lines.
func message(text string) string {
	text = given.ReplaceAllString(text, "$1")
	return fileName.ReplaceAllString(carriedIn.ReplaceAllString(text, "$1"), "$1")
}

var carriedIn = regexp.MustCompile(`ConfigMap carrier-\w+ data\["([^"]+)"\](:\d+)?`)

// done sorts what has no order of its own.
func (o *outcome) done() *outcome {
	slices.Sort(o.conflicts)
	slices.Sort(o.notes)
	slices.Sort(o.messages)
	slices.SortStableFunc(o.resources, func(a, b merged) int { return strings.Compare(a.path, b.path) })
	if o.failure != "" {
		o.resources = nil
	}
	if o.failure == "error" {
		o.conflicts, o.notes, o.messages = nil, nil, nil
	}
	return o
}

// fails takes over an error.
func (o *outcome) fails(err error) {
	var inFiles *files.ConflictsError
	var inItems *fn.ConflictsError
	switch {
	case err == nil:
		return
	case errors.As(err, &inFiles), errors.As(err, &inItems):
		o.failure = "conflicts"
	default:
		o.failure = "error"
	}
	o.err = err.Error()
}
