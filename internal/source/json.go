package source

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
)

// plainJSON is a text with the characters themselves for the escapes of JSON that YAML
// lacks, if it is JSON: of a slash, and of a character beyond the first 65,536 by a pair of
// surrogates.
func plainJSON(text []byte) []byte {
	trimmed := bytes.TrimLeft(text, " \t\r\n")
	has := func(escape string) bool { return bytes.Contains(text, []byte(escape)) }
	if len(trimmed) == 0 || trimmed[0] != '{' && trimmed[0] != '[' || !has(`\/`) && !has(`\ud`) && !has(`\uD`) || !json.Valid(text) {
		return text
	}
	escapes := regexp.MustCompile(`\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|.)`)
	return escapes.ReplaceAllFunc(text, func(escape []byte) []byte {
		var read string
		if string(escape) != `\/` && len(escape) == len(`\n`) || json.Unmarshal(slices.Concat([]byte(`"`), escape, []byte(`"`)), &read) != nil {
			return escape
		}
		return []byte(read)
	})
}
