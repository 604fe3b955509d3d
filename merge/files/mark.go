package files

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/ignore"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/sops"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// marker puts the questions of a merge into its files. All of them are answered at once for
// updated, and once with what original has: what differs in the files then belongs to the
// questions at whose places it stands.
type marker struct {
	m       *merging
	opts    *Options
	outcome *resource.Outcome
	base    *assembly
	// texts are the merged files as they are while nobody answers; where ignored names one, nobody finds marks.
	texts   map[string][]string
	ignored ignore.Patterns
	// questions are those that a file may show.
	questions []*resource.Conflict
}

// mark puts the open questions into the files. Those that no file can show are left in the
// decisions of dest, in a single file in r.Unmarked. The files are in the order of their
// paths.
func (m *merging) mark(r *Result, outcome *resource.Outcome, base *assembly, opts *Options) error {
	k := marker{m: m, opts: opts, outcome: outcome, base: base, texts: map[string][]string{}, ignored: ignore.Patterns{}}
	for i := range r.Files {
		if f := &r.Files[i]; f.Status != Deleted {
			k.texts[f.Path] = diff.Lines(string(f.Data))
			if path.Base(f.Path) == ignore.File {
				k.ignored.Add(f.Path, f.Data, nil)
			}
		}
	}
	var left []*resource.Conflict
	for i := range r.Conflicts {
		switch c := &r.Conflicts[i]; {
		case !c.Open():
		case c.Answerable() && c.Kind != merge.Moved:
			k.questions = append(k.questions, c)
		default:
			left = append(left, c)
		}
	}
	return k.leave(r, append(left, k.place(r)...))
}

// place puts the questions into the files that they are about, and gives the conflicts
// that no file can show.
func (k *marker) place(r *Result) (left []*resource.Conflict) {
	all, updated := k.answered(func(*resource.Conflict) merge.Answer { return merge.Answer{Taken: merge.Updated} })
	original, _ := k.answered(func(c *resource.Conflict) merge.Answer {
		return merge.Answer{Edited: true, Value: c.Original}
	})
	byPath := map[string][]*resource.Conflict{}
	for _, c := range k.questions {
		p := c.Subject().Path
		for _, a := range []*assembly{updated, k.base} {
			if m := a.placedOf(c); m != nil {
				p = m.Path
			}
		}
		byPath[p] = append(byPath[p], c)
	}
	// What changes in a file that nobody asks about belongs to a question about another one.
	strays := slices.ContainsFunc(slices.Collect(maps.Keys(all)), func(p string) bool { return byPath[p] == nil })
	for _, p := range slices.Sorted(maps.Keys(byPath)) {
		if all[p] == nil || strays || !k.holdsMarks(p, byPath[p][0]) {
			left = append(left, byPath[p]...)
			continue
		}
		was, known := original[p]
		if !known && original != nil {
			was = k.texts[p]
		}
		blocksOf := newBlocks
		if k.m.slotAt(p).whole {
			blocksOf = newLineBlocks
		}
		b, unplaced := blocksOf(p, byPath[p], k.texts[p], all[p], was)
		left = append(left, unplaced...)
		marked := k.put(r, p, b.parts(k.opts.Marks), all[p])
		for i, block := range b.list {
			for _, c := range block.questions {
				if marked == nil {
					left = append(left, c)
					continue
				}
				c.Marked, c.Line = true, marked[i].Line
			}
		}
	}
	return left
}

// holdsMarks reports whether a file that a question is about can hold marks, and somebody finds them there. They would
// put an end to decrypting one that sops encrypted, and that can be as it is while nobody answers.
func (k *marker) holdsMarks(p string, c *resource.Conflict) bool {
	d := c.DestResource
	sealed := d != nil && sops.Encrypted(d.Node) && !sops.Stale([]byte(strings.Join(k.texts[p], "")))
	return !sealed && !k.ignored.Hold(p) && k.m.slotAt(p).holdsMarks()
}

