// Package seal has the codes of encrypted files computed anew by the user's own sops. In go
// texts or the result of a merge of trees, out come sealed texts. No plaintext ever comes
// into this program: sops keeps it to itself. It must not know how values are merged.
package seal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/sops"
	"github.com/krm-merge/krm-merge/merge/files"
)

// probe is a field that a file gets and loses again, so that sops computes its code anew.
const probe = "krm-merge-seal"

// patience is how long sops may take for one file: keys may lie far away.
const patience = 2 * time.Minute

// sealText gives a text that is merged without open questions a code that holds. name is the
// name of the file, of which the ending counts. versions are the texts it was merged from,
// that of dest last: their own codes must hold, so that nothing is sealed that somebody
// without the key made up, and sops is not run on keys of a service that dest does not name.
// What changes of the text is the code, the moment beside it, and what said that the code
// does not hold.
//
// The errors say why the text is not sealed; they have no values.
func sealText(ctx context.Context, name string, merged []byte, versions ...[]byte) ([]byte, error) {
	if len(versions) == 0 {
		return nil, errors.New("the versions it was merged from are not known here")
	}
	dest := versions[len(versions)-1]
	for _, version := range versions {
		if service := sops.Foreign(version, dest); service != "" {
			return nil, fmt.Errorf("a version has a key of %s that yours does not have, and sops is not run on it: look at it, and add the key to yours first", service)
		}
	}
	program, err := exec.LookPath("sops")
	if err != nil {
		return nil, errors.New("sops is not installed here")
	}
	dir, err := os.MkdirTemp("", "krm-merge-sops-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s := sealer{ctx: ctx, program: program, file: filepath.Join(dir, "file"+kind(name))}
	for i, version := range versions {
		if err = s.verify(version); err != nil {
			return nil, fmt.Errorf("version %d of %d cannot be decrypted with its own code: %w", i+1, len(versions), err)
		}
	}
	coded, err := s.coded(merged)
	if err != nil {
		return nil, err
	}
	sealed, err := sops.WithCode(merged, coded)
	if err != nil {
		return nil, err
	}
	if err = s.verify(sealed); err != nil {
		return nil, fmt.Errorf("what sops sealed cannot be decrypted: %w", err)
	}
	return sealed, nil
}

// kind is the ending by which sops knows what a file is.
func kind(name string) string {
	if strings.EqualFold(filepath.Ext(name), ".json") {
		return ".json"
	}
	return ".yaml"
}

// sealer runs sops on one file in a directory of its own.
type sealer struct {
	ctx           context.Context //nolint:containedctx // It lives as long as a call of sealText.
	program, file string
}

// coded is a text as sops writes it, with a code.
func (s *sealer) coded(text []byte) ([]byte, error) {
	err := os.WriteFile(s.file, text, 0o600)
	if err == nil {
		err = s.run("set", "--ignore-mac", s.file, `["`+probe+`"]`, "true")
	}
	if err == nil {
		err = s.run("unset", s.file, `["`+probe+`"]`)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(s.file)
}

// verify decrypts a text and throws away what comes out.
func (s *sealer) verify(text []byte) error {
	if err := os.WriteFile(s.file, text, 0o600); err != nil {
		return err
	}
	return s.run("decrypt", s.file)
}

// run runs sops without its output, which may be plaintext. The error is its first line.
func (s *sealer) run(args ...string) error {
	cmd := exec.CommandContext(s.ctx, s.program, args...)
	cmd.Stdout = io.Discard
	var said bytes.Buffer
	cmd.Stderr = &said
	err := cmd.Run()
	if line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n"); err != nil && line != "" {
		return fmt.Errorf("sops %s: %s", args[0], line)
	}
	return err
}

// Error is that a file is merged and not sealed; it stands as merged.
type Error struct {
	File string
	// Why says what is wrong and what to do.
	Why string
}

func (e *Error) Error() string {
	return e.File + ": merged, but its sops code does not hold yet, so nothing can decrypt it: " + e.Why
}

// Result seals the files of a merge of trees that hold no question. The error joins an *Error for each that is not sealed.
func Result(ctx context.Context, r *files.Result) error {
	return Files(ctx, r.Files, func(f *files.Merged) (versions [][]byte) {
		for side := range f.Versions {
			if side != r.Dest {
				versions = appendTexts(versions, f.Versions[side])
			}
		}
		return appendTexts(versions, f.Versions[r.Dest])
	})
}

func appendTexts(all [][]byte, of []files.File) [][]byte {
	for i := range of {
		all = append(all, of[i].Data)
	}
	return all
}

// Files seals those files that hold no question. versions are the texts that one was
// merged from, that of dest last, none if they are not known. The error is as of Result.
func Files(ctx context.Context, all []files.Merged, versions func(f *files.Merged) [][]byte) error {
	var left []error
	for i := range all {
		f := &all[i]
		if !sops.Stale(f.Data) || marks.Refuse(f.Data) != nil {
			continue
		}
		sealed, err := sealText(ctx, f.Path, f.Data, versions(f)...)
		if err != nil {
			left = append(left, &Error{f.Path, err.Error() + "; merge it again where sops and the key are"})
			continue
		}
		f.Data = sealed
	}
	return errors.Join(left...)
}

// Unsealed is the error of files that were not sealed, nil for none.
func Unsealed(names []string) error {
	var left []error
	for _, name := range names {
		left = append(left, &Error{name, "where sops and the key are, krm-merge resolve seals what git is merging; take any other merge back, and make it again there"})
	}
	return errors.Join(left...)
}
