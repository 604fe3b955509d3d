package main

import (
	"fmt"
	"slices"
	"strings"
)

// pruned drops references to places that say nothing, neither themselves nor
// further down: such a place means the same as none.
func (t table) pruned() table {
	says := t.saying()
	keep := func(n int) int {
		if says[n] {
			return n
		}
		return 0
	}
	out := table{places: make([]place, len(t.places)), kinds: t.kinds}
	for i, p := range t.places {
		p.fields = slices.DeleteFunc(slices.Clone(p.fields), func(f placeField) bool { return !says[f.place] })
		p.values, p.elem = keep(p.values), keep(p.elem)
		out.places[i] = p
	}
	return out
}

// saying reports which places say something, themselves or further down.
func (t table) saying() []bool {
	says := make([]bool, len(t.places))
	for changed := true; changed; {
		changed = false
		for i, p := range t.places {
			if says[i] || i == 0 {
				continue
			}
			says[i] = p.list.kind != noList || len(p.unions) > 0 || p.atomicMap || says[p.values] || says[p.elem] ||
				slices.ContainsFunc(p.fields, func(f placeField) bool { return says[f.place] })
			changed = changed || says[i]
		}
	}
	return says
}

// minimal makes places one that no descent can tell apart, drops those no kind
// reaches, and numbers the rest in the order the kinds reach them.
func (t table) minimal() table {
	class := make([]int, len(t.places))
	for count := 0; ; {
		names := map[string]int{}
		next := make([]int, len(t.places))
		for i, p := range t.places {
			var b strings.Builder
			fmt.Fprint(&b, i == 0, class[p.values], class[p.elem], p.list, p.unions, p.atomicMap)
			for _, f := range p.fields {
				fmt.Fprint(&b, " ", f.name, "=", class[f.place])
			}
			id, ok := names[b.String()]
			if !ok {
				id = len(names)
				names[b.String()] = id
			}
			next[i] = id
		}
		class = next
		if len(names) == count {
			break
		}
		count = len(names)
	}

	out := table{places: make([]place, 1)}
	number := map[int]int{class[0]: 0}
	queue := []int{}
	visit := func(i int) int {
		n, ok := number[class[i]]
		if !ok {
			n = len(out.places)
			number[class[i]] = n
			out.places = append(out.places, place{})
			queue = append(queue, i)
		}
		return n
	}
	for _, k := range t.kinds {
		k.root = visit(k.root)
		out.kinds = append(out.kinds, k)
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			p := t.places[i]
			p.fields = slices.Clone(p.fields)
			for k := range p.fields {
				p.fields[k].place = visit(p.fields[k].place)
			}
			p.values, p.elem = visit(p.values), visit(p.elem)
			out.places[number[class[i]]] = p
		}
	}
	return out
}
