package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// result is what one program gave for one case.
type result struct {
	verdict     Verdict
	reports     bool
	differences []string
}

// cell is how a table shows the result.
func (r result) cell() string {
	if r.reports {
		return r.verdict.String() + " !"
	}
	return r.verdict.String()
}

// row is a case with its number on the page and the result of each program.
type row struct {
	number  int
	of      Case
	results []result
}

// page runs everything and writes docs/compared.md. It fails where this project
// itself does not do what its rule says.
func page(root string) (string, error) {
	recorded, err := readKpt(root)
	if err != nil {
		return "", err
	}
	all, err := readGroups(root)
	if err != nil {
		return "", err
	}
	programs := []Program{
		{"krm-merge", krmMerge},
		{"kyaml", kyaml},
		{"kpt", recorded.merge},
		{"kubectl", kubectl},
		{"server-side apply", serverSideApply},
		{"git", git},
	}
	var rows []row
	var body strings.Builder
	for _, g := range all {
		first := len(rows)
		for _, c := range g.Cases {
			if !recorded.recorded(c) {
				return "", fmt.Errorf("%s: kpt was not run with these inputs: run \"go run -C internal/compared . -record\" where kpt is installed", c.Name)
			}
			r := row{number: len(rows) + 1, of: c}
			for _, p := range programs {
				o := p.run(c)
				v, diff := judge(c, o)
				r.results = append(r.results, result{v, o.Reports, diff})
			}
			if own := r.results[0]; own.verdict != Same || own.reports != c.wantConflict {
				return "", fmt.Errorf("%s: krm-merge itself gives %s, not what the rule says: %s",
					c.Name, own.cell(), strings.Join(own.differences, "; "))
			}
			rows = append(rows, r)
		}
		writeGroup(&body, g.Title, programs, rows[first:])
	}
	versions, err := moduleVersions(root)
	if err != nil {
		return "", err
	}
	versions["kpt"] = recorded.Version
	var b strings.Builder
	b.WriteString(head(versions))
	writeSummary(&b, programs, rows)
	b.WriteString(body.String())
	upgrades, err := os.ReadFile(filepath.Join(root, upgradesFile))
	if err != nil {
		return "", err
	}
	b.Write(upgrades)
	if err := writeSuites(&b, root, versions); err != nil {
		return "", err
	}
	b.WriteString(cited)
	return b.String(), nil
}

// moduleVersions are the versions of the modules that are run.
func moduleVersions(root string) (map[string]string, error) {
	mod, err := os.ReadFile(filepath.Join(root, "internal", "compared", "go.mod"))
	if err != nil {
		return nil, err
	}
	versions := map[string]string{}
	for line := range strings.Lines(string(mod)) {
		if f := strings.Fields(line); len(f) >= 2 && strings.Contains(f[0], "/") {
			versions[f[0]] = f[1]
		}
	}
	return versions, nil
}

// writeSummary counts the results of every program.
func writeSummary(b *strings.Builder, programs []Program, rows []row) {
	conflicts := 0
	for _, r := range rows {
		if r.of.wantConflict {
			conflicts++
		}
	}
	fmt.Fprintf(b, "## In numbers\n\nOf %d cases, %d of them with a conflict:\n\n", len(rows), conflicts)
	b.WriteString("| | cases it knows | same | order | comments | other | stops | error | conflicts reported | reports without conflict |\n" +
		"|---|---|---|---|---|---|---|---|---|---|\n")
	for i, p := range programs {
		count := map[Verdict]int{}
		known, reported, knownConflicts, alarms := 0, 0, 0, 0
		for _, r := range rows {
			got := r.results[i]
			count[got.verdict]++
			if got.verdict == None {
				continue
			}
			known++
			switch {
			case r.of.wantConflict && got.reports:
				reported++
				knownConflicts++
			case r.of.wantConflict:
				knownConflicts++
			case got.reports:
				alarms++
			}
		}
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d | %d | %d | %d of %d | %d |\n", p.Name, known, count[Same], count[OtherOrder],
			count[OtherComments], count[Different], count[Unsettled], count[Refused], reported, knownConflicts, alarms)
	}
}

func writeGroup(b *strings.Builder, title string, programs []Program, rows []row) {
	fmt.Fprintf(b, "\n## %s\n\n| | rule |", title)
	for _, p := range programs {
		fmt.Fprintf(b, " %s |", p.Name)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(programs)) + "\n")
	var details strings.Builder
	for _, r := range rows {
		fmt.Fprintf(b, "| %d | [%s](%s) |", r.number, strings.ReplaceAll(r.of.Sentence, "|", "\\|"), link(r.of))
		for _, got := range r.results {
			fmt.Fprintf(b, " %s |", got.cell())
		}
		b.WriteByte('\n')
		writeDetails(&details, programs, r)
	}
	if details.Len() > 0 {
		fmt.Fprintf(b, "\nWhere the result is another one:\n\n%s", details.String())
	}
}

// writeDetails says what is different, once for all programs that give the same.
func writeDetails(b *strings.Builder, programs []Program, r row) {
	var texts []string
	who := map[string][]string{}
	for i, got := range r.results {
		text := strings.Join(got.differences, "; ")
		if text == "" {
			continue
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		who[text] = append(who[text], programs[i].Name)
	}
	for i, text := range texts {
		texts[i] = strings.Join(who[text], ", ") + ": " + text
	}
	if len(texts) > 0 {
		fmt.Fprintf(b, "- %d. %s\n", r.number, strings.Join(texts, "\n  - "))
	}
}

// link is where the rule is written down.
func link(c Case) string {
	switch c.dir {
	case "merge/testdata/rules":
		return "rules.md#fields-" + anchor(path.Dir(c.Name))
	case "merge/resource/testdata/rules":
		return "rules.md#resources-" + anchor(path.Dir(c.Name))
	}
	return "../" + path.Join(c.dir, c.Name+".txtar")
}

// anchor is how a heading "Fields: a/b" is linked to, without its first word.
func anchor(group string) string { return strings.ReplaceAll(group, "/", "") }
