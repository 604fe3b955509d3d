package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestDependencies: a program pays for each library it links whenever it
// starts, and the function is started for every merge.
func TestDependencies(t *testing.T) {
	list := exec.Command("go", "list", "-deps", ".")
	out, err := list.Output()
	if err != nil {
		t.Fatal("go list:", err)
	}
	linked := strings.Fields(string(out))
	if len(linked) < 50 {
		t.Fatalf("only %d packages", len(linked))
	}
	for _, name := range linked {
		for _, costly := range []string{"k8s.io/api/", "k8s.io/client-go/", "github.com/owenrumney/go-sarif", "github.com/santhosh-tekuri/"} {
			if strings.HasPrefix(name, costly) {
				t.Errorf("%s is linked", name)
			}
		}
	}
}
