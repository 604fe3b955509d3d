// Package parallel does work on all processors. In goes a function and how often to
// call it, out comes the first error in order. It must not know what the work is.
package parallel

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Each calls do for each number below n. A panic of a call is a panic here, with a
// value that Recovered understands.
func Each(n int, do func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers <= 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	var failure atomic.Value
	for range workers {
		wait.Go(func() {
			defer func() {
				if value := recover(); value != nil {
					failure.Store(panicOf(value))
				}
			}()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wait.Wait()
	if p, ok := failure.Load().(panicked); ok {
		panic(p)
	}
}

// panicked is a panic that goes on in another goroutine than the one it began in.
type panicked struct {
	value any
	stack []byte
}

// panicOf is called where the panic is recovered.
func panicOf(value any) panicked {
	if p, ok := value.(panicked); ok {
		return p
	}
	return panicked{value, debug.Stack()}
}

// Recovered takes what recover gave: the value of the panic, and the stack of the
// goroutine that it began in.
func Recovered(recovered any) (value any, stack []byte) {
	p := panicOf(recovered)
	return p.value, p.stack
}

// Try calls do for each number below n. It gives the error of the first that fails, in the
// order of the numbers.
func Try(n int, do func(i int) error) error {
	failures := make([]error, n)
	Each(n, func(i int) { failures[i] = do(i) })
	return cmp.Or(failures...)
}
