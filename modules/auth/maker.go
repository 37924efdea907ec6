package auth

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// manageAbility is needed to manage staff and roles.
const manageAbility = "staff:manage"

// maker is who manages staff, with what they may give.
type maker struct {
	Reach
	name string // of the organization
}

// mayGive fails with apperr.Forbidden, which names the ability, if the maker does not hold all abilities.
func (m maker) mayGive(abilities []string) error {
	for _, a := range abilities {
		if !m.Everything && !slices.Contains(m.Abilities, a) {
			return apperr.NewForbidden("ability_missing", "this needs the ability "+a+", which you do not hold")
		}
	}
	return nil
}

// manageStaff runs a change of staff or roles in a transaction, one at a time for an organization, so that what is checked stays so until
// the commit. It fails if the change leaves the organization without its last manager.
func (s *Service) manageStaff(ctx context.Context, change func(ctx context.Context, by maker) error) error {
	organization := caller.From(ctx).Organization
	return s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.needs.Members.EnterStaff(ctx, organization); err != nil {
			return err
		}
		if caller.From(ctx).Kind == caller.APIKey { // the key stays valid
			if _, err := s.needs.Keys.EnterKeys(ctx, organization, s.needs.Clock.Now()); err != nil {
				return err
			}
		}
		by, err := s.maker(ctx)
		if err == nil {
			err = by.mayGive([]string{manageAbility})
		}
		if err != nil {
			return err
		}
		before, err := s.standing(ctx, organization)
		if err != nil {
			return err
		}
		if err := change(ctx, by); err != nil {
			return err
		}
		after, err := s.standing(ctx, organization)
		if err == nil && after < before {
			return errLastManager
		}
		return err
	})
}

// standing is 2 if the organization has a manager of all accounts who can sign in, 1 if it has managers of some accounts, else 0.
func (s *Service) standing(ctx context.Context, organization uuid.UUID) (int, error) {
	kinds, err := s.needs.Members.ListStandings(ctx, organization)
	best := 0
	for _, k := range kinds {
		role, missing := s.roleOf(ctx, organization, k.RoleID)
		if apperr.Is(missing, apperr.NotFound) || missing == nil && !slices.Contains(role.Abilities.Get(), allAbilities) {
			continue
		}
		if missing != nil {
			return 0, missing
		}
		if best = max(best, 1); k.AllAccounts {
			best = 2
		}
	}
	return best, err
}

// maker is the caller as the database knows them now, and no earlier than the locks of the organization: a member whose role was changed,
// or a key that was revoked, a moment ago gives nothing any more.
func (s *Service) maker(ctx context.Context) (maker, error) {
	c := caller.From(ctx)
	m := maker{Reach: Reach{Organization: c.Organization, AllAccounts: c.AllAccounts, Accounts: c.Accounts}}
	switch c.Kind {
	case caller.System:
		m.Everything, m.name = true, c.Name
		var err error
		m.Accounts, err = s.visible(ctx, c.Organization, nil)
		return m, err
	case caller.Staff:
		of, err := s.needs.Members.GetMember(ctx, c.Organization, c.ID)
		if err != nil {
			return m, notFoundAs(err, badToken())
		}
		role, err := s.roleOf(ctx, c.Organization, of.RoleID)
		if err != nil {
			return m, err
		}
		if !of.Active {
			return m, badToken()
		}
		m.Abilities, m.name, m.AllAccounts = role.Abilities.Get(), of.Organization, len(of.AccountIDs.Get()) == 0
		if m.Accounts, err = s.visible(ctx, c.Organization, of.AccountIDs.Get()); err != nil {
			return m, err
		}
	default:
		k, err := s.needs.Keys.GetKey(ctx, c.ID)
		if err != nil {
			return m, notFoundAs(err, unknownKey())
		}
		if !k.validAt(s.needs.Clock.Now()) {
			return m, unknownKey()
		}
		m.Abilities, m.name, m.Until = k.Abilities.Get(), k.Organization, k.ExpiresAt
	}
	m.Everything = slices.Contains(m.Abilities, allAbilities)
	return m, nil
}
