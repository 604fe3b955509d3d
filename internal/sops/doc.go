// Package sops merges documents that SOPS encrypted, and has their authentication codes
// computed anew by the user's own sops. In go the versions of a document as nodes, or the
// texts of files, out comes a merged document, or a sealed text. It decrypts nothing, and
// no plaintext ever comes into this program. It must not know what a resource is.
//
// What sops writes: each value is a ciphertext that is bound to the keys on the way to it
// (not to the places in lists) and encrypted with the data key of the file; a value that
// nobody changed keeps its ciphertext. The field sops holds the data key, wrapped once for
// each recipient, and a code (mac) over all values in order.
package sops
