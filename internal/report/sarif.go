package report

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
)

// The parts of SARIF 2.1.0 that the report needs; a library for all of it would
// bring a JSON Schema implementation into the program.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		Bases      sarifBases    `json:"originalUriBaseIds"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifBases map[string]struct {
		Description sarifText `json:"description"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
		Help             sarifText `json:"help"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string            `json:"ruleId"`
		RuleIndex int               `json:"ruleIndex"`
		Level     string            `json:"level"`
		Message   sarifText         `json:"message"`
		Locations []sarifLocation   `json:"locations,omitempty"`
		Related   []sarifLocation   `json:"relatedLocations,omitempty"`
		Prints    map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Message  *sarifText     `json:"message,omitempty"`
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
	}
)

// sourceRoot is what code hosts call the root of the repository.
const sourceRoot = "%SRCROOT%"

const homepage = "https://github.com/krm-merge/krm-merge"

// sarifRules describes every kind of result, in a fixed order.
func sarifRules() []sarifRule {
	var rules []sarifRule
	add := func(id, title, help string) {
		rules = append(rules, sarifRule{id, sarifText{title}, sarifText{help}})
	}
	for _, k := range phrase.Conflicts() {
		add(k.Code, k.Title, strings.TrimSpace("Look at the place in the merged file, then decide. "+phrase.Settle+" "+k.Remedy))
	}
	add(isDeleted.String(), "deleted by the merge, as upstream did", "Nothing to do, unless you still need it.")
	add(isWarning.String(), "asks for attention", "Follow the message.")
	add(isNote.String(), "good to know", "Nothing to do.")
	return rules
}

func (r *Report) writeSARIF(w io.Writer, o Options) error {
	rules := sarifRules()
	results := []sarifResult{}
	add := func(res sarifResult) {
		res.RuleIndex = slices.IndexFunc(rules, func(r sarifRule) bool { return r.ID == res.RuleID })
		results = append(results, res)
	}
	all := r.listed()
	for _, e := range all[isConflict] {
		res := e.sarif(e.Code, r.level(e), e.advice())
		for _, s := range e.sides() {
			if s.value != nil && s.name != "dest" && s.value.File != "" {
				res.Related = append(res.Related, sarifLocation{Message: &sarifText{s.name}, Physical: physical(s.value.File, s.value.Line)})
			}
		}
		add(res)
	}
	for _, e := range all[isDeleted] {
		// The line is gone, if the file is not.
		gone := *e
		gone.Line = 0
		add(gone.sarif(isDeleted.String(), "note", "deleted, as upstream did"))
	}
	for _, e := range slices.Concat(all[isWarning], all[isNote]) {
		add(e.sarif(e.what.String(), e.what.String(), e.Message))
	}
	return WriteJSON(w, sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:       sarifTool{sarifDriver{Name: "krm-merge", Version: o.Program, InformationURI: homepage, Rules: rules}},
			Bases:      sarifBases{sourceRoot: {sarifText{"The root of the repository; where there is none, the directory that the merge was run in."}}},
			ColumnKind: "unicodeCodePoints", Results: results,
		}},
	})
}

// level is how grave an entry is for programs: a conflict is an error if it is left to
// somebody.
func (r *Report) level(e *Entry) string {
	if e.what == isConflict && (r.Refused || e.Open) {
		return "error"
	}
	return "warning"
}

// advice is what happened, for readers that see nothing else.
func (e *Entry) advice() string {
	if e.what == isConflict {
		return e.Words.Message()
	}
	return e.Message
}

// sarif is an entry as a result of a rule.
func (e *Entry) sarif(rule, level, message string) sarifResult {
	name := strings.TrimSpace(e.Resource.String() + " " + e.Path)
	sum := sha256.Sum256([]byte(strings.Join([]string{rule, e.File, name}, "\x00")))
	res := sarifResult{
		RuleID: rule, Level: level, Message: sarifText{printable.Line(message)},
		Prints: map[string]string{"place/v1": hex.EncodeToString(sum[:16])},
	}
	at := sarifLocation{Physical: physical(e.File, e.Line)}
	if name != "" {
		at.Logical = []sarifLogical{{name}}
		res.Message.Text = printable.Line(name + ": " + message)
	}
	if at.Physical != nil || at.Logical != nil {
		res.Locations = []sarifLocation{at}
	}
	return res
}

func physical(file string, line int) *sarifPhysical {
	if file == "" {
		return nil
	}
	u, base := url.URL{Path: filepath.ToSlash(file)}, sourceRoot
	if strings.HasPrefix(u.Path, "/") {
		u.Scheme, base = "file", ""
	}
	p := &sarifPhysical{Artifact: sarifArtifact{u.String(), base}}
	if line > 0 {
		p.Region = &sarifRegion{line}
	}
	return p
}
