package store

import (
	"bytes"
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/idempotency"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"github.com/petcare/petcare/platform/postgres"
)

// Personal says what of the tables is about persons: responses that show one.
func Personal(s *Store) privacy.Personal {
	return privacy.Personal{Module: "idempotency", Erase: s.erase, Tables: []privacy.Table{{Name: "idempotency.answers", Erase: `
		delete from idempotency.answers
		where record_id = any(@mentioned) or record_id = any(@customers) or record_id = any(@pets) or principal_id = any(@customers)`}}}
}

// erase removes the responses that name no record of their own, such as previews, but one of the person's.
func (s *Store) erase(ctx context.Context, of privacy.Subject) error {
	var rows []struct {
		PrincipalID uuid.UUID
		Key         string
		Answer      []byte
	}
	err := s.db.In(ctx).Raw("select principal_id, key, answer from idempotency.answers where record_id is null and answer is not null").
		Scan(&rows).Error
	for i := 0; i < len(rows) && err == nil; i++ {
		r := idempotency.Request{Principal: rows[i].PrincipalID, Key: rows[i].Key}
		kept, found, opened := s.open(r, rows[i].Answer)
		if opened == nil && found && names(kept.Body, of) {
			err = s.db.In(ctx).Exec("delete from idempotency.answers where principal_id = ? and key = ?", r.Principal, r.Key).Error
		}
	}
	return postgres.Failed("remove responses about a person", err)
}

func names(body []byte, of privacy.Subject) bool {
	for _, list := range [][]uuid.UUID{of.Customers, of.Mentioned} {
		for _, id := range list {
			if bytes.Contains(body, []byte(id.String())) {
				return true
			}
		}
	}
	return false
}
