package resource_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestPrinted: no way to print a conflict, its resources or a question shows a value of a
// Secret, which is planted at every kind of place in all versions.
func TestPrinted(t *testing.T) {
	const planted = "s3cr3t"
	version := func(side string) []*resource.Resource {
		var docs []*resource.Resource
		for _, text := range []string{
			"apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {k: V, list: [{name: V, v: V}]}\n",
			"apiVersion: v1\nkind: Secret\nmetadata: {name: scalar}\nstringData: V\n",
			"apiVersion: v1\nkind: SecretList\nitems: [V]\n",
			"apiVersion: bitnami.com/v1\nkind: SealedSecret\nmetadata: {name: sealed}\nspec: {encryptedData: {k: V}, template: {metadata: {finalizers: [V]}}}\n",
			"apiVersion: kustomize.config.k8s.io/v1\nkind: Kustomization\nsecretGenerator: [{name: V, literals: [V]}]\n",
		} {
			docs = append(docs, documents(t, strings.ReplaceAll(text, "V", planted+"-"+side), fmt.Sprintf("%d.yaml", len(docs)))...)
		}
		return docs
	}
	var mu sync.Mutex // Resources are asked about concurrently.
	var printed []any
	opts := resource.Careful()
	opts.Policy.OnConflict = merge.TakeUpdated
	opts.Answers = func(q *resource.Conflict) (merge.Answer, bool) {
		mu.Lock()
		defer mu.Unlock()
		printed = append(printed, q, *q, q.Conflict, &q.Conflict, q.DestResource)
		return merge.Answer{}, false
	}
	v := resource.Versions{Original: version("original"), Updated: version("updated"), Dest: version("dest")}
	out, err := resource.Merge(v, opts)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Conflicts) < 5 || len(printed) < 25 {
		t.Errorf("%d conflicts, %d printed", len(out.Conflicts), len(printed))
	}
	for i := range out.Conflicts {
		c := &out.Conflicts[i]
		printed = append(printed, c, *c, c.Conflict, &c.Conflict, c.OriginalResource, *c.UpdatedResource)
	}
	printed = append(printed, out.Conflicts, v.Dest)
	for _, p := range printed {
		for _, verb := range []string{"%s", "%v", "%+v", "%#v", "%q", "%d", "%x"} {
			if text := fmt.Sprintf(verb, p); strings.Contains(text, planted) {
				t.Errorf("%s of %T: %s", verb, p, text)
			}
		}
		text, err := json.Marshal(p)
		if err != nil || bytes.Contains(text, []byte(planted)) {
			t.Errorf("JSON of %T: %s, %v", p, text, err)
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Error("text", "p", p)
		slog.New(slog.NewJSONHandler(&log, nil)).Error("json", "p", p)
		if strings.Contains(log.String(), planted) {
			t.Errorf("log of %T: %s", p, &log)
		}
	}
}
