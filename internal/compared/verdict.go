package main

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"go.yaml.in/yaml/v3"
	kube "sigs.k8s.io/yaml"

	"github.com/krm-merge/krm-merge/internal/enum"
)

// Verdict is how what a program gave relates to what the rule wants.
type Verdict uint8

const (
	Same Verdict = iota
	// OtherOrder: the same but for the order of list elements or documents.
	OtherOrder
	// OtherComments: the same value, with other comments, where they count.
	OtherComments
	Different
	Unsettled
	Refused
	None
)

var verdictNames = enum.Names[Verdict]{"same", "order", "comments", "other", "stops", "error", "–"}

func (v Verdict) String() string { return verdictNames.Of(v) }

// judge compares an outcome with what the rule wants, by value as Kubernetes
// reads it; the strings say what is different.
func judge(c Case, o Outcome) (Verdict, []string) {
	switch o.Status {
	case Merged:
	case NotApplicable:
		return None, nil
	case Stopped:
		return Unsettled, nil
	case Failed:
		if c.wantError {
			return Same, nil
		}
		return Refused, []string{"error: " + short(oneLine(o.Message), 110)}
	}
	if c.wantError {
		return Different, []string{"no error"}
	}
	want, err := values(c.want)
	if err != nil {
		return Refused, []string{"the rule: " + err.Error()}
	}
	got, err := values(o.Text)
	if err != nil {
		return Refused, []string{"the result is not YAML: " + short(oneLine(err.Error()), 90)}
	}
	if reflect.DeepEqual(want, got) {
		if c.wantComments && comments(c.want) != comments(o.Text) {
			return OtherComments, commentDifferences(c.want, o.Text)
		}
		return Same, nil
	}
	if reflect.DeepEqual(unordered(want), unordered(got)) {
		return OtherOrder, nil
	}
	return Different, differences(want, got)
}

// values reads a stream as Kubernetes does.
func values(text string) ([]any, error) {
	docs, err := documents(text)
	if err != nil {
		return nil, err
	}
	all := []any{}
	for _, doc := range docs {
		text, err := encode1(doc)
		if err != nil {
			return nil, err
		}
		var v any
		if err := kube.Unmarshal([]byte(text), &v); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

func encode1(doc *yaml.Node) (string, error) { return encode([]*yaml.Node{doc}) }

// identity is what tells the objects of one version apart.
func identity(root *yaml.Node) string {
	var meta struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   struct{ Namespace, Name string }
	}
	// What has other things there has no identity.
	_ = root.Decode(&meta)
	return fmt.Sprint(meta)
}

// unordered is the value with all lists sorted.
func unordered(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for k, e := range v {
			m[k] = unordered(e)
		}
		return m
	case []any:
		l := make([]any, len(v))
		for i, e := range v {
			l[i] = unordered(e)
		}
		slices.SortFunc(l, func(x, y any) int { return cmp.Compare(text(x), text(y)) })
		return l
	}
	return v
}
