package files

import (
	"bytes"
	"path"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// AgreementWithLines is how a merged file stands to what another program made of the same
// versions line by line: see merge.AgreementWithLines. The order of resources and spelling
// do not count. Values are not compared where the file has comments or annotations that keep
// places. The name is that of the file, see Bytes. The error is why the merged file cannot be
// parsed, or, with Invalid, the lines. The cost is linear.
func (o Options) AgreementWithLines(merged, lines []byte, name string) (terms.Agreement, error) {
	result, err := documentsOf(merged, name)
	if err != nil {
		return terms.Agrees, err
	}
	others, err := documentsOf(lines, name)
	if err != nil {
		return terms.Invalid, err
	}
	if bytes.Contains(merged, []byte(terms.PinComment)) {
		return terms.Agrees, nil
	}
	return o.Options.AgreementWithLines(result, others), nil
}

// documentsOf parses a file into its documents, without empty ones.
func documentsOf(text []byte, name string) ([]*resource.Resource, error) {
	d := documents{file: &File{Path: path.Base(name), Name: name, Data: text}}
	if err := d.parse(); err != nil {
		return nil, err
	}
	for _, r := range d.resources {
		if err := merge.Check(r.Node); err != nil {
			return nil, err
		}
	}
	return d.resources, nil
}
