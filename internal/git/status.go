package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Status is what is set up.
type Status struct {
	// Driver and Tool are the lines of the configuration, "" for none, with the files
	// that they are in.
	Driver, DriverFile string
	Tool, ToolFile     string
	// Files are the files that have attributes of krm-merge.
	Files []string
	// Drivers are what the attribute merge says of some names, which it should give to
	// krm-merge.
	Drivers map[string]string
	// Hook is the file of the pre-commit hook, "" without one; Checks reports whether it
	// has krm-merge check what is committed.
	Hook   string
	Checks bool
	// Broken is why the driver does not work, nil if it does.
	Broken error
}

// Works reports whether git has krm-merge merge the files that it is for.
func (s *Status) Works() bool {
	for _, driver := range s.Drivers {
		if driver != "krm-merge" {
			return false
		}
	}
	return s.Driver != "" && s.Broken == nil
}

// Status finds out what is set up for a repository, or outside of one for the user, and
// runs the driver on three small files.
func (r Repository) Status() (*Status, error) {
	s := &Status{Drivers: map[string]string{}}
	var err error
	if s.Driver, s.DriverFile, err = r.Origin(driverSection + ".driver"); err == nil {
		s.Tool, s.ToolFile, err = r.Origin(toolSection + ".cmd")
	}
	if err != nil {
		return nil, err
	}
	for _, find := range []func() (string, error){r.InfoAttributes, r.GlobalAttributes} {
		if file, err := find(); err == nil && hasLines(file, attributes()) {
			s.Files = append(s.Files, file)
		}
	}
	for _, line := range attributes() {
		name, _, _ := strings.Cut(line, " ")
		name = strings.Replace(name, "*", "any", 1)
		// Outside of a repository there are no attributes.
		if driver, err := r.Attributes("merge", []string{name}); err == nil {
			s.Drivers[name] = driver[name]
		}
	}
	if file, text, err := r.hook(); err == nil && text != nil {
		s.Hook, s.Checks = file, strings.Contains(string(text), HookCommand(""))
	}
	if s.Driver != "" {
		s.Broken = try(s.Driver)
	}
	return s, nil
}

func hasLines(file string, lines []string) bool {
	text, err := os.ReadFile(file)
	return err == nil && slices.ContainsFunc(strings.Split(string(text), "\n"), func(line string) bool { return slices.Contains(lines, line) })
}

// try runs a driver on three files that lines cannot merge.
func try(driver string) (err error) {
	dir, err := os.MkdirTemp("", "krm-merge-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for name, text := range map[string]string{"O": "a: 1\nb: 1\n", "A": "a: 2\nb: 1\n", "B": "a: 1\nb: 2\n"} {
		if err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	line := strings.NewReplacer("%O", "O", "%A", "A", "%B", "B", "%L", "7", "%P", "values.yaml", "%%", "%").Replace(driver)
	c := exec.Command("sh", "-c", line)
	c.Dir, c.Env = dir, environment()
	said, err := c.CombinedOutput()
	if err != nil {
		return errors.New(strings.TrimSpace(err.Error() + ": " + string(said)))
	}
	merged, err := os.ReadFile(filepath.Join(dir, "A"))
	if err == nil && string(merged) != "a: 2\nb: 2\n" {
		err = errors.New("it gives another merge than expected: " + string(merged))
	}
	return err
}
