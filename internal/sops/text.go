package sops

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
)

// documents are those of a text, of which the first is encrypted.
func documents(text []byte) ([]*yaml.Node, error) {
	all, err := source.Parse(text)
	if err == nil && (len(all) == 0 || !Encrypted(all[0])) {
		err = errors.New("not a text of sops")
	}
	return all, err
}

// Stale reports whether a text is encrypted, and merged from versions of which no code
// holds for it: it says so, or its documents do not have one code. A text that is no YAML
// is not. The cost is that of parsing a text that holds ciphertexts, else of reading it.
func Stale(text []byte) bool {
	if !bytes.Contains(text, []byte(prefix)) {
		return false
	}
	all, err := documents(text)
	return err == nil && slices.ContainsFunc(all, func(doc *yaml.Node) bool {
		return Unsealed(doc) || node.TextAt(metadata(doc), "mac") != node.TextAt(metadata(all[0]), "mac")
	})
}

// Foreign names a service that holds a key of a text and of none in dest, "" for none: to
// decrypt would send it the credentials of whoever runs sops.
func Foreign(text, dest []byte) string {
	own := services(dest)
	for _, r := range services(text) {
		if _, is := slices.BinarySearch(own, r); !is {
			return r
		}
	}
	return ""
}

// services are the keys of a text that lie with a service, sorted: all but those of age and pgp.
func services(text []byte) (all []string) {
	docs, err := documents(text)
	if err != nil {
		return nil
	}
	for _, doc := range docs {
		m := metadata(doc)
		groups := []*yaml.Node{m}
		if list := node.FieldAt(m, "key_groups"); list != nil {
			groups = append(groups, list.Content...)
		}
		for _, group := range groups {
			for name, identity := range recipients() {
				if name == "age" || name == "pgp" {
					continue
				}
				for _, r := range node.Elements(node.FieldAt(group, name)) {
					all = append(all, name+" "+who(r, identity))
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

// WithCode puts the code of a sealed text, and its moment, into each document of another
// text of the same values.
func WithCode(text, sealed []byte) ([]byte, error) {
	from, err := documents(sealed)
	if err != nil {
		return nil, err
	}
	to, err := documents(text)
	if err != nil {
		return nil, err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	for _, doc := range to {
		for _, name := range []string{"mac", "lastmodified"} {
			was, is := node.FieldAt(metadata(doc), name), node.FieldAt(metadata(from[0]), name)
			if was == nil || is == nil || was.Line > len(lines) {
				return nil, errors.New("no code in what sops wrote")
			}
			line := lines[was.Line-1]
			at := bytes.Index(line, []byte(was.Value))
			if at < 0 {
				return nil, fmt.Errorf("line %d: the field %s does not stand in one line", was.Line, name)
			}
			line = slices.Concat(line[:at], []byte(is.Value), line[at+len(was.Value):])
			lines[was.Line-1] = bytes.Replace(line, []byte(" "+comment), nil, 1)
		}
	}
	return saidUnsealed.ReplaceAll(bytes.Join(lines, nil), nil), nil
}

// saidUnsealed is the field of JSON, which never is the first.
var saidUnsealed = regexp.MustCompile(`,\s*"` + field + `":\s*"` + unsealed + `"`)
