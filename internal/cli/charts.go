package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// references finds the references to charts in files or directories of one repository.
func references(names ...string) (*upgrade.References, error) {
	root := configfile.Root(names[0])
	var all []string
	for _, name := range names {
		if configfile.Root(name) != root {
			return nil, fmt.Errorf("%s and %s lie in different repositories; name those of one", names[0], name)
		}
		all = append(all, git.RealPath(name))
	}
	return upgrade.FindReferences(root, all...)
}

// outdatedCharts finds out how the references in a directory stand.
func outdatedCharts(ctx context.Context, cache *upstream.Cache, refs *upgrade.References) ([]upgrade.Bump, error) {
	bumps := refs.Newest(ctx, cache, "", upstream.Major)
	_, err := refs.Bump(ctx, cache, bumps, files.Options{Options: resource.Careful()})
	return bumps, err
}

// stateOf is how a reference stands, in a word.
func stateOf(b *upgrade.Bump) string {
	switch {
	case b.Err != nil:
		return "failed"
	case b.Why != "":
		return upgrade.Unknown.String()
	case b.To != "" && b.To != b.From:
		return upgrade.Behind.String()
	}
	return upgrade.Current.String()
}

// chartName is the chart of a reference as people know it.
func chartName(b *upgrade.Bump) string {
	return upstream.Location{Repo: b.Repo, Directory: b.Name}.String()
}

// writeCharts lists references in columns, behind another list or not.
func writeCharts(w io.Writer, form reports.Format, root string, bumps []upgrade.Bump, behind bool) error {
	if len(bumps) == 0 {
		return nil
	}
	if behind {
		fmt.Fprintln(w)
	}
	rows := [][]string{{"CHART NAMED IN", "VERSION", "NEWEST", "VALUES AFFECTED", "STATE", "CHART"}}
	for i := range bumps {
		b := &bumps[i]
		row := []string{b.Where(shown(root, b.File)), b.From, b.To, "", stateOf(b), chartName(b)}
		if b.Err == nil && b.Why == "" && b.To == "" {
			row[2] = b.From
		}
		if b.Affected >= 0 {
			row[3] = strconv.Itoa(b.Affected)
		}
		rows = append(rows, row)
	}
	return writeTable(w, form, rows)
}

// chartJSON is a reference in the JSON form of lists.
type chartJSON struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	In       string `json:"in,omitempty"`
	Chart    string `json:"chart"`
	Version  string `json:"version,omitempty"`
	Newest   string `json:"newest,omitempty"`
	State    string `json:"state"`
	Affected *int   `json:"affectedValues,omitempty"`
	Note     string `json:"note,omitempty"`
	Error    string `json:"error,omitempty"`
}

func chartsJSON(root string, bumps []upgrade.Bump) []chartJSON {
	var all []chartJSON
	for i := range bumps {
		b := &bumps[i]
		c := chartJSON{File: filepath.ToSlash(shown(root, b.File)), Line: b.Line, In: b.Subject, Chart: chartName(b), Version: b.From, Newest: b.To, State: stateOf(b), Note: b.Why}
		if b.Affected >= 0 {
			c.Affected = &b.Affected
		}
		if b.Err != nil {
			c.Error = b.Err.Error()
		}
		all = append(all, c)
	}
	return all
}

// isReferences reports whether what upgrade is given are files, which name charts.
func isReferences(args []string) bool {
	return len(args) > 0 && !slices.ContainsFunc(args, func(arg string) bool {
		info, err := os.Stat(arg)
		return err != nil || !info.Mode().IsRegular() || filepath.Base(arg) == kptfile.Name
	})
}

// upgradeCharts brings the references to charts in files or directories to other versions; besides:
// there may be none.
func (u *upgrading) upgradeCharts(ctx context.Context, cache *upstream.Cache, args []string, besides bool) error {
	refs, err := references(args...)
	if err != nil {
		return err
	}
	if len(refs.All) == 0 {
		if besides {
			return nil
		}
		return fmt.Errorf("%s: names no version of a chart; name a file that does, or the directory of a package", args[0])
	}
	config, _, err := u.configure(refs.Root)
	if err != nil {
		return err
	}
	step := u.request.Latest
	if step == upstream.NoStep {
		step = upstream.Major
	}
	bumps := refs.Newest(ctx, cache, u.request.To, step)
	options := files.Options{Options: config.Options, Marks: files.Marks{Options: config.Marks}}
	result, err := refs.Bump(ctx, cache, bumps, options)
	if err != nil {
		return err
	}
	result.Files = slices.DeleteFunc(result.Files, func(f files.Merged) bool { return f.Status == files.Unchanged })
	if !u.request.DryRun {
		if !u.request.Force {
			if err := committed(refs.Root, result); err != nil {
				return err
			}
		}
		if _, err := (target{dir: true, name: refs.Root}).write(result); err != nil {
			return err
		}
	}
	if err := u.tellCharts(refs.Root, bumps, result, config); err != nil {
		return err
	}
	return errors.Join(upgrade.Failed(bumps), u.leftOfCharts(args, result))
}

// committed makes sure that git has what is written over.
func committed(root string, result *files.Result) error {
	if git.Root(root) == "" {
		return nil
	}
	changed, err := (git.Repository{Dir: root}).Changed()
	if err != nil {
		return err
	}
	for i := range result.Files {
		if name := result.Files[i].Path; slices.Contains(changed, name) {
			return fmt.Errorf("%s: has changes that are not committed; commit them, or use --force", shown(root, name))
		}
	}
	return nil
}

