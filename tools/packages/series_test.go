package packages_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/cli"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// series are packages in five versions each.
var series = []upgrade{
	{"metallb/metallb", "config", []string{"v0.13.0", "v0.13.5", "v0.13.10", "v0.14.3", "v0.14.9"}},
	{"argoproj/argo-rollouts", "manifests", []string{"v1.2.1", "v1.4.0", "v1.5.0", "v1.6.6", "v1.8.3"}},
	{"kyverno/kyverno", "charts", []string{"v1.10.0", "v1.11.0", "v1.12.0", "v1.13.0", "v1.14.0"}},
	{"tektoncd/operator", "config", []string{"v0.65.1", "v0.68.0", "v0.71.0", "v0.74.0", "v0.77.0"}},
	{"kubernetes-sigs/kueue", "config", []string{"v0.9.0", "v0.10.0", "v0.11.0", "v0.12.0", "v0.13.0"}},
	{"open-policy-agent/gatekeeper", "manifest_staging", []string{"v3.13.0", "v3.14.0", "v3.15.0", "v3.16.0", "v3.18.0"}},
	{"percona/percona-server-mongodb-operator", "deploy", []string{"v1.14.0", "v1.15.0", "v1.16.0", "v1.17.0", "v1.18.0"}},
	{"knative/eventing", "config", []string{"knative-v1.8.2", "knative-v1.10.0", "knative-v1.11.0", "knative-v1.12.0", "knative-v1.13.5"}},
	// Those in front are the ones that TestCustomised measures.
	{"volcano-sh/volcano", "installer", []string{"v1.5.1", "v1.7.0", "v1.8.2", "v1.9.0", "v1.10.0"}},
	{"cert-manager/cert-manager", "deploy", []string{"v1.9.1", "v1.11.0", "v1.13.1", "v1.15.0", "v1.18.2"}},
	{"istio/istio", "manifests", []string{"1.13.8", "1.14.5", "1.16.0", "1.17.2", "1.18.3"}},
	{"istio/istio", "samples", []string{"1.13.8", "1.14.5", "1.16.0", "1.17.2", "1.18.3"}},
	{"kyverno/kyverno", "config", []string{"v1.7.2", "v1.8.0", "v1.9.5", "v1.10.0", "v1.11.0"}},
	{"kubernetes-sigs/kueue", "charts", []string{"v0.9.0", "v0.10.0", "v0.11.0", "v0.12.0", "v0.13.0"}},
	{"open-policy-agent/gatekeeper", "config", []string{"v3.8.1", "v3.10.0", "v3.11.0", "v3.12.0", "v3.13.0"}},
	{"GoogleCloudPlatform/anthos-service-mesh-packages", "asm", []string{"1.11.2-asm.17+config1", "1.12.0-asm.4+config1", "1.13.9-asm.10+config1", "1.14.1-asm.3+config4", "1.18.7-asm.21+config1"}},
	{"kubernetes-sigs/aws-load-balancer-controller", "config", []string{"v2.4.0", "v2.5.3", "v2.6.0", "v2.7.0", "v2.8.1"}},
	{"percona/percona-xtradb-cluster-operator", "deploy", []string{"v1.11.0", "v1.12.0", "v1.13.0", "v1.14.0", "v1.15.0"}},
	{"NVIDIA/gpu-operator", "deployments", []string{"v23.6.0", "v23.9.0", "v23.9.2", "v24.3.0", "v25.3.0"}},
	{"kubernetes/kube-state-metrics", "examples", []string{"v2.6.0", "v2.8.0", "v2.9.0", "v2.10.0", "v2.12.0"}},
}

// measured is how many of them TestCustomised measures.
const measured = 8

// customised are the edits that it makes, by the names of kinds.
var customised = []string{"an image mirrored", "replicas", "resources", "a variable added", "a label"}

var variable = regexp.MustCompile(`(?m)^( *- name: [A-Z][A-Z_]+\n *value: )"?[\w.:/-]+"?$`)

// taken is a package that krm-merge took into a directory, customised as people do.
type taken struct {
	*testing.T
	dir   string
	edits []*edit
	// gone are the file and the directory that were deleted.
	gone []string
}

// run runs krm-merge in the directory around the package, and gives what it says.
func (p *taken) run(want []int, args ...string) string {
	p.Helper()
	p.Chdir(filepath.Dir(p.dir))
	var said bytes.Buffer
	if code := cli.Main(args, strings.NewReader(""), &said, &said, cli.About{}); !slices.Contains(want, code) {
		p.Fatalf("krm-merge %q: %d\n%s", args, code, said.String())
	}
	return said.String()
}

// files are those of the package, but for what krm-merge keeps in it.
func (p *taken) files() tree {
	p.Helper()
	all := golden.Files(golden.Read(p, p.dir))
	maps.DeleteFunc(all, func(name string, f *fstest.MapFile) bool {
		return !f.Mode.IsRegular() || path.Base(name) == decisions.FileName || name == kptfile.Name
	})
	return all
}

