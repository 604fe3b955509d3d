package resource

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// lostVariables warns of variables that texts of a container name, as $(NAME), and that the
// merge took out of its env.
func (p *pkg) lostVariables(t *triple, merged *Merged) {
	if merged == nil || merged.Unchanged() || t.u() == nil || t.d() == nil || !refers(t.d().meta.Kind) {
		return
	}
	named, set := variablesOf(merged.Node)
	if len(named) == 0 {
		return
	}
	_, theirs := variablesOf(t.u().Node)
	had, mine := variablesOf(t.d().Node)
	for _, v := range named {
		was := mine[v.to] || theirs[v.to] && !slices.ContainsFunc(had, func(h reference) bool { return h.to == v.to })
		if was && !set[v.to] {
			p.warn(t, merge.Note{Path: v.at, Kind: terms.NoteReference,
				Message: "names the variable $(" + v.to.name + "), which env no longer has since this merge; name another one, or bring it back"})
		}
	}
}

// variablesOf gives the variables that the containers of a resource name, and those that their
// env sets. What a container takes whole from elsewhere, by envFrom, may hold any.
func variablesOf(root *yaml.Node) (named []reference, set map[referent]bool) {
	set = map[referent]bool{}
	walkFields(root, "", "", nil, func(_, field string, n *yaml.Node, at merge.Path) {
		if field != "containers" && field != "initContainers" || n.Kind != yaml.MappingNode || node.FieldAt(n, "envFrom") != nil {
			return
		}
		variable := func(name string) referent { return referent{"variable", node.TextAt(n, "name"), name} }
		for _, e := range node.Elements(node.Field(n, "env")) {
			set[variable(node.TextAt(e, "name"))] = true
		}
		for _, from := range []string{"command", "args", "env"} {
			walkFields(node.FieldAt(n, from), "", from, append(at, merge.Field(from)), func(_, _ string, text *yaml.Node, at merge.Path) {
				for _, name := range variableNames(node.Text(text)) {
					named = append(named, reference{variable(name), slices.Clone(at)})
				}
			})
		}
	})
	return named, set
}

// variableNames gives the names that stand as $(NAME) in a text; $$ is a dollar.
func variableNames(text string) (names []string) {
	for _, behind := range strings.Split(strings.ReplaceAll(text, "$$", ""), "$(")[1:] {
		if name, _, closed := strings.Cut(behind, ")"); closed {
			names = append(names, name)
		}
	}
	return names
}
