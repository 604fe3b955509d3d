package git

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Setup is the merge driver and the mergetool in the configuration, and the attributes
// that say which files they are for.
type Setup struct {
	Repository
	// Program is how git's shell calls krm-merge.
	Program string
	// Global: for all repositories of the user, not for this one.
	Global bool
	// Hook: there is a pre-commit hook, too, which checks what is committed.
	Hook bool

	// changes has a line for each change.
	changes []string
}

const (
	driverName      = "krm-merge"
	driverAttribute = "merge=" + driverName

	driverSection = "merge.krm-merge"
	toolSection   = "mergetool.krm-merge"
)

// patterns are those of the names of files that the driver is for.
func patterns() []string { return []string{"*.yaml", "*.yml", "Kptfile"} }

// ForDriver reports whether a file is one of those that Install gives to the driver.
func ForDriver(name string) bool {
	return slices.ContainsFunc(patterns(), func(pattern string) bool {
		is, _ := path.Match(pattern, path.Base(name))
		return is
	})
}

// attributes are the lines that give the driver's files an attribute, such as driverAttribute.
func attributes(attribute string) (lines []string) {
	for _, pattern := range patterns() {
		lines = append(lines, pattern+" "+attribute)
	}
	return lines
}

// setting is one of the configuration.
type setting struct{ key, value string }

// settings are those of the driver and the tool, in the order in which they are set: a
// driver with a name alone stops every merge.
func (s *Setup) settings() []setting {
	return []setting{
		{driverSection + ".driver", DriverCommand(s.Program)},
		{driverSection + ".name", "krm-merge: Kubernetes resources by structure"},
		{toolSection + ".cmd", s.Program + ` resolve "$MERGED"`},
		{toolSection + ".trustExitCode", "true"},
		// The tool gets the versions as they are, not as git merged them.
		{toolSection + ".hideResolved", "false"},
	}
}

// DriverCommand is the line of merge.krm-merge.driver. Where the program fails, is
// missing, or was killed, git merges by lines. Its exit code 1 is an ordinary conflict.
func DriverCommand(program string) string {
	program = strings.ReplaceAll(program, "%", "%%")
	return program + ` git driver %O %A %B %L %P %S %X %Y; c=$?; [ $c -le 1 ] && exit $c; ` +
		`git merge-file --marker-size=%L -L ours -L original -L theirs %A %O %B || exit 1`
}

// scope is the file of the configuration.
func (s *Setup) scope() string {
	if s.Global {
		return "--global"
	}
	return "--local"
}

// attributesFile is the file that the attributes are in; the error is that what is set up is none of this.
func (s *Setup) attributesFile() (string, error) {
	switch {
	case s.Global && s.Hook:
		return "", errors.New("a hook is that of one repository: install --global first, then install hook in the repository")
	case s.Global:
		return s.GlobalAttributes()
	}
	return s.InfoAttributes()
}

// Change sets up what is missing or different, or takes that back. It gives a line for each change.
func (s Setup) Change(remove bool) ([]string, error) {
	file, err := s.attributesFile()
	if err == nil && !remove {
		err = s.configure(false)
	}
	// What the attributes name is there while they are.
	if err == nil {
		err = s.attribute(file, remove)
	}
	if err == nil && remove {
		err = s.configure(true)
	}
	if err == nil && s.Hook {
		err = s.changeHook(remove)
	}
	return s.changes, err
}

func (s *Setup) changed(format string, args ...any) {
	s.changes = append(s.changes, fmt.Sprintf(format, args...))
}

// configure sets the settings that are missing or different, or removes them.
func (s *Setup) configure(remove bool) error {
	for _, set := range s.settings() {
		old, _, err := s.Config(set.key, s.scope())
		change, said := []string{"--replace-all", set.key, set.value}, "set "+set.key+" = "+set.value
		if remove {
			change, said, set.value = []string{"--unset-all", set.key}, "removed "+set.key, ""
		}
		if err == nil && old != set.value {
			_, err = s.Run(append([]string{"config", s.scope()}, change...)...)
			if old != "" {
				said += " (was " + old + ")"
			}
			s.changed("git config %s: %s", s.scope(), said)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// attribute writes the lines of attributes into a file, or removes them.
func (s *Setup) attribute(file string, remove bool) (err error) {
	var lines, kept []string
	if !remove {
		lines = attributes(driverAttribute)
	}
	if !remove && !s.Global {
		// What is committed counts more than the attributes of a user, but less than these.
		if kept, err = s.committedMerges(); err != nil {
			return err
		}
	}
	added, removed, err := setLines(file, append(lines, kept...))
	for _, line := range added {
		if slices.Contains(kept, line) {
			line += ", as .gitattributes has it"
		}
		s.changed("%s: added %s", file, line)
	}
	for _, line := range removed {
		s.changed("%s: removed %s", file, line)
	}
	return err
}
