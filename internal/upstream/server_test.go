package upstream_test

import (
	"io"
	"net"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/krm-merge/krm-merge/internal/golden"
)

// server is git http-backend on the loopback, for the repositories of a directory.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	requests []string
}

// newServer serves a repository, as the one called up. wrap may be nil.
func newServer(r repo, wrap func(http.Handler) http.Handler) *server {
	r.T.Helper()
	s := &server{}
	path, err := exec.LookPath("git")
	if err != nil {
		r.T.Fatal(err)
	}
	var backend http.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		(&cgi.Handler{
			Path: path, Args: []string{"http-backend"},
			// Before 2.34 git does not look at the header.
			Env: []string{"GIT_PROJECT_ROOT=" + filepath.Dir(r.Dir), "GIT_HTTP_EXPORT_ALL=1", "HOME=" + os.Getenv("HOME"), "GIT_CONFIG_NOSYSTEM=1",
				"GIT_PROTOCOL=" + req.Header.Get("Git-Protocol")},
			// A server that says why it fails would say so among the output of tests.
			Stderr: io.Discard,
		}).ServeHTTP(w, req)
	})
	if wrap != nil {
		backend = wrap(backend)
	}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		s.mu.Lock()
		s.requests = append(s.requests, req.Method+" "+req.URL.Path)
		s.mu.Unlock()
		backend.ServeHTTP(w, req)
	}))
	r.T.Cleanup(s.Close)
	return s
}

// url is the address of the repository.
func (s *server) url() string { return s.URL + "/up" }

// count is how many requests there were that end so.
func (s *server) count(end string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, r := range s.requests {
		if strings.HasSuffix(r, end) {
			n++
		}
	}
	return n
}

// oldProtocol makes a server speak protocol 0.
func oldProtocol(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Git-Protocol")
		h.ServeHTTP(w, r)
	})
}

// withPassword asks for a user and a password.
func withPassword(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "u" || password != "p4ss" {
			w.Header().Set("WWW-Authenticate", `Basic realm="git"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// newDaemon serves a repository by git's own protocol, and gives its address.
func newDaemon(r repo) string {
	r.T.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.T.Fatal(err)
	}
	var served sync.WaitGroup
	r.T.Cleanup(func() {
		_ = l.Close()
		served.Wait()
	})
	dir := filepath.Dir(r.Dir)
	served.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			served.Go(func() {
				defer conn.Close()
				file, err := conn.(*net.TCPConn).File()
				if err != nil {
					return
				}
				defer file.Close()
				c := exec.Command("git", "daemon", "--inetd", "--export-all", "--base-path="+dir)
				c.Stdin, c.Stdout = file, file
				_ = c.Run()
			})
		}
	})
	return "git://" + l.Addr().String() + "/up"
}

// global writes git's configuration of the user.
func global(t *testing.T, text string) {
	t.Helper()
	golden.Write(t, os.Getenv("HOME"), map[string]string{".gitconfig": text})
}
