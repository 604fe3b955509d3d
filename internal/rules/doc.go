// Package rules reads rule files: one rule of the merge each, as a sentence and
// an example that the tests run. tools/generate makes docs/rules.md from them.
//
// A rule file is a txtar archive. Its comment is the rule in a sentence, in front of it
// the rule's ID where it has one ("M3-3: ..."), and behind it lines of "name: value";
// "class: text" means that the rule follows from the published merge documents, "class:
// decision" that it is this project's. Its sections are
//
//	original.yaml, updated.yaml, dest.yaml   a 3-way merge; a version without
//	                                         section does not have the resource
//	source.yaml, dest.yaml                   a 2-way merge
//	1.yaml, 2.yaml, ...                      layers, left to right
//	file                                     the name of the file, where that counts
//	config.yaml                              settings, defaults without it
//	answers.yaml                             answers to conflicts: a list of path, take
//	                                         (Updated, Dest or Edited) and value
//	want.yaml                                the merged value; empty: nothing is left
//	want.txt                                 the merged value as text, comments and all
//	want-error                               words of the error, instead of the two
//	conflicts                                a line each, none without it
//	notes                                    a line each, none without it
package rules
