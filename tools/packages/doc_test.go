// Package packages_test upgrades packages that are published, from one release to
// another: as they are, and with edits that people make.
package packages_test
