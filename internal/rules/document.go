package rules

import (
	"errors"
	"io/fs"
)

// Document is the text of docs/rules.md, from the rule files of the repository
// whose root is given. A chapter whose directory does not exist is left out.
func Document(repository fs.FS) (string, error) {
	chapters := []struct{ dir, title, intro string }{
		{"merge/testdata/rules", "Fields",
			"What happens to the fields of one resource, or of any other document."},
		{"fn/testdata/rules", "Resources",
			"What happens to whole resources of a package."},
	}
	var all []Chapter
	for _, c := range chapters {
		sub, err := fs.Sub(repository, c.dir)
		if err != nil {
			return "", err
		}
		found, err := Read(sub)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		all = append(all, Chapter{Title: c.title, Intro: c.intro, Rules: found})
	}
	if len(all) == 0 {
		return "", errors.New("no rule files found: is this the root of the repository?")
	}
	return Markdown(all), nil
}
