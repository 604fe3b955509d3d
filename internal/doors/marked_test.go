package doors_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/cli"
	"github.com/krm-merge/krm-merge/internal/decisions"
	gitmarks "github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

// TestMarkedResult: what is left to somebody stands in the result in the same way,
// whichever door it comes through: in comments and annotations, or between lines.
func TestMarkedResult(t *testing.T) {
	var packs []*pack
	for _, p := range packages(t) {
		if p.settings == "" && p.raw == nil {
			packs = append(packs, p)
		}
	}
	var listed atomic.Int32
	each(t, sample(packs), func(p *pack, scratch string) (differences string) {
		for _, profile := range []string{"onConflict: Ask\n", "profile: Careful\n"} {
			under := *p
			under.settings = profile + "marks: Decisions\n"
			some, diff := under.compareListed(scratch)
			if diff != "" {
				differences += fmt.Sprintf("under %q:\n%s", under.settings, diff)
			}
			if some {
				listed.Add(1)
			}
			under.settings = profile
			if diff = under.compareLines(scratch); diff != "" {
				differences += fmt.Sprintf("under %q:\n%s", under.settings, diff)
			}
		}
		return differences
	})
	t.Logf("%d results with questions in %s", listed.Load(), decisions.FileName)
	if listed.Load() < 5 {
		t.Error("these are too few")
	}
}

// configured are the options that the settings of a package stand for.
func (p *pack) configured() files.Options {
	var config yaml.Node
	must(yaml.Unmarshal([]byte(p.config()), &config))
	cfg, err := fn.ParseConfig(&config, "settings")
	must(err)
	opts := files.Options{Options: cfg.Options}
	opts.Marks.Options = cfg.Marks
	return opts
}

// compareListed tells what differs where questions stand in the decisions, and whether there are some.
func (p *pack) compareListed(scratch string) (listed bool, diff string) {
	only := func(o *outcome) *outcome {
		if o == nil {
			return nil
		}
		// In a list each item has metadata, which else comes behind the rest.
		return (&outcome{failure: o.failure, err: o.err, resources: o.resources}).withText(func(text []string) []string {
			return slices.Sorted(slices.Values(strings.Fields(strings.Join(text, " "))))
		})
	}
	opts := p.configured()
	r, err := files.Merge(p.fs(0), p.fs(1), p.fs(2), opts)
	want := only(p.ofFiles(r, err, opts.Options))
	listed = r != nil && len(r.Questions) > 0
	for _, d := range doors() {
		var got *outcome
		switch d.name {
		case "function, marks", "function, directories":
			got = only(d.merge(p, opts.Options, scratch))
		case "merge3 --in-place":
			got = only(p.written(scratch, opts))
		}
		if got == nil {
			continue
		}
		if text := difference(d, p, want, got); text != "" {
			diff += d.name + " (-files.Merge +" + d.name + "):\n" + text
		}
	}
	return listed, diff
}

// written is what merge3 --in-place leaves in dest.
func (p *pack) written(scratch string, opts files.Options) *outcome {
	o := &outcome{}
	dest, code, said := p.inPlace(scratch, opts.Marks.Form)
	if code > 1 {
		return &outcome{failure: "error", err: said}
	}
	tree, err := files.Read(os.DirFS(dest))
	must(err)
	for _, f := range tree.Files {
		must(o.holds(p, f))
	}
	return o.done()
}

// inPlace runs merge3 --in-place, on dest as it is before that.
func (p *pack) inPlace(scratch string, form gitmarks.Form) (dest string, code int, said string) {
	dest = filepath.Join(scratch, marks[merge.Dest])
	must(os.RemoveAll(dest))
	args := append(p.write(scratch, "", form), "--in-place")
	var out, errs bytes.Buffer
	code = cli.Main(args, strings.NewReader(""), &out, &errs, cli.About{})
	return dest, code, errs.String()
}

// compareLines tells what differs where questions stand between lines: byte for byte.
func (p *pack) compareLines(scratch string) string {
	opts := p.configured()
	r, err := files.Merge(p.fs(0), p.fs(1), p.fs(2), opts)
	dest, code, said := p.inPlace(scratch, gitmarks.Lines)
	if (err != nil) != (code > 1) {
		return fmt.Sprintf("files.Merge: %v, merge3: %s", err, said)
	}
	if err != nil {
		return ""
	}
	left := fstest.MapFS{}
	tree, err := files.Read(os.DirFS(dest))
	must(err)
	for _, f := range tree.Files {
		left[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	for _, f := range r.Files {
		switch is := left[f.Path]; {
		case f.Status == files.Deleted && is != nil:
			return f.Path + " is there"
		case f.Status == files.Deleted:
		case is == nil:
			return f.Path + " is missing"
		case !bytes.Equal(is.Data, f.Data):
			return fmt.Sprintf("%s by files.Merge:\n%s\nby merge3:\n%s", f.Path, f.Data, is.Data)
		}
	}
	if at := p.single(); at != "" && filepath.Base(at) == at {
		text := func(side int) []byte { return p.fs(side)[at].Data }
		one, single, err := files.Bytes(text(0), text(1), text(2), at, opts)
		if err == nil && r.Files[0].Status != files.Deleted && len(single.Files) == len(r.Files) && !bytes.Equal(one, r.Files[0].Data) {
			return fmt.Sprintf("%s by files.Merge:\n%s\nby files.Bytes:\n%s", at, r.Files[0].Data, one)
		}
	}
	return ""
}
