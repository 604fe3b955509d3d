package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// planted is in every plaintext that the tests encrypt.
const planted = "p1aintext"

// vault is a directory with keys of age, in which the real sops and krm-merge run.
type vault struct {
	t *testing.T
	// dir is the working directory, tmp that for temporary files.
	dir, tmp string
	// recipients are the public keys of the files key0, key1 …
	recipients []string
	key        string
	// said is all that krm-merge wrote to its standard streams.
	said bytes.Buffer
}

func newVault(t *testing.T) *vault {
	t.Helper()
	needs(t, "sops", "age-keygen")
	t.Setenv("PATH", strings.Join([]string{filepath.Dir(program()), os.Getenv("PATH"), filepath.Join(repository(t), "bin")}, string(os.PathListSeparator)))
	v := &vault{t: t, dir: t.TempDir(), tmp: t.TempDir()}
	keys := t.TempDir()
	for i := range 3 {
		name := filepath.Join(keys, "key"+strconv.Itoa(i))
		if out, err := exec.Command("age-keygen", "-o", name).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		text := readFile(t, name)
		_, public, _ := strings.Cut(text, "public key: ")
		v.recipients = append(v.recipients, strings.Fields(public)[0])
		if i == 0 {
			v.key = name
		}
	}
	return v
}

// run runs a program with the key; code is its exit code.
func (v *vault) run(name string, args ...string) (out string, code int) {
	v.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = v.dir
	cmd.Env = environment(v.t, "SOPS_AGE_KEY_FILE="+v.key, "TMPDIR="+v.tmp, "SOPS_EDITOR=cp "+filepath.Join(v.dir, "edited"), "GIT_EDITOR=true")
	if out, code = ran(v.t, cmd); name != "sops" {
		v.said.WriteString(out)
	}
	return out, code
}

// must runs a program that has to end well.
func (v *vault) must(name string, args ...string) string {
	v.t.Helper()
	out, code := v.run(name, args...)
	if code != 0 {
		v.t.Fatalf("%s %q: exit code %d: %s", name, args, code, out)
	}
	return out
}

func (v *vault) write(name string, value any) {
	v.t.Helper()
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		v.t.Fatal(err)
	}
	writeFile(v.t, filepath.Join(v.dir, name), string(text))
}

// encrypt makes an encrypted file of a value, YAML or JSON by its name.
func (v *vault) encrypt(name string, value any, flags ...string) {
	v.t.Helper()
	v.write(name, value)
	if filepath.Ext(name) == ".yaml" {
		v.must("sops", append([]string{"encrypt", "-i", "--input-type", "json", "--output-type", "yaml"}, append(flags, name)...)...)
		return
	}
	v.must("sops", append([]string{"encrypt", "-i"}, append(flags, name)...)...)
}

// edit gives an encrypted file another value, as sops edit does.
func (v *vault) edit(from, to string, value any) {
	v.t.Helper()
	text := readFile(v.t, filepath.Join(v.dir, from))
	writeFile(v.t, filepath.Join(v.dir, to), text)
	v.write("edited", value)
	// sops takes what does not change for an edit that was given up.
	if out, code := v.run("sops", "edit", to); code != 0 && !strings.Contains(out, "not changed") {
		v.t.Fatalf("sops edit: %s", out)
	}
}

// decrypted is the value of a file whose code holds.
func (v *vault) decrypted(name string) (value any) {
	v.t.Helper()
	out := v.must("sops", "decrypt", "--output-type", "json", name)
	if err := json.Unmarshal([]byte(out), &value); err != nil {
		v.t.Fatal(err)
	}
	return value
}

