// Package marks reads and writes the marks that git puts into a text where two versions
// conflict: whole lines at column 0.
//
//	<<<<<<< yours: apps/v1 Deployment web spec.replicas: both changed
//	  replicas: 3
//	||||||| was
//	  replicas: 1
//	=======
//	  replicas: 2
//	>>>>>>> upstream
//
// In go texts, out come texts and blocks; everything in a text is in exactly one part of
// it, so nothing is lost. A label names the places that a block asks about, and a Side finds
// them in the text. It must not know how anything is merged, nor who answers.
package marks
