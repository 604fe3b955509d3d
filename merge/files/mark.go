package files

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// marker puts the questions of a merge into its files. What a question is about in a
// file is found by answering it alone and comparing what is printed then; only its
// resource is merged again, and only its file printed.
type marker struct {
	m       *merging
	opts    *Options
	outcome *resource.Outcome
	base    *assembly
	// texts are the merged files as they are while nobody answers.
	texts     map[string][]string
	questions []*question
}

// question is an open conflict that a file may show.
type question struct {
	// at is its place in the conflicts of the outcome.
	at       int
	conflict *resource.Conflict
	// path is the file that an answer changes, "" if there is none or several.
	path string
	// updated is what updated's answer changes there, original what it would be to have
	// what original has; that may be unknown.
	updated, original []edit
	hasOriginal       bool
}

// mark puts the open questions into the files. Those that no file can show are left in the
// decisions of dest, in a single file in r.Unmarked. The files are in the order of their
// paths.
func (m *merging) mark(r *Result, outcome *resource.Outcome, base *assembly, opts *Options) error {
	k := marker{m: m, opts: opts, outcome: outcome, base: base, texts: map[string][]string{}}
	for i := range r.Files {
		if f := &r.Files[i]; f.Status != Deleted {
			k.texts[f.Path] = linesOf(f.Data)
		}
	}
	left := k.ask(r)
	k.find()
	return k.leave(r, append(left, k.place(r)...))
}

// ask finds the questions about resources, puts those about whole files into them, and
// gives the conflicts that have no place in a file.
func (k *marker) ask(r *Result) (left []*resource.Conflict) {
	for i := range k.outcome.Conflicts {
		switch c := &r.Conflicts[i]; {
		case !c.Open():
		case c.Answerable() && !c.Moved:
			k.questions = append(k.questions, &question{at: i, conflict: c})
		default:
			left = append(left, c)
		}
	}
	for _, s := range k.m.slots {
		if open := s.asked(&r.Outcome); len(open) > 0 {
			k.askWhole(r, s, open)
		}
	}
	return left
}

