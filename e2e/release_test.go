package e2e

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWorkflows: what our workflows and those of the examples call is pinned by its
// hash, with the version in a comment, no job has rights that it does not name, and no
// expression is in the text of a shell, where what it gives would be run.
func TestWorkflows(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{".github/workflows/*.yml", "examples/ci/github*.yml", "examples/flux/render.yml"} {
		found, err := filepath.Glob(filepath.Join(repository(t), pattern))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			t.Fatalf("no workflow %s", pattern)
		}
		files = append(files, found...)
	}
	uses := regexp.MustCompile(`(?m)\buses: (.*)$`)
	// Our own action has no commit before its first release.
	pinned := regexp.MustCompile(`^[a-z0-9-]+/[a-z0-9/-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$|^krm-merge/krm-merge/action@v[0-9]+\.[0-9]+\.[0-9]+ # pin the commit of the release$`)
	for _, file := range files {
		text := readFile(t, file)
		for _, m := range uses.FindAllStringSubmatch(text, -1) {
			if !pinned.MatchString(m[1]) {
				t.Errorf("%s: %s is not pinned", file, m[1])
			}
		}
		var workflow struct {
			Permissions map[string]string
			Jobs        map[string]struct{ Steps []struct{ Run string } }
		}
		readYAML(t, file, &workflow)
		if workflow.Permissions == nil {
			t.Errorf("%s: says no permissions, so it has the repository's default ones", file)
		}
		for name, job := range workflow.Jobs {
			for _, step := range job.Steps {
				if strings.Contains(step.Run, "${{") {
					t.Errorf("%s: job %s has an expression in a shell, pass it by env: %s", file, name, step.Run)
				}
			}
		}
		for right, level := range workflow.Permissions {
			if level != "read" {
				t.Errorf("%s: all jobs have %s: %s; give it to the one that needs it", file, right, level)
			}
		}
	}
}

// TestVersion: documents, examples and the definition name one version of the
// image, and none is called latest.
func TestVersion(t *testing.T) {
	t.Parallel()
	root := repository(t)
	image := regexp.MustCompile(`ghcr\.io/krm-merge/krm-merge[:@][A-Za-z0-9.@:-]+`)
	found := map[string][]string{}
	for _, place := range []string{"README.md", "krm-function.yaml", "metadata.yaml", "Kptfile", "docs", "examples"} {
		err := filepath.WalkDir(filepath.Join(root, place), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			for _, name := range image.FindAllString(string(text), -1) {
				if strings.HasSuffix(name, ":vX.Y.Z") {
					continue
				}
				found[name] = append(found[name], path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) != 1 {
		t.Errorf("want one version, found %q", found)
	}
	for name := range found {
		if !regexp.MustCompile(`:v[0-9]+\.[0-9]+\.[0-9]+$`).MatchString(name) {
			t.Errorf("%s names no exact version", name)
		}
	}
}

// TestReleaseFiles: what the release gives the Dockerfile is enough to build the program.
func TestReleaseFiles(t *testing.T) {
	t.Parallel()
	root := repository(t)
	var release struct {
		Images []struct {
			Files []string `yaml:"extra_files"`
		} `yaml:"dockers_v2"`
	}
	readYAML(t, filepath.Join(root, ".goreleaser.yaml"), &release)
	if len(release.Images) != 1 || len(release.Images[0].Files) == 0 {
		t.Fatalf("no files: %+v", release)
	}
	dir := t.TempDir()
	for _, name := range release.Images[0].Files {
		if name == "THIRD_PARTY_NOTICES.md" {
			continue // A hook of the release makes it.
		}
		from, to := filepath.Join(root, name), filepath.Join(dir, name)
		info, err := os.Stat(from)
		if err != nil {
			t.Fatal(err)
		}
		if !info.IsDir() {
			writeFile(t, to, readFile(t, from))
		} else if err = os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-o", filepath.Join(dir, "function"), ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go build: %v\n%s", err, out)
	}
}

// TestReleaseBase: the image of a release is built on the Dockerfile's base, by digest.
func TestReleaseBase(t *testing.T) {
	t.Parallel()
	root := repository(t)
	dockerfile := readFile(t, filepath.Join(root, "Dockerfile"))
	release := readFile(t, filepath.Join(root, ".goreleaser.yaml"))
	base := regexp.MustCompile(`(?m)^ARG GO_IMAGE=(.+)$`).FindStringSubmatch(dockerfile)
	pinned := regexp.MustCompile(`(?m)^ +GO_IMAGE: (.+)@sha256:[0-9a-f]{64}$`).FindStringSubmatch(release)
	if base == nil || pinned == nil || base[1] != pinned[1] {
		t.Errorf("the Dockerfile has %q, the release %q", base, pinned)
	}
}

// TestFloatingTags runs the step that moves vX.Y and vX, with stand-ins for the programs it
// calls: they move to a release unless there is a newer one.
func TestFloatingTags(t *testing.T) {
	t.Parallel()
	var workflow struct {
		Jobs struct {
			Tags struct{ Steps []struct{ Run string } }
		}
	}
	readYAML(t, filepath.Join(repository(t), ".github", "workflows", "publish.yml"), &workflow)
	steps := workflow.Jobs.Tags.Steps
	const stubs = `gh() { printf '%s\n' $RELEASED; }
docker() {
	case $3 in
	create) echo "$5 is $6" >&3 ;;
	inspect) echo sha256:same ;;
	esac
}
exec 3>&1 1>&2
`
	for _, test := range []struct{ tag, released, want string }{
		{"v1.2.3", "v1.2.3 v1.2.2 v0.9.0", "image:v1.2 is image:v1.2.3\nimage:v1 is image:v1.2.3\n"},
		{"v1.2.10", "v1.2.9", "image:v1.2 is image:v1.2.10\nimage:v1 is image:v1.2.10\n"},
		{"v1.2.4", "v1.3.0 v1.2.3", "image:v1.2 is image:v1.2.4\n"},
		{"v1.2.3", "v1.2.4 v10.0.0", ""},
		{"v1.2.3-rc.1", "", "fails"},
	} {
		cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", stubs+steps[len(steps)-1].Run)
		cmd.Env = append(os.Environ(), "IMAGE=image", "GITHUB_REPOSITORY=r", "TAG="+test.tag, "RELEASED="+test.released)
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.Output()
		got := string(out)
		if err != nil {
			got = "fails"
		}
		if got != test.want {
			t.Errorf("%s beside %s: %q, want %q\n%s", test.tag, test.released, got, test.want, errs.String())
		}
	}
}
