package doors_test

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// profiles are settings under which every package goes through all doors.
var profiles = []string{"", "profile: Careful\n"}

// others are settings of which every package gets one or two.
var others = []string{
	"onConflict: Dest\n",
	"profile: Careful\nonConflict: Updated\n",
	"profile: Careful\nonConflict: Dest\n",
	"onConflict: Fail\n",
	"nulls: Changed\n",
	"lists: {atomic: Merge}\n",
	"lists: {order: Updated}\n",
	"text: Lines\n",
	"renames: Similar\n",
	"onDeletedUpstream: KeepModified\nonDeletedLocally: Readd\n",
	"renamedKeys: Follow\n",
	"images: {merge: Parts}\n",
}

func TestOneResult(t *testing.T) {
	var packs []*pack
	for _, p := range packages(t) {
		if p.settings != "" {
			packs = append(packs, p)
		}
		seed := fnv.New32a()
		fmt.Fprint(seed, p.name)
		n := int(seed.Sum32() >> 1)
		all := append(slices.Clone(profiles), others[n%len(others)])
		if strings.HasPrefix(p.name, "merge/testdata/rules") {
			// They are many, and about one resource.
			all = []string{all[n%3]}
		}
		for _, settings := range all {
			under := *p
			under.settings = settings
			packs = append(packs, &under)
		}
	}
	packs = sample(packs)
	each(t, packs, (*pack).compare)
}

// each has packages compared, some at a time, in directories of their own, and reports what differs.
func each(t *testing.T, packs []*pack, compare func(p *pack, scratch string) string) {
	t.Helper()
	scratch := t.TempDir()
	found := make([]string, len(packs))
	var wait sync.WaitGroup
	slots := make(chan bool, 4)
	for i, p := range packs {
		slots <- true
		wait.Go(func() {
			defer func() { <-slots }()
			dir := filepath.Join(scratch, fmt.Sprint(i))
			found[i] = compare(p, dir)
			must(os.RemoveAll(dir))
		})
	}
	wait.Wait()
	for i, p := range packs {
		if found[i] != "" {
			t.Errorf("%s under %q:\n%s", p.name, p.settings, found[i])
		}
	}
}

// sample is every twentieth package and those with copies, all if slow tests are wanted.
func sample(packs []*pack) []*pack {
	step := 20
	if slow.Wanted {
		step = 1
	}
	var some []*pack
	for i, p := range packs {
		if i%step == 0 || strings.Contains(p.name, "/copies-") && p.settings == "" {
			some = append(some, p)
		}
	}
	return some
}

// kept are the differences between files.Merge and other doors that are right.
var kept = []struct {
	doors *regexp.Regexp
	// of are the packages, nil for all.
	of func(*pack) bool
	// want and got are parts of the errors of files.Merge and of the door, where one of
	// them fails and the other does not, or does so in another way.
	want, got string
	// but is the outcome as far as it is compared, nil for not at all.
	but func(*outcome) *outcome
	why string
}{
	{
		doors: regexp.MustCompile("^function"), got: "the merge leaves no resource at all",
		why: "orchestrators delete the package of an empty list, but keep an empty directory",
	},
	{
		doors: regexp.MustCompile("^function"), got: "the code of sops does not hold",
		why: "an encrypted file that is merged has to be sealed, and a function runs no program",
	},
	{
		doors: regexp.MustCompile("^merge3"), got: "its sops code does not hold",
		why: "commands seal what they write, and say where they cannot",
	},
	{
		doors: regexp.MustCompile("^(function, carriers|resource.Merge)"), want: "updated holds no resources",
		why: "what is given as empty is meant to be; a directory may be the wrong one",
	},
	{
		doors: regexp.MustCompile("^(function, marks|fn.Filter)"), of: (*pack).keepsUpdatedLocal,
		why: "on a version that is marked, the annotation local-config may be part of the mark",
	},
	{
		doors: regexp.MustCompile("^fn.Filter"), of: (*pack).edged, but: withoutNotes(terms.NoteComment),
		why: "a value has no document that a comment at its edge could belong to, and one behind a dash alone is that of what follows",
	},
	{
		doors: regexp.MustCompile("^function"), of: (*pack).respaced, but: (*outcome).withoutSpacing,
		why: "a whole file becomes upstream's, byte for byte; an item has the indentation of its list, and a text that is only folded elsewhere did not change",
	},
	{
		doors: regexp.MustCompile("^(files.Bytes|merge3 of files)"), of: func(p *pack) bool { return !holdsResources(p.single()) }, but: withoutNotes(terms.NoteFile),
		why: "a single file is taken to hold resources whatever its name, and a note says that it does not",
	},
	{
		doors: regexp.MustCompile("^function, carriers"), but: (*outcome).withoutIndentation,
		why: "what is added to a list from a text takes the indentation of the list, and a blank line in it may go",
	},
	{
		doors: regexp.MustCompile("^function, carriers"), of: (*pack).requoted, but: (*outcome).withoutQuotes,
		why: "lines of upstream's texts stand elsewhere than those of items, and do not merge with them: dest's quotes stay",
	},
}

