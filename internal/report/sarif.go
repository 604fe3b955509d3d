package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
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
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
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
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
	}
)

const homepage = "https://github.com/krm-merge/krm-merge"

// sarifRules describes every kind of result, in a fixed order.
func sarifRules() []sarifRule {
	const conflictHelp = "Look at the place in the merged file, then decide: edit it, or say with onConflict or a rule who wins there."
	var rules []sarifRule
	for k := merge.BothChanged; k <= merge.LinesDiffer; k++ {
		rules = append(rules, sarifRule{string(KindOf(k)), sarifText{k.String()}, sarifText{conflictHelp}})
	}
	return append(rules,
		sarifRule{string(moved), sarifText{"moved to different files"}, sarifText{conflictHelp}},
		sarifRule{isDeleted.String(), sarifText{"deleted by the merge, as upstream did"}, sarifText{"Nothing to do, unless you still need it."}},
		sarifRule{isWarning.String(), sarifText{"asks for attention"}, sarifText{"Do what the message says."}},
		sarifRule{isNote.String(), sarifText{"good to know"}, sarifText{"Nothing to do."}},
	)
}

func (r *Report) writeSARIF(w io.Writer, o Options) error {
	rules := sarifRules()
	indexes := map[string]int{}
	for i, rule := range rules {
		indexes[rule.ID] = i
	}
	results := []sarifResult{}
	add := func(rule, level, file string, line int, of *Ref, path, message string) *sarifResult {
		name := strings.TrimSpace(of.String() + " " + path)
		sum := sha256.Sum256([]byte(strings.Join([]string{rule, file, name}, "\x00")))
		res := sarifResult{
			RuleID: rule, RuleIndex: indexes[rule], Level: level, Message: sarifText{message},
			Prints: map[string]string{"place/v1": hex.EncodeToString(sum[:16])},
		}
		at := sarifLocation{Physical: physical(file, line)}
		if name != "" {
			at.Logical = []sarifLogical{{name}}
			res.Message.Text = name + ": " + message
		}
		if at.Physical != nil || at.Logical != nil {
			res.Locations = []sarifLocation{at}
		}
		results = append(results, res)
		return &results[len(results)-1]
	}
	level := "warning"
	if r.Refused {
		level = "error"
	}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		res := add(string(c.Kind), level, c.File, c.Line, c.Resource, c.Path, c.message())
		for _, s := range c.sides() {
			if s.value != nil && s.name != "dest" && s.value.File != "" {
				res.Related = append(res.Related, sarifLocation{Message: &sarifText{s.name}, Physical: physical(s.value.File, s.value.Line)})
			}
		}
	}
	for _, d := range r.Deleted {
		// The line is gone, if the file is not.
		add(isDeleted.String(), "note", d.File, 0, d.Resource, "", "deleted, as upstream did")
	}
	for _, n := range r.Notes {
		if n.Warning {
			add(isWarning.String(), "warning", n.File, n.Line, n.Resource, n.Path, n.Message)
		} else {
			add(isNote.String(), "note", n.File, n.Line, n.Resource, n.Path, n.Message)
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:       sarifTool{sarifDriver{Name: "krm-merge", Version: o.Program, InformationURI: homepage, Rules: rules}},
			ColumnKind: "unicodeCodePoints", Results: results,
		}},
	})
}

func physical(file string, line int) *sarifPhysical {
	if file == "" {
		return nil
	}
	u := url.URL{Path: filepath.ToSlash(file)}
	if strings.HasPrefix(u.Path, "/") {
		u.Scheme = "file"
	}
	p := &sarifPhysical{Artifact: sarifArtifact{URI: u.String()}}
	if line > 0 {
		p.Region = &sarifRegion{line}
	}
	return p
}
