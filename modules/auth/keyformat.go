package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"hash/crc32"
	"strings"
)

// A secret consists of "pck_", 30 random characters (178 bits) and a checksum of 6. The checksum lets secret scanners recognize
// leaked keys, and rejects typing errors without a query.
const (
	secretStart    = "pck_"
	secretRandom   = 30
	secretChecksum = 6
	secretLength   = len(secretStart) + secretRandom + secretChecksum
	prefixLength   = 12
	base62         = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

func newSecret() string {
	var b strings.Builder
	b.Grow(secretLength)
	b.WriteString(secretStart)
	var buffer [64]byte
	for b.Len() < secretLength-secretChecksum {
		_, _ = rand.Read(buffer[:]) // never fails: crypto/rand crashes the program instead
		for _, c := range buffer {
			// 248 is the largest multiple of 62 in a byte. Higher values would make some characters more frequent.
			if c < 248 && b.Len() < secretLength-secretChecksum {
				b.WriteByte(base62[c%62])
			}
		}
	}
	return b.String() + checksum(b.String())
}

func checksum(s string) string {
	n := crc32.ChecksumIEEE([]byte(s))
	var digits [secretChecksum]byte
	for i := secretChecksum - 1; i >= 0; i-- {
		digits[i] = base62[n%62]
		n /= 62
	}
	return string(digits[:])
}

// wellFormed reports whether s has the format of a secret and the right checksum.
func wellFormed(s string) bool {
	if len(s) != secretLength || !strings.HasPrefix(s, secretStart) {
		return false
	}
	for _, c := range []byte(s[len(secretStart):]) {
		if strings.IndexByte(base62, c) < 0 {
			return false
		}
	}
	body, sum := s[:secretLength-secretChecksum], s[secretLength-secretChecksum:]
	return equal(checksum(body), sum)
}

// fingerprint is the stored hash of a secret. A fast hash is sufficient, because the secret is random.
type fingerprint [sha256.Size]byte

func fingerprintOf(secret string) fingerprint { return sha256.Sum256([]byte(secret)) }

// equal takes the same time whatever the texts are.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func (f fingerprint) is(hash []byte) bool { return subtle.ConstantTimeCompare(f[:], hash) == 1 }