// place puts the questions into the files that they are about, and gives the conflicts
// that no file can show.
func (k *marker) place(r *Result) (left []*resource.Conflict) {
	byPath := map[string][]*question{}
	var paths []string
	for _, q := range k.questions {
		if q.path != "" && byPath[q.path] == nil {
			paths = append(paths, q.path)
		}
		byPath[q.path] = append(byPath[q.path], q)
	}
	placed := k.where(func(q *question) bool { return q.path != "" })
	all, original := k.flip(placed, updatedAnswer), k.flip(placed, originalAnswer)
	for _, p := range paths {
		b := k.blocks(p, byPath[p], all[p], original[p])
		marked := k.put(r, p, b.parts(k.opts.Marks), all[p])
		if marked == nil {
			byPath[""] = append(byPath[""], byPath[p]...)
		}
		for i, block := range marked {
			for _, q := range b.list[i].questions {
				q.conflict.Marked, q.conflict.Line = true, block.Line
			}
		}
	}
	slices.SortFunc(byPath[""], func(a, b *question) int { return a.at - b.at })
	for _, q := range byPath[""] {
		left = append(left, q.conflict)
	}
	return left
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

// askWhole puts the questions about a file that is merged whole into it, or leaves them in
// the decisions of dest.
func (k *marker) askWhole(r *Result, s *slot, open []*resource.Conflict) {
	switch {
	case k.markWhole(r, s, open):
		for _, c := range open {
			c.Marked = true
		}
	case !k.m.versions.dest().Single && s.leave(&r.Outcome):
	case s.stretches == nil:
		r.Unmarked = append(r.Unmarked, s.question(open[0].Kind))
	default:
		r.Unmarked = append(r.Unmarked, open...)
	}
}

// holdsMarks reports whether a file can hold marks: of those that other tools have to
// read all the time none can, nor can JSON or what is not text.
func holdsMarks(name string, data ...[]byte) bool {
	switch path.Base(name) {
	case "Kptfile", resource.SettingsFile, decisions.FileName:
		return false
	}
	for _, d := range data {
		if bytes.IndexByte(d, 0) >= 0 {
			return false
		}
	}
	return path.Ext(name) != ".json"
}

// How a question is answered to find what it is about.
func updatedAnswer(*resource.Conflict) merge.Answer { return merge.Answer{Choice: merge.ChoseUpdated} }

func originalAnswer(c *resource.Conflict) merge.Answer {
	return merge.Answer{Choice: merge.ChoseEdited, Value: c.Original}
}

// flip gives the files that become others if some questions are answered; nil if the
// answers cannot be printed.
func (k *marker) flip(questions []*question, answer func(*resource.Conflict) merge.Answer) map[string][]string {
	answers := make(map[int]merge.Answer, len(questions))
	for _, q := range questions {
		answers[q.at] = answer(q.conflict)
	}
	outcome, err := k.outcome.Again(answers)
	if err != nil {
		return nil
	}
	texts, err := k.base.printAgain(k.m, outcome)
	if err != nil {
		return nil
	}
	for p, text := range texts {
		if slices.Equal(text, k.texts[p]) {
			delete(texts, p)
		}
	}
	return texts
}

func (k *marker) where(is func(*question) bool) []*question {
	var found []*question
	for _, q := range k.questions {
		if is(q) {
			found = append(found, q)
		}
	}
	return found
}

// rounds is how many times the questions of a large merge are answered to find what they
// are about: as many of them at a time as that takes.
const rounds = 8

// find finds what the questions are about.
func (k *marker) find() {
	n := min(len(k.questions), rounds)
	for r := range n {
		var some []*question
		for i := r; i < len(k.questions); i += n {
			some = append(some, k.questions[i])
		}
		for _, q := range k.findTogether(some) {
			k.findAlone(q)
		}
	}
}

// findAlone finds what one question is about.
func (k *marker) findAlone(q *question) {
	texts := k.flip([]*question{q}, updatedAnswer)
	q.path = ""
	if len(texts) != 1 {
		return
	}
	for p, text := range texts {
		if holdsMarks(p) {
			q.path, q.updated = p, editsOf(k.texts[p], text)
		}
	}
	originals := k.flip([]*question{q}, originalAnswer)
	text, changed := originals[q.path]
	if changed {
		q.original = editsOf(k.texts[q.path], text)
	}
	q.hasOriginal = originals != nil && (len(q.original) > 0 && len(originals) == 1 || len(originals) == 0 && merge.Equal(q.conflict.Original, q.conflict.Dest))
}

// findTogether finds what several questions are about, where each changes one stretch of
// its file; it gives the others. The stretches of a file are in the order of the values
// in dest.
func (k *marker) findTogether(some []*question) (others []*question) {
	if len(some) < 2 {
		return some
	}
	updated, original := k.flip(some, updatedAnswer), k.flip(some, originalAnswer)
	byPath := map[string][]*question{}
	for _, q := range some {
		p := q.conflict.Subject().Path
		byPath[p] = append(byPath[p], q)
	}
	for p := range updated {
		if byPath[p] == nil {
			return some
		}
	}
	for _, p := range sortedPaths(byPath) {
		of := byPath[p]
		u, o := editsOf(k.texts[p], updated[p]), editsOf(k.texts[p], original[p])
		unplaced := slices.ContainsFunc(of, func(q *question) bool {
			return q.conflict.Dest == nil || (q.conflict.In == nil) != (of[0].conflict.In == nil)
		})
		if updated[p] == nil || original[p] == nil || unplaced || len(u) != len(of) || len(o) != len(of) || !holdsMarks(p) {
			others = append(others, of...)
			continue
		}
		inOrder(of)
		for i, q := range of {
			q.path, q.updated, q.original, q.hasOriginal = p, u[i:i+1], o[i:i+1], true
		}
	}
	return others
}

// inOrder sorts questions as their places follow each other in dest: all of them stand in
// the document itself, or all in strings, which come one after the other.
func inOrder(of []*question) {
	document := func(q *question) *yaml.Node {
		if q.conflict.In == nil {
			return nil
		}
		return q.conflict.In.Roots[merge.Dest]
	}
	first := map[*yaml.Node]int{}
	for i, q := range of {
		if _, seen := first[document(q)]; !seen {
			first[document(q)] = i
		}
	}
	slices.SortStableFunc(of, func(a, b *question) int {
		return cmp.Or(cmp.Compare(first[document(a)], first[document(b)]), cmp.Compare(a.conflict.Dest.Line, b.conflict.Dest.Line))
	})
}

func sortedPaths(of map[string][]*question) []string {
	var paths []string
	for p := range of {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// blocks takes a file apart at the blocks of its questions: all is the file with all of
// them answered for updated, original with what original has.
func (k *marker) blocks(p string, questions []*question, all, original []string) *blocks {
	mine := k.texts[p]
	b := blocks{mine: mine, updated: all, toUpdated: editsOf(mine, all)}
	if original != nil {
		b.original, b.toOriginal = original, editsOf(mine, original)
	}
	for _, q := range questions {
		b.add(q)
	}
	b.unite()
	if !slices.Equal(b.text(func(int) bool { return true }), all) || !k.mixes(p, &b) {
		b.asOne()
	}
	return &b
}

// mixes reports whether any answers fit together, as far as two mixtures show: every
// other block for updated, and the others.
func (k *marker) mixes(p string, b *blocks) bool {
	for odd := range min(2, len(b.list)) {
		chosen := func(i int) bool { return i%2 == odd }
		var some []*question
		for i := range b.list {
			if chosen(i) {
				some = append(some, b.list[i].questions...)
			}
		}
		texts := k.flip(some, updatedAnswer)
		if texts == nil || !slices.Equal(texts[p], b.text(chosen)) {
			return false
		}
	}
	return true
}

// put replaces a file by one with marks, if what is read back from it are the files that
// it stands for. It gives the blocks, nil if it does not.
func (k *marker) put(r *Result, p string, parts []marks.Part, all []string) []*marks.Block {
	data := marks.Print(parts, k.opts.Marks.Style)
	read, err := marks.Parse(data)
	if err != nil || string(marks.Choose(read, marks.Yours)) != strings.Join(k.texts[p], "") || string(marks.Choose(read, marks.Upstream)) != strings.Join(all, "") {
		return nil
	}
	f := k.m.fileAt(r, p)
	f.Data = data
	blocks := []*marks.Block{}
	for _, part := range read {
		if part.Block != nil {
			blocks = append(blocks, part.Block)
		}
	}
	f.Blocks = len(blocks)
	f.Status = status(k.m.slot(p).file(merge.Dest), f.Data)
	return blocks
}

// markWhole puts the questions about a file that is merged whole into it: a block for each
// place where both sides changed the same lines, else one. It reports whether it can.
func (k *marker) markWhole(r *Result, s *slot, open []*resource.Conflict) bool {
	data := func(side merge.Side) []byte {
		if f := s.file(side); f != nil {
			return f.Data
		}
		return nil
	}
	mine, all, original := data(merge.Dest), data(merge.Updated), data(merge.Original)
	if s.hasLink() || !holdsMarks(s.path, mine, all, original) {
		return false
	}
	var b blocks
	for _, part := range s.stretches {
		if part.conflict < 0 {
			b.addStretch(merge.Stretch{Original: part.taken, Updated: part.taken, Dest: part.taken}, nil)
			continue
		}
		b.addStretch(part.Stretch, &r.Conflicts[part.conflict])
	}
	if s.stretches == nil {
		b.addStretch(merge.Stretch{Original: string(original), Updated: string(all), Dest: string(mine)}, open[0])
		b.toUpdated, b.toOriginal = editsOf(b.mine, b.updated), editsOf(b.mine, b.original)
		b.asOne()
	}
	k.texts[s.path] = b.mine
	marked := k.put(r, s.path, b.parts(k.opts.Marks), b.updated)
	for i, block := range marked {
		if s.stretches != nil {
			open[i].Line = block.Line
		}
	}
	return marked != nil
}

// slot finds the slot of a path.
func (m *merging) slot(p string) *slot {
	i, _ := slices.BinarySearchFunc(m.slots, p, func(s *slot, p string) int { return cmp.Compare(s.path, p) })
	return m.slots[i]
}

// fileAt gives the merged file of a path, a new one if the result has none.
func (m *merging) fileAt(r *Result, p string) *Merged {
	i, found := slices.BinarySearchFunc(r.Files, p, func(f Merged, p string) int { return cmp.Compare(f.Path, p) })
	if !found {
		f := Merged{File: File{Path: p}}
		s := m.slot(p)
		f.Whole = s.whole
		for _, side := range []merge.Side{merge.Dest, merge.Updated, merge.Original} {
			if of := s.file(side); of != nil {
				f.Mode = of.Mode
				break
			}
		}
		f.complete(m, s, nil)
		r.Files = slices.Insert(r.Files, i, f)
	}
	return &r.Files[i]
}
