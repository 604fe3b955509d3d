// Package merge merges YAML values: the changes from one version to another are carried
// over to a third. In go the versions as nodes, a [Schema] that knows how each field and
// list merges, and a [Policy] for what the rules leave open; out comes a node, with
// conflicts and notes. It must not know files, Kubernetes or kpt.
//
// # Vocabulary
//
// original is the upstream version somebody started from, dest their copy with
// their changes, updated the new upstream version. A place is a field of a map
// or an element of a list; a version that has no value there is absent (nil),
// which is neither null nor empty. The key of a list element is the field or
// fields that identify it. A list is keyed, a set, or atomic ([ListKind]).
//
// # The decision table
//
// A place taken whole (a scalar, an atomic list, values of different kinds) is
// decided by what updated (down) and dest (across) did to original:
//
//	            unchanged   changed     added       deleted
//	unchanged   dest        dest        dest        dest
//	changed     updated     conflict    -           conflict
//	added       updated     -           conflict    -
//	deleted     updated     conflict    -           gone
//
// It is not a conflict if both sides ended at one value. In the others the policy
// decides who wins, by default updated, and the conflict is recorded whoever wins.
// Maps, keyed lists and sets are taken apart and decided child by child; whether they
// are there at all is decided from the inside out. Strings are scalars, except under
// the policy [Policy.TextByLines]: then those of several lines are merged line by line.
//
// # Laws
//
// For values x, o, u, d without nulls of their own:
//
//	merge(x, x, x) = x           the same node
//	merge(o, o, d) = d           the same node
//	merge(o, x, x) = x
//	merge(o, u, o) = u           up to the order of keyed and set lists
//	merge(u, u, merge(o, u, d)) = merge(o, u, d)
//
// Inputs are never modified; the result shares every node it can with dest.
// Each leaf of the result is from some version, and each change that is not
// carried over is in a [Conflict].
package merge
