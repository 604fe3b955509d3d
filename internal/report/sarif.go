package report

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// object is a part of SARIF 2.1.0; a library for all of it would bring an implementation of
// JSON Schema into the program.
type object = map[string]any

func text(s string) object { return object{"text": s} }

// sourceRoot is what code hosts call the root of the repository.
const sourceRoot = "%SRCROOT%"

const homepage = "https://github.com/krm-merge/krm-merge"

// sarifRules describes every kind of result, in a fixed order.
func sarifRules() (rules []object) {
	for _, k := range append(phrase.Conflicts(), phrase.Kind{Code: isWarning.String(), Title: "asks for attention"}) {
		help := "Follow the message."
		if k.Code != isWarning.String() {
			help = strings.TrimSpace("Look at the place in the merged file, then decide. " + phrase.Settle + " " + k.Remedy)
		}
		rules = append(rules, object{"id": k.Code, "shortDescription": text(k.Title), "help": text(help)})
	}
	return rules
}

func (r *Report) writeSARIF(w io.Writer, o Options) error {
	results := []object{}
	for _, e := range r.attention() {
		rule := isWarning.String()
		if e.what != isWarning {
			rule = e.Code
		}
		name, message := e.message()
		const length = 32
		result := object{
			"ruleId": rule, "level": r.level(e), "message": text(printable.Line(message)),
			"partialFingerprints": object{"place/v1": terms.Digest(length, rule, e.File, name)},
		}
		at := object{}
		if e.File != "" {
			at["physicalLocation"] = physical(e.File, e.Line)
		}
		if name != "" {
			at["logicalLocations"] = []object{{"fullyQualifiedName": name}}
		}
		if len(at) > 0 {
			result["locations"] = []object{at}
		}
		results = append(results, result)
	}
	tool := object{"name": "krm-merge", "informationUri": homepage, "rules": sarifRules()}
	if o.Program != "" {
		tool["version"] = o.Program
	}
	return WriteJSON(w, object{
		"$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		"version": "2.1.0",
		"runs": []object{{
			"tool":               object{"driver": tool},
			"originalUriBaseIds": object{sourceRoot: object{"description": text("The root of the repository; where there is none, the directory that the merge was run in.")}},
			"columnKind":         "unicodeCodePoints", "results": results,
		}},
	})
}

// attention is what programs show at its lines: all that asks for it.
func (r *Report) attention() []*Entry {
	all := r.listed()
	return slices.Concat(all[isQuestion], all[isConflict], all[isKept], all[isWarning])
}

// level is how grave an entry is for programs: a conflict is an error if it is left to
// somebody.
func (r *Report) level(e *Entry) string {
	if e.what.isCase() && (r.Refused || e.Open) {
		return "error"
	}
	return "warning"
}

// message names what an entry is about in its file, and is all that happened, for readers that see nothing else.
func (e *Entry) message() (name, message string) {
	name, message = strings.TrimSpace(e.Resource.String()+" "+e.Path), e.Message
	if e.what.isCase() {
		message = e.Words.Message()
	}
	return name, strings.TrimPrefix(name+": "+message, ": ")
}

func physical(file string, line int) object {
	u := url.URL{Path: filepath.ToSlash(file)}
	artifact := object{}
	if strings.HasPrefix(u.Path, "/") {
		u.Scheme = "file"
	} else {
		artifact["uriBaseId"] = sourceRoot
	}
	artifact["uri"] = u.String()
	p := object{"artifactLocation": artifact}
	if line > 0 {
		p["region"] = object{"startLine": line}
	}
	return p
}

// writeGitHub writes what asks for attention as commands that GitHub Actions reads in a log,
// and shows at the lines of a pull request: errors are what is left to somebody.
func (r *Report) writeGitHub(w io.Writer) error {
	var b strings.Builder
	for _, e := range r.attention() {
		_, message := e.message()
		at := []string{}
		if e.File != "" {
			at = append(at, "file="+inCommand(e.File, true))
		}
		if e.Line > 0 {
			at = append(at, fmt.Sprint("line=", e.Line))
		}
		at = append(at, "title=krm-merge "+e.what.String())
		fmt.Fprintf(&b, "::%s %s::%s\n", r.level(e), strings.Join(at, ","), inCommand(message, false))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// inCommand is a text as it stands in such a command, in a property or behind them.
func inCommand(text string, property bool) string {
	text = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(printable.Line(text))
	if property {
		text = strings.NewReplacer(":", "%3A", ",", "%2C").Replace(text)
	}
	return text
}
