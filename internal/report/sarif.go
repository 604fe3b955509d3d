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

// sarifRules describes every kind of result, in a fixed order; ids are their names.
func sarifRules() (rules []object, ids []string) {
	add := func(id, title, help string) {
		rules = append(rules, object{"id": id, "shortDescription": text(title), "help": text(help)})
		ids = append(ids, id)
	}
	for _, k := range phrase.Conflicts() {
		add(k.Code, k.Title, strings.TrimSpace("Look at the place in the merged file, then decide. "+phrase.Settle+" "+k.Remedy))
	}
	add(isDeleted.String(), "deleted by the merge, as upstream did", "Nothing to do, unless you still need it.")
	add(isWarning.String(), "asks for attention", "Follow the message.")
	add(isNote.String(), "good to know", "Nothing to do.")
	return rules, ids
}

func (r *Report) writeSARIF(w io.Writer, o Options) error {
	rules, ids := sarifRules()
	results := []object{}
	add := func(rule string, result object) {
		result["ruleId"], result["ruleIndex"] = rule, slices.Index(ids, rule)
		results = append(results, result)
	}
	all := r.listed()
	for _, e := range slices.Concat(all[isQuestion], all[isConflict], all[isKept]) {
		res := e.sarif(e.Code, r.level(e), e.advice())
		var related []object
		for _, s := range e.sides() {
			if s.value != nil && s.name != "dest" && s.value.File != "" {
				related = append(related, object{"message": text(s.name), "physicalLocation": physical(s.value.File, s.value.Line)})
			}
		}
		if related != nil {
			res["relatedLocations"] = related
		}
		add(e.Code, res)
	}
	for _, e := range all[isDeleted] {
		// The line is gone, if the file is not.
		gone := *e
		gone.Line = 0
		add(isDeleted.String(), gone.sarif(isDeleted.String(), "note", "deleted, as upstream did"))
	}
	for _, e := range slices.Concat(all[isWarning], all[isNote]) {
		add(e.what.String(), e.sarif(e.what.String(), e.what.String(), e.Message))
	}
	tool := object{"name": "krm-merge", "informationUri": homepage, "rules": rules}
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

// level is how grave an entry is for programs: a conflict is an error if it is left to
// somebody.
func (r *Report) level(e *Entry) string {
	if e.what.isCase() && (r.Refused || e.Open) {
		return "error"
	}
	return "warning"
}

// advice is what happened, for readers that see nothing else.
func (e *Entry) advice() string {
	if e.what.isCase() {
		return e.Words.Message()
	}
	return e.Message
}

// sarif is an entry as a result of a rule.
func (e *Entry) sarif(rule, level, message string) object {
	name := strings.TrimSpace(e.Resource.String() + " " + e.Path)
	const length = 32
	res, at := object{"level": level, "partialFingerprints": object{"place/v1": terms.Digest(length, rule, e.File, name)}}, object{}
	if e.File != "" {
		at["physicalLocation"] = physical(e.File, e.Line)
	}
	if name != "" {
		at["logicalLocations"] = []object{{"fullyQualifiedName": name}}
		message = name + ": " + message
	}
	if res["message"] = text(printable.Line(message)); len(at) > 0 {
		res["locations"] = []object{at}
	}
	return res
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
	all := r.listed()
	var b strings.Builder
	for _, e := range slices.Concat(all[isQuestion], all[isConflict], all[isKept], all[isWarning]) {
		about := strings.TrimSpace(e.Resource.String() + " " + e.Path)
		if about != "" {
			about += ": "
		}
		at := []string{}
		if e.File != "" {
			at = append(at, "file="+inCommand(e.File, true))
		}
		if e.Line > 0 {
			at = append(at, fmt.Sprint("line=", e.Line))
		}
		at = append(at, "title=krm-merge "+e.what.String())
		fmt.Fprintf(&b, "::%s %s::%s\n", r.level(e), strings.Join(at, ","), inCommand(about+e.advice(), false))
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
