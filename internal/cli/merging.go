package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/config"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/seal"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// merging is a run of one of the commands that merge files and directories.
type merging struct {
	// arguments are the versions, in the order of the command line.
	arguments []argument
	output    string
	inPlace   bool
	settings  settings
	reporting reporting

	// read counts what was read of all inputs.
	read bounded.Input
}

// command completes the command of a merge.
func (m *merging) command(c *cobra.Command) *cobra.Command {
	for i := range m.arguments {
		a := &m.arguments[i]
		c.Flags().StringVar(&a.name, a.role, "", a.usage)
		_ = c.MarkFlagRequired(a.role) // It is one.
	}
	c.RunE = func(_ *cobra.Command, args []string) error {
		if m.settings.strategy == resource.Layers {
			for i, name := range args { // The first is what the others are merged into.
				m.arguments = append(m.arguments, argument{role: fmt.Sprintf("layer %d", i+1), name: name})
			}
		}
		return m.run()
	}
	f, what := c.Flags(), "the first layer"
	f.StringVarP(&m.output, "output", "o", "", "write the result to this `FILE`, or new or empty directory")
	if m.settings.strategy != resource.Layers {
		f.BoolVar(&m.inPlace, "in-place", false, "write the result to dest")
		c.MarkFlagsMutuallyExclusive("in-place", "output")
		what = "dest"
	}
	m.settings.declare(c)
	m.reporting.declareMerging(c, what)
	return c
}

// run merges: everything is read and merged before anything is written.
func (m *merging) run() error {
	cfg, trees, err := m.readAll()
	if err != nil {
		return err
	}
	to, err := m.target(trees)
	if err != nil {
		return err
	}
	dest := trees[m.dest()]
	result, err := files.MergeTrees(trees, files.Options{Options: cfg.Options, Marks: files.Marks{Options: cfg.Marks}})
	conflicts, is := errors.AsType[*files.ConflictsError](err)
	if err != nil && !is {
		return err
	}
	dir, show := m.home(dest, conflicts != nil)
	report := reports.New(result, cfg.Options, show, m.reporting.wants(reports.HTML))
	for _, a := range m.arguments {
		report.Versions = append(report.Versions, reports.Named{Version: a.role, Name: a.name})
	}
	if m.settings.found != "" {
		report.Note(filepath.ToSlash(m.settings.found), terms.NoteFile, "its settings hold for this merge")
	}
	report.Refused, report.Written = conflicts != nil, conflicts == nil && to.name != ""
	write := func() error {
		return m.reporting.write(report, fromRoot(dir), to.name == "" || m.reporting.shows())
	}
	if report.Refused {
		return errors.Join(refused(conflicts), write())
	}
	where := "is printed"
	var unsealed error
	if to.name != "" {
		where, unsealed = "is written", seal.Result(context.Background(), result)
	} else if m.reporting.shows() {
		where = "would be written"
	}
	if err = m.write(to, result); err != nil {
		return err
	}
	err = write()
	switch {
	case result.Open() > 0:
		err = errors.Join(left(result, where), err)
	case unsealed != nil:
		err = errors.Join(unsealed, err)
	case m.reporting.exitCode && len(report.Conflicts) > 0:
		err = errors.Join(decided(len(report.Conflicts)), err)
	}
	return err
}

// home is the directory that the result of the merge lies in, that of dest where there is none, and what files are
// called there.
func (m *merging) home(dest *files.Tree, refused bool) (dir string, show func(path string) string) {
	name := m.arguments[m.dest()].name
	if m.output != "" && !refused {
		name = m.output
	}
	if !dest.Single {
		return name, func(path string) string { return filepath.Join(name, filepath.FromSlash(path)) }
	}
	dir = filepath.Dir(name)
	if name == stdinName {
		name = dest.Files[0].Name
	}
	return dir, func(string) string { return name }
}

// readAll reads the configuration and the versions.
func (m *merging) readAll() (*config.Config, []*files.Tree, error) {
	if err := m.check(); err != nil {
		return nil, nil, err
	}
	cfg, err := m.settings.read(m.arguments[m.dest()].name, &m.read)
	if err != nil {
		return nil, nil, err
	}
	trees, err := m.readInputs()
	return cfg, trees, err
}

// dest is the place of the version that the others are merged into.
func (m *merging) dest() int {
	if m.settings.strategy == resource.Layers {
		return 0
	}
	return len(m.arguments) - 1
}

// check refuses flags that do not go together.
func (m *merging) check() error {
	stdins := 0
	for _, a := range append([]argument{{name: m.settings.config}}, m.arguments...) {
		if a.name == stdinName {
			stdins++
		}
	}
	switch {
	case stdins > 1:
		return errors.New("only one of the inputs can be - (stdin)")
	case m.inPlace && m.arguments[m.dest()].name == stdinName:
		return errors.New("--in-place cannot write to stdin; name a file or directory with --dest, or leave --in-place out")
	}
	if m.output == stdinName || m.output == "/dev/stdout" {
		m.output = ""
	}
	return nil
}

// write brings the results to where they go.
func (m *merging) write(to target, result *files.Result) error {
	if to.name != "" {
		if err := to.write(result); err != nil {
			return err
		}
	}
	switch {
	case m.reporting.shows():
		_, err := m.reporting.stdout().Write(m.reporting.changes(result))
		return err
	case to.name != "":
		return nil
	case to.dir:
		return writeStream(m.reporting.stdout(), result.Files)
	}
	for _, r := range result.Files {
		if _, err := m.reporting.stdout().Write(r.Data); err != nil {
			return err
		}
	}
	return nil
}

// merge3Command is the 3-way merge of files and directories.
func merge3Command() *cobra.Command {
	m := merging{settings: settings{strategy: resource.ThreeWay}, arguments: []argument{
		{role: "original", usage: "upstream's version that dest was made from: file, directory or -"},
		{role: "updated", usage: "upstream's new version: file, directory or -"},
		{role: "dest", usage: "the local version: file, directory or -"},
	}}
	return m.command(&cobra.Command{Use: "merge3", Args: arguments(0, 0)})
}

// merge2Command is the 2-way merge of files and directories.
func merge2Command() *cobra.Command {
	m := merging{settings: settings{strategy: resource.TwoWay}, arguments: []argument{
		{role: "source", usage: "what is applied to dest, patches or resources: file, directory or -"},
		{role: "dest", usage: "what it is applied to: file, directory or -"},
	}}
	return m.command(&cobra.Command{Use: "merge2", Args: arguments(0, 0)})
}

// layersCommand folds files and directories from left to right.
func layersCommand() *cobra.Command {
	m := merging{settings: settings{strategy: resource.Layers}}
	return m.command(&cobra.Command{Use: "layers", Args: arguments(1, math.MaxInt)})
}
