package source

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Refused is the error for a text that the YAML library refuses: what is wrong, in
// which line, and what to do. A text that is not YAML at all is named for what it is.
func Refused(text []byte, err error) error {
	if line, fault := foreign(text); fault != "" {
		return fmt.Errorf("line %d: %s", line, fault)
	}
	remedy := "correct the YAML"
	if strings.Contains(err.Error(), "incompatible YAML document") {
		remedy = "a %YAML line asks for another version than the 1.1 that Kubernetes' tools read; leave the line out"
	}
	said := message(text, err)
	if strings.HasSuffix(said, noAnchor) {
		remedy = "a value that begins with * needs quotes"
	}
	// The library leaves out the first line's number.
	if !strings.Contains(said, "line ") {
		said = "line 1: " + said
	}
	if strings.Contains(said, "cannot start any token") || strings.Contains(said, "tab character") {
		remedy = "indent by spaces, YAML takes no tabs, and put a value that begins with @ or ` in quotes"
	}
	return errors.New(said + "; " + remedy)
}

const noAnchor = "an alias that no anchor stands before"

// message is the library's message about a text that it refuses. It does not repeat
// what follows a *: that may be a value, and a secret.
func message(text []byte, err error) string {
	said := strings.TrimPrefix(err.Error(), "yaml: ")
	name, unknown := strings.CutPrefix(said, "unknown anchor '")
	if !unknown {
		return said
	}
	at := max(0, bytes.Index(text, []byte("*"+strings.TrimSuffix(name, "' referenced"))))
	return fmt.Sprintf("line %d: %s", 1+bytes.Count(text[:at], []byte("\n")), noAnchor)
}

// foreign finds what makes a text something else than YAML and what to do about it,
// "" if there is nothing of the kind.
func foreign(text []byte) (line int, fault string) {
	isJSON := bytes.HasPrefix(bytes.TrimSpace(text), []byte("{"))
	for line, content := range bytes.Split(text, []byte("\n")) {
		start := bytes.TrimLeft(content, " \t")
		switch {
		case bytes.HasPrefix(content, []byte("<<<<<<< ")), bytes.HasPrefix(content, []byte(">>>>>>> ")):
			return line + 1, "git's mark of a conflict; resolve that conflict first (krm-merge resolve)"
		case !utf8.Valid(content):
			return line + 1, "is not UTF-8; convert the text to UTF-8"
		case bytes.IndexByte(content, 0) >= 0:
			return line + 1, "holds a zero byte; this is not text, or it is UTF-16, which must be converted to UTF-8"
		case isJSON && (bytes.HasPrefix(start, []byte("//")) || bytes.HasPrefix(start, []byte("/*"))):
			return line + 1, "a comment, which JSON does not allow; take it out"
		}
	}
	return 0, ""
}
