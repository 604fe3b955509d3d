// Package upstream reads packages out of git repositories, with the user's own git. In go
// repositories, directories and refs; out come commits, trees of files, and the versions
// that there are. What was fetched once stays in a cache, one bare repository for each
// upstream; nothing is checked out. It must not know what packages hold, nor how they are
// merged.
package upstream
