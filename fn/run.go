package fn

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge"
)

// Run is the KRM function: it reads a ResourceList, merges the versions in it
// and writes the list with the merged resources and with results. It gives the
// exit code: 0, or 1 if nothing was merged; then the list goes out as it came
// in, with results that say why, and the decisive line goes to errs.
func Run(in io.Reader, out, errs io.Writer) (exit int) {
	input, err := io.ReadAll(in)
	if err != nil {
		return complain(errs, fmt.Errorf("cannot read standard input: %w", err))
	}
	var list *wire.List
	printed, failure := guarded(func() (text []byte, err error) {
		list, err = wire.Read(input)
		if err != nil {
			return nil, err
		}
		e, err := emit(list.Items, list.FunctionConfig)
		if err != nil {
			return nil, err
		}
		results, err := resultNodes(e.results)
		if err != nil {
			return nil, err
		}
		return list.Print(e.items, results)
	})
	if failure != nil {
		exit = complain(errs, failure)
		if list == nil {
			return exit
		}
		printed, err = guarded(func() ([]byte, error) { return unchanged(list, failure) })
		if err != nil {
			return complain(errs, err)
		}
	}
	if _, err = out.Write(printed); err != nil {
		return complain(errs, fmt.Errorf("cannot write standard output: %w", err))
	}
	return exit
}

// unchanged is the list as it came in, with results that say why.
func unchanged(list *wire.List, failure error) ([]byte, error) {
	results, err := resultNodes(failureResults(failure))
	if err != nil {
		return nil, err
	}
	return list.Unchanged(results)
}

func complain(errs io.Writer, err error) int {
	fmt.Fprintf(errs, "krm-merge: %v\n", err)
	var b *bug
	if errors.As(err, &b) {
		fmt.Fprintf(errs, "%s", b.stack)
	}
	return 1
}

// bug is a panic turned into an error: no list may be lost to one.
type bug struct {
	value any
	stack []byte
}

func (b *bug) Error() string { return fmt.Sprintf("a bug in krm-merge, please report it: %v", b.value) }

func guarded(step func() ([]byte, error)) (text []byte, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &bug{value, debug.Stack()}
		}
	}()
	return step()
}

// emission is what becomes of the items of a list.
type emission struct {
	items   []*yaml.Node
	results sdk.Results
}

// errConflicts is the failure of a merge that must not have conflicts.
type errConflicts struct{ results sdk.Results }

func (e *errConflicts) Error() string {
	if len(e.results) == 1 {
		return e.results[0].String()
	}
	return fmt.Sprintf("%s (and %d more)", e.results[0].String(), len(e.results)-1)
}

func failureResults(err error) sdk.Results {
	var conflicts *errConflicts
	if errors.As(err, &conflicts) {
		return conflicts.results
	}
	return errorResults(err)
}

// emit merges the versions among the items and gives the items of the result.
// Without versions to merge the items are the ones that came in.
func emit(items []*yaml.Node, config *yaml.Node) (emission, error) {
	cfg, err := ParseConfig(config, "functionConfig")
	if err != nil {
		return emission{}, err
	}
	in, err := sortItems(items, cfg, config)
	if err != nil {
		return emission{}, err
	}
	switch {
	case !in.carried[merge.Original] && !in.carried[merge.Updated]:
		return emission{items: items}, nil
	case !in.carried[merge.Updated]:
		return emission{}, errors.New("there is an original but no updated version: everything in it would be deleted; add the new upstream version (annotation " + mergeSource + ": updated, directory updated/, or versions.updated in the configuration)")
	}
	if err = in.check(); err != nil {
		return emission{}, err
	}
	o, err := Merge(in.versions, cfg)
	if err != nil {
		return emission{}, err
	}
	results := resultsOf(o, cfg)
	if cfg.Policy.OnConflict == merge.Fail && len(o.Conflicts) > 0 {
		return emission{}, &errConflicts{results}
	}
	e := emission{results: results}
	if e.items, err = compose(in, o, cfg); err != nil {
		return emission{}, err
	}
	if len(e.items) == 0 && len(items) > 0 {
		return emission{}, errors.New("the merge leaves no resource at all, and tools delete the whole package then; if that is meant, delete the package by hand")
	}
	return e, nil
}
