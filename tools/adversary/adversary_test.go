package main

import (
	"strings"
	"testing"
)

// TestCases: of a file with lists of every kind each case is right or asked about, and the
// scripts really differ. Of edits that collide a few, with others around them, are in no question. A member of a set that
// one side changed and the other deleted is in none, by the rules.
func TestCases(t *testing.T) {
	const file = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web, tier: front}, finalizers: [a/b, c/d, e/f]}
spec:
  replicas: 2
  template:
    spec:
      containers:
      - {name: web, image: "web:1", args: [--port, "80", run, fast], env: [{name: A, value: x}, {name: B, value: $(A)}, {name: C, value: y}]}
      - {name: log, image: "log:1", ports: [{containerPort: 80}, {containerPort: 81}]}
      - {name: proxy, image: "proxy:1", command: [wait, "10", poll, "11"]}
      tolerations: [{key: a, operator: Exists}, {key: b, operator: Exists}, {key: c, value: d}]
`
	counts := map[verdict]int{}
	for seed := range uint64(600) {
		collide, text := seed%2 == 1, file
		if collide {
			text = strings.Replace(file, ", finalizers: [a/b, c/d, e/f]", "", 1)
		}
		c := newCase([]byte(text), seed/2, collide)
		if c == nil {
			continue
		}
		v, why := c.judge()
		if counts[v]++; v != right && v != asked && (!collide || v != order && v != exchanged && v != silent) {
			t.Errorf("seed %d: %s: %s\n%s\nwant\n%s\ngot\n%s", seed, v, why, strings.Join(c.told, "\n"), c.want, c.got)
		}
	}
	if counts[right] < 200 || counts[asked] < 200 || counts[silent] > 5 {
		t.Error(counts)
	}
	t.Log(counts)
}
