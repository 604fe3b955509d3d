package e2e

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/krm-merge/krm-merge/internal/golden"
)

// TestHelm runs the scripts of testdata/helm with the real helm 3 and 4, against a chart
// repository and a registry on the loopback.
func TestHelm(t *testing.T) {
	root := repository(t)
	for _, helm := range []string{"helm3", "helm4"} {
		t.Run(helm, func(t *testing.T) {
			dir := filepath.Join(root, "bin", helm)
			if ok, err := have("helm", dir); err != nil || !ok {
				if required() {
					t.Fatalf("%s is not in bin", helm)
				}
				t.Skip(helm + " is not installed")
			}
			site := published()
			server := httptest.NewServer(site)
			t.Cleanup(server.Close)
			testscript.Run(t, testscript.Params{
				Dir:                 filepath.Join("testdata", "helm"),
				RequireExplicitExec: true,
				Cmds:                map[string]func(ts *testscript.TestScript, neg bool, args []string){"publish": site.publish, "asked": site.wasAsked},
				UpdateScripts:       os.Getenv("KRM_MERGE_E2E_UPDATE") != "",
				Setup: func(env *testscript.Env) error {
					env.Setenv("PATH", strings.Join([]string{dir, bin, os.Getenv("PATH")}, string(os.PathListSeparator)))
					env.Setenv("WITHOUT", strings.Join([]string{bin, "/usr/bin", "/bin"}, string(os.PathListSeparator)))
					env.Setenv("HOME", filepath.Join(env.WorkDir, ".home"))
					env.Setenv("URL", server.URL)
					env.Setenv("PORT", server.URL[strings.LastIndex(server.URL, ":")+1:])
					env.Setenv("REGISTRY", "oci://"+strings.TrimPrefix(server.URL, "http://"))
					return os.Mkdir(filepath.Join(env.WorkDir, ".home"), 0o755)
				},
			})
		})
	}
}

// shop is a version of a chart, packed. A file that lies outside of the chart may come along.
func shop(version, image string, more ...string) []byte {
	return golden.Packed(append([]string{
		"shop/Chart.yaml apiVersion: v2\nname: shop\nversion: " + version + "\n",
		"shop/values.yaml replicas: 1\nimage: " + image + "\n",
		"shop/templates/deployment.yaml kind: Deployment\nspec:\n  replicas: {{ .Values.replicas }}\n  image: {{ .Values.image }}\n",
	}, more...)...)
}

func digestOf(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

// site is a server of chart repositories, which counts what it is asked for.
type site struct {
	mux   *http.ServeMux
	mu    sync.Mutex
	asked map[string]int
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked[r.URL.Path]++
	s.mu.Unlock()
	user, password, _ := r.BasicAuth()
	if strings.Contains(r.URL.Path, "/private/") && user+password != "mes3cret" {
		w.Header().Set("WWW-Authenticate", `Basic realm="charts"`)
		http.Error(w, "no", http.StatusUnauthorized)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/v2/lies/shop/blobs/") {
		_, _ = w.Write([]byte("another one"))
		return
	}
	s.mux.ServeHTTP(w, r)
}

// wasAsked is a command of scripts: asked PATH N fails unless that path was asked for N times.
func (s *site) wasAsked(ts *testscript.TestScript, _ bool, args []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if got := fmt.Sprint(s.asked[args[0]]); got != args[1] {
		ts.Fatalf("%s was asked for %s times, want %s", args[0], got, args[1])
	}
}

// publish is a command of scripts: publish REPO TAG=DIR… serves the charts in directories, which have one
// name, at versions.
func (s *site) publish(ts *testscript.TestScript, _ bool, args []string) {
	has, name := map[string][]byte{}, ""
	for _, arg := range args[1:] {
		tag, dir, _ := strings.Cut(arg, "=")
		dir = ts.MkAbs(dir)
		name, _, _ = strings.Cut(filepath.Base(dir), "-")
		var entries []string
		ts.Check(filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			below, err := filepath.Rel(dir, file)
			entries = append(entries, path.Join(name, filepath.ToSlash(below))+" "+ts.ReadFile(file))
			return err
		}))
		has[tag] = golden.Packed(entries...)
	}
	serveIndex(s.mux, args[0], name, has, has)
	serveRegistry(s.mux, args[0]+"/"+name, has)
}

