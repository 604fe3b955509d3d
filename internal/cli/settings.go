package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// settings are the flags for how a command merges, the same for all that do.
type settings struct {
	command  *cobra.Command
	strategy resource.Strategy
	config   string
	// given are the settings that have a flag, in the order of the command line.
	given []config.Setting
	// found is the krm-merge.yaml that was read, "" if none was.
	found string
}

// declare declares the flags.
func (s *settings) declare(c *cobra.Command) {
	s.command = c
	f := c.Flags()
	f.StringVar(&s.config, "config", "", "read settings from this `FILE`, not from the krm-merge.yaml in dest or above it")
	declareProfile(c, &s.given, "what settings are that are not given: Documented takes upstream's side, Careful asks, Newest asks where no version is higher")
	f.Func("set", "make one setting, `NAME=VALUE`: lists.order=Updated; krm-merge help configuration lists them", s.take)
}

// declareProfile declares --profile; what it may be is checked with all settings.
func declareProfile(c *cobra.Command, to *[]config.Setting, usage string) {
	c.Flags().Func("profile", usage, func(text string) error {
		*to = append(*to, config.Setting{Name: "profile", Value: text, From: "--profile " + text})
		return nil
	})
}

// take takes over one setting of --set.
func (s *settings) take(text string) error {
	name, value, is := strings.Cut(text, "=")
	switch first, _, _ := strings.Cut(name, "."); {
	case first == "versions":
		return errors.New("versions are named by arguments, such as --dest")
	case name == "" || !is:
		return errors.New("the name of the setting or its value is missing; write NAME=VALUE, as in lists.order=Updated")
	}
	s.given = append(s.given, config.Setting{Name: name, Value: value, From: "--set"})
	return nil
}

// read reads the settings: those of flags hold over those of --config, or without it of
// the krm-merge.yaml of dest, a file, a directory or - for stdin; these over those that are
// usual for the command. Marks are in git's style where nobody says otherwise.
func (s *settings) read(dest string, read *bounded.Input, usual ...config.Setting) (cfg *config.Config, err error) {
	beside := config.Beside{Over: slices.Clone(s.given), Under: usual}
	name := s.config
	switch {
	case s.config != "":
		data, failed := readFile(read, name, s.command.InOrStdin())
		if failed != nil {
			return nil, fmt.Errorf("--config %s: cannot be read: %w", name, journal.Cause(failed))
		}
		if name == stdinName {
			name = "stdin"
		}
		cfg, err = configfile.Parse(data, name, beside)
	case dest == stdinName:
		cfg, err = beside.Parse(nil, "")
	default:
		cfg, name, err = configfile.Package(dest, read, beside)
		s.found = name
	}
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = "--set"
	}
	if cfg.Strategy != resource.StrategyDefault && cfg.Strategy != s.strategy {
		return nil, fmt.Errorf("%s: strategy %s is another command's; run that (merge3 for ThreeWay, merge2 for TwoWay, layers for Layers), or leave the strategy out", name, cfg.Strategy)
	}
	cfg.Strategy = s.strategy
	if cfg.Asks() && cfg.Marks.Style == marks.StyleDefault {
		cfg.Marks.Style = gitStyle(dest)
	}
	if slices.ContainsFunc(cfg.Sources[:], func(s config.Source) bool { return s.Given }) || len(cfg.Layers) > 0 {
		return nil, fmt.Errorf("%s: holds versions, which the command line gives; remove them from the configuration", name)
	}
	return cfg, nil
}
