package report

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed" // The frame, the style and the script of the page.
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"strings"

	"github.com/krm-merge/krm-merge/internal/printable"
)

//go:embed page.html
var pageFrame string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// writeHTML writes one page that needs nothing else: no script, no font, no picture from
// elsewhere. It holds what it shows as compressed data, and its own script makes of them
// what somebody looks at.
func (r *Report) writeHTML(w io.Writer) error {
	data, err := packed(r.page())
	if err != nil {
		return err
	}
	text := func(s string) string { return html.EscapeString(printable.Line(s)) }
	_, err = strings.NewReplacer(
		"{{title}}", text(r.title()), "{{summary}}", text(r.summary()),
		"{{style}}", pageStyle, "{{style-hash}}", hash(pageStyle),
		"{{script}}", pageScript, "{{script-hash}}", hash(pageScript),
		"{{data}}", data,
	).WriteString(w, pageFrame)
	return err
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// packed is a value as compressed JSON in letters that are safe in a page.
func packed(value any) (string, error) {
	var text bytes.Buffer
	z, err := gzip.NewWriterLevel(&text, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	to := json.NewEncoder(z)
	to.SetEscapeHTML(false)
	if err := to.Encode(value); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(text.Bytes()), nil
}

// title names the versions that were merged.
func (r *Report) title() string {
	of := func(version string) string {
		for _, v := range r.Versions {
			if v.Version == version {
				return v.Name
			}
		}
		return ""
	}
	title, dest := "krm-merge", of("dest")
	switch original, updated, source := of("original"), of("updated"), of("source"); {
	case original != "" && updated != "":
		title = dest + ": " + original + " → " + updated
	case source != "":
		title = dest + " ← " + source
	case len(r.Versions) > 0:
		var names []string
		for _, v := range r.Versions {
			names = append(names, v.Name)
		}
		title = strings.Join(names, " + ")
	}
	if r.Refused {
		return title + " (not merged)"
	}
	return title
}
