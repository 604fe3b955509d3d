package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// keep writes the versions of a file, what was wanted and what became of it
// into a directory of its own below dir, named by the verdicts.
func (c *file) keep(dir string, careful, git *judgement) error {
	name := strings.NewReplacer("/", "_", " ", "-").Replace(fmt.Sprintf("%s+git-%s/%.12s_%s", careful.verdict, git.verdict, c.commit, c.path))
	name = filepath.Join(dir, strings.Replace(name, "_", "/", 1))
	if err := os.MkdirAll(name, 0o755); err != nil {
		return err
	}
	for _, v := range []struct {
		name string
		text []byte
	}{
		{"base.yaml", c.base}, {"ours.yaml", c.ours}, {"theirs.yaml", c.theirs}, {"committed.yaml", c.committed},
		{"merged.yaml", careful.text}, {"git.yaml", git.text}, {"detail.txt", []byte(careful.detail() + "\n")},
	} {
		if err := os.WriteFile(filepath.Join(name, v.name), v.text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
