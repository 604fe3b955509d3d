package resource_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/merge/resource"
)

// references are places with images; the name of each one is its own. From the fifth on they are in
// lists and texts, where a digest is not tried: neighbours are asked about together.
const references = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: first
        image: %s
        args:
        - --reloader=%s
        - --level=info
      - name: second
        image: %s
        env:
        - name: PROXY
          value: %s
---
apiVersion: example.com/v1
kind: Images
metadata:
  name: images
images:
- "%s"
- "%s"
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: images
data:
  one: %s
  list: |
    first %s
    between
    second=%s
  app.yaml: |
    sidecar: %s
`

// Of every image the result has dest's registry and updated's version, wherever it stands,
// as soon as dest mirrors one in a field image; and no digest is there under a name that it
// has in no version.
func TestLawMirrors(t *testing.T) {
	const mirrored, inLists = "mirror.example.com/quay", 4
	for seed := range uint64(200) {
		g := rand.New(rand.NewPCG(seed, 9))
		var versions [4][]any
		asked := 0
		for i := range strings.Count(references, "%s") {
			path := fmt.Sprintf("/example/image-%d", i)
			registry, was, is := "quay.io", ":v1", ":v1"
			if i == 0 || g.IntN(100) < 60 {
				registry = mirrored
			}
			if g.IntN(100) < 70 {
				is = ":v2"
			}
			want := registry + path + is
			if digest := fmt.Sprintf("@sha256:%064d", i); i < inLists && g.IntN(100) < 20 {
				if is = digest; registry == mirrored {
					asked++
					want = registry + path + was
				} else {
					want = registry + path + is
				}
			}
			for side, text := range []string{"quay.io" + path + was, "quay.io" + path + is, registry + path + was, want} {
				versions[side] = append(versions[side], text)
			}
		}
		var texts [4]string
		for side := range texts {
			texts[side] = fmt.Sprintf(references, versions[side]...)
		}
		out, err := resource.Merge(resource.Versions{
			Original: documents(t, texts[0], "a.yaml"), Updated: documents(t, texts[1], "a.yaml"), Dest: documents(t, texts[2], "a.yaml"),
		}, resource.Careful())
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, texts[1], texts[2])
		}
		got, report := render(t, out)
		want, _ := render(t, &resource.Outcome{Resources: merged(documents(t, texts[3], "a.yaml"))})
		if diff := cmp.Diff(want, got); diff != "" || len(out.Conflicts) != asked {
			t.Fatalf("seed %d: (-want +got), %d conflicts expected:\n%s\n%s", seed, asked, diff, report)
		}
	}
}

func merged(all []*resource.Resource) (results []*resource.Merged) {
	for _, r := range all {
		results = append(results, &resource.Merged{Node: r.Node, Path: r.Path})
	}
	return results
}
