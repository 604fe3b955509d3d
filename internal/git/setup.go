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

// Install sets up what is missing or different. It gives a line for each change.
func (s *Setup) Install() (changes []string, err error) {
	file, err := s.attributesFile()
	if err != nil {
		return nil, err
	}
	for _, set := range s.settings() {
		var old string
		if old, err = s.Config(set.key, s.scope()); err != nil {
			return changes, err
		}
		if old == set.value {
			continue
		}
		if _, err = s.Run("config", s.scope(), "--replace-all", set.key, set.value); err != nil {
			return changes, err
		}
		changes = append(changes, fmt.Sprintf("git config %s: set %s = %s%s", s.scope(), set.key, set.value, was(old)))
	}
	lines := attributes(driverAttribute)
	var kept []string
	if !s.Global {
		// What is committed counts more than the attributes of a user, but less than these.
		if kept, err = s.committedMerges(); err != nil {
			return changes, err
		}
	}
	added, removed, err := setLines(file, append(lines, kept...))
	for _, line := range added {
		if slices.Contains(kept, line) {
			line += ", as .gitattributes has it"
		}
		changes = append(changes, fmt.Sprintf("%s: added %s", file, line))
	}
	for _, line := range removed {
		changes = append(changes, fmt.Sprintf("%s: removed %s", file, line))
	}
	if s.Hook && err == nil {
		var made []string
		made, err = s.installHook()
		changes = append(changes, made...)
	}
	return changes, err
}

func was(old string) string {
	if old == "" {
		return ""
	}
	return " (was " + old + ")"
}

// Uninstall takes back what Install does. It gives a line for each change.
func (s *Setup) Uninstall() (changes []string, err error) {
	file, err := s.attributesFile()
	if err != nil {
		return nil, err
	}
	// The attributes first: what they name is there while they are.
	_, removed, err := setLines(file, nil)
	for _, line := range removed {
		changes = append(changes, fmt.Sprintf("%s: removed %s", file, line))
	}
	for _, section := range []string{driverSection, toolSection} {
		if err == nil {
			_, err = s.Run("config", s.scope(), "--get-regexp", "^"+strings.ReplaceAll(section, ".", `\.`)+`\.`)
		}
		if Code(err) == 1 {
			err = nil // It is not there.
			continue
		}
		if err == nil {
			_, err = s.Run("config", s.scope(), "--remove-section", section)
		}
		if err == nil {
			changes = append(changes, fmt.Sprintf("git config %s: removed %s", s.scope(), section))
		}
	}
	if s.Hook && err == nil {
		var gone []string
		gone, err = s.uninstallHook()
		changes = append(changes, gone...)
	}
	return changes, err
}
