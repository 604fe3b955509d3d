package source

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// pairRest pairs what is left between two matches.
func (a *aligner) pairRest() {
	i, j := 0, 0
	for j <= len(a.updated) {
		j1 := j
		for j1 < len(a.updated) && a.match[j1] < 0 {
			j1++
		}
		i1 := len(a.old)
		if j1 < len(a.updated) {
			i1 = a.match[j1]
		}
		a.pair(i, i1, j, j1)
		i, j = i1+1, j1+1
	}
}

// pair pairs elements by what names them, else those at one place of the text
// (an element that was changed is a copy), else all in their order if there are
// as many on each side.
func (a *aligner) pair(i0, i1, j0, j1 int) {
	if i0 >= i1 || j0 >= j1 {
		return
	}
	if a.pairBy(i0, i1, j0, j1, nameOf) || a.pairBy(i0, i1, j0, j1, positionOf) || i1-i0 != j1-j0 {
		return
	}
	for j := j0; j < j1; j++ {
		if nameOf(a.old[i0+j-j0]) == "" {
			a.match[j] = i0 + j - j0
		}
	}
}

// pairBy pairs elements by what name gives them. Of several old ones of one name
// it is the one at whose place in the text the new one was made, else the last.
func (a *aligner) pairBy(i0, i1, j0, j1 int, name func(*yaml.Node) string) bool {
	index := make(map[string]int, i1-i0)
	var namesakes map[string]int // by name and position, where a name is there twice
	for i := i0; i < i1; i++ {
		id := name(a.old[i])
		if id == "" {
			continue
		}
		if first, twice := index[id]; twice {
			if namesakes == nil {
				namesakes = map[string]int{}
			}
			namesakes[id+positionOf(a.old[first])] = first
			namesakes[id+positionOf(a.old[i])] = i
		}
		index[id] = i
	}
	paired := false
	for j := j0; j < j1 && len(index) > 0; j++ {
		id := name(a.updated[j])
		i, ok := index[id]
		if !ok {
			continue
		}
		if len(namesakes) > 0 {
			if here, found := namesakes[id+positionOf(a.updated[j])]; found {
				i = here
			}
		}
		a.match[j] = i
		paired = true
		delete(index, id)
	}
	if paired {
		keepIncreasing(a.match[j0:j1])
	}
	return paired
}

// nameOf gives what tells an element from its neighbours, "" if nothing does.
func nameOf(n *yaml.Node) string {
	if n.Kind != yaml.MappingNode {
		return ""
	}
	kind := ""
	for i := 0; i+1 < len(n.Content); i += 2 {
		switch k, v := n.Content[i], n.Content[i+1]; k.Value {
		case "kind":
			kind = v.Value
		case "metadata":
			return kind + " " + nameOf(v)
		case "name":
			if v.Kind == yaml.ScalarNode {
				return "name=" + v.Value + " " + namespaceOf(n)
			}
		case "mountPath", "containerPort", "devicePath", "ip", "topologyKey":
			if v.Kind == yaml.ScalarNode {
				return k.Value + "=" + v.Value
			}
		}
	}
	return ""
}

func namespaceOf(n *yaml.Node) string {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == "namespace" {
			return n.Content[i+1].Value
		}
	}
	return ""
}

func positionOf(n *yaml.Node) string {
	if n.Line == 0 {
		return ""
	}
	return fmt.Sprint(n.Kind, n.Line, n.Column)
}
