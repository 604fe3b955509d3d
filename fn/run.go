package fn

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Run is the KRM function: it reads a ResourceList, merges the versions in it and
// writes the list with the merged resources and with results. It gives the exit code:
// 0, or 1 if nothing was merged; then it writes the list as it was read, with results
// that tell why, and the decisive line to errs.
//
// The cost is linear in the size of the list.
func Run(in io.Reader, out, errs io.Writer) (exit int) {
	text, err := bounded.ReadText(in)
	if err != nil {
		return complain(errs, fmt.Errorf("cannot read standard input: %w", err))
	}
	return RunText(text, out, errs)
}

// RunText is Run for a ResourceList that was read.
func RunText(text string, out, errs io.Writer) (exit int) {
	list, printed, warnings, failure := merged(text, wire.Read)
	if list != nil && endsInside(text) {
		return complain(errs, errors.New("standard input ends in the middle of a line, so a part of the list may be missing; give the whole list, and end its last line with a line break"))
	}
	if _, refused := errors.AsType[*ConflictsError](failure); failure != nil && !refused && (list == nil || !list.Whole()) {
		// Whatever the error is, report it with the lines of the whole list.
		list, printed, warnings, failure = merged(text, wire.ReadWhole)
	}
	if failure != nil {
		exit = complain(errs, failure)
		if list == nil {
			return exit
		}
		var err error
		printed, err = guarded(func() (wire.Text, error) { return unchanged(list, failure) })
		if err != nil {
			return complain(errs, err)
		}
	}
	if err := printed.Write(out); err != nil {
		return complain(errs, fmt.Errorf("cannot write standard output: %w", err))
	}
	for _, warning := range warnings {
		fmt.Fprintf(errs, "krm-merge: %s\n", printable.Lines(warning))
	}
	return exit
}

// endsInside reports whether a text may be the beginning of a longer one: its last line
// has no line break. One that is in brackets as a whole, such as JSON, shows that it is
// whole.
func endsInside(text string) bool {
	whole := strings.TrimSpace(text)
	return whole != "" && !strings.HasSuffix(text, "\n") && !strings.HasSuffix(text, "\r") && !strings.HasPrefix(whole, "{")
}

// merged reads a list and gives the text of the merged one, and what else has to be
// reported. The list is nil if the text is not a list.
func merged(text string, read func(text string) (*wire.List, error)) (list *wire.List, printed wire.Text, warnings []string, err error) {
	printed, err = guarded(func() (_ wire.Text, err error) {
		list, err = read(text)
		if err != nil {
			return nil, err
		}
		entries, results, err := emit(list.Items, list.FunctionConfig, list.Written)
		if err != nil {
			return nil, err
		}
		nodes, err := resultNodes(results)
		if err != nil {
			return nil, err
		}
		warnings = unseen(list.FunctionConfig, results)
		return list.Print(entries, nodes)
	})
	if err != nil {
		warnings = nil
	}
	return list, printed, warnings, err
}

// unchanged is the list as it was read, with results that tell why.
func unchanged(list *wire.List, failure error) (wire.Text, error) {
	results, err := resultNodes(errorResults(failure))
	if err != nil {
		return nil, err
	}
	return list.Unchanged(results)
}