// kept looks for plaintext in all that krm-merge wrote.
func (v *vault) kept(plain ...string) {
	v.t.Helper()
	if strings.Contains(v.said.String(), planted) {
		v.t.Errorf("plaintext is shown:\n%s", &v.said)
	}
	for _, dir := range []string{v.dir, v.tmp} {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || slices.Contains(plain, entry.Name()) {
				return err
			}
			data, err := os.ReadFile(path)
			if bytes.Contains(data, []byte(planted)) {
				v.t.Errorf("plaintext in %s", path)
			}
			return err
		})
		if err != nil {
			v.t.Fatal(err)
		}
	}
}

// generated makes values for encrypted files, and edits of them.
type generated struct{ *rand.Rand }

func (g generated) leaf() any {
	switch g.IntN(6) {
	case 0:
		return g.IntN(1000)
	case 1:
		return g.IntN(2) == 0
	case 2:
		return float64(g.IntN(100)) + 0.5
	}
	return planted + "-" + strconv.Itoa(g.IntN(1000))
}

func (g generated) value(depth int) any {
	switch n := g.IntN(6); {
	case n < 2 && depth > 0:
		m := map[string]any{}
		for range 1 + g.IntN(4) {
			m["k"+strconv.Itoa(g.IntN(9))] = g.value(depth - 1)
		}
		return m
	case n == 2 && depth > 0:
		var list []any
		for range 1 + g.IntN(3) {
			list = append(list, g.leaf())
		}
		return list
	}
	return g.leaf()
}

func (g generated) secret() map[string]any {
	data := map[string]any{}
	for i := range 3 + g.IntN(6) {
		data["k"+strconv.Itoa(i)] = g.value(2)
	}
	return map[string]any{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "a"}, "data": data}
}

// edited is a copy with some fields set, added or removed.
func (g generated) edited(value map[string]any) map[string]any {
	c := maps.Clone(value)
	data := maps.Clone(c["data"].(map[string]any))
	c["data"] = data
	names := slices.Sorted(maps.Keys(data))
	for range 1 + g.IntN(2) {
		name := names[g.IntN(len(names))]
		switch inner, isMap := data[name].(map[string]any); {
		case g.IntN(8) == 0:
			delete(data, name)
		case g.IntN(6) == 0:
			data["n"+strconv.Itoa(g.IntN(9))] = g.leaf()
		case isMap && len(inner) > 0:
			inner = maps.Clone(inner)
			inner[slices.Sorted(maps.Keys(inner))[0]] = g.leaf()
			data[name] = inner
		default:
			data[name] = g.leaf()
		}
	}
	return c
}

