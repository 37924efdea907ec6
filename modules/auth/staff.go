package auth

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
)

var (
	errEmailTaken  = apperr.NewDuplicate("email", "another member of staff has this e-mail already")
	errLastManager = apperr.NewConflict("conflict", "this would leave the organization without a manager who can sign in")
	errElsewhere   = apperr.NewForbidden("forbidden", "only who sees all accounts of the organization manages its roles")
)

// ListStaff lists the members of staff all of whose accounts the caller sees, newest first.
func (s *Service) ListStaff(ctx context.Context, page paging.Request) (paging.Page[Member], error) {
	c := caller.From(ctx)
	found, err := s.needs.Members.ListMembers(ctx, Reach{Organization: c.Organization, AllAccounts: c.AllAccounts, Accounts: c.Accounts}, page)
	if err != nil {
		return found, err
	}
	return found, s.nameRoles(ctx, c.Organization, found.Items)
}

// GetMember returns a member of staff. It fails with apperr.NotFound if the caller does not see all accounts of the member.
func (s *Service) GetMember(ctx context.Context, id uuid.UUID) (Member, error) {
	c := caller.From(ctx)
	m, err := s.needs.Members.GetMember(ctx, c.Organization, id)
	if err == nil && !c.AllAccounts && !within(m.AccountIDs.Get(), c.Accounts) {
		err = apperr.NewNotFound("member of staff")
	}
	if err != nil {
		return Member{}, err
	}
	one := []Member{m}
	err = s.nameRoles(ctx, c.Organization, one)
	return one[0], err
}

// within reports whether accounts, which are not all, are among those of another list.
func within(accounts, of []uuid.UUID) bool {
	return len(accounts) > 0 && !slices.ContainsFunc(accounts, func(a uuid.UUID) bool { return !slices.Contains(of, a) })
}

// CreateMember makes a member of staff, whose invitation is in the answer. It fails with apperr.Invalid, with apperr.Forbidden for a role
// with an ability that the caller does not hold, and with apperr.Conflict for a taken e-mail address or beyond MaxStaff.
func (s *Service) CreateMember(ctx context.Context, c MemberCreate) (made NewMember, err error) {
	err = s.manageStaff(ctx, func(ctx context.Context, by maker) error {
		now := s.needs.Clock.Now()
		made = NewMember{Member: Member{ID: ids.New(), OrganizationID: by.Organization, Organization: by.name, CreatedAt: now, UpdatedAt: now,
			Version: 1}}
		n, err := s.needs.Members.CountMembers(ctx, by.Organization)
		if err != nil {
			return err
		}
		if n >= MaxStaff {
			return apperr.NewConflict("conflict", fmt.Sprintf("the organization has %d members of staff already", n))
		}
		if err := s.checkMember(ctx, by, &made.Member, c.patch()); err != nil {
			return err
		}
		if err := s.needs.Members.InsertMember(ctx, made.Member); err != nil {
			return err
		}
		if made.Invitation, err = s.invite(ctx, made.Member); err != nil {
			return err
		}
		return s.tellStaff(ctx, "staff.created", made.Member, nil)
	})
	return made, err
}

// UpdateMember changes a member of staff; it counts at once for their sessions. It fails like CreateMember, with apperr.NotFound and
// apperr.VersionMismatch, with apperr.Forbidden if the member holds an ability that the caller does not, and with apperr.Conflict if it
// would take the last manager from the organization.
func (s *Service) UpdateMember(ctx context.Context, id uuid.UUID, p MemberPatch, match patch.Precondition) (m Member, err error) {
	err = s.manageStaff(ctx, func(ctx context.Context, by maker) error {
		before, err := s.lockMember(ctx, by, id)
		if err != nil {
			return err
		}
		if err := match.Check(before.Version, before); err != nil {
			return err
		}
		if m = before; !p.changes(before) {
			return nil
		}
		if err := s.checkMember(ctx, by, &m, p); err != nil {
			return err
		}
		m.Version++
		m.UpdatedAt = s.needs.Clock.Now()
		return s.storeMember(ctx, before, m)
	})
	return m, err
}

// changes reports whether the patch differs from the member.
func (p MemberPatch) changes(before Member) bool {
	after := before
	_ = p.apply(&after)
	return after.Name != before.Name || after.Email != before.Email || after.RoleID != before.RoleID || after.Active != before.Active ||
		!slices.Equal(after.AccountIDs.Get(), before.AccountIDs.Get())
}

// storeMember writes a change and tells it. Sessions end after the member is written: a sign-in that came first has its session by then,
// and a later one sees the change.
func (s *Service) storeMember(ctx context.Context, before, m Member) error {
	if err := s.needs.Members.UpdateMember(ctx, m); err != nil {
		return err
	}
	if before.Active && !m.Active || before.EmailKey != m.EmailKey {
		if err := s.shutOut(ctx, m, uuid.Nil); err != nil {
			return err
		}
	}
	return s.tellStaff(ctx, "staff.updated", m, &before)
}

// shutOut ends the sessions of a member but one, and voids their invitation.
func (s *Service) shutOut(ctx context.Context, m Member, but uuid.UUID) error {
	if err := s.needs.StaffSessions.EndStaffSessions(ctx, m.OrganizationID, m.ID, but); err != nil {
		return err
	}
	return s.needs.Customers.VoidReset(ctx, m.OrganizationID, m.ID)
}

