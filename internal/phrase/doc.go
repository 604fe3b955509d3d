// Package phrase is the phrasebook: it words conflicts, notes and reasons once, for
// every report, function result, explanation and document, and gives each kind the code
// that programs rely on. In go conflicts, notes and values, out come texts on one line;
// of long values they show what differs. It must not know where the texts are shown.
package phrase
