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
// it, so nothing is lost. It must not know what the texts hold.
package marks
