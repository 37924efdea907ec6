package auth

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// RevokeKey revokes a key and, with descendants, all that it made and those made. They stop working on every replica within 5 seconds.
// A key that is already revoked stays as it is. RevokeKey returns the keys that were revoked now. It fails with apperr.NotFound.
func (s *Service) RevokeKey(ctx context.Context, id uuid.UUID, descendants bool) (revoked []Key, err error) {
	err = s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		k, err := s.needs.Keys.GetKey(ctx, id)
		if err == nil {
			err = s.needs.Locations.RequireOpen(ctx, k.OrganizationID)
		}
		if err != nil {
			return err
		}
		if _, err := s.needs.Keys.EnterKeys(ctx, k.OrganizationID, s.needs.Clock.Now()); err != nil {
			return err
		}
		revoked, err = s.revoke(ctx, id, descendants)
		return err
	})
	return revoked, err
}

// CountDescendants counts the keys that a key made, and those made, that are not revoked.
func (s *Service) CountDescendants(ctx context.Context, id uuid.UUID) (int, error) {
	made, err := s.needs.Keys.ListDescendants(ctx, id)
	return len(made), err
}

// RevokeKeyWithin is RevokeKey for a key within the reach of the caller's key, which may be that key itself. It fails with
// apperr.NotFound for all others and for revoked keys, and with apperr.Unauthenticated if the caller's key was revoked in the meantime.
func (s *Service) RevokeKeyWithin(ctx context.Context, id uuid.UUID, descendants bool) error {
	return s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		by, _, err := s.enter(ctx)
		if err != nil {
			return err
		}
		if err := s.needs.Keys.RequireKeyWithin(ctx, by.Reach, id); err != nil {
			return err
		}
		// Whatever a key made holds no more than it does, so it is within the reach as well.
		_, err = s.revoke(ctx, id, descendants)
		return err
	})
}

// enter locks the caller's organization against other changes of its keys, and of its staff if the caller is one. It returns what the
// caller may do now, who may be cached from before their key was revoked or their role changed, and how many keys are valid.
func (s *Service) enter(ctx context.Context) (by maker, valid int, err error) {
	c := caller.From(ctx)
	if c.Kind == caller.Staff {
		if err := s.needs.Members.EnterStaff(ctx, c.Organization); err != nil {
			return maker{}, 0, err
		}
	}
	if valid, err = s.needs.Keys.EnterKeys(ctx, c.Organization, s.needs.Clock.Now()); err != nil {
		return maker{}, 0, err
	}
	by, err = s.maker(ctx)
	return by, valid, err
}

// revoke revokes a key of an organization that is locked, so that none of the keys makes another meanwhile.
func (s *Service) revoke(ctx context.Context, id uuid.UUID, descendants bool) ([]Key, error) {
	chosen := []uuid.UUID{id}
	if descendants {
		made, err := s.needs.Keys.ListDescendants(ctx, id)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, made...)
	}
	revoked, err := s.needs.Keys.RevokeKeys(ctx, chosen, s.needs.Clock.Now())
	if err != nil {
		return nil, err
	}
	for _, k := range revoked {
		before := k
		before.RevokedAt = nil
		if err := s.recordKey(ctx, KeyRevoked, k, &before); err != nil {
			return nil, err
		}
	}
	return revoked, nil
}
