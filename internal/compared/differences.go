package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// differences says what got has that want has not, and the other way round, at
// most three places.
func differences(want, got []any) []string {
	var all []string
	if len(want) == len(got) {
		for i := range want {
			all = append(all, differ("", want[i], got[i])...)
		}
	} else {
		all = append(all, missing(want, got, "lacks ")...)
		all = append(all, missing(got, want, "has also ")...)
	}
	if len(all) > 3 {
		all = append(all[:3:3], fmt.Sprintf("and %d more", len(all)-3))
	}
	return all
}

// missing are the documents of a that b does not have, each with the words in
// front.
func missing(a, b []any, words string) []string {
	var all []string
	for _, v := range a {
		if !slices.ContainsFunc(b, func(w any) bool { return name(v) == name(w) }) {
			all = append(all, words+name(v))
		}
	}
	return all
}

func name(v any) string {
	m, _ := v.(map[string]any)
	metadata, _ := m["metadata"].(map[string]any)
	return fmt.Sprintf("%v %v", m["kind"], metadata["name"])
}

func differ(path string, want, got any) []string {
	if reflect.DeepEqual(want, got) {
		return nil
	}
	if w, ok := want.(map[string]any); ok {
		if g, ok := got.(map[string]any); ok {
			return differInMaps(path, w, g)
		}
	}
	if w, ok := want.([]any); ok {
		if g, ok := got.([]any); ok && len(w) == len(g) {
			var all []string
			for i := range w {
				all = append(all, differ(fmt.Sprintf("%s[%d]", path, i), w[i], g[i])...)
			}
			if len(all) <= 2 {
				return all
			}
		}
	}
	if path == "" {
		path = "."
	}
	return []string{fmt.Sprintf("`%s` is `%s`, not `%s`", path, short(text(got), 90), short(text(want), 90))}
}

func differInMaps(path string, want, got map[string]any) []string {
	keys := map[string]bool{}
	for k := range want {
		keys[k] = true
	}
	for k := range got {
		keys[k] = true
	}
	var all []string
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		at := strings.TrimPrefix(path+"."+k, ".")
		w, inWant := want[k]
		g, inGot := got[k]
		switch {
		case !inGot:
			all = append(all, fmt.Sprintf("no `%s`", at))
		case !inWant:
			all = append(all, fmt.Sprintf("`%s: %s` is there", at, short(text(g), 80)))
		default:
			all = append(all, differ(at, w, g)...)
		}
	}
	return all
}

// text is a value in one line.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return strings.ReplaceAll(string(b), "`", "'")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