// take takes the first version of a package and customises it.
func take(t *testing.T, u *upgrade) *taken {
	t.Helper()
	repository := filepath.Join(os.Getenv(repositories), filepath.FromSlash(u.repository))
	if _, err := os.Stat(repository); os.Getenv(repositories) == "" || err != nil {
		t.Skipf("%s names no directory with the git repository %s", repositories, u.repository)
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p := &taken{T: t, dir: filepath.Join(t.TempDir(), "p")}
	p.run([]int{0}, "get", filepath.Join(repository, filepath.FromSlash(u.directory))+"@"+u.tags[0], "p")
	p.customise(rand.New(rand.NewPCG(1, 1)))
	return p
}

// customise makes the edits.
func (p *taken) customise(r *rand.Rand) {
	before := p.files()
	now := maps.Clone(before)
	paths := slices.Sorted(maps.Keys(before))
	paths = slices.DeleteFunc(paths, func(name string) bool { return path.Ext(name) != ".yaml" && path.Ext(name) != ".yml" })
	edited := map[string]bool{}
	try := func(name string, at *regexp.Regexp, to, mark string) {
		number := fmt.Sprint(100 + len(p.edits))
		for _, i := range r.Perm(len(paths)) {
			if change(now, paths[i], at, strings.ReplaceAll(to, "§", number), r) {
				p.edits = append(p.edits, &edit{kind: name, path: paths[i], mark: strings.ReplaceAll(mark, "§", number)})
				edited[paths[i]] = true
				return
			}
		}
	}
	for _, kind := range kinds {
		if slices.Contains(customised, kind.name) {
			try(kind.name, kind.at, kind.to, kind.mark)
		}
	}
	try("a value of a variable", variable, `${1}"local-§"`, "local-§")
	// A file and a directory without an edit.
	for _, i := range r.Perm(len(paths)) {
		name, dir := paths[i], path.Dir(paths[i])
		within := func(other string) bool { return strings.HasPrefix(other, dir+"/") }
		switch {
		case edited[name] || slices.ContainsFunc(p.gone, func(gone string) bool { return strings.HasPrefix(name, gone) }):
		case len(p.gone) == 0:
			p.gone = append(p.gone, name)
		case len(p.gone) == 1 && dir != "." && !slices.ContainsFunc(slices.Collect(maps.Keys(edited)), within) && !within(p.gone[0]):
			p.gone = append(p.gone, dir+"/")
		}
	}
	for name, f := range now {
		var err error
		if slices.ContainsFunc(p.gone, func(gone string) bool { return strings.HasPrefix(name, gone) }) {
			err = os.Remove(filepath.Join(p.dir, name))
		} else if !bytes.Equal(f.Data, before[name].Data) {
			err = os.WriteFile(filepath.Join(p.dir, name), f.Data, 0o600)
		}
		if err != nil {
			p.Fatal(err)
		}
	}
}

// questions are the open ones.
func (p *taken) questions() *resolve.Session {
	p.Helper()
	names := slices.Sorted(maps.Keys(p.files()))
	s, err := resolve.Open(os.DirFS(p.dir), append(names, decisions.FileName))
	if err != nil {
		p.Fatal(err)
	}
	return s
}

// asks are the questions, and the values with each of them answered for dest, by their places.
func (p *taken) asks() (questions, values map[string]string) {
	p.Helper()
	s, now := p.questions(), p.files()
	s.Remember = false
	questions, values = map[string]string{}, map[string]string{}
	for all := s.Questions(); len(all) > 0; all = s.Questions() {
		q := all[0]
		at := strings.Join([]string{q.File, q.Resource.String(), q.Path}, " ")
		questions[at] = q.Conflict
		for _, n := range []*yaml.Node{q.Original, q.Updated, q.Dest} {
			questions[at] += " " + merge.Digest(n)
		}
		if err := s.Answer(q, resolve.Yours, nil); err != nil {
			p.Fatal(err)
		}
	}
	changed, err := s.Changed()
	if err != nil {
		p.Fatal(err)
	}
	for _, f := range changed {
		now[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	for name, f := range now {
		values[name] = string(f.Data)
		if docs, err := source.Parse(f.Data); err == nil && len(f.Data) > 0 {
			values[name] = ""
			for _, doc := range docs {
				values[name] += merge.Digest(node.Root(doc)) + " "
			}
		}
	}
	return questions, values
}

// TestOpenQuestions upgrades packages through five versions with no question answered: that asks
// and gives what one upgrade from the first to the last does.
func TestOpenQuestions(t *testing.T) {
	packages, alike, asked, same, held, files := 0, 0, 0, 0, 0, 0
	for i := range series {
		u := &series[i]
		t.Run(u.repository+"/"+u.directory, func(t *testing.T) {
			var questions, values [2]map[string]string
			for n, tags := range [][]string{u.tags[4:], u.tags[1:]} {
				p := take(t, u)
				for _, tag := range tags {
					p.run([]int{0, 1}, "upgrade", "p", "--to", tag, "-q")
				}
				questions[n], values[n] = p.asks()
			}
			unlike := 0
			for at, q := range questions[0] {
				if asked++; questions[1][at] == q {
					same++
				} else {
					unlike++
					t.Logf("in one step is asked %s: %s\nin four: %s", at, q, questions[1][at])
				}
			}
			for at, q := range questions[1] {
				if questions[0][at] == "" {
					unlike++
					t.Logf("in four steps alone is asked %s: %s", at, q)
				}
			}
			for name, value := range values[0] {
				if files++; values[1][name] == value {
					held++
				} else {
					unlike++
					t.Logf("%s has other values", name)
				}
			}
			if packages++; unlike == 0 {
				alike++
			}
		})
	}
	t.Logf("%d packages, %d alike in all; of %d questions %d are the same, of %d files %d have the same values", packages, alike, asked, same, files, held)
}

// has reports whether a tree has something in a directory, or a file.
func has(t tree, name string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(t)), func(file string) bool { return strings.HasPrefix(file, name) })
}

// resources are the kinds and names of the resources in a tree.
func resources(t tree) map[string]bool {
	found := map[string]bool{}
	for _, f := range t {
		all, _ := metas(f.Data)
		for _, m := range all {
			found[m.Kind+" "+m.Name] = true
		}
	}
	return found
}

// unlikeLines is how many lines of two texts are not in both.
func unlikeLines(a, b []byte) int {
	x, y := strings.SplitAfter(string(a), "\n"), strings.SplitAfter(string(b), "\n")
	return len(x) + len(y) - 2*len(diff.Match(x, y))
}

// byLines is git's merge of a file, with dest's lines where both sides changed the same ones.
func byLines(t *testing.T, original, updated, dest []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	golden.Write(t, dir, map[string]string{"dest": string(dest), "original": string(original), "updated": string(updated)})
	out, err := exec.Command("git", "-C", dir, "merge-file", "-p", "--ours", "dest", "original", "updated").Output()
	if failed := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &failed) || failed.ExitCode() > 127) {
		t.Fatal(err)
	}
	return out
}

