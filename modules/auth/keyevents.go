package auth

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// The public events of API keys.
const (
	KeyCreated = "api_key.created"
	KeyRevoked = "api_key.revoked"
)

// recordKey records an event in each account that the key sees. Whoever reads the events of one account may not know of others, so the
// key's accounts are reduced to that one.
func (s *Service) recordKey(ctx context.Context, kind string, k Key, before *Key) error {
	all, err := s.needs.Locations.ListAccounts(ctx, k.OrganizationID)
	if err != nil {
		return err
	}
	chosen := k.AccountIDs.Get()
	for _, l := range all {
		if len(chosen) > 0 && !slices.Contains(chosen, l.ID) {
			continue
		}
		e := events.Public{Type: kind, Account: l.ID, Record: k.ID, Object: seenFrom(l.ID, k)}
		if before != nil {
			e.Before = seenFrom(l.ID, *before)
		}
		if err := s.needs.Events.Record(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

func seenFrom(account uuid.UUID, k Key) Key {
	if len(k.AccountIDs.Get()) > 0 {
		k.AccountIDs = jsonb.New([]uuid.UUID{account})
	}
	return k
}
