package merge_test

import (
	"fmt"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// BenchmarkThreeWay sweeps the size of each shape of document, so that growth
// shows.
func BenchmarkThreeWay(b *testing.B) {
	for _, s := range shapes() {
		for _, n := range []int{s.n / 10, s.n, 4 * s.n} {
			b.Run(fmt.Sprintf("%s/n=%d", s.name, n), func(b *testing.B) {
				run := s.merge(b, n)
				b.ReportAllocs()
				for b.Loop() {
					run()
				}
			})
		}
	}
}

// BenchmarkUnchanged merges a document with itself.
func BenchmarkUnchanged(b *testing.B) {
	for _, s := range shapes() {
		b.Run(fmt.Sprintf("%s/n=%d", s.name, s.n), func(b *testing.B) {
			text := s.text(s.n, "original")
			o, u, d := parse(b, text), parse(b, text), parse(b, text)
			opts := merge.Options{Schema: schema.Builtin("v1", "Pod")}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := merge.ThreeWay(merge.Versions{Original: o, Updated: u, Dest: d}, opts); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRules makes the merge of every rule file.
func BenchmarkRules(b *testing.B) {
	var cases []mergeCase
	for _, rule := range readRules(b) {
		if _, fails := rule.Section("want-error"); !fails {
			cases = append(cases, caseOf(b, rule))
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, c := range cases {
			if _, err := c.merge(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkParse parses and writes the same bytes: the floor under a merge of
// text.
func BenchmarkParse(b *testing.B) {
	for _, s := range shapes() {
		b.Run(fmt.Sprintf("%s/n=%d", s.name, s.n), func(b *testing.B) {
			text := s.text(s.n, "original")
			b.ReportAllocs()
			for b.Loop() {
				encode(b, parse(b, text))
			}
		})
	}
}
