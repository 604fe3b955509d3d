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

const (
	// longestText is how much text a page may hold, before it is compressed.
	longestText = 8 << 20
	// longestData is how much that may be, compressed and in letters.
	longestData = 700 << 10
	// longestPlain is how much is there a second time, as elements, for where no script runs.
	longestPlain = 250 << 10
)

// writeHTML writes one page that needs nothing else: no script, no font, no picture from
// elsewhere. It holds what it shows as compressed data, of which its own script makes what
// somebody looks at, and less of it for where no script runs. It has a megabyte at most,
// unless the names of the files alone have more.
func (r *Report) writeHTML(w io.Writer) error {
	page := r.page()
	data, err := fitting(longestText, longestData, func(size int) (string, error) { return packed(page.fitted(size)) })
	if err != nil {
		return err
	}
	plainly, err := fitting(longestPlain, longestPlain, func(size int) (string, error) { return page.fitted(size).plainly(), nil })
	if err != nil {
		return err
	}
	text := func(s string) string { return html.EscapeString(printable.Line(s)) }
	_, err = strings.NewReplacer(
		"{{title}}", text(r.title()), "{{summary}}", text(r.summary()),
		"{{style}}", pageStyle, "{{style-hash}}", hash(pageStyle),
		"{{script}}", pageScript, "{{script-hash}}", hash(pageScript),
		"{{data}}", data, "{{plain}}", plainly,
	).WriteString(w, pageFrame)
	return err
}

// fitting is what becomes of so much text of a page, or of a half, a quarter and so on, until
// it is not longer than it may be.
func fitting(size, longest int, of func(size int) (string, error)) (string, error) {
	for {
		made, err := of(size)
		if err != nil || len(made) <= longest || size == 0 {
			return made, err
		}
		size /= 2
	}
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
