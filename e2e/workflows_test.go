package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/need"
)

// TestUpgradeCommits runs what the workflows of examples/ci do up to the commit, as it
// is written there: all that the merge changed, added and deleted is in it, and
// nothing else.
func TestUpgradeCommits(t *testing.T) {
	t.Parallel()
	root := repository(t)
	var github struct {
		Jobs struct {
			Upgrade struct{ Steps []struct{ Name, Run string } }
		}
	}
	var gitlab struct {
		Job struct{ Script []string } `yaml:"upgrade packages"`
	}
	readYAML(t, filepath.Join(root, "examples", "ci", "github.yml"), &github)
	readYAML(t, filepath.Join(root, "examples", "ci", "gitlab.yml"), &gitlab)
	steps := github.Jobs.Upgrade.Steps
	for name, written := range map[string]string{
		"github": steps[len(steps)-2].Run + steps[len(steps)-1].Run,
		"gitlab": strings.Join(gitlab.Job.Script[1:], "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			commands, _, pushes := strings.Cut(written, "git push")
			if !pushes {
				t.Fatalf("nothing is pushed:\n%s", written)
			}
			dir := t.TempDir()
			if err := os.CopyFS(filepath.Join(dir, "repository"), os.DirFS(filepath.Join(root, "examples", "ci"))); err != nil {
				t.Fatal(err)
			}
			script := `cd repository
UPSTREAM=$(dirname "$PWD")/upstream
bash .expected/upstream.sh "$UPSTREAM"
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="url.$UPSTREAM.insteadOf" GIT_CONFIG_VALUE_0=https://git.example.com/packages
git init --quiet
git add --all
git commit --quiet --message before
git remote add origin "$UPSTREAM"
` + commands + `
git show --format= --name-status HEAD >&3
`
			// What comes in on the third descriptor is what the test wants to know.
			cmd := inShell(t, dir, "exec 3>commit; "+script,
				"RUNNER_TEMP="+dir, "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "PACKAGE=vendor/shop", "GITLAB_USER_NAME=a", "GITLAB_USER_EMAIL=a@example.com")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			got := readFile(t, filepath.Join(dir, "commit"))
			want := "M\tvendor/shop/Kptfile\nA\tvendor/shop/limits.yaml\nM\tvendor/shop/settings.yaml\n"
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the commit (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCheckLoses runs what the workflows of examples/ci say of a pull request, as it is
// written there: the merge of the host repeats a key, and that fails.
func TestCheckLoses(t *testing.T) {
	t.Parallel()
	root := repository(t)
	var github struct {
		Jobs struct {
			Check struct{ Steps []struct{ Run string } }
		}
	}
	var gitlab struct{ Check struct{ Script []string } }
	readYAML(t, filepath.Join(root, "examples", "ci", "github-check.yml"), &github)
	readYAML(t, filepath.Join(root, "examples", "ci", "gitlab.yml"), &gitlab)
	steps, script := github.Jobs.Check.Steps, gitlab.Check.Script
	for name, test := range map[string]struct{ checkOut, run string }{
		"github": {"git switch --quiet --detach origin/main && git merge --quiet --no-edit origin/pr", steps[len(steps)-1].Run},
		"gitlab": {"", strings.Join(script[2:], "\n")},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			cmd := inShell(t, dir, `git init --quiet -b main upstream
cd upstream
printf 'a: 1\nb: 1\nc: 1\nd: 1\n' >a.yaml
git add . && git commit --quiet -m base
git switch --quiet -c pr
printf 'a: 1\nb: 1\nc: 1\nd: 1\nnew: 1\n' >a.yaml
git commit --quiet -am pr
git switch --quiet main
printf 'new: 1\na: 1\nb: 1\nc: 1\nd: 1\n' >a.yaml
git commit --quiet -am main
git clone --quiet . ../clone
cd ../clone
git switch --quiet --detach origin/pr
`+test.checkOut+`
krm-merge git check origin/main..origin/pr --report none --report json=../report.json --report sarif=../report.sarif 2>/dev/null || test $? = 1
`+test.run, "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"), "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main")
			out, err := cmd.CombinedOutput()
			if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "a.yaml:6  warning  git merges it without a conflict into what is not valid: ") {
				t.Errorf("%v\n%s", err, out)
			}
			summary, err := os.ReadFile(filepath.Join(dir, "summary.md"))
			if name == "github" && (err != nil || !strings.Contains(string(summary), "1 file changed on both sides: 1 broken by git")) {
				t.Errorf("%v\n%s", err, summary)
			}
			for file, validate := range map[string]func(*testing.T, string){"report.json": validJSON, "report.sarif": validSARIF} {
				validate(t, readFile(t, filepath.Join(dir, file)))
			}
		})
	}
}

// TestMergeRequests runs what examples/ci has GitLab do with merge requests that conflict, with a
// fake of curl: one is merged and pushed, the other has a note.
func TestMergeRequests(t *testing.T) {
	t.Parallel()
	need.Program(t, "jq")
	var gitlab struct {
		Job struct{ Script []string } `yaml:"merge requests"`
	}
	readYAML(t, filepath.Join(repository(t), "examples", "ci", "gitlab.yml"), &gitlab)
	dir := t.TempDir()
	fake := `#!/bin/sh
for url; do :; done
case "$url" in
*state=opened*) echo '[{"iid": 1, "target_branch": "main", "source_branch": "one", "source_project_id": 7, "target_project_id": 7, "has_conflicts": true},
  {"iid": 2, "target_branch": "main", "source_branch": "two", "source_project_id": 7, "target_project_id": 7, "has_conflicts": true},
  {"iid": 3, "has_conflicts": false}]' ;;
*/user) echo '{"id": 5}' ;;
*/notes\?*) echo '[{"id": 1, "author": {"id": 6}, "body": "<!-- krm-merge -->"}]' ;;
*/2/notes) cp /tmp/note.md "$DIR/posted.md" ;;
*) exit 9 ;;
esac
`
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "bin"), 0o755), os.WriteFile(filepath.Join(dir, "bin", "curl"), []byte(fake), 0o755)); err != nil {
		t.Fatal(err)
	}
	script := strings.ReplaceAll(strings.Join(gitlab.Job.Script, "\n"), "/tmp/", dir+"/")
	cmd := inShell(t, dir, `PATH=$DIR/bin:$PATH
sed -i "s#/tmp/#$DIR/#" bin/curl
git init --quiet -b main origin
cd origin
commit() { printf "$2" >a.yaml; git add .; git commit --quiet -m "$1"; }
commit base 'a: 1\nb: 1\n'
git switch --quiet -c one && commit one 'a: 2\nb: 1\n' && git update-ref refs/merge-requests/1/head HEAD
git switch --quiet -c two main && commit two 'a: 1\nb: 2\n' && git update-ref refs/merge-requests/2/head HEAD
git switch --quiet main && commit main 'new: 1\na: 1\nb: 3\n'
git clone --quiet . ../clone
cd ../clone
git config "url.$DIR/origin.insteadOf" https://token:secret@gitlab.example.com/a/b.git
`+script+`
git -C ../origin show one:a.yaml`,
		"DIR="+dir, "GITLAB_USER_NAME=a", "GITLAB_USER_EMAIL=a@example.com", "UPGRADE_TOKEN=secret", "CI_SERVER_HOST=gitlab.example.com",
		"CI_PROJECT_PATH=a/b", "CI_PROJECT_ID=7", "CI_API_V4_URL=https://gitlab.example.com/api/v4")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "new: 1\na: 2\nb: 3\n") {
		t.Fatalf("%v\n%s", err, out)
	}
	note, err := os.ReadFile(filepath.Join(dir, "posted.md"))
	if err != nil || !strings.Contains(string(note), "| `a.yaml:2`<br>`b` | `1` | `3` | `2` |") {
		t.Errorf("%v\n%s", err, note)
	}
}

// TestAction: all that the action is given goes into its script, and nothing else does.
func TestAction(t *testing.T) {
	var action struct {
		Inputs map[string]struct{ Description, Default string }
		Runs   struct {
			Using string
			Steps []struct{ Env map[string]string }
		}
	}
	readYAML(t, filepath.Join(repository(t), "action", "action.yml"), &action)
	env := action.Runs.Steps[0].Env
	script, err := os.ReadFile(filepath.Join(repository(t), "action", "run.sh"))
	if err != nil || action.Runs.Using != "composite" || len(env) != len(action.Inputs) {
		t.Fatalf("%v: %+v", err, action)
	}
	for name, value := range env {
		input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
		if _, is := action.Inputs[input]; !is || name != "GH_TOKEN" && !strings.Contains(string(script), "$"+name) {
			t.Errorf("%s: %s", name, value)
		}
	}
}

func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(readFile(t, name)), into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
