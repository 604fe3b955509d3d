// Package parallel does work on all processors. In goes a function and how often to
// call it, out comes the first error in order. It must not know what the work is.
package parallel

import (
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
	batch := max(1, min(16, n/(8*workers)))
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
			for {
				from := int(next.Add(int64(batch))) - batch
				if from >= n {
					return
				}
				for i := from; i < min(from+batch, n); i++ {
					do(i)
				}
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

// Try calls do for the numbers below n until it is known which is the first that fails.
// It gives the error of that one, whatever fails after it and however fast.
func Try(n int, do func(i int) error) error {
	var mu sync.Mutex
	var failure error
	var first atomic.Int64
	first.Store(int64(n))
	Each(n, func(i int) {
		if int64(i) > first.Load() {
			return
		}
		err := do(i)
		if err == nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if int64(i) < first.Load() {
			first.Store(int64(i))
			failure = err
		}
	})
	return failure
}