// published is a server of chart repositories and, below /v2/, of a registry that has the same.
// Each has one chart, shop.
func published() *site {
	charts := map[string][]byte{"1.0.0": shop("1.0.0", "shop:1"), "1.1.0": shop("1.1.0", "shop:2"), "2.0.0": shop("2.0.0", "shop:3"), "2.1.0-rc.1": shop("2.1.0-rc.1", "shop:4")}
	again := map[string][]byte{"1.0.0": shop("1.0.0", "evil:1"), "2.0.0": charts["2.0.0"]}
	hostile := map[string][]byte{"1.0.0": shop("1.0.0", "a", "shop/../../out out")}
	shipped := map[string][]byte{}
	for _, version := range []string{"1.0.0", "2.0.0"} {
		shipped[version] = shop(version, "shop:"+version, "shop/krm-merge.yaml apiVersion: fn.kpt.dev/v1alpha1\nkind: Merge\nmetadata:\n  name: a\n  annotations:\n    config.kubernetes.io/local-config: \"true\"\nspec:\n  check: touch ran\n")
	}
	mux := http.NewServeMux()
	for name, has := range map[string]map[string][]byte{"charts": charts, "private": charts, "again": again, "hostile": hostile, "shipped": shipped} {
		serveIndex(mux, name, "shop", has, has)
		serveRegistry(mux, name+"/shop", has)
	}
	// What its index says is not what it gives.
	serveIndex(mux, "lies", "shop", charts, again)
	serveRegistry(mux, "lies/shop", charts)
	for _, hangs := range []string{"/hang/", "/v2/hang/"} {
		mux.HandleFunc(hangs, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	}
	mux.HandleFunc("/v2/{$}", func(http.ResponseWriter, *http.Request) {})
	return &site{mux: mux, asked: map[string]int{}}
}

// serveIndex serves charts over HTTP, with an index of what it is said to have.
func serveIndex(mux *http.ServeMux, name, chart string, said, has map[string][]byte) {
	index := "apiVersion: v1\nentries:\n  " + chart + ":\n"
	for version, data := range said {
		index += fmt.Sprintf("  - {name: %s, version: %s, digest: %s, urls: [%[1]s-%[2]s.tgz]}\n", chart, version, strings.TrimPrefix(digestOf(data), "sha256:"))
	}
	mux.HandleFunc("/"+name+"/index.yaml", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, index) })
	for version, data := range has {
		mux.HandleFunc("/"+name+"/"+chart+"-"+version+".tgz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(data) })
	}
}

// serveRegistry serves a chart as one of OCI does, to read only.
func serveRegistry(mux *http.ServeMux, name string, has map[string][]byte) {
	type descriptor struct {
		MediaType string `json:"mediaType"`
		Digest    string `json:"digest"`
		Size      int    `json:"size"`
	}
	serve := func(kind, ref, mediaType string, data []byte) {
		mux.HandleFunc(path.Join("/v2", name, kind, ref), func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", mediaType)
			w.Header().Set("Docker-Content-Digest", digestOf(data))
			_, _ = w.Write(data)
		})
	}
	blob := func(mediaType string, data []byte) descriptor {
		serve("blobs", digestOf(data), mediaType, data)
		return descriptor{mediaType, digestOf(data), len(data)}
	}
	const manifests = "application/vnd.oci.image.manifest.v1+json"
	var tags []string
	for version, data := range has {
		tags = append(tags, version)
		manifest, err := json.Marshal(map[string]any{
			"schemaVersion": 2, "mediaType": manifests,
			"config": blob("application/vnd.cncf.helm.config.v1+json", []byte(`{"name":"shop","version":"`+version+`"}`)),
			"layers": []descriptor{blob("application/vnd.cncf.helm.chart.content.v1.tar+gzip", data)},
		})
		if err != nil {
			panic(err)
		}
		serve("manifests", version, manifests, manifest)
		serve("manifests", digestOf(manifest), manifests, manifest)
	}
	list, err := json.Marshal(map[string]any{"name": name, "tags": tags})
	if err != nil {
		panic(err)
	}
	mux.HandleFunc("/v2/"+name+"/tags/list", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(list) })
}
