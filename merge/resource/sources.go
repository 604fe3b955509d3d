package resource

import (
	"fmt"
	"strings"
)

// sources finds what the sources of an identity are for that a version holds several
// times: equal ones, the only dest of their file, else the only one that no source of its
// own file is for; documents without a name pair in order. Where that is not clear, it is an
// error that names them. One for which there is no dest is added.
func (g *grouping) sources(c *cluster) error {
	for _, m := range c.all() {
		m.stay()
		m.triple = &triple{}
		m.triple[m.side] = m
	}
	nameless := c.id.by == byFile || c.id.by == byPosition
	for _, f := range append(c.files(), c) {
		pairEqual(f.lacking(relations()[2]))
		sources, dests := f.lacking(relations()[2])
		switch n := min(len(sources), len(dests)); {
		case nameless, n == 1 && len(sources) == len(dests):
			for i := range n {
				dests[i].triple.join(sources[i].triple)
			}
		case n > 0:
			return g.unclear(sources, dests)
		}
	}
	for _, m := range c.all() {
		if m.triple.foremost() == m {
			g.add(m.triple)
		}
	}
	return nil
}

// unclear is the error about sources and dests of which nobody knows which is for which.
func (g *grouping) unclear(sources, dests []*member) error {
	var all []*Resource
	var places []string
	for _, m := range append(sources, dests...) {
		all, places = append(all, m.Resource), append(places, m.place()+" of "+g.opts.Strategy.Name(m.side))
	}
	todo := "put each into the file of the one that it is for"
	if len(dests) == 1 {
		todo = "put what is for one into one document"
	}
	return &Error{Resources: all, Problem: fmt.Sprintf("%s is there several times, and nothing tells what is for what: %s; %s",
		dests[0].Describe(), strings.Join(places, ", "), todo)}
}
