// Package upgrade takes packages from git repositories, brings them to other versions of
// these, and tells how they stand to their upstreams: which versions are newer, and what was
// changed here and there. In go directories and what is asked for, out come packages that are
// taken, merged and written, with what became of them. It must not know how anything is merged,
// nor how results are shown.
package upgrade
