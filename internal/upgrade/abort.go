package upgrade

import (
	"errors"
	"fmt"
	"path"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/kptfile"
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
	if err != nil || k == nil || k.Lock == nil || k.Lock.Commit != note[noteTo] {
		return fmt.Errorf("%w: the package has another version than the last one left", ErrNoUpgrade)
	}
	if p.top == "" {
		return nil
	}
	repository, committed := git.Repository{Dir: p.top}, false
	if restored := note[noteRestored]; restored != "" {
		_, missing := repository.Line("rev-parse", "--verify", "--quiet", "HEAD:"+path.Join(p.at, restored))
		committed = missing == nil
	} else if text, missing := repository.ContentAt("HEAD", path.Join(p.at, k.Name())); missing == nil {
		// That of the work tree may have been edited since.
		k, err = kptfile.Read(text, k.Name())
		committed = err == nil && k.Lock != nil && k.Lock.Commit == note[noteTo]
	}
	if committed {
		return errors.New("the upgrade is committed; take the commit back, with git revert")
	}
	return nil
}
