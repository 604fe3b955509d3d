package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// took is what a process needed.
type took struct {
	time.Duration
	// atLeast: the process was stopped at that time.
	atLeast bool
	// cpu is the time on all processors.
	cpu time.Duration
	// memory is the most it had in memory at once, in bytes.
	memory int64
}

func (t took) String() string {
	if t.Duration == 0 {
		return "-"
	}
	text := t.Round(10 * time.Microsecond).String()
	if t.atLeast {
		return "> " + text
	}
	return text
}

// over is how many times longer t took.
func (t took) over(u took) float64 { return t.Seconds() / u.Seconds() }

// ratio spells how many times longer a took than b.
func ratio(a, b took, digits int) string {
	text := fmt.Sprintf("%.*f", digits, a.over(b))
	switch {
	case a.Duration == 0 || b.Duration == 0:
		return "-"
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
// time and its least memory, or the bound if it takes longer than that.
func (s stopwatch) best(program, input string) (took, error) {
	best := took{Duration: s.bound, atLeast: true}
	for total := time.Duration(0); total < s.least; {
		t, err := s.once(program, input)
		if err != nil || t.atLeast {
			return t, err
		}
		if best.atLeast {
			best = t
		}
		best.Duration, best.cpu, best.memory = min(best.Duration, t.Duration), min(best.cpu, t.cpu), min(best.memory, t.memory)
		total += t.Duration
	}
	return best, nil
}

// once runs the program by way of a small process: what this one has in memory
// would be taken for the program's.
func (s stopwatch) once(program, input string) (took, error) {
	stdin, err := os.Open(input)
	if err != nil {
		return took{}, err
	}
	defer stdin.Close()
	self, err := os.Executable()
	if err != nil {
		return took{}, err
	}
	cmd := exec.Command(self, "-launch", program, "-bound", s.bound.String())
	cmd.Stdin = stdin // a file, so that no copying is measured
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return took{}, fmt.Errorf("%s: %w", filepath.Base(program), err)
	}
	var t took
	if _, err = fmt.Sscan(string(out), &t.Duration, &t.cpu, &t.memory, &t.atLeast); err != nil {
		return took{}, fmt.Errorf("%s: %w", filepath.Base(program), err)
	}
	return t, nil
}

// launch runs a program and prints what it took.
func launch(program string, bound time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), bound)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	start := time.Now()
	err := cmd.Run()
	t := took{Duration: time.Since(start), atLeast: ctx.Err() != nil}
	if err != nil && !t.atLeast {
		return err
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		t.memory = usage.Maxrss << 10
		t.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	_, err = fmt.Println(int64(t.Duration), int64(t.cpu), t.memory, t.atLeast)
	return err
}
