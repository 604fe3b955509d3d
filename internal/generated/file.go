// Package generated writes the files that are made from others, or reports that they
// are not current.
package generated

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Write writes text to a file. With check it writes nothing, and it is an error if the
// file holds anything else; the error names the source of the text and the command that
// renews it.
func Write(file, text string, check bool, source, command string) error {
	if !check {
		return os.WriteFile(file, []byte(text), 0o644)
	}
	have, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if string(have) != text {
		return fmt.Errorf("%s is not what %s: run %q", file, source, command)
	}
	return nil
}
