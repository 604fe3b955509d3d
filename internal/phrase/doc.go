// Package phrase is the phrasebook: it words conflicts and notes, once for every
// report, function result, explanation and document, and gives each kind the
// code that programs rely on. It also
// shows values: on one line, and of long ones what differs.
package phrase
