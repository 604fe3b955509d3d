package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// merge3 is the 3-way merge of files and directories.
type merge3 struct {
	// versions are the arguments.
	versions [3]string
	output   string
	inPlace  bool
	config   string
	report   string
	diff     bool

	stdin          io.Reader
	stdout, stderr io.Writer
}

func merge3Command() *cobra.Command {
	var m merge3
	c := &cobra.Command{
		Use:     "merge3 --original P --updated P --dest P [-o OUT | --in-place]",
		Short:   merge3Short,
		Long:    merge3Long,
		Example: merge3Examples,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unexpected argument %q: versions are given with --original, --updated and --dest", args[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error {
			for _, name := range []string{"output", "config"} {
				// Most likely a variable of a script that is not set.
				if f := c.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
					return fmt.Errorf("--%s is empty; name a file, or leave the flag out", name)
				}
			}
			m.stdin, m.stdout, m.stderr = c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr()
			return m.run()
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&m.versions[merge.Original], "original", "", "upstream's version that dest was made from: file, directory or -")
	f.StringVar(&m.versions[merge.Updated], "updated", "", "upstream's new version: file, directory or -")
	f.StringVar(&m.versions[merge.Dest], "dest", "", "the local version: file, directory or -")
	f.StringVarP(&m.output, "output", "o", "", "write the result to this file, or new or empty directory")
	f.BoolVar(&m.inPlace, "in-place", false, "write the result to dest")
	f.StringVar(&m.config, "config", "", "read settings from this file: a functionConfig")
	f.StringVar(&m.report, "report", "text", "form of the report: text or json")
	f.BoolVar(&m.diff, "diff", false, "print the changes to dest as a unified diff to stdout")
	return c
}

// run merges: everything is read and merged before anything is written.
func (m *merge3) run() error {
	if err := m.check(); err != nil {
		return err
	}
	cfg, err := m.readConfig()
	if err != nil {
		return err
	}
	versions, err := readInputs(m.versions, m.stdin)
	if err != nil {
		return err
	}
	target, err := m.target(versions)
	if err != nil {
		return err
	}
	all, err := slots(versions)
	if err != nil {
		return err
	}
	outcome, err := fn.Merge(resources(all), cfg)
	if err != nil {
		return err
	}
	dest := versions[merge.Dest]
	show := func(path string) string {
		if dest.dir {
			return path
		}
		return dest.files[0].name
	}
	var told report
	wholes := map[*slot]*file{}
	for _, s := range all {
		if !s.whole {
			continue
		}
		taken, conflict := s.mergeWhole(cfg)
		wholes[s] = taken
		if conflict != nil {
			conflict.File = show(s.path)
			told.Conflicts = append(told.Conflicts, *conflict)
		}
		if s.template && taken != s.file(merge.Dest) {
			told.Notes = append(told.Notes, entry{File: show(s.path), Message: "a template and no YAML; merged whole"})
		}
	}
	told.addOutcome(outcome, show)
	for _, in := range []*input{versions[merge.Updated], dest} {
		for _, link := range in.links {
			told.Notes = append(told.Notes, entry{File: link, Message: "no regular file in " + in.side.String() + "; left out"})
		}
	}
	told.sorted()
	if n := len(told.Conflicts); n > 0 && cfg.Policy.OnConflict == merge.Fail {
		return errors.Join(&conflictsError{n}, m.tell(&told, target, false))
	}
	results, err := assemble(all, outcome, wholes, !dest.dir)
	if err != nil {
		return err
	}
	told.addResults(results, show)
	told.sorted()
	if err := m.write(target, results); err != nil {
		return err
	}
	return m.tell(&told, target, target.kind == toFiles)
}

// check refuses flags that do not go together.
func (m *merge3) check() error {
	stdins := 0
	for side, name := range m.versions {
		switch name {
		case "":
			return fmt.Errorf("%s is missing; name a file, a directory or - for stdin", flag(merge.Side(side)))
		case stdinName:
			stdins++
		}
	}
	if m.config == stdinName {
		stdins++
	}
	switch {
	case stdins > 1:
		return errors.New("only one of the inputs can be - (stdin)")
	case m.inPlace && m.output != "":
		return errors.New("--in-place and --output exclude each other; leave one of them out")
	case m.inPlace && m.versions[merge.Dest] == stdinName:
		return errors.New("--in-place cannot write to stdin; name a file or directory with --dest, or leave --in-place out")
	case m.report != "text" && m.report != "json":
		return fmt.Errorf("--report %s: unknown form; use text or json", m.report)
	}
	if m.output == stdinName || m.output == "/dev/stdout" {
		m.output = ""
	}
	return nil
}

// readConfig reads the settings, the defaults without --config.
func (m *merge3) readConfig() (*fn.Config, error) {
	if m.config == "" {
		return &fn.Config{}, nil
	}
	name, data := m.config, []byte(nil)
	var err error
	if name == stdinName {
		name = "stdin"
		data, err = io.ReadAll(m.stdin)
	} else {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, fmt.Errorf("--config %s: cannot be read: %w", m.config, cause(err))
	}
	docs, err := source.Parse(data)
	if err != nil {
		return nil, syntaxError(name, err)
	}
	var config *yaml.Node
	switch len(docs) {
	case 0:
	case 1:
		config = docs[0]
	default:
		return nil, fmt.Errorf("%s: holds %d documents; a configuration is one", name, len(docs))
	}
	cfg, err := fn.ParseConfig(config, name)
	if err != nil {
		return nil, err
	}
	if cfg.Original.Given || cfg.Updated.Given || cfg.Dest.Given {
		return nil, fmt.Errorf("%s: holds versions, which --original, --updated and --dest give; remove them from the configuration", name)
	}
	return cfg, nil
}

// write brings the results to where they go.
func (m *merge3) write(to target, results []*result) error {
	if to.kind != toStdout {
		if err := to.write(results); err != nil {
			return err
		}
	}
	switch {
	case m.diff:
		return writeDiff(m.stdout, results)
	case to.kind != toStdout:
		return nil
	case to.dir:
		return writeStream(m.stdout, results)
	}
	for _, r := range results {
		if _, err := m.stdout.Write(r.data); err != nil {
			return fmt.Errorf("stdout: %w", err)
		}
	}
	return nil
}

// tell writes the report to stdout, unless that carries something else. Its text
// ends with a summary if asked for.
func (m *merge3) tell(told *report, to target, summary bool) error {
	w := m.stdout
	if to.kind == toStdout || m.diff {
		w = m.stderr
	}
	return told.write(w, m.report == "json", summary)
}