// compared gives the outcomes of files.Merge and of a door as far as they are to be the
// same, false if they are not.
func (d door) compared(p *pack, want, got *outcome) (w, g *outcome, ok bool) {
	for _, k := range kept {
		switch {
		case !k.doors.MatchString(d.name), k.of != nil && !k.of(p):
		case k.but != nil:
			want, got = k.but(want), k.but(got)
		case k.want == "" && k.got == "",
			want.failure != got.failure && strings.Contains(want.err, k.want) && strings.Contains(got.err, k.got):
			return nil, nil, false
		}
	}
	return want, got, true
}

// compare merges a package through all doors, and gives what differs.
func (p *pack) compare(scratch string) string {
	opts := p.configured().Options
	var differences []string
	var want *outcome
	for _, d := range doors() {
		if p.raw != nil && !d.files {
			continue
		}
		got := d.merge(p, opts, scratch)
		switch {
		case want == nil:
			want = got
		case got != nil:
			if diff := difference(d, p, want, got); diff != "" {
				differences = append(differences, d.name+" (-files.Merge +"+d.name+"):\n"+diff)
			}
		}
	}
	return strings.Join(differences, "\n")
}

// difference tells what one door gives and the other does not.
func difference(d door, p *pack, want, got *outcome) string {
	want, got, ok := d.compared(p, want, got)
	if !ok {
		return ""
	}
	if want.failure != got.failure {
		return fmt.Sprintf("it fails with %q: %s\nwant %q: %s", got.failure, got.err, want.failure, want.err)
	}
	var b strings.Builder
	section := func(name string, want, got []string) {
		if !slices.Equal(want, got) {
			b.WriteString(name + ":\n" + cmp.Diff(strings.Join(want, "\n"), strings.Join(got, "\n")))
		}
	}
	section("values", want.values(), got.values())
	section("conflicts", want.conflicts, got.conflicts)
	section("notes", want.notes, got.notes)
	if got.messages != nil {
		section("messages", want.messages, got.messages)
	}
	if b.Len() == 0 {
		for i := range want.resources {
			if w, g := want.resources[i], got.resources[i]; g.text != nil && w.text != nil {
				section("text of "+g.name+" in "+g.path, w.text, g.text)
			}
		}
	}
	return b.String()
}

func (o *outcome) values() []string {
	var all []string
	for _, r := range o.resources {
		all = append(all, r.path+" "+r.name+" "+r.value)
	}
	return all
}

// keepsUpdatedLocal reports whether updated has resources that are not to be applied.
func (p *pack) keepsUpdatedLocal() bool {
	return slices.ContainsFunc(p.versions[merge.Updated], func(f file) bool {
		return slices.ContainsFunc(f.documents, func(d string) bool { return strings.Contains(d, annotation.LocalConfig) })
	})
}

// edged reports whether a document begins or ends with a comment, or has one alone behind a dash.
func (p *pack) edged() bool {
	for _, t := range p.versions {
		for _, f := range t {
			for _, d := range f.documents {
				lines := strings.Split(strings.TrimSpace(d), "\n")
				if strings.Contains(d, "- #") || strings.HasPrefix(lines[0], "#") || strings.HasPrefix(strings.TrimSpace(lines[len(lines)-1]), "#") {
					return true
				}
			}
		}
	}
	return false
}

// spacing finds a map that is not indented by two spaces, and a text of several lines.
var spacing = regexp.MustCompile(`(?m)^metadata:(?: #.*)?\n {3,}\S|: "[^"\n]*$`)

// respaced reports whether updated has a document with spacing of its own.
func (p *pack) respaced() bool {
	return slices.ContainsFunc(p.versions[merge.Updated], func(f file) bool { return slices.ContainsFunc(f.documents, spacing.MatchString) })
}

// requoted reports whether updated has other quotes than dest.
func (p *pack) requoted() bool {
	quotes := func(side merge.Side) (n int) {
		for _, f := range p.versions[side] {
			for _, d := range f.documents {
				n += len(d) - len(unquoted.Replace(d))
			}
		}
		return n
	}
	return quotes(merge.Updated) != quotes(merge.Dest)
}

var unquoted = strings.NewReplacer(`"`, "", "'", "")

// withoutQuotes is the outcome with the texts of its resources without quotes.
func (o *outcome) withoutQuotes() *outcome {
	return o.withText(func(text []string) []string {
		lines := slices.Clone(text)
		for i := range lines {
			lines[i] = unquoted.Replace(lines[i])
		}
		return lines
	})
}

// withoutNotes leaves out the notes of a kind.
func withoutNotes(of terms.NoteKind) func(*outcome) *outcome {
	return func(o *outcome) *outcome {
		out := *o
		out.notes = slices.DeleteFunc(slices.Clone(o.notes), func(n string) bool { return strings.HasPrefix(n, of.String()+"|") })
		return &out
	}
}

// withoutIndentation is the outcome with the texts of its resources at the margin, without blank lines.
func (o *outcome) withoutIndentation() *outcome {
	return o.withText(func(text []string) (lines []string) {
		for _, line := range text {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, line)
			}
		}
		return lines
	})
}

// withoutSpacing is the outcome with the words of the texts of its resources.
func (o *outcome) withoutSpacing() *outcome {
	return o.withText(func(text []string) []string { return strings.Fields(strings.Join(text, " ")) })
}

func (o *outcome) withText(of func(text []string) []string) *outcome {
	out := *o
	out.resources = slices.Clone(o.resources)
	for i := range out.resources {
		out.resources[i].text = of(out.resources[i].text)
	}
	return &out
}
