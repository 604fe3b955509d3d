package files

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// What a merge holds when all is merged goes by what the versions hold: little where
// they are the same.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 5000
	repeated := func(line func(i int, version string) string) func(string) string {
		return func(version string) string {
			return counted.Repeat(n, func(i int) string { return line(i, version) })
		}
	}
	three, two := resource.ThreeWay, resource.TwoWay
	each := func(_ int, v string) string { return "a: " + v[:1] + "\n---\n" }
	for name, c := range map[string]struct {
		strategy resource.Strategy
		text     func(version string) string
		most     int // times the size of all versions
	}{
		"same values":      {three, repeated(func(i int, _ string) string { return fmt.Sprintf("a: %d\n---\n", i) }), 60},
		"same nothing":     {three, repeated(func(int, string) string { return "---\n" }), 45},
		"same resources":   {three, repeated(func(i int, _ string) string { return configMap(i, "") }), 40},
		"changed values":   {three, repeated(func(i int, v string) string { return fmt.Sprintf("a: %d\n---\n", i) + once(i, v) }), 150},
		"changed nothing":  {three, repeated(func(i int, v string) string { return "---\n" + once(i, v) }), 150},
		"changed blanks":   {three, repeated(func(i int, v string) string { return "\n" + once(i, v) }), 5},
		"changed resource": {three, repeated(func(i int, v string) string { return configMap(i, v) }), 100},
		"conflicts":        {three, repeated(each), 145},
		"patches":          {two, repeated(each), 145},
	} {
		t.Run(name, func(t *testing.T) {
			var trees []*Tree
			size := 0
			versions := []string{"original", "updated", "dest"}
			if c.strategy == two {
				versions = versions[1:]
			}
			for _, v := range versions {
				data := []byte(c.text(v))
				size += len(data)
				trees = append(trees, &Tree{Single: true, Files: []File{{Path: "a.yaml", Data: data}}})
			}
			before := live()
			m, err := parse(trees, Options{}.with(c.strategy))
			if err != nil {
				t.Fatal(err)
			}
			o, err := resource.Merge(m.given, resource.Options{Strategy: c.strategy})
			if err != nil {
				t.Fatal(err)
			}
			held := int(live() - before)
			runtime.KeepAlive(m)
			runtime.KeepAlive(o)
			if held > c.most*size {
				t.Errorf("%d bytes are held for %d, %d times as much, want at most %d times", held, size, held/size, c.most)
			}
			t.Logf("%d times", held/size)
		})
	}
}

func configMap(i int, value string) string {
	return fmt.Sprintf("---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: n%d\ndata:\n  k: %q\n", i, value)
}

// once is a document that differs in each version.
func once(i int, version string) string {
	if i > 0 {
		return ""
	}
	return "b: " + version + "\n---\n"
}

func live() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
