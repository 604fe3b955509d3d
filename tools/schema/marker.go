package main

import "strings"

// markers are the "+name=value" lines of a comment. One name may come often.
type markers map[string][]string

// parseMarkers reads the markers of a comment. Declarative validation writes
// them with the prefix k8s: and may wrap them in a stage of stability, as in
// +k8s:beta(since: "1.37")=+k8s:unionMember; both spellings count.
func parseMarkers(comment string) markers {
	m := markers{}
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "+") {
			continue
		}
		line = line[1:]
		for strings.HasPrefix(line, "k8s:alpha(") || strings.HasPrefix(line, "k8s:beta(") {
			_, rest, ok := strings.Cut(line, ")=+")
			if !ok {
				break
			}
			line = rest
		}
		name, value, _ := strings.Cut(strings.TrimPrefix(line, "k8s:"), "=")
		// A trailing comment may follow the value.
		value, _, _ = strings.Cut(value, " ")
		m[name] = append(m[name], value)
	}
	return m
}

// first is the marker's first value, "" if there is none.
func (m markers) first(name string) string {
	if v := m[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

func (m markers) has(name string) bool { return len(m[name]) > 0 }