// TestCustomised upgrades packages with edits over three versions, each with all questions answered
// for dest, and counts what people see of it.
func TestCustomised(t *testing.T) {
	t.Log("package | edits | lost | fragments | questions | lines of report | lines unlike upstream's beyond the edits: krm-merge, git | seconds")
	for i := range series[:measured] {
		u := &series[i]
		t.Run(u.repository, func(t *testing.T) {
			p := take(t, u)
			repository := filepath.Join(os.Getenv(repositories), filepath.FromSlash(u.repository))
			was := release(t, repository, u.tags[0], u.directory)
			own, size := p.files(), map[string]int{}
			for name, f := range own {
				if was[name] != nil && !bytes.Equal(f.Data, was[name].Data) {
					size[name] = unlikeLines(f.Data, was[name].Data)
				}
			}
			lost, fragments, questions, lines, ours, gits := 0, 0, 0, 0, 0, 0
			var took time.Duration
			for _, tag := range u.tags[1:4] {
				before := p.files()
				had := resources(before)
				// What upstream moved there is here again, and so is a directory that has some of it.
				left := slices.DeleteFunc(slices.Clone(p.gone), func(gone string) bool { return has(before, gone) })
				began := time.Now()
				said := p.run([]int{0, 1}, "upgrade", "p", "--to", tag)
				took += time.Since(began)
				lines += strings.Count(said, "\n")
				questions += len(p.questions().Questions())
				if strings.Contains(said, "krm-merge resolve") {
					p.run([]int{0}, "resolve", "p", "--take", "yours")
				}
				is := release(t, repository, tag, u.directory)
				now := p.files()
				for _, e := range p.edits {
					if !slices.ContainsFunc(slices.Collect(maps.Values(now)), func(f *fstest.MapFile) bool { return bytes.Contains(f.Data, []byte(e.mark)) }) {
						t.Errorf("%s: lost: %s", tag, e)
						lost++
					}
				}
				for name, f := range now {
					all, _ := metas(f.Data)
					moved := len(all) > 0 && !slices.ContainsFunc(all, func(m resource.Meta) bool { return !had[m.Kind+" "+m.Name] })
					if !moved && slices.ContainsFunc(left, func(gone string) bool { return strings.HasPrefix(name, gone) }) {
						t.Errorf("%s: %s came back", tag, name)
						fragments++
					}
				}
				for name, edited := range size {
					if was[name] == nil || is[name] == nil || own[name] == nil || now[name] == nil {
						continue
					}
					own[name] = &fstest.MapFile{Data: byLines(t, was[name].Data, is[name].Data, own[name].Data)}
					mine, git := unlikeLines(now[name].Data, is[name].Data)-edited, unlikeLines(own[name].Data, is[name].Data)-edited
					if ours, gits = ours+max(0, mine), gits+max(0, git); mine > max(0, git) {
						t.Logf("%s: %s is unlike upstream's in %d lines, git's in %d", tag, name, mine, git)
					}
				}
				was = is
			}
			t.Logf("| %s `%s` | %d | %d | %d | %d | %d | %d, %d | %.1f |", u.repository, u.directory, len(p.edits)+len(p.gone), lost, fragments, questions, lines, ours, gits, took.Seconds())
			if ours > gits {
				t.Errorf("%d lines are unlike upstream's, of git's merge %d", ours, gits)
			}
		})
	}
}
