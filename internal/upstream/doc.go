// Package upstream reads packages out of git repositories and chart repositories, with the
// user's own git and helm. In go places and refs; out come versions and trees of files. What
// was fetched once stays in a cache, one bare repository for each repository of git; nothing is
// checked out. It must not know what packages hold, nor how they are merged.
package upstream
