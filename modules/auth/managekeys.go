package auth

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/text"
)

// MaxKeysPerOrganization limits the valid keys of an organization that keys can create.
const MaxKeysPerOrganization = 100

// Reach is what a key may do. It can create, list and revoke keys that may do at most the same.
type Reach struct {
	Organization uuid.UUID
	AllAccounts  bool
	Accounts     []uuid.UUID
	Everything   bool
	Abilities    []string
	Until        *time.Time // nil: no end
}

// GetCurrentKey returns the key of the caller.
func (s *Service) GetCurrentKey(ctx context.Context) (Key, error) {
	return s.needs.Keys.GetKey(ctx, caller.From(ctx).ID)
}

// ListKeysWithin lists the keys within the reach of the caller's key that are not revoked, newest first.
func (s *Service) ListKeysWithin(ctx context.Context, page paging.Request) (paging.Page[Key], error) {
	by, err := s.maker(ctx)
	if err != nil {
		return paging.Page[Key]{}, err
	}
	return s.needs.Keys.ListKeysWithin(ctx, by.Reach, page)
}

// GrantKey creates a key within the reach of the caller's key. It fails with apperr.Invalid, with apperr.Forbidden for an ability
// that the caller's key lacks, with apperr.Conflict if the organization has MaxKeysPerOrganization keys, and with
// apperr.Unauthenticated if the caller's key was revoked in the meantime.
func (s *Service) GrantKey(ctx context.Context, g KeyGrant) (NewKey, error) {
	var made NewKey
	err := s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		by, n, err := s.enter(ctx)
		if err != nil {
			return err
		}
		k, err := s.checkGrant(g, by.Reach)
		if err != nil {
			return err
		}
		k.OrganizationID, k.Organization = by.Organization, by.name
		if n >= MaxKeysPerOrganization {
			return apperr.NewConflict("conflict", fmt.Sprintf("the organization has %d API keys already: revoke one first", n))
		}
		made, err = s.addKey(ctx, k)
		return err
	})
	return made, err
}

func (s *Service) checkGrant(g KeyGrant, of Reach) (Key, error) {
	errs := s.GrantFaults(g)
	k := Key{Name: text.Clean(g.Name), Abilities: jsonb.New(g.Abilities), AccountIDs: jsonb.New(append([]uuid.UUID{}, g.AccountIDs...))}
	if g.ExpiresAt != nil {
		k.ExpiresAt = new(clock.Cut(*g.ExpiresAt)) // as it is stored and returned later
	}
	for i, id := range g.AccountIDs {
		if !slices.Contains(of.Accounts, id) {
			errs.Add(fmt.Sprintf("account_ids[%d]", i), "unknown", "is not an account that this key sees")
		}
	}
	if len(g.AccountIDs) == 0 && !of.AllAccounts {
		errs.Add("account_ids", "required", "this key does not see all accounts: name those that the new one is to see")
	}
	checkEnd(g.ExpiresAt, of.Until, &errs)
	if err := errs.Err(); err != nil {
		return Key{}, err
	}
	for _, a := range g.Abilities {
		if !of.Everything && !slices.Contains(of.Abilities, a) {
			return Key{}, apperr.NewForbidden("ability_missing", "this API key cannot give the ability "+a+", which it does not hold")
		}
	}
	return k, nil
}

// GrantFaults are the faults of a new key that can be found without the caller's key.
func (s *Service) GrantFaults(g KeyGrant) (errs apperr.FieldErrors) {
	checkKeyName(text.Clean(g.Name), &errs)
	s.checkAbilities(g.Abilities, &errs)
	if g.ExpiresAt != nil && !g.ExpiresAt.After(s.needs.Clock.Now()) {
		errs.Add("expires_at", "range", "is not in the future")
	}
	return errs
}

func checkEnd(at, most *time.Time, errs *apperr.FieldErrors) {
	switch {
	case at == nil && most != nil:
		errs.Add("expires_at", "required", "this key ends at "+most.Format(time.RFC3339)+", so the new one has to end by then")
	case at != nil && most != nil && at.After(*most):
		errs.Add("expires_at", "range", "is after "+most.Format(time.RFC3339)+", when this key ends")
	}
}