// TestSops merges generated files that the real sops encrypted. What is merged without a
// question decrypts with its code, and holds what a merge of the plaintexts gives.
func TestSops(t *testing.T) {
	v := newVault(t)
	triples := 16
	if n, err := strconv.Atoi(os.Getenv("KRM_MERGE_TRIPLES")); err == nil {
		triples = n
	}
	clean, sealed := 0, 0
	for seed := range triples {
		g := generated{rand.New(rand.NewPCG(uint64(seed), 1))}
		ext := []string{".yaml", ".json"}[seed%2]
		flags := []string{"--age", strings.Join(v.recipients[:1+seed%2], ",")}
		if seed%3 == 0 {
			flags = append(flags, "--encrypted-regex", "^(data|stringData)$")
		}
		config := filepath.Join(v.dir, ".sops.yaml")
		os.Remove(config)
		if seed%5 == 0 {
			flags = nil
			writeFile(t, config, "creation_rules: [{age: '"+v.recipients[0]+"', mac_only_encrypted: true, encrypted_regex: ^data$}]\n")
		}
		original := g.secret()
		updated, dest := g.edited(original), g.edited(original)
		o, u, d := "original"+ext, "updated"+ext, "dest"+ext
		v.encrypt(o, original, flags...)
		v.edit(o, u, updated)
		v.edit(o, d, dest)
		switch seed % 7 {
		case 3:
			v.must("sops", "rotate", "-i", "--add-age", v.recipients[2], u)
		case 4:
			writeFile(t, config, "creation_rules: [{age: '"+v.recipients[0]+","+v.recipients[2]+"'}]\n")
			v.must("sops", "updatekeys", "-y", u)
		}
		before := readFile(t, filepath.Join(v.dir, d))
		out, code := v.run("krm-merge", "merge3", "--original", o, "--updated", u, "--dest", d, "--in-place", "--set", "onConflict=Fail")
		after := readFile(t, filepath.Join(v.dir, d))
		if code != 0 {
			if after != before {
				t.Errorf("%d: exit code %d, and the file changed:\n%s", seed, code, out)
			}
			continue
		}
		clean++
		for name, value := range map[string]any{"po.json": original, "pu.json": updated, "pd.json": dest} {
			v.write(name, value)
		}
		plain := exec.Command(program(), "merge3", "--original", "po.json", "--updated", "pu.json", "--dest", "pd.json")
		plain.Dir = v.dir
		text, err := plain.Output()
		if err != nil {
			t.Fatalf("%d: %v", seed, err)
		}
		var want any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		if got := v.decrypted(d); !reflect.DeepEqual(got, want) {
			t.Errorf("%d: got %v\nwant %v", seed, got, want)
		}
		if after != before && after != readFile(t, filepath.Join(v.dir, u)) {
			sealed++
		}
		v.kept("edited", "po.json", "pu.json", "pd.json")
	}
	t.Logf("%d triples, %d merged without a question, %d of these sealed", triples, clean, sealed)
	if clean < triples/3 || sealed < triples/4 {
		t.Errorf("of %d triples %d are clean and %d sealed: the generator makes too few", triples, clean, sealed)
	}
}

// TestSopsForged: what no key holder made is refused, whoever has it.
func TestSopsForged(t *testing.T) {
	v := newVault(t)
	original := map[string]any{"kind": "Secret", "data": map[string]any{"a": planted + "1", "b": planted + "2", "c": planted + "3"}}
	side := func(name, value string) map[string]any {
		return map[string]any{"kind": "Secret", "data": map[string]any{"a": planted + "1", "b": planted + "2", "c": planted + "3", name: value}}
	}
	v.encrypt("original.yaml", original, "--age", v.recipients[0], "--encrypted-regex", "^data$")
	for name, forge := range map[string]func(text string) string{
		"plain value": func(text string) string { return strings.Replace(text, "kind: Secret", "kind: Other", 1) },
		"swapped": func(text string) string {
			lines := strings.Split(text, "\n")
			a := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, " b: ") })
			b := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, " c: ") })
			va, vb := strings.SplitN(lines[a], ": ", 2), strings.SplitN(lines[b], ": ", 2)
			lines[a], lines[b] = va[0]+": "+vb[1], vb[0]+": "+va[1]
			return strings.Join(lines, "\n")
		},
		"another code": func(text string) string {
			at := strings.Index(text, "mac: ENC[AES256_GCM,data:") + len("mac: ENC[AES256_GCM,data:")
			return text[:at] + "AAAA" + text[at+4:]
		},
	} {
		for _, forged := range []string{"updated.yaml", "dest.yaml"} {
			v.edit("original.yaml", "updated.yaml", side("a", planted+"9"))
			v.edit("original.yaml", "dest.yaml", side("n", planted+"8"))
			path := filepath.Join(v.dir, forged)
			writeFile(t, path, forge(readFile(t, path)))
			out, code := v.run("krm-merge", "merge3", "--original", "original.yaml", "--updated", "updated.yaml", "--dest", "dest.yaml", "--in-place")
			if code == 0 {
				t.Errorf("%s in %s: exit code 0: %s", name, forged, out)
			}
			if out, code := v.run("sops", "decrypt", "dest.yaml"); code == 0 {
				t.Errorf("%s in %s: the result decrypts: %s", name, forged, out)
			}
		}
	}
	v.kept("edited")
}

