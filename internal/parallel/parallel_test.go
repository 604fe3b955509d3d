package parallel

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 2, 17, 1000} {
		done := make([]atomic.Int32, n)
		Each(n, func(i int) { done[i].Add(1) })
		for i := range done {
			if got := done[i].Load(); got != 1 {
				t.Errorf("%d of %d was done %d times", i, n, got)
			}
		}
	}
}

// TestEachPanics: a panic keeps its value and the stack it began on, however many
// goroutines it passes.
func TestEachPanics(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	defer func() {
		value, stack := Recovered(recover())
		if value != "seven" {
			t.Errorf("the panic is %v", value)
		}
		if !strings.Contains(string(stack), "parallel.atSeven(") {
			t.Errorf("the stack is\n%s", stack)
		}
	}()
	Each(2, func(int) { Each(100, atSeven) })
}

func atSeven(i int) {
	if i == 7 {
		panic("seven")
	}
}

// TestTry: the error is that of the first call in order that fails, whichever fails
// first in time, and all before it are done.
func TestTry(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	const n = 500
	for _, failing := range []int{0, 1, 250, 499} {
		var done [n]atomic.Bool
		later := make(chan struct{})
		var once sync.Once
		err := Try(n, func(i int) error {
			done[i].Store(true)
			switch {
			case i == failing && i < n-1:
				<-later // one behind it fails before
			case i > failing:
				once.Do(func() { close(later) })
			}
			if i >= failing {
				return fmt.Errorf("%d fails", i)
			}
			return nil
		})
		if want := fmt.Sprintf("%d fails", failing); err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
		for i := range failing {
			if !done[i].Load() {
				t.Errorf("%d was not done", i)
			}
		}
	}
	if err := Try(n, func(int) error { return nil }); err != nil {
		t.Error(err)
	}
	if err := Try(0, func(int) error { return errors.New("none") }); err != nil {
		t.Error(err)
	}
}