// tellCharts reports what became of references.
func (u *upgrading) tellCharts(root string, bumps []upgrade.Bump, result *files.Result, config *config.Config) error {
	r := &u.reporting
	here := *result
	here.Files = slices.Clone(here.Files)
	for i := range here.Files {
		here.Files[i].Path = filepath.ToSlash(shown(root, here.Files[i].Path))
	}
	if r.shows() {
		if err := r.show(&here); err != nil {
			return err
		}
	}
	report := reports.New(&result.Outcome, config.Options, func(name string) string { return filepath.ToSlash(shown(root, name)) })
	report.Written = !u.request.DryRun
	report.AddFiles(&here, r.wants(reports.HTML))
	for i := range bumps {
		b := &bumps[i]
		row := reports.Package{Name: strings.TrimSpace(b.Where(filepath.ToSlash(shown(root, b.File))) + " " + b.Name), Status: stateOf(b), From: b.From, To: b.To}
		switch {
		case b.Why != "":
			row.Status = "left, as " + b.Why
		case row.Status == upgrade.Behind.String() && u.request.DryRun:
			row.Status = "dry run"
		case row.Status == upgrade.Behind.String():
			row.Status = "upgraded"
		}
		report.Packages = append(report.Packages, row)
	}
	return r.write(report, reports.Options{Program: versionText(""), Rooted: fromRoot(root)}, r.shows())
}

// leftOfCharts is what is left to somebody of an upgrade of references, nil for nothing.
func (u *upgrading) leftOfCharts(args []string, result *files.Result) error {
	open := result.Open()
	switch {
	case open == 0:
		return nil
	case u.request.DryRun:
		return &unsettledError{fmt.Sprintf("%s would be left to you; nothing is written", reports.Counted(open, "question"))}
	}
	return &unsettledError{fmt.Sprintf("the versions are written, and %s left to you. Answer with krm-merge resolve %s, or take it back with git", reports.Counted(open, "question"), strings.Join(args, " "))}
}

// mendValues is what to do about values that a chart reads no more, where nothing is written.
const mendValues = "take out what has no effect, name it anew, or keep it with # krm-merge: keep behind it"

func unread(values int) string {
	if values == 1 {
		return "1 value is read no more by the chart that it is for"
	}
	return fmt.Sprintf("%d values are read no more by the charts that they are for", values)
}

// askingAboutCharts are the options under which values for charts are asked about and nothing is written.
func askingAboutCharts(o resource.Options) files.Options {
	options := files.Options{Options: o, Marks: files.Marks{Options: marks.Options{Form: marks.Decisions}}}
	options.Policy.OnConflict = merge.Ask
	return options
}

// reportCharts words the questions about values for charts, and warnings.
func reportCharts(result *files.Result, show func(name string) string) *reports.Report {
	for i := range result.Conflicts {
		result.Conflicts[i].Marked = false // Nothing is written that would show it.
	}
	all := reports.New(&result.Outcome, resource.Careful(), show)
	for i := range all.Conflicts {
		all.Conflicts[i].Hint = mendValues
	}
	return &reports.Report{
		Version:   reports.Version,
		Conflicts: slices.DeleteFunc(all.Conflicts, func(c reports.Entry) bool { return !c.Words.Open }),
		Notes:     slices.DeleteFunc(all.Notes, func(n reports.Entry) bool { return !n.Warning }),
	}
}

// checkSince reports the questions about values for charts that are other ones than in a commit.
func (r *reporting) checkSince(commit string, f *fetching) error {
	cache, err := f.cache(&r.telling)
	if err != nil {
		return err
	}
	refs, err := references(".")
	if err != nil {
		return err
	}
	if git.Root(refs.Root) == "" {
		return errors.New("--since compares with a commit, but there is no git repository here")
	}
	var read bounded.Input
	s := settings{}
	config, err := s.read(refs.Root, nil, &read, config.Setting{Name: "profile", Value: "Careful"})
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	result, notes, failed := refs.Since(ctx, cache, commit, askingAboutCharts(config.Options))
	if result == nil {
		return failed
	}
	report := reportCharts(result, func(name string) string { return shown(refs.Root, name) })
	if !r.quiet {
		for _, n := range report.Notes {
			notes = append(notes, fmt.Sprintf("%s:%d %s: %s", n.File, n.Line, n.Path, n.Message))
		}
		for _, note := range notes {
			fmt.Fprintln(r.stderr, printable.Line(note))
		}
	}
	err = r.list(func(w io.Writer, form reports.Format, _ bool) error {
		if form != reports.Text {
			return report.Write(w, reports.Options{Format: form, Program: versionText("")})
		}
		for _, c := range report.Conflicts {
			fmt.Fprintln(w, printable.Line(strings.Join(strings.Fields(fmt.Sprintf("%s:%d %s %s: ", c.File, c.Line, c.Resource, c.Path)), " ")+" "+c.Words.Question()))
		}
		return nil
	})
	if n := result.Open(); n > 0 && err == nil {
		err = &unsettledError{unread(n) + "; " + mendValues}
	}
	return errors.Join(err, failed)
}
