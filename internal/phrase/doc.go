// Package phrase is the phrasebook: it words conflicts and notes, once for every
// report, function result, explanation and document, and gives each kind the
// code that programs rely on. It also shows values and names of the input so
// that they stay on one line and drive no terminal.
package phrase
