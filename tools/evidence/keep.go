package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// keep writes the versions of a file, what was wanted and what became of it
// into a directory of its own below dir, named by the verdicts.
func (c *file) keep(dir string, careful, git *judgement) error {
	name := strings.NewReplacer("/", "_", " ", "-").Replace(fmt.Sprintf("%s+git-%s/%.12s_%s", careful.verdict, git.verdict, c.commit, c.path))
	return written(filepath.Join(dir, strings.Replace(name, "_", "/", 1)), map[string][]byte{
		"base.yaml": c.base, "ours.yaml": c.ours, "theirs.yaml": c.theirs, "committed.yaml": c.committed,
		"merged.yaml": careful.text, "git.yaml": git.text, "detail.txt": []byte(careful.detail() + "\n"),
	})
}
