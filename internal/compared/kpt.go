package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// kptRecord is what kpt gave when it was run last.
type kptRecord struct {
	// Version is the version that gave it.
	Version string
	results map[string]string
}

const (
	kptRecordFile = "internal/compared/testdata/kpt.txtar"
	kptFailed     = "# kpt failed: "
	kptFile       = "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\n"
)

func readKpt(root string) (kptRecord, error) {
	data, err := os.ReadFile(filepath.Join(root, kptRecordFile))
	if err != nil {
		return kptRecord{}, err
	}
	archive := txtar.Parse(data)
	r := kptRecord{results: map[string]string{}}
	comment := strings.TrimSpace(string(archive.Comment))
	r.Version = comment[strings.LastIndex(comment, " ")+1:]
	for _, f := range archive.Files {
		r.results[f.Name] = string(f.Data)
	}
	return r, nil
}

// merge gives what kpt pkg update gave for the very same inputs.
func (r kptRecord) merge(c Case) (Outcome, error) {
	if !kptKnows(c) {
		return Outcome{}, errNotApplicable
	}
	text, ok := r.results[kptName(c)]
	if !ok {
		return Outcome{}, fmt.Errorf("%s: not recorded with these inputs", c.Name)
	}
	if message, failed := strings.CutPrefix(text, kptFailed); failed {
		return Outcome{}, errors.New(strings.TrimSpace(message))
	}
	return Outcome{Text: text}, nil
}

// recorded reports whether there is a result for the case, if kpt has one at all.
func (r kptRecord) recorded(c Case) bool {
	_, ok := r.results[kptName(c)]
	return ok || !kptKnows(c)
}

func kptKnows(c Case) bool { return c.of == threeWay && !hasSettings(c) }

// kptName is the name of the case, with a digest of its inputs.
func kptName(c Case) string {
	digest := sha256.Sum256([]byte(strings.Join(c.versions, "\x00")))
	return c.Name + "@" + hex.EncodeToString(digest[:6])
}

// recordKpt runs kpt on every case it knows.
func recordKpt(root string) error {
	all, err := readGroups(root)
	if err != nil {
		return err
	}
	version, err := exec.Command("kpt", "version").Output()
	if err != nil {
		return fmt.Errorf("kpt version: %w", err)
	}
	archive := &txtar.Archive{Comment: fmt.Appendf(nil,
		"What kpt pkg update gives, recorded by \"go run . -record\", by\nkpt %s\n", strings.TrimSpace(string(version)))}
	for _, g := range all {
		for _, c := range g.Cases {
			if !kptKnows(c) {
				continue
			}
			text, err := runKpt(c)
			if err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			archive.Files = append(archive.Files, txtar.File{Name: kptName(c), Data: []byte(text)})
		}
	}
	return os.WriteFile(filepath.Join(root, kptRecordFile), txtar.Format(archive), 0o644)
}

// runKpt publishes original and updated as two versions of a package, gets the
// first, puts dest in its place and updates it.
func runKpt(c Case) (string, error) {
	dir, err := os.MkdirTemp("", "compared")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	upstream, local := filepath.Join(dir, "up"), filepath.Join(dir, "local")
	r := runner{dir: dir}
	for i, tag := range []string{"v1", "v2"} {
		if i == 0 {
			r.run("", "git", "init", "-q", "-b", "main", upstream)
			r.write(filepath.Join(upstream, "p", "Kptfile"), kptFile)
			r.write(filepath.Join(upstream, "p", "bystander.yaml"), bystander)
		}
		r.write(filepath.Join(upstream, "p", "package.yaml"), c.versions[i])
		r.commit(upstream)
		r.run(upstream, "git", "tag", tag)
	}
	r.run("", "git", "init", "-q", "-b", "main", local)
	r.run(local, "kpt", "pkg", "get", "file://"+upstream+".git/p@v1", "p")
	r.write(filepath.Join(local, "p", "package.yaml"), c.dest())
	r.commit(local)
	if r.err != nil {
		return "", r.err
	}
	update := runner{dir: dir}
	update.run(local, "kpt", "pkg", "update", "p@v2", "--strategy", "resource-merge")
	if update.err != nil {
		return kptFailed + update.err.Error() + "\n", nil
	}
	text, err := readIfThere(filepath.Join(local, "p", "package.yaml"))
	if err != nil {
		return "", err
	}
	return withoutMarks(text)
}

// withoutMarks takes out what kpt adds to remember where a resource is from.
func withoutMarks(text string) (string, error) {
	docs, err := documents(text)
	if err != nil {
		return "", err
	}
	for _, doc := range docs {
		root := doc.Content[0]
		for i := 0; i+1 < len(root.Content); i += 2 {
			key, metadata := root.Content[i], root.Content[i+1]
			if key.Value != "metadata" {
				continue
			}
			for _, n := range []*yaml.Node{key, metadata} {
				if strings.HasPrefix(n.LineComment, "# kpt-merge:") {
					n.LineComment = ""
				}
				if strings.HasPrefix(n.HeadComment, "# kpt-merge:") {
					n.HeadComment = ""
				}
			}
			if annotations := node.Field(metadata, "annotations"); annotations != nil {
				remove(annotations, "internal.kpt.dev/upstream-identifier")
				if len(annotations.Content) == 0 {
					remove(metadata, "annotations")
				}
			}
		}
	}
	return encode(docs)
}

func remove(m *yaml.Node, name string) {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == name {
			m.Content = append(m.Content[:i:i], m.Content[i+2:]...)
			return
		}
	}
}

// runner does one thing after the other until one fails.
type runner struct {
	dir string
	err error
}

func (r *runner) run(dir, program string, args ...string) {
	if r.err != nil {
		return
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = r.environment()
	out, err := cmd.CombinedOutput()
	if err != nil {
		message := string(out)
		if _, after, found := strings.Cut(message, "Error:"); found {
			message = after
		}
		r.err = errors.New(oneLine(strings.ReplaceAll(message, r.dir, "...")))
	}
}

func (r *runner) environment() []string {
	return append(os.Environ(), "KPT_CACHE_DIR="+filepath.Join(r.dir, "cache"), "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
}

func (r *runner) write(file, text string) {
	if r.err != nil {
		return
	}
	if r.err = os.MkdirAll(filepath.Dir(file), 0o755); r.err != nil {
		return
	}
	if text == "" {
		if err := os.Remove(file); !os.IsNotExist(err) {
			r.err = err
		}
		return
	}
	r.err = os.WriteFile(file, []byte(text), 0o644)
}

func (r *runner) commit(dir string) {
	r.run(dir, "git", "add", "-A")
	r.run(dir, "git", "commit", "-q", "--allow-empty", "-m", "version")
}
