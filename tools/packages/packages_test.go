// Package packages_test upgrades packages that are published, from one release to
// another: as they are, and with edits that people make.
package packages_test

import (
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

var seeds = flag.Uint64("seeds", 1, "how many dests are made from each package by edits")

// profiles are settings under which no null of upstream deletes: conflicts are settled, by
// either side, marked in the files, or the reason to write nothing.
var profiles = []string{"nulls: Changed\n", "profile: Careful\nonConflict: Dest\n", "profile: Careful\n", "profile: Careful\nonConflict: Fail\n"}

// repositories names the directory in which OWNER/NAME are git repositories, bare ones.
const repositories = "KRM_MERGE_REPOSITORIES"

// tree is one version of a package.
type tree = fstest.MapFS

// release reads a directory of a repository as it is at a tag, as an upgrade does.
func release(t *testing.T, repository, tag, directory string) tree {
	t.Helper()
	at := upstream.Location{Repo: repository, Directory: directory, Ref: tag}
	cache, err := upstream.Open(upstream.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	v, err := cache.Resolve(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	read, err := cache.Tree(t.Context(), at, v)
	if err != nil {
		t.Fatal(err)
	}
	files := tree{}
	for _, f := range read.All {
		files[f.Path] = &fstest.MapFile{Data: f.Data, Mode: f.Mode}
	}
	return files
}

// figures are counts of what became of a package.
type figures struct {
	files, unlike, edits, conflicts, lost, refused int
}

// TestPackages upgrades the packages whose repositories are at hand.
func TestPackages(t *testing.T) {
	dir := os.Getenv(repositories)
	if dir == "" {
		t.Skipf("%s is not set: it names a directory with git repositories OWNER/NAME, such as those of upgrades", repositories)
	}
	var all figures
	for _, u := range upgrades {
		repository := filepath.Join(dir, filepath.FromSlash(u.repository))
		for i, tag := range u.tags[1:] {
			name := fmt.Sprintf("| %s `%s` | %s → %s |", u.repository, u.directory, u.tags[i], tag)
			if _, err := os.Stat(repository); err != nil {
				t.Logf("%s is not at hand", u.repository)
				continue
			}
			t.Run(u.repository+"/"+u.directory+"/"+tag, func(t *testing.T) {
				f := check(t, name, release(t, repository, u.tags[i], u.directory), release(t, repository, tag, u.directory), *seeds)
				t.Log(f.row(name))
				all.add(f)
			})
		}
	}
	t.Log(all.row("together"))
}

func (f *figures) add(g figures) {
	f.files += g.files
	f.unlike += g.unlike
	f.edits += g.edits
	f.conflicts += g.conflicts
	f.lost += g.lost
	f.refused += g.refused
}

// row counts what became of a package.
func (f *figures) row(name string) string {
	return fmt.Sprintf("%s %d files | %d its own | %d edits | %d in conflicts | %d lost | %d refused |", name, f.files, f.files-f.unlike, f.edits, f.conflicts, f.lost, f.refused)
}

// check merges a package with a dest that is as original, and with some that people
// edited, under all profiles.
func check(t *testing.T, name string, original, updated tree, seeds uint64) figures {
	f := figures{files: len(updated)}
	hash := fnv.New64a()
	fmt.Fprint(hash, name)
	for _, settings := range profiles {
		opts := options(t, settings)
		v := versions{original, updated, original}
		r, err := v.merge(opts)
		switch {
		case err != nil:
			t.Errorf("%s%v", settings, err)
			f.refused++
		default:
			for _, at := range unlike(r, updated) {
				t.Errorf("%snobody edited %s, and it is not upstream's", settings, at)
				f.unlike++
			}
			for i := range r.Conflicts {
				t.Errorf("%snobody edited it, but there is a conflict: %s %s %s", settings, r.Conflicts[i].Kind, r.Conflicts[i].Subject().Describe(), r.Conflicts[i].Place())
			}
		}
		for seed := range seeds {
			dest, edits := edited(original, rand.New(rand.NewPCG(hash.Sum64(), seed)))
			v := versions{original, updated, dest}
			f.edits += len(edits)
			r, err := v.merge(opts)
			if errors.As(err, new(*files.ConflictsError)) && opts.Policy.Decides() == merge.Fail {
				// Nothing is written, so that all edits stay.
				f.conflicts += len(edits)
				continue
			}
			if err != nil {
				t.Errorf("%sseed %d: %v", settings, seed, err)
				f.refused++
				continue
			}
			for _, e := range edits {
				switch e.fate(r, dest) {
				case isLost:
					t.Errorf("%sseed %d: lost: %s", settings, seed, e)
					f.lost++
				case inConflict:
					f.conflicts++
				case inResult:
				}
			}
		}
	}
	return f
}

// upgrade is a directory of a public repository, and the tags it goes through.
type upgrade struct {
	repository, directory string
	tags                  []string
}

var upgrades = []upgrade{
	{"metallb/metallb", "config", []string{"v0.13.0", "v0.14.3", "v0.16.1"}},
	{"argoproj/argo-rollouts", "manifests", []string{"v1.2.1", "v1.5.0"}},
	{"argoproj/argo-rollouts", "manifests", []string{"v1.6.6", "v1.8.4"}},
	{"antrea-io/antrea", "build/yamls", []string{"v1.5.1", "v1.10.0"}},
	{"antrea-io/antrea", "build/yamls", []string{"v1.13.2", "v2.1.1"}},
	{"volcano-sh/volcano", "installer", []string{"v1.5.1", "v1.9.1", "v1.14.2"}},
	{"cert-manager/cert-manager", "deploy", []string{"v0.14.2", "v1.3.3"}},
	{"cert-manager/cert-manager", "deploy", []string{"v1.13.1", "v1.18.5"}},
	{"istio/istio", "manifests", []string{"1.13.8", "1.18.3"}},
	{"istio/istio", "samples", []string{"1.13.8", "1.18.3"}},
	{"kyverno/kyverno", "definitions", []string{"v1.1.12", "v1.5.1"}},
	{"kyverno/kyverno", "config", []string{"v1.7.2", "v1.9.5"}},
	{"kyverno/kyverno", "charts", []string{"v1.12.0", "v1.14.0"}},
	{"tektoncd/operator", "config", []string{"v0.65.1", "v0.71.0", "v0.77.0"}},
	{"tektoncd/pipeline", "config", []string{"v0.44.2", "v0.53.1"}},
	{"tektoncd/pipeline", "examples", []string{"v0.44.2", "v0.53.1"}},
	{"knative/eventing", "config", []string{"knative-v1.8.2", "knative-v1.13.5"}},
	{"kubernetes-sigs/kueue", "config", []string{"v0.9.0", "v0.13.9", "v0.18.4"}},
	{"open-policy-agent/gatekeeper", "manifest_staging", []string{"v3.13.0", "v3.18.0"}},
	{"open-policy-agent/gatekeeper", "config", []string{"v3.8.1", "v3.13.0"}},
	{"GoogleCloudPlatform/anthos-service-mesh-packages", "asm", []string{"1.11.2-asm.17+config1", "1.14.1-asm.3+config4", "1.18.7-asm.21+config1"}},
	{"kubernetes-sigs/aws-load-balancer-controller", "config", []string{"v2.5.3", "v2.8.1"}},
	{"percona/percona-server-mongodb-operator", "deploy", []string{"v1.16.0", "v1.18.0"}},
	{"karmada-io/karmada", "artifacts", []string{"v1.7.2", "v1.12.3"}},
	{"kedacore/keda", "config", []string{"v2.12.1", "v2.17.3"}},
	{"NVIDIA/gpu-operator", "deployments", []string{"v23.9.2", "v25.3.0"}},
	{"kubernetes-sigs/kubebuilder", "testdata", []string{"v3.10.0", "v4.0.0"}},
}

// TestShapes upgrades packages of few files, each of a shape that published ones have.
func TestShapes(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, name string, archive *txtar.Archive) {
		versions := map[string]tree{"original": {}, "updated": {}}
		for _, f := range archive.Files {
			version, path, _ := strings.Cut(f.Name, "/")
			versions[version][path] = &fstest.MapFile{Data: f.Data, Mode: 0o644}
		}
		seeds := uint64(3)
		if testing.Short() {
			seeds = 1
		}
		if f := check(t, name, versions["original"], versions["updated"], seeds); f.edits == 0 {
			t.Error("nothing was edited")
		}
	})
}
