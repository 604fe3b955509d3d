package files_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestCompare: what differs between two versions of a package, each thing once.
func TestCompare(t *testing.T) {
	deploy := func(name, rest string) string {
		return "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: " + name + "\n" + rest
	}
	kpt := func(rest string) string { return "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  " + rest }
	containers := "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: web:"
	from := fstest.MapFS{
		"Kptfile":     {Data: []byte(kpt("name: up\ninfo: {site: x}\n"))},
		"sub/Kptfile": {Data: []byte(kpt("name: sub\nupstream: {git: {repo: x}}\n"))},
		"sub/a.yaml":  {Data: []byte(deploy("sub", ""))},
		"web.yaml":    {Data: []byte(deploy("web", containers+"1\n"))},
		"comments":    {Data: []byte("x")},
		"alike.yaml":  {Data: []byte(deploy("alike", "spec:\n  replicas: 1 # one\n"))},
		"gone.yaml":   {Data: []byte(deploy("gone", ""))},
		"moved.yaml":  {Data: []byte(deploy("moved", ""))},
		"same.yaml":   {Data: []byte(deploy("same", ""))},
		"secret.yaml": {Data: []byte("apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata: {a: MQ==}\n")},
		"values.yaml": {Data: []byte("replicas: 1\nargs: [--a, --b=1, --c]\nx: {a1: 1, a2: 1, a3: 1, a4: 1, a5: 1, a6: 1, a7: 1, a8: 1, a9: 1, b1: 1, b2: 1, b3: 1, b4: 1, b5: 1, b6: 1, b7: 1, b8: 1, b9: 1}\n")},
		"run.sh":      {Data: []byte("#!/bin/sh\n"), Mode: 0o644},
		"old.txt":     {Data: []byte("x")},
	}
	to := fstest.MapFS{
		"Kptfile":     {Data: []byte(kpt("name: mine\nupstream: {git: {repo: x}}\nupstreamLock: {git: {repo: x}}\ninfo: {site: y}\n"))},
		"sub/Kptfile": {Data: []byte(kpt("name: other\nupstream: {git: {repo: y}}\n"))},
		"sub/a.yaml":  {Data: []byte(deploy("sub", "spec: {replicas: 2}\n"))},
		"web.yaml":    {Data: []byte(deploy("web", "  annotations: {internal.kpt.dev/upstream-identifier: x}\n"+containers+"2\n        args: [a]\n"))},
		"comments":    {Data: []byte("y")},
		"alike.yaml":  {Data: []byte(deploy("alike", "spec:\n  replicas: 1 # uno\n"))},
		"dir/m.yaml":  {Data: []byte(deploy("moved", "  labels: {a: b}\n"))},
		"same.yaml":   {Data: []byte(deploy("same", ""))},
		"secret.yaml": {Data: []byte("apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata: {a: Mg==}\n")},
		"values.yaml": {Data: []byte("replicas: 3\nargs: [--a, --b=2, --c, --d]\nmine: 1\n")},
		"run.sh":      {Data: []byte("#!/bin/sh\n"), Mode: 0o755},
		"new.yaml":    {Data: []byte(deploy("new", ""))},
	}
	var trees [2]*files.Tree
	for i, dir := range []fstest.MapFS{from, to} {
		var err error
		if trees[i], err = files.Read(dir); err != nil {
			t.Fatal(err)
		}
	}
	c, err := files.Compare(trees[0], trees[1], files.Options{Options: resource.Options{Layout: terms.LayoutDetect}})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for i := range c.Resources {
		d := &c.Resources[i]
		switch {
		case d.From == nil:
			fmt.Fprintf(&got, "+ %s %s\n", d.To.Path, d.To.Describe())
		case d.To == nil:
			fmt.Fprintf(&got, "- %s %s\n", d.From.Path, d.From.Describe())
		default:
			fmt.Fprintf(&got, "%s -> %s %s\n", d.From.Path, d.To.Path, d.To.Describe())
		}
		for j := range d.Places {
			fmt.Fprintf(&got, "  %s secret %t\n", d.Place(&d.Places[j]), d.Secret(&d.Places[j]))
		}
	}
	for _, f := range c.Files {
		fmt.Fprintf(&got, "%s %v same values %t mode %t\n", f.Path, f.Status, f.SameValues, f.Mode)
	}
	want := `Kptfile -> Kptfile kpt.dev/v1 Kptfile mine
  info.site secret false
- gone.yaml apps/v1 Deployment gone
moved.yaml -> dir/m.yaml apps/v1 Deployment moved
  metadata.labels secret false
secret.yaml -> secret.yaml v1 Secret s
  data.a secret true
values.yaml -> values.yaml document 1
  replicas secret false
  args[1] secret false
  args[3] secret false
  mine secret false
web.yaml -> web.yaml apps/v1 Deployment web
  spec.template.spec.containers[name=web].image secret false
  spec.template.spec.containers[name=web].args secret false
+ new.yaml apps/v1 Deployment new
alike.yaml changed same values true mode false
comments changed same values false mode false
old.txt deleted same values false mode false
run.sh changed same values false mode true
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}
