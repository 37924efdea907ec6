package auth

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// UseInterval is the minimum time between two recorded uses of a key.
const UseInterval = time.Minute

// APIKey returns the caller that an API key identifies. Its accounts are at most 3 seconds old, or current if fresh is true. It fails
// with apperr.Unauthenticated for a key that is unknown, malformed, revoked or expired.
func (s *Service) APIKey(ctx context.Context, key string, fresh bool) (caller.Caller, error) {
	if !wellFormed(key) {
		return caller.Caller{}, malformedKey()
	}
	f := fingerprintOf(key)
	v, err := s.verify(ctx, f, fresh)
	if err != nil {
		return caller.Caller{}, err
	}
	now := s.needs.Clock.Now()
	if !v.key.validAt(now) {
		return caller.Caller{}, unknownKey()
	}
	return v.caller, nil
}

func (s *Service) verify(ctx context.Context, f fingerprint, fresh bool) (*verified, error) {
	now := s.needs.Clock.Now()
	if v := s.cache.get(f, now); v != nil && !fresh {
		return v, nil
	}
	k, err := s.needs.Keys.GetKeyByHash(ctx, f[:])
	if err != nil && !apperr.Is(err, apperr.NotFound) {
		return nil, err
	}
	if err != nil || !f.is(k.Hash) || !k.validAt(now) {
		s.cache.forget(f)
		return nil, unknownKey()
	}
	c, err := s.callerOf(ctx, k)
	if err != nil {
		return nil, err
	}
	if k.LastUsedAt == nil || now.Sub(*k.LastUsedAt) >= UseInterval {
		// If it fails, the use is lost, which is only informative.
		_ = s.needs.Tx.InTx(ctx, func(ctx context.Context) error { return s.needs.Keys.NoteKeyUse(ctx, k.ID, now) })
	}
	v := &verified{key: k, caller: c, asOf: now}
	s.cache.put(f, v, now)
	return v, nil
}

// callerOf returns the caller of a key with the accounts that exist now.
func (s *Service) callerOf(ctx context.Context, k Key) (caller.Caller, error) {
	chosen := k.AccountIDs.Get()
	visible, err := s.visible(ctx, k.OrganizationID, chosen)
	if err != nil {
		return caller.Caller{}, err
	}
	return caller.Caller{
		Kind: caller.APIKey, ID: k.ID, Name: k.Name, Organization: k.OrganizationID,
		Accounts: visible, AllAccounts: len(chosen) == 0, Abilities: k.Abilities.Get(),
	}, nil
}

// visible returns the accounts of the organization that exist now, all of them or those that are chosen.
func (s *Service) visible(ctx context.Context, organization uuid.UUID, chosen []uuid.UUID) ([]uuid.UUID, error) {
	all, err := s.needs.Locations.ListAccounts(ctx, organization)
	if err != nil {
		return nil, err
	}
	seen := make([]uuid.UUID, 0, len(all))
	for _, l := range all {
		if len(chosen) == 0 || slices.Contains(chosen, l.ID) {
			seen = append(seen, l.ID)
		}
	}
	return seen, nil
}
