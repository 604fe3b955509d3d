package e2e

import (
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/golden"
)

// cpTree copies a directory: cptree FROM TO.
func cpTree(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cptree from to")
	}
	ts.Check(os.CopyFS(ts.MkAbs(args[1]), os.DirFS(ts.MkAbs(args[0]))))
}

// sameTree compares two directories file by file and byte by byte:
// [!] sametree GOT WANT.
func sameTree(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: sametree got want")
	}
	got, want := readTree(ts, args[0]), readTree(ts, args[1])
	diff := cmp.Diff(want, got)
	switch {
	case neg && diff == "":
		ts.Fatalf("%s and %s are the same", args[0], args[1])
	case !neg && diff != "":
		ts.Fatalf("%s is not %s (-want +got):\n%s", args[0], args[1], diff)
	}
}

// sameDocs compares two YAML files, or the YAML files of two directories, by
// value: what styles, comments and the order of map keys say does not count.
// samedocs GOT WANT.
func sameDocs(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: samedocs got want")
	}
	got, want := map[string][]any{}, map[string][]any{}
	for name, text := range readTree(ts, args[0]) {
		got[name] = documents(ts, name, text)
	}
	for name, text := range readTree(ts, args[1]) {
		want[name] = documents(ts, name, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		ts.Fatalf("%s is not %s (-want +got):\n%s", args[0], args[1], diff)
	}
}

// readTree reads all files below a directory by their slash-separated paths,
// or a single file under the name "". stdout is the last command's output.
func readTree(ts *testscript.TestScript, name string) map[string]string {
	if name == "stdout" || name == "stderr" {
		return map[string]string{"": ts.ReadFile(name)}
	}
	if info, err := os.Stat(ts.MkAbs(name)); err == nil && !info.IsDir() {
		return map[string]string{"": ts.ReadFile(name)}
	}
	return golden.Read(ts, ts.MkAbs(name))
}

// documents decodes a YAML stream.
func documents(ts *testscript.TestScript, name, text string) []any {
	var docs []any
	decoder := yaml.NewDecoder(bytes.NewReader([]byte(text)))
	for {
		var doc any
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			ts.Fatalf("%s: %v", name, err)
		}
		docs = append(docs, doc)
	}
	return docs
}
