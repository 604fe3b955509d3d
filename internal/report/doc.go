// Package report tells people and programs what a merge did: which conflicts there were
// and what settled them, what was added, deleted, moved and changed. In goes the outcome
// of a merge ([New]), out comes a text in one of its forms ([Report.Write]). It must not
// know how the outcome came about, and its words come from package phrase.
//
// The report is in the order of files, inside a file in that of the merge, so the same
// merge gives the same report.
//
// Values of Secrets, SealedSecrets and documents encrypted by SOPS are in no
// form of it.
package report
