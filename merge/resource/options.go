package resource

import (
	"reflect"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// Options control how the versions of a package are merged. The zero value is the
// defaults.
type Options struct {
	Strategy Strategy
	// Renames is how renamed resources are found.
	Renames terms.Renames
	// Subpackages is what becomes of packages inside dest that have an upstream of their
	// own.
	Subpackages terms.Subpackages

	// Layout is what dest's documents without apiVersion and kind hold. It counts in a
	// 3-way merge.
	Layout terms.Layout

	OnDeletedUpstream terms.OnDeletedUpstream
	OnDeletedLocally  terms.OnDeletedLocally
	// NoFragments: what upstream adds in a file or directory that dest deleted whole stays deleted, too.
	NoFragments bool
	// Policy decides inside resources.
	Policy merge.Policy
	// Rules decide for single resources and places; the first that matches
	// wins.
	Rules []Rule
	// SharedRules: the rules are for other packages, too, so that nobody is warned of one
	// that matched nothing.
	SharedRules bool
	// Mirrors are the registries that dest changed, beside those that are found.
	Mirrors []merge.Mirror
	// ModeKey is the key under which maps hold their mode, "" if none do.
	ModeKey string
	// Answers is asked about each conflict that no comment, rule or mode decides; what
	// it answers is a note in place of a conflict. It may be called concurrently, and
	// again for a resource that is merged again, and answers a question the same each
	// time. It may be nil.
	Answers func(*Conflict) (merge.Answer, bool)
	// Listed: questions are left to somebody among Outcome.Questions, where OnConflict
	// asks; dest's values stand.
	Listed bool
	// Keys are the keys of lists that have no schema.
	Keys []schema.Declared
}

// keepsUntouched reports whether a 3-way merge with these options gives dest's version
// of every settled resource that upstream left alone. A setting that is not
// named here may change one.
func (o Options) keepsUntouched() bool {
	if o.Strategy > ThreeWay {
		return false
	}
	o.Strategy, o.Renames, o.Subpackages = StrategyDefault, 0, 0
	o.OnDeletedUpstream, o.OnDeletedLocally = 0, 0
	o.Policy, o.Keys, o.Mirrors, o.SharedRules = merge.Policy{}, nil, nil, false
	return reflect.ValueOf(o).IsZero()
}

// Careful are the options of the profile Careful, which stops and asks where an edit
// could be lost. The other profile, Documented, is the zero value.
func Careful() Options {
	return Options{
		Renames:           terms.RenamesSimilar,
		Layout:            terms.LayoutDetect,
		OnDeletedUpstream: terms.KeepModified,
		Policy: merge.Policy{
			OnConflict: merge.Ask, KeepNulls: true, UpdatedOrder: true,
			Atomic: merge.AtomicMerge, TextByLines: true, ImagesByParts: true, FollowRenamed: true,
		},
	}
}

// Asks reports whether conflicts somewhere are left to somebody.
func (o *Options) Asks() bool {
	return o.somewhere(func(p merge.Policy) bool { return p.Decides() == merge.Ask })
}

// somewhere reports whether the policy, or that of a place with a rule, is such as asked for.
func (o *Options) somewhere(such func(merge.Policy) bool) bool {
	return such(o.Policy) || slices.ContainsFunc(o.Rules, func(r Rule) bool { return such(r.Over(o.Policy)) })
}

// Strategy is one of the merge systems.
type Strategy uint8

const (
	// StrategyDefault is ThreeWay.
	StrategyDefault Strategy = iota
	// ThreeWay carries what changed from original to updated over to dest.
	ThreeWay
	// TwoWay applies source to dest.
	TwoWay
	// Layers folds layers from left to right.
	Layers
	// Check merges nothing: a function of a pipeline fails by it while questions are
	// open.
	Check
)

var strategyNames = enum.Names[Strategy]{"", "ThreeWay", "TwoWay", "Layers", "Check"}

func (s Strategy) String() string { return strategyNames.Of(s) }

// MarshalText is the name in a configuration.
func (s Strategy) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name; the error for another text lists the names.
func (s *Strategy) UnmarshalText(text []byte) error { return strategyNames.Unmarshal(text, s) }

// Patches reports whether there is no original.
func (s Strategy) Patches() bool { return s == TwoWay || s == Layers }

// Name is how the strategy calls the versions on the sides of its merge.
func (s Strategy) Name(side merge.Side) string {
	switch {
	case s == TwoWay && side == merge.Updated:
		return "source"
	case s == Layers && side == merge.Updated:
		return "the right layer"
	case s == Layers:
		return "the left layers"
	}
	return side.String()
}

// Rule is a setting for some resources and places in them.
type Rule struct {
	// Target names the resources it holds for.
	Target Target
	// Rule is the place in them, and the setting.
	merge.Rule
}

// Target names resources. Each of the first four is a name, or a pattern in which
// * stands for any text; "" is any. A document that is not a resource has none of
// them.
type Target struct {
	Group, Kind, Name, Namespace string
	// Labels and Annotations select by what dest's version has, updated's where
	// dest lacks the resource; nil is any.
	Labels, Annotations func(root *yaml.Node) bool
}
