package terms

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Digest is what texts are called among other ones: so many hex digits of a SHA-256.
func Digest(length int, texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:])[:length]
}
