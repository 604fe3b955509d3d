//go:build !unix

package bounded

// atOnce is nothing where files are no pipes.
const atOnce = 0
