package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestCheckLoses: the check of the action fails on both forges where the merge of the host is not valid.
func TestCheckLoses(t *testing.T) {
	t.Parallel()
	action := filepath.Join(repository(t), "action", "run.sh")
	for name, checkOut := range map[string]string{
		"github": "git switch --quiet --detach origin/main && git merge --quiet --no-edit origin/pr",
		"gitlab": "export GITLAB_CI=true CI_API_V4_URL=none CI_PROJECT_ID=1 CI_SERVER_HOST=none CI_PROJECT_PATH=none CI_DEFAULT_BRANCH=main GH_TOKEN=none",
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
`+checkOut+`
krm-merge git check origin/main..origin/pr --report none --report json=../report.json --report sarif=../report.sarif 2>/dev/null || test $? = 1
bash `+action, "MODE=check", "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"), "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main")
			if out, code := ran(t, cmd); code != 1 || !strings.Contains(out, "a.yaml:6  warning  git merges it without a conflict into what is not valid: ") {
				t.Errorf("exit code %d\n%s", code, out)
			}
			if summary := readFile(t, filepath.Join(dir, "summary.md")); !strings.Contains(summary, "1 file changed on both sides: 1 broken by git") {
				t.Error(summary)
			}
			for file, validate := range map[string]func(*testing.T, string){"report.json": validJSON, "report.sarif": validSARIF} {
				validate(t, readFile(t, filepath.Join(dir, file)))
			}
		})
	}
}

// TestAction: all that the action is given goes into its script, and nothing else does; the component for GitLab
// has the same inputs, but for the token.
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
	var component struct {
		Spec struct{ Inputs map[string]any }
	}
	readYAML(t, filepath.Join(repository(t), "action", "gitlab.yml"), &component)
	for name := range action.Inputs {
		if _, is := component.Spec.Inputs[name]; is != (name != "token") {
			t.Errorf("the component has the input %s: %t", name, is)
		}
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
