package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/krm-merge/krm-merge/merge/marks"
)

// packages is how many are upgraded at once.
const packages = 50

// upgradesFile is what an upgrade of many packages gave when it was run last.
const upgradesFile = "internal/compared/testdata/upgrades.md"

// trace is what shows in a package that a change is there, or that it is not.
type trace struct {
	what string
	file string
	// has is in the file, and lacks is not; with neither, the file is not there.
	has, lacks string
}

// edit is a change of somebody's in a file as kpt spells it; without old, the file is
// deleted, or it is new.
type edit struct {
	trace
	old, new string
}

// edits are made in each package.
var edits = []edit{
	{trace{"a value", "configmap.yaml", "currency: CHF", ""}, "currency: EUR", "currency: CHF"},
	{trace{"a value with a comment", "deployment.yaml", "replicas: 6 # Christmas", ""}, "replicas: 2", "replicas: 6 # Christmas"},
	{trace{"a comment of its own", "service.yaml", "# ours", ""}, "spec:", "# ours\nspec:"},
	{trace{"an element of a keyed list", "deployment.yaml", "name: OURS", ""}, "- name: LOG_LEVEL", "- name: OURS\n          value: x\n        - name: LOG_LEVEL"},
	{trace{"an element of a list without keys", "rbac.yaml", "create", ""}, "verbs: [get]", "verbs: [get, create]"},
	{trace{"a value that upstream changed, too", "deployment.yaml", "memory: 512Mi", ""}, "memory: 256Mi", "memory: 512Mi"},
	{trace{"a field deleted that upstream changed", "deployment.yaml", "", "revisionHistoryLimit"}, "  revisionHistoryLimit: 10\n", ""},
	{trace{"a change of what upstream deleted", "redirects.yaml", "/ours: /", ""}, "  /old: /", "  /old: /\n  /ours: /"},
	{trace{"a resource deleted that upstream changed", "autoscaler.yaml", "", ""}, "", ""},
	{trace{"a file of its own", "ours.yaml", "name: ours", ""}, "", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ours\n"},
	{trace{"a line of another file", "notes.txt", "three of ours", ""}, "three", "three of ours"},
}

// changes are upstream's.
var changes = []trace{
	{"values", "configmap.yaml", `page-size: "48"`, ""},
	{"a field deleted", "configmap.yaml", "", "theme: classic"},
	{"a YAML text added", "configmap.yaml", "search.yaml", ""},
	{"a container added", "deployment.yaml", "wait:0.3.1", ""},
	{"a comment above it", "deployment.yaml", "# Wait for the catalogue", ""},
	{"a comment behind a value", "deployment.yaml", "# needs catalogue 2.x", ""},
	{"an argument added", "deployment.yaml", "--cache-shards=4", ""},
	{"an element with a key of two fields", "service.yaml", "http3", ""},
	{"verbs of a rule", "rbac.yaml", "watch", ""},
	{"a resource added", "disruption.yaml", "PodDisruptionBudget", ""},
	{"a resource deleted", "reindex.yaml", "", ""},
	{"a line of another file", "notes.txt", "one of theirs", ""},
}

// is reports whether the trace is in a package, and if not, whether it is between marks.
func (c trace) is(dir string) (there, asked bool, err error) {
	text, err := os.ReadFile(filepath.Join(dir, c.file))
	if errors.Is(err, fs.ErrNotExist) {
		return c.has == "" && c.lacks == "", false, nil
	}
	if err != nil || c.has == "" && c.lacks == "" {
		return false, false, err
	}
	parts, err := marks.Parse(text)
	if err != nil {
		return false, false, err
	}
	var settled, open strings.Builder
	for _, p := range parts {
		settled.WriteString(p.Text)
		if p.Block != nil {
			open.WriteString(p.Block.Original + p.Block.Mine + p.Block.Updated)
		}
	}
	if c.lacks != "" {
		return !strings.Contains(string(text), c.lacks), strings.Contains(open.String(), c.lacks), nil
	}
	return strings.Contains(settled.String(), c.has), strings.Contains(open.String(), c.has), nil
}

// make makes the edit in a package.
func (e edit) make(dir string) error {
	file := filepath.Join(dir, e.file)
	switch {
	case e.old == "" && e.new == "":
		return os.Remove(file)
	case e.old == "":
		return os.WriteFile(file, []byte(e.new), 0o644)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	edited := strings.Replace(string(text), e.old, e.new, 1)
	if edited == string(text) {
		return fmt.Errorf("%s has no %q", file, e.old)
	}
	return os.WriteFile(file, []byte(edited), 0o644)
}

// upgraded is what a program made of the packages.
type upgraded struct {
	took time.Duration
	// memory is the most that one process had, in kilobytes.
	memory      int64
	settled     [2]int // of edits and changes
	asked, lost [2][]string
}

// recordUpgrades takes packages with kpt, edits them, upgrades them with kpt and with
// krm-merge, and writes down what came of it. The packages are those of examples/upgrade.
func recordUpgrades(root string) error {
	dir, err := os.MkdirTemp("", "compared")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &runner{dir: dir}
	names := r.publish(root)
	r.run(root, "go", "build", "-o", filepath.Join(dir, "krm-merge"), ".")
	loop, all := filepath.Join(dir, "loop"), filepath.Join(dir, "all")
	r.run("", "git", "init", "-q", "-b", "main", loop)
	for _, name := range names {
		r.run(loop, "kpt", "pkg", "get", "file://"+filepath.Join(dir, "up.git")+"/"+name+"@v1", name)
	}
	for _, name := range names {
		for _, e := range edits {
			if r.err == nil {
				r.err = e.make(filepath.Join(loop, name))
			}
		}
	}
	r.commit(loop)
	r.run("", "git", "clone", "-q", loop, all)
	if r.err != nil {
		return r.err
	}
	var kpt, own upgraded
	for _, name := range names {
		if err := kpt.run(r, loop, 0, "kpt", "pkg", "update", name+"@v2", "--strategy", "resource-merge"); err != nil {
			return err
		}
	}
	if err := own.run(r, all, 1, filepath.Join(dir, "krm-merge"), "upgrade", "--all", "--to", "v2", "--report", "none"); err != nil {
		return err
	}
	if err := errors.Join(kpt.look(filepath.Join(loop, names[0])), own.look(filepath.Join(all, names[0]))); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, upgradesFile), []byte(upgradesPage(&kpt, &own)), 0o644)
}

