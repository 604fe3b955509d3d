// Package standing tells how packages stand to their upstreams: which versions are newer
// than the one that was taken, what was changed here since, and what was changed there. In
// go directories of packages, out come versions and comparisons. Nothing is written, but
// to the cache of what is fetched. It must not know how packages are upgraded.
package standing
