package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
)

// newest asks a registry for the newest version of a range, or for one version, which has helm pull the chart.
// Offline it is what was found last.
func (c *charts) newest(ctx context.Context, at Location, of string) (Version, error) {
	at.Ref = of
	c.mu.Lock()
	found := c.tags[at]
	if found == nil {
		found = sync.OnceValues(func() (Version, error) { return c.ask(ctx, at) })
		c.tags[at] = found
	}
	c.mu.Unlock()
	return found()
}

func (c *charts) ask(ctx context.Context, at Location) (Version, error) {
	kept, found := c.path("references", nameOf(at.String())+".json"), Version{}
	if c.Offline {
		if !remembered(kept, &found) {
			return found, c.origin(at).offline("what the registry has")
		}
		return chartVersion(found.Tag, found.Commit), nil
	}
	data, err := c.pull(ctx, at, "")
	if err != nil {
		return found, err
	}
	_, version, err := unpacked(data)
	if err != nil {
		return found, c.origin(at).failed(BadTree, err, "its archive "+err.Error(), "")
	}
	if IsExact(at.Ref) {
		version = at.Ref // The tag may be written in another way.
	}
	found = chartVersion(version, digestOf(data))
	if data, err = json.Marshal(found); err == nil {
		err = c.keep(at, kept, data)
	}
	return found, err
}

// isMissing reports whether an error is that there is no such chart or version.
func isMissing(err error) bool {
	var known *Error
	return errors.As(err, &known) && known.Reason == NoRef
}
