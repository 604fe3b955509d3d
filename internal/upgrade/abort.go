package upgrade

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/git"
)

// ErrNoUpgrade is that there is no upgrade of a package to take back.
var ErrNoUpgrade = errors.New("there is no upgrade to take back")

// Abort takes the last upgrade of a package back, added files too, or what one that was
// killed left. It gives the files of the upgrade that were changed since; what was changed in
// them is gone.
func Abort(dir string) (edited []string, err error) {
	p, err := openPlace(dir)
	if err != nil {
		return nil, err
	}
	defer p.close()
	note, killed, err := p.journal.Last()
	if err == nil {
		if refused := p.abortable(note); !killed && refused != nil {
			return nil, fmt.Errorf("%s: %w", dir, refused)
		}
		edited, err = p.journal.Undo(p.root)
	}
	if err != nil {
		return nil, &git.UnfitError{Err: fmt.Errorf("%s: %w", dir, err)}
	}
	return edited, nil
}

// abortable makes sure that the package is as the last upgrade left it, and that this is
// not committed.
func (p *place) abortable(note map[string]string) error {
	if note == nil {
		return ErrNoUpgrade
	}
	k, err := loadKptfile(p.root, p.name)
	if err != nil || k.Lock == nil || k.Lock.Commit != note[noteTo] {
		return fmt.Errorf("%w: the package has another version than the last one left", ErrNoUpgrade)
	}
	if p.top == "" {
		return nil
	}
	repository := git.Repository{Dir: filepath.Join(p.dir, cmp.Or(note[noteRestored], k.Name()))}
	changed, err := repository.Changed()
	if err != nil || len(changed) > 0 {
		return err
	}
	// What git ignores is not committed either.
	rel, err := filepath.Rel(p.top, repository.Dir)
	known, failed := repository.Run("ls-files", "--", ":(literal)"+filepath.ToSlash(rel))
	if err = cmp.Or(err, failed); err == nil && known != "" {
		err = errors.New("the upgrade is committed; take the commit back, with git revert")
	}
	return err
}
