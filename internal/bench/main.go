// Command bench measures krm-merge against kyaml's merge on the same input and
// in the same run, as whole processes, so that what it prints are ratios and
// not the speed of a machine. It is run from the root of the repository.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/krm-merge/krm-merge/internal/bench/input"
)

func main() {
	bound := flag.Duration("bound", time.Minute, "how long one process may take before it is given up")
	least := flag.Duration("least", time.Second, "how long each measurement is repeated; its best run counts")
	flag.Parse()
	if err := run(*bound, *least); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(bound, least time.Duration) error {
	bin, err := os.MkdirTemp("", "krm-merge-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(bin)
	// Stripped like a release, so that starting costs what it costs users.
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin+string(filepath.Separator),
		".", "./internal/bench/floor", "./internal/bench/kyaml", "./internal/bench/noop")
	build.Stderr = os.Stderr
	if err = build.Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	stopwatch := stopwatch{bound: bound, least: least}

	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "input\tdoing nothing\tparse and print\tkrm-merge\tkyaml\tkyaml : krm-merge\t")
	for _, c := range cases() {
		var times [4]took
		for i, name := range []string{"noop", "floor", "krm-merge", "kyaml"} {
			if times[i], err = stopwatch.best(filepath.Join(bin, name), c.list); err != nil {
				return err
			}
		}
		fmt.Fprintf(out, "%s\t%v\t%v\t%v\t%v\t%s\t\n", c.name, times[0], times[1], times[2], times[3], ratio(times[3], times[2]))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return growth(os.Stdout)
}

// benchmark is one input to measure.
type benchmark struct {
	name string
	list []byte
}

func cases() []benchmark {
	var list []benchmark
	for _, change := range []input.Change{input.Sparse, input.Dense} {
		for _, n := range []int{1, 10, 100, 1000} {
			list = append(list, benchmark{fmt.Sprintf("%d resources, %v", n, change), input.List(n, change)})
		}
	}
	for _, n := range []int{1000, 2000} {
		list = append(list, benchmark{fmt.Sprintf("%d env entries", n), input.Environment(n)})
	}
	return list
}

// took is how long a process ran.
type took struct {
	time.Duration
	// atLeast says that the process was stopped at that time.
	atLeast bool
}

func (t took) String() string {
	text := t.Round(10 * time.Microsecond).String()
	if t.atLeast {
		return "> " + text
	}
	return text
}

// ratio spells how many times longer a took than b.
func ratio(a, b took) string {
	text := fmt.Sprintf("%.1f", a.Seconds()/b.Seconds())
	switch {
	case a.atLeast && b.atLeast:
		return "?"
	case a.atLeast:
		return "> " + text
	case b.atLeast:
		return "< " + text
	}
	return text
}

// stopwatch measures whole processes.
type stopwatch struct{ bound, least time.Duration }

// best runs the program on the input again and again and gives its shortest
// time, or the bound if it takes longer than that.
func (s stopwatch) best(program string, input []byte) (took, error) {
	stdin, err := os.CreateTemp("", "krm-merge-bench")
	if err != nil {
		return took{}, err
	}
	defer os.Remove(stdin.Name())
	defer stdin.Close()
	if _, err := stdin.Write(input); err != nil {
		return took{}, err
	}

	best := took{Duration: s.bound, atLeast: true}
	for total := time.Duration(0); total < s.least; {
		if _, err := stdin.Seek(0, 0); err != nil {
			return took{}, err
		}
		ctx, cancel := context.WithTimeout(context.Background(), s.bound)
		cmd := exec.CommandContext(ctx, program)
		cmd.Stdin = stdin // a file, so that no copying is measured
		start := time.Now()
		err := cmd.Run()
		elapsed := time.Since(start)
		stopped := ctx.Err() != nil
		cancel()
		if stopped {
			return best, nil
		}
		if err != nil {
			return took{}, fmt.Errorf("%s: %w", filepath.Base(program), err)
		}
		if elapsed < best.Duration {
			best = took{Duration: elapsed}
		}
		total += elapsed
	}
	return best, nil
}
