package merge

import "go.yaml.in/yaml/v3"

// wonUnions are the unions of a map that both sides touched and chose
// differently: the winner's members are taken whole, the loser's not at all.
type wonUnions []wonUnion

type wonUnion struct {
	union Union
	side  Side
}

// of says which side decides a field.
func (won wonUnions) of(key *yaml.Node) (Side, bool) {
	for _, w := range won {
		if w.union.has(key.Value) {
			return w.side, true
		}
	}
	return 0, false
}

// unions finds the unions of a map that cannot be merged member by member.
//
// rule: union/*
func (w *walker) unions(unions []Union, o, u, d *yaml.Node) wonUnions {
	var won wonUnions
	for _, union := range unions {
		cu, cd := union.choice(u), union.choice(d)
		if cu == cd || cu == (choice{}) || cd == (choice{}) {
			continue
		}
		po, pu, pd := union.pick(o), union.pick(u), union.pick(d)
		if w.keeps(union, d) {
			if !Equal(po, pu) {
				w.record(Conflict{Kind: UnionChanged, Original: po, Updated: pu, Dest: pd, Taken: Dest, By: ByPin})
			}
			won = append(won, wonUnion{union, Dest})
			continue
		}
		if Equal(po, pu) || Equal(po, pd) {
			continue
		}
		won = append(won, wonUnion{union, w.conflict(UnionChanged, po, pu, pd)})
	}
	return won
}

// choice is what a version chose of a union: members, as bits by their
// position, and a discriminator that names none of them.
type choice struct {
	members uint64
	other   string
}

// choice reads a map's choice. A discriminator that names a member and the
// member itself are one choice.
func (u Union) choice(n *yaml.Node) choice {
	var c choice
	named := ""
	if u.Discriminator != "" {
		if v := target(field(n, u.Discriminator)); v != nil && v.Kind == yaml.ScalarNode && !isNull(v) {
			named = v.Value
		}
	}
	c.other = named
	for i, m := range u.Members {
		if named != "" && m.Choice == named {
			c.other = ""
			c.members |= 1 << i
		}
		if v := target(field(n, m.Field)); v != nil && !isNull(v) {
			c.members |= 1 << i
		}
	}
	return c
}

func (u Union) has(field string) bool {
	if u.Discriminator != "" && field == u.Discriminator {
		return true
	}
	for _, m := range u.Members {
		if field == m.Field {
			return true
		}
	}
	return false
}

// pick is the part of a map that belongs to the union, nil if it has none.
func (u Union) pick(n *yaml.Node) *yaml.Node {
	f := fieldsOf(n)
	var content []*yaml.Node
	for i := range f.len() {
		if key := f.key(i); key.Kind == yaml.ScalarNode && u.has(key.Value) && !isNull(target(f.value(i))) {
			content = append(content, key, f.value(i))
		}
	}
	if content == nil {
		return nil
	}
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: content, Line: content[0].Line, Column: content[0].Column}
}
