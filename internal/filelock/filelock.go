// Package filelock locks files against other processes. In go names, out comes what lets
// others have them. It must not know what they are for.
package filelock

import (
	"context"
	"sync"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// Take locks a file, which is made if it is not there, against all others until it is released
// or the process ends, however it does. It waits until the context is done.
func Take(ctx context.Context, name string) (release func(), err error) {
	type taken struct {
		release func()
		err     error
	}
	got := make(chan taken)
	go func() {
		release, err := lockedfile.MutexAt(name).Lock()
		select {
		case got <- taken{release, err}:
		case <-ctx.Done():
			if err == nil {
				release()
			}
		}
	}()
	select {
	case t := <-got:
		if t.err != nil {
			return nil, t.err
		}
		return sync.OnceFunc(t.release), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
