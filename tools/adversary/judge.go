package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

type verdict string

const (
	right     verdict = "right"
	asked     verdict = "asked"
	refused   verdict = "refused"
	wrong     verdict = "wrong value"
	order     verdict = "wrong order"
	lost      verdict = "edit lost"
	invented  verdict = "value of no version"
	exchanged verdict = "sides exchanged differ"
	silent    verdict = "no question"
)

// judge merges a case and says what of it is wrong, and why.
func (c *testCase) judge() (v verdict, why string) {
	got, conflicts, err := careful(c.original, c.updated, c.dest)
	if err != nil {
		return refused, err.Error()
	}
	c.got = got
	values := valuesOf(got)
	for _, k := range conflicts {
		for _, n := range []*yaml.Node{k.Original, k.Updated, k.Dest} {
			text, _ := yaml.Marshal(n)
			values += string(text)
		}
	}
	for _, token := range c.tokens {
		if !strings.Contains(values, token) {
			return lost, token
		}
	}
	known := scalars(c.original) + scalars(c.updated) + scalars(c.dest)
	for value := range strings.Lines(scalars(got)) {
		if !strings.Contains(known, value) {
			return invented, value
		}
	}
	switch {
	case len(conflicts) > 0:
		return asked, ""
	case c.collision != "" && c.follow == nil:
		return silent, c.collision
	}
	back, again, err := careful(c.original, c.dest, c.updated)
	switch {
	case err != nil || len(again) > 0:
		return exchanged, fmt.Sprint("asked: ", again, err)
	case !same(got, c.want, true):
		return wrong, ""
	case !same(got, c.want, false):
		return order, ""
	case !same(got, back, false):
		return exchanged, ""
	}
	return right, ""
}

// careful merges in the profile Careful; of what nobody decided updated's is taken.
func careful(original, updated, dest []byte) (text []byte, conflicts []merge.Conflict, err error) {
	opts := resource.Careful()
	opts.Policy.OnConflict = merge.Fail
	text, result, err := files.Bytes(original, updated, dest, "dest", files.Options{Options: opts})
	var unsettled *files.ConflictsError
	if err != nil && !errors.As(err, &unsettled) {
		return nil, nil, err
	}
	for i := range result.Conflicts {
		conflicts = append(conflicts, result.Conflicts[i].Conflict)
	}
	if unsettled != nil {
		opts.Policy.OnConflict, opts.OnDeletedLocally = merge.TakeUpdated, terms.Readd
		text, _, err = files.Bytes(original, updated, dest, "dest", files.Options{Options: opts})
	}
	return text, conflicts, err
}

// valuesOf spells a text's values without what YAML does to them.
func valuesOf(text []byte) string { return scalars(text) + string(text) }

// scalars are the scalars of a text, each line of them on its own.
func scalars(text []byte) string {
	var b strings.Builder
	docs, _ := source.Parse(text)
	for _, doc := range docs {
		for n := range node.All(doc) {
			if n.Kind == yaml.ScalarNode {
				b.WriteString(n.Value + "\n")
			}
		}
	}
	return b.String()
}

// same reports whether two texts have the same values, in any order of lists if that does
// not count.
func same(a, b []byte, anyOrder bool) bool {
	x, errA := source.Parse(a)
	y, errB := source.Parse(b)
	if anyOrder {
		for _, doc := range slices.Concat(x, y) {
			sorted(doc)
		}
	}
	return errA == nil && errB == nil && slices.EqualFunc(x, y, merge.Equal)
}

// sorted puts the elements of all lists into the order of their digests.
func sorted(n *yaml.Node) {
	for _, c := range n.Content {
		sorted(c)
	}
	if n.Kind == yaml.SequenceNode {
		slices.SortFunc(n.Content, func(a, b *yaml.Node) int { return strings.Compare(merge.Digest(a), merge.Digest(b)) })
	}
}
