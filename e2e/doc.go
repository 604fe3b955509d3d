// Package e2e holds no code, only tests: the binary under the programs that
// run it (kpt, kustomize), over the packages of examples/, and of schemas. It is a
// module of its own, so that who imports the product gets none of its libraries.
//
// A script names the programs it needs by a line such as
//
//	[!have:kpt] skip 'kpt is not installed'
//
// With KRM_MERGE_E2E=required a missing program fails the script instead, so
// that nothing is skipped in silence where everything must have run.
// KRM_MERGE_IMAGE names the container image to test, if one is built.
package e2e