// DeleteMember removes a member of staff and ends their sessions. It fails like UpdateMember.
func (s *Service) DeleteMember(ctx context.Context, id uuid.UUID, match patch.Precondition) error {
	return s.manageStaff(ctx, func(ctx context.Context, by maker) error {
		m, err := s.lockMember(ctx, by, id)
		if err != nil {
			return err
		}
		if err := match.Check(m.Version, m); err != nil {
			return err
		}
		if err := s.needs.Members.DeleteMember(ctx, m.OrganizationID, m.ID); err != nil {
			return err
		}
		if err := s.shutOut(ctx, m, uuid.Nil); err != nil {
			return err
		}
		return s.tellStaff(ctx, "staff.deleted", m, nil)
	})
}

// CreateInvitation makes another invitation, with which the member sets a new password; it voids the one before. It fails like
// UpdateMember, and with apperr.Conflict for an inactive member.
func (s *Service) CreateInvitation(ctx context.Context, id uuid.UUID) (made Invitation, err error) {
	err = s.manageStaff(ctx, func(ctx context.Context, by maker) error {
		m, err := s.lockMember(ctx, by, id)
		if err != nil {
			return err
		}
		if !m.Active {
			return apperr.NewConflict("conflict", "the member of staff is inactive and cannot sign in")
		}
		made, err = s.invite(ctx, m)
		return err
	})
	return made, err
}

func (s *Service) invite(ctx context.Context, m Member) (Invitation, error) {
	token, hash := newToken(invitationStart, m.OrganizationID)
	i := Invitation{token, s.needs.Clock.Now().Add(invitationTTL)}
	return i, s.needs.Resets.PutReset(ctx, PasswordReset{m.OrganizationID, m.ID, hash, i.ExpiresAt})
}

// lockMember returns a member whom by may change: one who holds nothing that by does not. Otherwise a new e-mail address or invitation
// would be a way to more abilities.
func (s *Service) lockMember(ctx context.Context, by maker, id uuid.UUID) (Member, error) {
	m, err := s.needs.Members.LockMember(ctx, by.Organization, id)
	if err == nil && !by.AllAccounts && !within(m.AccountIDs.Get(), by.Accounts) {
		err = apperr.NewNotFound("member of staff")
	}
	if err != nil {
		return Member{}, err
	}
	role, err := s.roleOf(ctx, m.OrganizationID, m.RoleID)
	if err != nil {
		return Member{}, err
	}
	m.Role = role.Name
	return m, by.mayGive(role.Abilities.Get())
}

// checkMember applies a patch and checks the result, of what it changes only.
func (s *Service) checkMember(ctx context.Context, by maker, m *Member, p MemberPatch) error {
	before := *m
	errs := p.apply(m)
	role, err := s.roleOf(ctx, by.Organization, m.RoleID)
	switch {
	case apperr.Is(err, apperr.NotFound):
		errs.Add("role_id", "unknown", "is not a role of the organization")
	case err != nil:
		return err
	}
	m.Role = role.Name
	if chosen := m.AccountIDs.Get(); before.Version == 1 && before.Email == "" || !slices.Equal(chosen, before.AccountIDs.Get()) {
		by.checkPlaces(chosen, &errs)
	}
	if err := errs.Err(); err != nil {
		return err
	}
	if err := by.mayGive(role.Abilities.Get()); err != nil {
		return err
	}
	same, err := s.needs.Members.FindMembers(ctx, by.Organization, m.EmailKey)
	if err != nil || len(same) == 0 || same[0].ID == m.ID {
		return err
	}
	if by.AllAccounts || within(same[0].AccountIDs.Get(), by.Accounts) {
		return errEmailTaken.With(same[0].ID)
	}
	return errEmailTaken
}

func (m maker) checkPlaces(chosen []uuid.UUID, errs *apperr.FieldErrors) {
	for i, id := range chosen {
		if !slices.Contains(m.Accounts, id) {
			errs.Add(fmt.Sprintf("account_ids[%d]", i), "unknown", "is not an account that you see")
		}
	}
	if len(chosen) == 0 && !m.AllAccounts {
		errs.Add("account_ids", "required", "you do not see all accounts: name those that they are to see")
	}
}

// tellStaff records an event in the feed of each account that the member sees, or saw before the change.
func (s *Service) tellStaff(ctx context.Context, event string, m Member, before *Member) error {
	accounts := m.AccountIDs.Get()
	var old any
	if before != nil {
		old = *before
		if had := before.AccountIDs.Get(); len(had) == 0 || len(accounts) == 0 {
			accounts = nil
		} else {
			accounts = slices.Compact(slices.SortedFunc(slices.Values(slices.Concat(accounts, had)), compareIDs))
		}
	}
	return s.tell(ctx, event, m.OrganizationID, accounts, m.ID, m, old)
}

func compareIDs(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) }

// tell records an event in the feeds of accounts, or of all accounts of the organization if there are none. Feeds are those of accounts.
func (s *Service) tell(ctx context.Context, event string, organization uuid.UUID, accounts []uuid.UUID, id uuid.UUID,
	object, before any) error {
	if len(accounts) == 0 {
		all, err := s.needs.Locations.ListAccounts(ctx, organization)
		if err != nil {
			return err
		}
		for _, l := range all {
			accounts = append(accounts, l.ID)
		}
	}
	told := lists.Map(accounts, func(account uuid.UUID) events.Public {
		return events.Public{Type: event, Account: account, Record: id, Object: object, Before: before}
	})
	return s.needs.Events.Record(ctx, told...)
}
