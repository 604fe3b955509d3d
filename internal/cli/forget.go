package cli

import (
	"fmt"

	"github.com/krm-merge/krm-merge/internal/printable"
)

// forget drops the remembered decisions that are named.
func (r *resolving) forget(w *workspace) error {
	s, err := w.session()
	if err != nil {
		return err
	}
	dropped := s.Forget(r.filter)
	if len(dropped) == 0 {
		return fmt.Errorf("no decision that --resource and --path name is remembered in %s; merge-decisions.yaml lists them", w.dir)
	}
	if err = w.save(s); err != nil {
		return err
	}
	for _, d := range dropped {
		fmt.Fprintln(r.stdout, printable.Line("forgot "+d))
	}
	return nil
}
