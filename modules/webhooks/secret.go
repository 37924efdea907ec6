package webhooks

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/text"
)

// rotation is how long deliveries are also signed with the old secret.
const rotation = 24 * time.Hour

// SecretPurpose binds a sealed secret to its webhook. Copied to another webhook's row, it does not open.
func SecretPurpose(webhook uuid.UUID) string { return "webhook secret " + webhook.String() }

// newSecret generates a secret in the format of the Standard Webhooks specification.
func newSecret() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails: crypto/rand crashes the program instead
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

func hintOf(secret string) string {
	r := []rune(secret)
	return string(r[max(0, len(r)-4):])
}

func checkSecret(secret string, f *apperr.FieldErrors) {
	if n := text.Len(secret); n < 16 || n > 128 {
		f.Add("secret", "length", "is not text of 16 to 128 characters")
	}
}

// rotate makes secret the current one. It keeps the old one for a while if that can be opened.
func (s *Service) rotate(w *Webhook, secret string) {
	old := w.Secrets.Current
	w.Secrets = Secrets{Current: s.box.Seal([]byte(secret), SecretPurpose(w.ID))}
	if old != nil {
		w.Secrets.Previous, w.Secrets.PreviousUntil = old, new(s.clock.Now().Add(rotation))
	}
	w.SecretHint = hintOf(secret)
}

// ListUnreadable returns the webhooks with secrets that cannot be opened with the configured keys. Their deliveries cannot be signed as
// receivers expect until the keys are configured again or the secrets are rotated.
func (s *Service) ListUnreadable(ctx context.Context) ([]uuid.UUID, error) {
	var lost []uuid.UUID
	err := s.store.EachSecret(ctx, func(webhook uuid.UUID, sealed []byte) {
		if _, err := s.box.Open(sealed, SecretPurpose(webhook)); err != nil {
			lost = append(lost, webhook)
		}
	})
	return slices.Compact(lost), err
}
