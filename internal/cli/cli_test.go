package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/cli"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/need"
	"github.com/krm-merge/krm-merge/merge/resource"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"krm-merge": func() {
			os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, cli.About{}))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("KRM_MERGE_UPDATE") != "",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exitcode": exitCode,
		},
		Condition: func(name string) (bool, error) {
			since, known := map[string]int{"zdiff3": 35}[name]
			if !known {
				return false, fmt.Errorf("unknown condition %s", name)
			}
			return need.Git(2, since), nil
		},
	})
}

// TestOverview: the help without a command is read at once, on half of a large screen.
func TestOverview(t *testing.T) {
	var help bytes.Buffer
	if code := cli.Main([]string{"--help"}, nil, &help, os.Stderr, cli.About{}); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	lines := strings.Split(strings.TrimSpace(help.String()), "\n")
	if len(lines) < 20 || len(lines) > 40 {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		if len(line) > 96 {
			t.Errorf("long line: %s", line)
		}
	}
}

// TestHelpConfiguration: the configuration that the help shows is valid, and as it
// shows the defaults, it is the defaults.
func TestHelpConfiguration(t *testing.T) {
	var help bytes.Buffer
	if code := cli.Main([]string{"help", "configuration"}, nil, &help, os.Stderr, cli.About{}); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	_, shown, _ := strings.Cut(help.String(), "defaults are:\n\n")
	shown, _, _ = strings.Cut(shown, "\n\n")
	got, err := fn.ParseConfig(golden.Document(t, shown), "help")
	if err != nil {
		t.Fatalf("%v in\n%s", err, shown)
	}
	if len(got.Keys) != 1 || len(got.Rules) != 1 || got.Strategy != resource.ThreeWay {
		t.Errorf("keys: %v, rules: %v, strategy: %v", got.Keys, got.Rules, got.Strategy)
	}
	got.Keys, got.Rules, got.Strategy = nil, nil, resource.StrategyDefault
	for i := range got.Sources {
		got.Sources[i].Path = ""
	}
	if diff := cmp.Diff(&fn.Config{}, got); diff != "" {
		t.Errorf("not the defaults (-want +got):\n%s", diff)
	}
}

// exitCode runs a program and checks its exit code: exitcode 2 krm-merge …
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode code program args...")
	}
	code := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		code = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}
