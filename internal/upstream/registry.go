package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"github.com/krm-merge/krm-merge/internal/bounded"
)

// newest asks a registry for the newest version of a range, or for one version, which has helm pull the chart.
// Offline it is what was found last.
func (c *charts) newest(ctx context.Context, at Location) (found Version, err error) {
	kept := c.path("references", nameOf(at.String())+".json")
	if c.Offline {
		data, missing := bounded.ReadFile(os.OpenFile, kept)
		if missing != nil || json.Unmarshal(data, &found) != nil {
			return found, c.origin(at).offline("what the registry has")
		}
		return found, nil
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
