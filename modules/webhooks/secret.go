package webhooks

import (
	"crypto/rand"
	"encoding/base64"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/text"
)

// rotation is how long the old secret signs beside the new one.
const rotation = 24 * time.Hour

// SecretPurpose binds a sealed secret to its webhook: copied to another one's row it does not open.
func SecretPurpose(webhook uuid.UUID) string { return "webhook secret " + webhook.String() }

// newSecret has the form of the Standard Webhooks specification.
func newSecret() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails: crypto/rand ends the program instead
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

func hintOf(secret string) string {
	r := []rune(secret)
	return string(r[max(0, len(r)-4):])
}

func checkSecret(secret string, f *apperr.FieldErrors) {
	if n := text.Len(secret); n < 16 || n > 128 {
		f.Add("secret", "length", "is text of 16 to 128 characters")
	}
}

// rotate makes secret the current one and keeps the old one for a while.
func (s *Service) rotate(w *Webhook, sealed *Secrets, secret string) {
	until := s.clock.Now().Add(rotation)
	*sealed = Secrets{
		Current:       s.box.Seal([]byte(secret), SecretPurpose(w.ID)),
		Previous:      sealed.Current,
		PreviousUntil: &until,
	}
	w.SecretHint = hintOf(secret)
}
