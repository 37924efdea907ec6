package secrets

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
)

const tagLength = 16

// Sign adds a tag to plain that reveals changes. The text stays readable, and equal texts get equal tags. The result only verifies
// for the same purpose. It consists of the length of the key id, the key id, the tag (HMAC-SHA-256, truncated to 16 bytes) and plain.
func (b *Box) Sign(plain []byte, purpose string) []byte {
	signed := append([]byte{byte(len(b.first))}, b.first...)
	return append(append(signed, b.tag(b.first, plain, purpose)...), plain...)
}

// Verify returns the text that Sign signed for the same purpose.
func (b *Box) Verify(signed []byte, purpose string) ([]byte, error) {
	id, rest, ok := cutKeyID(signed)
	if !ok || len(rest) < tagLength {
		return nil, errors.New("verify a signed value: it is cut off")
	}
	if _, ok := b.signs[id]; !ok {
		return nil, fmt.Errorf("verify a signed value: its key %q is not configured", id)
	}
	plain := rest[tagLength:]
	if !hmac.Equal(rest[:tagLength], b.tag(id, plain, purpose)) {
		return nil, errors.New("verify a signed value: it was changed or signed for something else")
	}
	return plain, nil
}

func (b *Box) tag(id string, plain []byte, purpose string) []byte {
	h := hmac.New(sha256.New, b.signs[id])
	_, _ = fmt.Fprintf(h, "%d\n%s", len(purpose), purpose) // writing to a hash never fails
	_, _ = h.Write(plain)
	return h.Sum(nil)[:tagLength]
}
