package parallel

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
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

// TestTry: the error is that of the first call in order that fails, whichever fails first in time.
func TestTry(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, failing := range []int{0, 1, 250, 499, 500} {
		err := Try(500, func(i int) error {
			if i == failing {
				time.Sleep(time.Millisecond) // Those behind it fail before.
			}
			if i >= failing {
				return fmt.Errorf("%d fails", i)
			}
			return nil
		})
		if want := fmt.Sprintf("%d fails", failing); failing == 500 && err != nil || failing < 500 && (err == nil || err.Error() != want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}
