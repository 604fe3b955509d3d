package rules

import (
	"errors"
	"io/fs"
)

// Document is the text of docs/rules.md, from the rule files of the repository
// whose root is given. A chapter whose directory does not exist is left out.
func Document(repository fs.FS) (string, error) {
	all, err := chapters(repository)
	if err != nil {
		return "", err
	}
	return Markdown(all), nil
}

func chapters(repository fs.FS) ([]Chapter, error) {
	dirs := []struct{ dir, title, intro string }{
		{"merge/testdata/rules", "Fields",
			"What happens to the fields of one resource, or of any other document."},
		{"merge/resource/testdata/rules", "Resources",
			"What happens to whole resources of a package."},
	}
	var all []Chapter
	for _, c := range dirs {
		sub, err := fs.Sub(repository, c.dir)
		if err != nil {
			return nil, err
		}
		found, err := Read(sub)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, Chapter{Title: c.title, Intro: c.intro, Rules: found})
	}
	if len(all) == 0 {
		return nil, errors.New("no rule files found: is this the root of the repository?")
	}
	return all, nil
}

// readAll reads the rules of all chapters.
func readAll(repository fs.FS) ([]Rule, error) {
	all, err := chapters(repository)
	if err != nil {
		return nil, err
	}
	var rules []Rule
	for _, c := range all {
		rules = append(rules, c.Rules...)
	}
	return rules, nil
}
