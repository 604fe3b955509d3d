package git

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Status says what is set up for a repository, or outside of one for the user, and runs the driver on
// three small files. works: git has krm-merge merge the files that it is for.
func (r Repository) Status() (said []string, works bool, err error) {
	say := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	set := map[string]string{}
	for _, of := range [][2]string{{"merge driver", driverSection + ".driver"}, {"mergetool", toolSection + ".cmd"}} {
		value, file, err := r.Config(of[1])
		if err != nil {
			return nil, false, err
		}
		if set[of[1]] = value; value == "" {
			say("%s: not set", of[0])
		} else {
			say("%s: set in %s: %s", of[0], file, value)
		}
	}
	driver := set[driverSection+".driver"]
	works = r.attributesHold(say)
	switch file, text, err := r.hook(); {
	case err != nil || text == nil:
		say("pre-commit hook: not set")
	case strings.Contains(string(text), HookCommand("")):
		say("pre-commit hook: checks what is committed, in %s", file)
	default:
		say("pre-commit hook: %s does not run %s", file, HookCommand(driverName))
	}
	if driver == "" {
		return said, false, nil
	}
	if err := try(driver); err != nil {
		say("tried: the driver fails: %v", err)
		return said, false, nil
	}
	say("tried: the driver works")
	return said, works, nil
}

// attributesHold says where the driver's attributes are set and what is above them, and reports whether they hold.
func (r Repository) attributesHold(say func(format string, args ...any)) bool {
	lines, set, hold := attributes(driverAttribute), false, true
	for _, find := range []func() (string, error){r.InfoAttributes, r.GlobalAttributes} {
		if file, err := find(); err == nil && hasLines(file, lines) {
			set = true
			say("attributes: set in %s", file)
		}
	}
	if !set {
		say("attributes: not set")
	}
	for _, line := range lines {
		name, _, _ := strings.Cut(line, " ")
		name = strings.Replace(name, "*", "any", 1)
		of, err := r.Attributes("merge", []string{name})
		if err != nil || of[name] == driverName {
			continue // Outside of a repository there are no attributes.
		}
		if hold = false; set {
			say("%s: merge is %s, because another line in a file of attributes says so", name, of[name])
		}
	}
	return hold
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
