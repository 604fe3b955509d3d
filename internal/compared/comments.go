package main

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// comments are the comments of a stream, each with its place.
func comments(text string) string {
	return strings.Join(commentList(text), "\n")
}

func commentList(text string) []string {
	docs, err := documents(text)
	if err != nil {
		return []string{err.Error()}
	}
	var all []string
	var walk func(path string, n *yaml.Node)
	add := func(path, where, comment string) {
		if comment != "" {
			all = append(all, fmt.Sprintf("%s `%s` at `%s`", where, strings.ReplaceAll(comment, "\n", " "), path))
		}
	}
	walk = func(path string, n *yaml.Node) {
		add(path, "above", n.HeadComment)
		add(path, "behind", n.LineComment)
		add(path, "below", n.FootComment)
		for i, c := range n.Content {
			at := path
			switch {
			case n.Kind == yaml.MappingNode:
				at = strings.TrimPrefix(path+"."+n.Content[i-i%2].Value, ".")
			case n.Kind == yaml.SequenceNode:
				at = fmt.Sprintf("%s[%d]", path, i)
			}
			walk(at, c)
		}
	}
	for _, doc := range docs {
		walk("", doc)
	}
	return all
}

func commentDifferences(want, got string) []string {
	w, g := commentList(want), commentList(got)
	var all []string
	for _, c := range w {
		if !slices.Contains(g, c) {
			all = append(all, "no comment "+c)
		}
	}
	for _, c := range g {
		if !slices.Contains(w, c) {
			all = append(all, "comment "+c)
		}
	}
	return all
}
