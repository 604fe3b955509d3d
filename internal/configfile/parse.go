package configfile

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/source"
)

// Parse checks a configuration in any form; name is that of the
// file, for errors. The settings beside it hold over and under it.
func Parse(data []byte, name string, beside config.Beside) (*config.Config, error) {
	doc, err := document(data, name)
	if err != nil {
		return nil, err
	}
	return beside.Parse(doc, name)
}

// document is the only document of a file, nil without one.
func document(data []byte, name string) (*yaml.Node, error) {
	if err := marks.Refuse(data); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	docs, err := source.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, source.Refused(data, err))
	}
	switch len(docs) {
	case 0:
		return nil, nil
	case 1:
		return docs[0], nil
	}
	return nil, fmt.Errorf("%s: holds %d documents; a configuration is one", name, len(docs))
}