func complain(errs io.Writer, err error) int {
	fmt.Fprintf(errs, "krm-merge: %s\n", printable.Lines(err.Error()))
	if b, is := errors.AsType[*bug](err); is {
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

func guarded(step func() (wire.Text, error)) (text wire.Text, err error) {
	defer func() {
		if recovered := recover(); recovered != nil {
			value, stack := parallel.Recovered(recovered)
			err = &bug{value, stack}
		}
	}()
	return step()
}

// ConflictsError is the error of a merge that onConflict: Fail refuses.
type ConflictsError struct {
	// Results are all results of the merge, the conflicts that are refused first.
	Results sdk.Results
}

func (e *ConflictsError) Error() string {
	if len(e.Results) == 1 {
		return e.Results[0].String()
	}
	return fmt.Sprintf("%s (and %d more)", e.Results[0].String(), len(e.Results)-1)
}

// emit merges the versions among the items and gives the items of the result. Without
// versions to merge the items are the ones that came in.
func emit(items []*wire.Item, config *yaml.Node, write func(wire.Entry) (*wire.Item, error)) (entries []wire.Entry, results sdk.Results, err error) {
	cfg, err := ParseConfig(config, "functionConfig")
	if err != nil {
		return nil, nil, err
	}
	if cfg.Strategy == resource.Check {
		return check(items)
	}
	in, err := sortItems(items, cfg, config)
	if err != nil {
		return nil, nil, err
	}
	if !in.carried[merge.Original] && !in.carried[merge.Updated] {
		return wire.EntriesOf(items), in.unfound(config), nil
	}
	if err = in.check(); err != nil {
		return nil, nil, err
	}
	o, results, err := in.merge(cfg, write)
	if err != nil {
		return nil, nil, err
	}
	if o.Refused() {
		return nil, nil, &ConflictsError{results}
	}
	if len(o.Unsealed) > 0 {
		return nil, nil, unsealed(o.Unsealed)
	}
	if entries, err = compose(in, o); err == nil {
		entries, err = in.asking(entries, o.Questions)
	}
	if err == nil && len(entries) == 0 && len(items) > 0 {
		err = errors.New("the merge leaves no resource at all, and tools delete the whole package then; if that is meant, delete the package by hand")
	}
	return entries, results, err
}

// unsealed is the error of a merge of encrypted resources: a function calls no program.
func unsealed(all []*resource.Resource) error {
	return &resource.Error{Resources: all[:1], Problem: "it is encrypted, and merged from both sides, so that the code of sops does not hold: a function cannot compute it anew; " +
		"merge it where sops and the key are, with krm-merge upgrade, merge3 --in-place or git"}
}

// name tells how the versions are given, and what it means that there is none: a
// directory may be misspelt.
func (in *input) name(cfg *Config) {
	for side, given := range cfg.Sources {
		name := merge.Side(side).String()
		if given.Path != "" {
			in.versions.How[side] = "no item lies in " + given.Path + "/, which versions." + name + ".path names"
			continue
		}
		in.versions.How[side] = "annotation " + annotation.MergeSource + ": " + name + ", directory " + name + "/, or versions." + name + " in the configuration"
	}
	if !in.carried[merge.Updated] {
		in.versions.RefuseEmpty = true
	}
}

// merge merges the versions. With write, what is merged is written at once, so that its
// nodes can be released.
func (in *input) merge(cfg *Config, write func(wire.Entry) (*wire.Item, error)) (*resource.Outcome, sdk.Results, error) {
	in.name(cfg)
	in.findPlaces()
	var err error
	if !cfg.Strategy.Patches() {
		if in.versions.Decisions, err = in.decisions(cfg); err != nil {
			return nil, nil, err
		}
	}
	if cfg.Strategy != resource.Layers && write != nil {
		in.versions.Sink = in.sink(write)
	}
	o, err := resource.Merge(in.versions, cfg.Options)
	if err != nil {
		return nil, nil, err
	}
	return o, resultsOf(o, &cfg.Options), nil
}

// Config is a checked configuration. ParseConfig makes it from what somebody
// wrote; a nil *Config and the zero value are the defaults: profile Documented.
type Config = config.Config

// ParseConfig checks a configuration: a document or root value. It is a resource of
// kind Merge with the settings under spec, a ConfigMap, or a map of settings: see
// "Configuration" in the documentation of the package. Errors begin with name, that of its
// file, if it is not ""; one about a setting names it and its line, and for an unknown setting
// or value the nearest.
func ParseConfig(written *yaml.Node, name string) (*Config, error) {
	return config.Beside{}.Parse(written, name)
}

// byKustomize is the annotation by which kustomize finds the function. kpt has no
// use for it.
const byKustomize = "config.kubernetes.io/function"

// fromKustomize reports whether kustomize runs the function.
func fromKustomize(config *yaml.Node) bool {
	return config != nil && annotation.Get(config, byKustomize) != ""
}

// unfound warns if kustomize runs the function and it finds no versions. Under other
// tools that is usual, because a merge that has run removed them; but kustomize keeps
// what it passes, and has no directories in which versions could lie.
func (in *input) unfound(config *yaml.Node) sdk.Results {
	if !fromKustomize(config) || slices.ContainsFunc(in.items, func(it *item) bool { return it.location != "" }) {
		return nil
	}
	return sdk.Results{result(sdk.Warning, "there is nothing to merge: kustomize shows a function no directories; "+
		"give the versions as text in the configuration, or as files by a configMapGenerator", nil, "")}
}

// unseen are the warnings that nobody would see as results: kustomize shows none,
// but what goes to standard error.
func unseen(config *yaml.Node, results sdk.Results) []string {
	if !fromKustomize(config) {
		return nil
	}
	var lines []string
	for _, r := range results {
		if r.Severity == sdk.Warning {
			lines = append(lines, r.String())
		}
	}
	return lines
}