// answered gives the files that become others if all questions are answered, line by line,
// and how they were put together; none if the answers cannot be printed.
func (k *marker) answered(answer func(*resource.Conflict) merge.Answer) (map[string][]string, *assembly) {
	outcome, err := k.outcome.Again(k.questions, answer)
	if err != nil {
		return nil, nil
	}
	texts, a, err := k.base.printAgain(k.m, outcome)
	if err != nil {
		return nil, nil
	}
	maps.DeleteFunc(texts, func(p string, text []string) bool { return slices.Equal(text, k.texts[p]) })
	return texts, a
}

// leave leaves conflicts that no file can show in the decisions of dest.
func (k *marker) leave(r *Result, left []*resource.Conflict) error {
	if !k.m.versions.dest().Single {
		questions, err := k.outcome.Leave(left)
		if err != nil {
			return err
		}
		r.Questions = append(r.Questions, questions...)
	}
	for _, c := range left {
		if !c.Marked {
			r.Unmarked = append(r.Unmarked, c)
		}
	}
	return k.m.ask(r)
}

// holdsMarks reports whether a file can hold marks: of those that other tools have to
// read all the time none can, nor can JSON or what is not text.
func (s *slot) holdsMarks() bool {
	switch path.Base(s.path) {
	case "Kptfile", kptfile.ChartName, decisions.FileName:
		return false
	}
	return path.Ext(s.path) != ".json" && (!s.whole || s.holdsLines())
}

// put replaces a file by one with marks, if what is read back from it are the files that
// it stands for. It gives the blocks, nil if it does not.
func (k *marker) put(r *Result, p string, parts []marks.Part, all []string) []*marks.Block {
	data := marks.Print(parts, k.opts.Marks.Style)
	read, err := marks.Parse(data)
	if err != nil || string(marks.Take(read, merge.Dest)) != strings.Join(k.texts[p], "") || string(marks.Take(read, merge.Updated)) != strings.Join(all, "") {
		return nil
	}
	f := k.m.fileAt(r, p)
	f.Data = data
	blocks := marks.Blocks(read)
	f.Blocks = len(blocks)
	f.Status = status(k.m.slotAt(p).file(merge.Dest), f.Data)
	return blocks
}

// slotAt finds the slot of a path, a new one where no version has a file: an answer may name such a file.
func (m *merging) slotAt(p string) *slot {
	i, found := slices.BinarySearchFunc(m.slots, p, func(s *slot, p string) int { return cmp.Compare(s.path, p) })
	if !found {
		m.slots = slices.Insert(m.slots, i, &slot{path: p, patched: m.versions.patches()})
	}
	return m.slots[i]
}

// fileAt gives the merged file of a path, a new one if the result has none.
func (m *merging) fileAt(r *Result, p string) *Merged {
	i, found := slices.BinarySearchFunc(r.Files, p, func(f Merged, p string) int { return cmp.Compare(f.Path, p) })
	if !found {
		f := Merged{File: File{Path: p, Mode: 0o644}}
		s := m.slotAt(p)
		f.Whole = s.whole
		if of := s.main(); of != nil {
			f.Mode = of.Mode
		}
		f.complete(m, s, nil)
		r.Files = slices.Insert(r.Files, i, f)
	}
	return &r.Files[i]
}

// ask adds the questions that have no place in a resource to the decisions of dest, or
// adds a file of decisions.
func (m *merging) ask(r *Result) error {
	if len(r.Questions) == 0 {
		return nil
	}
	if m.versions.dest().Single {
		q := r.Questions[0]
		return fmt.Errorf("%s: a question about it (%s) has no place in a single file; merge the directory, or decide with onConflict: Updated or Dest", q.File, q.Conflict)
	}
	f := m.fileAt(r, decisions.FileName)
	s, err := decisions.Read(f.Data, f.name())
	if err != nil {
		return err
	}
	s.Ask(r.Questions...)
	f.Data, err = s.Text()
	f.Status = status(m.slotAt(f.Path).file(merge.Dest), f.Data)
	return err
}
