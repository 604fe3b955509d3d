package resource

import (
	"fmt"
	"path"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
)

// halves warns where Readd adds a part of a directory again that dest had deleted as a
// whole: what upstream did not change in it is still gone.
//
// See testdata/merge/readded-half.txtar.
func (p *pkg) halves() {
	if p.opts.OnDeletedLocally != Readd {
		return
	}
	held, gone, again := map[string]bool{}, map[string][]string{}, map[string]*Resource{}
	for _, m := range p.members[merge.Dest] {
		held[path.Dir(m.Path)] = true
	}
	var order []string
	for _, m := range p.members[merge.Updated] {
		t, dir := m.triple, path.Dir(m.Path)
		switch {
		case m.Path == "" || t.o() == nil || t.d() != nil || held[dir]:
		case p.results[t] == nil:
			gone[dir] = append(gone[dir], m.Describe())
		case again[dir] == nil:
			again[dir] = m.Resource
			order = append(order, dir)
		}
	}
	for _, dir := range order {
		if len(gone[dir]) == 0 {
			continue
		}
		p.out.Notes = append(p.out.Notes, Note{
			Note: merge.Note{Kind: merge.NoteDoubt, Message: fmt.Sprintf(
				"dest had deleted all of %s; what upstream changed there is added again, and %s is still gone; add it again too, or delete the rest",
				dir, strings.Join(gone[dir], ", "))},
			Resource: again[dir], Warning: true,
		})
	}
}