// secretOf is a Secret with two values.
func secretOf(a, b string) map[string]any {
	return map[string]any{"kind": "Secret", "data": map[string]any{"a": planted + a, "b": planted + b}}
}

// TestSopsGit merges encrypted files by git's driver: in a merge, a rebase and a cherry-pick,
// with the key, and without it, where resolve seals later.
func TestSopsGit(t *testing.T) {
	for _, how := range []string{"merge theirs", "rebase theirs", "cherry-pick theirs"} {
		for _, key := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, key %v", how, key), func(t *testing.T) {
				v := newVault(t)
				v.must("git", "init", "-q", "-b", "main")
				v.must("krm-merge", "git", "install")
				v.encrypt("s.yaml", secretOf("1", "2"), "--age", v.recipients[0])
				commit := func(change map[string]any) {
					if change != nil {
						v.edit("s.yaml", "s.yaml", change)
						os.Remove(filepath.Join(v.dir, "edited"))
					}
					v.must("git", "add", "-A")
					v.must("git", "commit", "-qm", "c")
				}
				commit(nil)
				v.must("git", "checkout", "-qb", "theirs")
				commit(secretOf("9", "2"))
				v.must("git", "checkout", "-q", "main")
				commit(secretOf("1", "8"))
				has := v.key
				if !key {
					v.key = filepath.Join(v.dir, "none")
				}
				out, code := v.run("git", strings.Fields(how)...)
				if (code == 0) != key {
					t.Fatalf("exit code %d: %s", code, out)
				}
				if !key {
					if out, code := v.run("krm-merge", "check"); code != 1 || !strings.Contains(out, "s.yaml") {
						t.Errorf("check: exit code %d: %s", code, out)
					}
					if out, code := v.run("krm-merge", "resolve"); code != 1 || !strings.Contains(out, "s.yaml") {
						t.Errorf("resolve without a key: exit code %d: %s", code, out)
					}
					v.key = has
					v.must("krm-merge", "resolve")
					v.must("krm-merge", "check")
				}
				if got, want := v.decrypted("s.yaml"), any(secretOf("9", "8")); !reflect.DeepEqual(got, want) {
					t.Errorf("got %v, want %v", got, want)
				}
				v.kept()
			})
		}
	}
}

// TestSopsKilled: a merge that is killed while sops seals leaves the file as it was, and no
// plaintext anywhere.
func TestSopsKilled(t *testing.T) {
	v := newVault(t)
	v.encrypt("original.yaml", secretOf("1", "2"), "--age", v.recipients[0], "--encrypted-regex", "^data$")
	v.edit("original.yaml", "updated.yaml", secretOf("9", "2"))
	v.edit("original.yaml", "dest.yaml", secretOf("1", "8"))
	before := readFile(t, filepath.Join(v.dir, "dest.yaml"))
	slow, sealing := t.TempDir(), filepath.Join(t.TempDir(), "sealing")
	found, err := exec.LookPath("sops")
	if err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\n[ \"$1\" != unset ] || { touch '" + sealing + "'; exec sleep 60; }\nexec '" + found + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(slow, "sops"), []byte(script), 0o700); err != nil { //nolint:gosec // It has to run.
		t.Fatal(err)
	}
	cmd := exec.Command("krm-merge", "merge3", "--original", "original.yaml", "--updated", "updated.yaml", "--dest", "dest.yaml", "--in-place")
	cmd.Dir = v.dir
	cmd.Env = append(os.Environ(), "SOPS_AGE_KEY_FILE="+v.key, "TMPDIR="+v.tmp, "PATH="+slow+string(os.PathListSeparator)+os.Getenv("PATH"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 600 {
		if _, err := os.Stat(sealing); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the merge ended before it was killed")
	}
	if after := readFile(t, filepath.Join(v.dir, "dest.yaml")); after != before {
		t.Errorf("the file changed:\n%s", after)
	}
	v.kept("edited")
}
