package upgrade

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/kptfile"
)

// Aborted is an upgrade that was taken back.
type Aborted struct {
	// From is the version that the package has again, To the one that it had.
	From, To string
	// Edited are the files of the upgrade that were changed since; what was changed in
	// them is gone.
	Edited []string
}

// ErrNoUpgrade is that there is no upgrade of a package to take back.
var ErrNoUpgrade = errors.New("there is no upgrade to take back")

// Abort takes the last upgrade of a package back, added files too, or what one that was
// killed left.
func Abort(dir string) (*Aborted, error) {
	p, err := openPlace(dir)
	if err != nil {
		return nil, err
	}
	defer p.close()
	killed, err := p.journal.Recover(p.root, true)
	if err != nil {
		return nil, &EnvironmentError{fmt.Errorf("%s: %w", dir, err)}
	}
	if killed {
		return &Aborted{}, nil
	}
	note, ok, err := p.journal.Last()
	if err != nil {
		return nil, &EnvironmentError{fmt.Errorf("%s: %w", dir, err)}
	}
	if err = p.abortable(note, ok); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	edited, err := p.journal.Undo(p.root)
	if err != nil {
		return nil, &EnvironmentError{fmt.Errorf("%s: %w", dir, err)}
	}
	return &Aborted{From: note[noteFrom], To: note[noteTo], Edited: edited}, nil
}

// abortable makes sure that the package is as the last upgrade left it, and that this is
// not committed.
func (p *place) abortable(note map[string]string, ok bool) error {
	if !ok {
		return ErrNoUpgrade
	}
	if k, err := p.kptfile(); err != nil || k.Lock == nil || k.Lock.Commit != note[noteTo] {
		return fmt.Errorf("%w: the package has another version than the last one left", ErrNoUpgrade)
	}
	if p.top == "" {
		return nil
	}
	rel, err := filepath.Rel(p.top, p.dir)
	if err != nil {
		return err
	}
	text, err := (git.Repository{Dir: p.dir}).Run("show", "HEAD:"+path.Join(filepath.ToSlash(rel), kptfile.Name))
	if err != nil {
		return nil // Nothing is committed there.
	}
	k, err := kptfile.Read([]byte(text), kptfile.Name)
	if err == nil && k.Lock != nil && k.Lock.Commit == note[noteTo] {
		return errors.New("the upgrade is committed; take the commit back, with git revert")
	}
	return nil
}
