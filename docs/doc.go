// Package docs holds the documentation. What of it is generated says so in its
// first line.
package docs

//go:generate go run -C ../internal/compared . -root ../..
