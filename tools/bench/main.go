// Command bench measures krm-merge against kyaml's merge and against parsing
// and printing alone, on the same input and in the same run, as whole
// processes, so that what it prints are ratios and not the speed of a machine.
// It is run from the directory tools.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	input "github.com/krm-merge/krm-merge/internal/benchinput"
)

func main() {
	bound := flag.Duration("bound", time.Minute, "how long one process may take before it is given up")
	least := flag.Duration("least", time.Second, "how long each measurement is repeated; its best run counts")
	program := flag.String("launch", "", "run this program once and tell what it took (for itself)")
	flag.Parse()
	var err error
	if *program != "" {
		err = launch(*program, *bound)
	} else {
		err = run(os.Stdout, stopwatch{bound: *bound, least: *least})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, s stopwatch) error {
	dir, err := os.MkdirTemp("", "krm-merge-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// Stripped and static like a release, so that starting costs what it costs users.
	for _, programs := range [][]string{{"-C", "..", "."}, {"-C", ".", "./bench/floor", "./bench/kyaml", "./bench/noop"}} {
		build := exec.Command("go", slices.Concat([]string{"build"}, programs[:2],
			[]string{"-trimpath", "-ldflags=-s -w", "-o", dir + string(filepath.Separator)}, programs[2:])...)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		build.Stderr = os.Stderr
		if err = build.Run(); err != nil {
			return fmt.Errorf("go build: %w", err)
		}
	}
	var rows []row
	for _, c := range cases() {
		r := row{benchmark: c}
		list := filepath.Join(dir, "list.yaml")
		if r.size, err = write(list, c.list()); err != nil {
			return err
		}
		for _, m := range []struct {
			program string
			took    *took
			skip    bool
		}{{"noop", &r.nothing, false}, {"floor", &r.floor, false}, {"krm-merge", &r.ours, false}, {"kyaml", &r.kyaml, c.withoutKyaml}} {
			if m.skip {
				continue
			}
			if *m.took, err = s.best(filepath.Join(dir, m.program), list); err != nil {
				return err
			}
		}
		rows = append(rows, r)
	}
	if err = table(w, rows); err != nil {
		return err
	}
	return goals(w, rows)
}

// write makes the file of an input; what it was made from can be forgotten.
func write(name string, list []byte) (size int, err error) {
	return len(list), os.WriteFile(name, list, 0o600)
}

// benchmark is one input to measure.
type benchmark struct {
	name string
	list func() []byte
	// withoutKyaml: kyaml would need hours.
	withoutKyaml bool
}

func cases() []benchmark {
	var list []benchmark
	for _, c := range []struct {
		change input.Change
		n      []int
	}{{input.Sparse, []int{1, 10, 100, 1000, 10000}}, {input.Dense, []int{10, 100, 1000}}} {
		for _, n := range c.n {
			list = append(list, benchmark{fmt.Sprintf("%d %v", n, c.change), func() []byte { return input.List(n, c.change) }, n > 1000})
		}
	}
	return append(list,
		benchmark{"1000 env entries", func() []byte { return input.Environment(1000) }, false},
		benchmark{"4000 keys of a ConfigMap", func() []byte { return input.Keys(4000) }, false},
		benchmark{"5000 lines of a CRD", func() []byte { return input.Definition(5000) }, false},
	)
}

// row is what was measured with one input.
type row struct {
	benchmark
	size                        int
	nothing, floor, ours, kyaml took
}

func table(w io.Writer, rows []row) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "input\tMiB\tdoing nothing\tparse and print\tkrm-merge\tkyaml\tkrm-merge : parse and print\tof processor time\tkyaml : krm-merge\tits memory\tours\tours : input\t")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(out, "%s\t%.2f\t%v\t%v\t%v\t%v\t%s\t%.3f\t%s\t%s\t%s\t%.1f\t\n", r.name, mebibytes(int64(r.size)), r.nothing, r.floor, r.ours, r.kyaml,
			ratio(r.ours, r.floor, 3), r.ours.cpu.Seconds()/r.floor.cpu.Seconds(), ratio(r.kyaml, r.ours, 0),
			fmt.Sprintf("%.0f", mebibytes(r.floor.memory)), fmt.Sprintf("%.0f", mebibytes(r.ours.memory)), float64(r.ours.memory)/float64(r.size))
	}
	return out.Flush()
}

func mebibytes(n int64) float64 { return float64(n) / (1 << 20) }

// goals writes what was to be reached and what was.
func goals(w io.Writer, rows []row) error {
	of := map[string]*row{}
	for i := range rows {
		of[rows[i].name] = &rows[i]
	}
	thousand, many, dense, env, one := of["1000 sparse"], of["10000 sparse"], of["1000 dense"], of["1000 env entries"], of["1 sparse"]
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "\ngoal\tat\treached\t")
	for _, g := range []struct {
		name string
		got  float64
		most bool
		goal float64
	}{
		{"1000 sparse: of parsing and printing, at most", thousand.ours.over(thousand.floor), true, 0.05},
		{"1000 sparse: times faster than kyaml, at least", thousand.kyaml.over(thousand.ours), false, 300},
		{"1000 dense: of parsing and printing, at most", dense.ours.over(dense.floor), true, 0.15},
		{"10000 sparse: of parsing and printing, at most", many.ours.over(many.floor), true, 0.05},
		{"10000 sparse: of 1000 sparse, below", many.ours.over(thousand.ours), true, 11},
		{"10000 sparse: memory of the input, below", float64(many.ours.memory) / float64(many.size), true, 4},
		{"1000 env entries: times faster than kyaml, at least", env.kyaml.over(env.ours), false, 80},
		{"1 resource: ms more than doing nothing, at most", 1000 * (one.ours.Seconds() - one.nothing.Seconds()), true, 4},
	} {
		reached := "yes"
		if g.most && g.got > g.goal || !g.most && g.got < g.goal {
			reached = "no"
		}
		fmt.Fprintf(out, "%s %v\t%.3g\t%s\t\n", g.name, g.goal, g.got, reached)
	}
	return out.Flush()
}