// publish makes a repository of packages in two versions, and gives their names.
func (r *runner) publish(root string) (names []string) {
	up := filepath.Join(r.dir, "up")
	r.run("", "git", "init", "-q", "-b", "main", up)
	for i := range packages {
		names = append(names, fmt.Sprintf("shop-%02d", i))
	}
	for i, version := range []string{"original", "updated"} {
		tag := fmt.Sprintf("v%d", i+1)
		r.run(up, "git", "checkout", "-q", "--orphan", "of-"+tag)
		for _, name := range names {
			if r.err == nil {
				r.err = errors.Join(os.RemoveAll(filepath.Join(up, name)),
					os.CopyFS(filepath.Join(up, name), os.DirFS(filepath.Join(root, "examples", "upgrade", version))))
			}
			lines := "one\ntwo\nthree\n"
			if version == "updated" {
				lines = "one of theirs\ntwo\nthree\n"
			}
			r.write(filepath.Join(up, name, "notes.txt"), lines)
		}
		r.commit(up)
		r.run(up, "git", "tag", tag)
	}
	r.run("", "git", "clone", "-q", "--bare", up, up+".git")
	return names
}

// run runs a program that ends with a code, and counts its time and memory.
func (u *upgraded) run(r *runner, dir string, code int, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, append(r.environment(), "XDG_CACHE_HOME="+filepath.Join(r.dir, "xdg"))
	began := time.Now()
	out, err := cmd.CombinedOutput()
	u.took += time.Since(began)
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
		return fmt.Errorf("%s %q: %w: %s", program, args, err, out)
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.memory = max(u.memory, usage.Maxrss)
	}
	return nil
}

// look looks for all edits and changes in a package.
func (u *upgraded) look(dir string) error {
	var all [2][]trace
	for _, e := range edits {
		all[0] = append(all[0], e.trace)
	}
	all[1] = changes
	for i := range all {
		for _, c := range all[i] {
			switch there, asked, err := c.is(dir); {
			case err != nil:
				return err
			case there:
				u.settled[i]++
			case asked:
				u.asked[i] = append(u.asked[i], c.what)
			default:
				u.lost[i] = append(u.lost[i], c.what)
			}
		}
	}
	return nil
}

// upgradesPage is the part of the page about it.
func upgradesPage(kpt, own *upgraded) string {
	var b strings.Builder
	fmt.Fprintf(&b, `## Upgrading many packages

%d packages of one repository, [examples/upgrade](../examples/upgrade/README.md) with a text file beside it, were taken with kpt,
edited in %d ways each, and upgraded: by `+"`kpt pkg update --strategy resource-merge`"+` one after the other, and by one `+"`krm-merge upgrade --all`"+`.
Recorded in one run, of which only the ratios mean something.
kpt ends with a panic where only a comment was added to a resource that upstream deleted; no edit here is one.

| | kpt | krm-merge |
|---|---|---|
| time | %.1f | 1 |
| most memory of a process | %.1f | 1 |
`, packages, len(edits), float64(kpt.took)/float64(own.took), float64(kpt.memory)/float64(own.memory))
	for i, whose := range []string{"edits here", "changes of upstream"} {
		row := func(what string, count func(*upgraded) int) {
			fmt.Fprintf(&b, "| %s %s | %d | %d |\n", whose, what, count(kpt), count(own))
		}
		row("in the result", func(u *upgraded) int { return u.settled[i] })
		row("asked about", func(u *upgraded) int { return len(u.asked[i]) })
		row("lost", func(u *upgraded) int { return len(u.lost[i]) })
	}
	b.WriteString("\n")
	for i, whose := range []string{"Edits here", "Changes of upstream"} {
		for _, u := range []struct {
			name string
			*upgraded
		}{{"kpt", kpt}, {"krm-merge", own}} {
			if len(u.lost[i]) > 0 {
				fmt.Fprintf(&b, "- %s that %s loses: %s\n", whose, u.name, strings.Join(u.lost[i], "; "))
			}
			if len(u.asked[i]) > 0 {
				fmt.Fprintf(&b, "- %s that %s asks about: %s\n", whose, u.name, strings.Join(u.asked[i], "; "))
			}
		}
	}
	return b.String() + "\n"
}
