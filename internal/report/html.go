package report

import (
	"crypto/sha256"
	_ "embed" // The frame, the style and the script of the page.
	"encoding/base64"
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
	// longestPage is how large a page may be: what is larger no browser shows gladly.
	longestPage = 1 << 20
	// textOfPage is how much text a page gets at first, before it is markup.
	textOfPage = 600 << 10
)

// writeHTML writes one page that needs nothing else: no font, no picture, and no script
// but one that filters. What there is no room for is counted.
func (r *Report) writeHTML(w io.Writer) error {
	text := func(s string) string { return html.EscapeString(printable.Line(s)) }
	for room := textOfPage; ; room /= 2 {
		var m markup
		m.page(r.page(room))
		if m.Len() > longestPage-len(pageFrame)-len(pageStyle)-len(pageScript) && room > 0 {
			continue
		}
		_, err := strings.NewReplacer(
			"{{title}}", text(r.title()), "{{summary}}", text(r.summary()), "{{main}}", m.String(),
			"{{style}}", pageStyle, "{{style-hash}}", hash(pageStyle), "{{script}}", pageScript, "{{script-hash}}", hash(pageScript),
		).WriteString(w, pageFrame)
		return err
	}
}

// hash is how the policy of the page names a text that it allows.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
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
