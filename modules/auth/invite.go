package auth

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// Invite describes a member of staff whom the operator invites.
type Invite struct {
	Organization string // its name
	Email        string
	Name         string   // "": what stands before the @
	Role         string   // its name
	AccountCodes []string // none: all accounts of the organization, including later ones
}

// InviteStaff invites a member of staff for the operator. One who exists gets the role and the accounts, is active again, and gets another
// invitation: this is the way back in for an organization without a manager. It fails with apperr.Invalid, which names each wrong field.
func (s *Service) InviteStaff(ctx context.Context, in Invite) (made NewMember, err error) {
	ctx, role, accounts, err := s.placeOf(ctx, in.Organization, in.Role, in.AccountCodes)
	if err != nil {
		return NewMember{}, err
	}
	create := MemberCreate{Name: in.Name, Email: in.Email, RoleID: role.ID, AccountIDs: accounts}
	if create.Name == "" {
		create.Name = nameOf(Identity{Email: in.Email})
	}
	known, err := s.findMember(ctx, in.Organization, in.Email)
	if err != nil {
		return NewMember{}, err
	}
	if known.ID == uuid.Nil {
		return s.CreateMember(ctx, create)
	}
	p := MemberPatch{RoleID: patch.Of(role.ID), AccountIDs: patch.Of(accounts), Active: patch.Of(true)}
	if made.Member, err = s.UpdateMember(ctx, known.ID, p, patch.Precondition{}); err != nil {
		return NewMember{}, err
	}
	made.Invitation, err = s.CreateInvitation(ctx, known.ID)
	return made, err
}

// AddStaff adds a member of staff with a password, for the demo. It does nothing if the organization has one with the e-mail address.
func (s *Service) AddStaff(ctx context.Context, in Invite, password string) error {
	known, err := s.findMember(ctx, in.Organization, in.Email)
	if err != nil || known.ID != uuid.Nil {
		return err
	}
	hashed, err := s.needs.Passwords.Hash(ctx, password)
	if err != nil {
		return err
	}
	return s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		made, err := s.InviteStaff(ctx, in)
		if err != nil {
			return err
		}
		made.PasswordHash = hashed
		if err := s.needs.Members.UpdateMember(ctx, made.Member); err != nil {
			return err
		}
		return s.needs.Customers.VoidReset(ctx, made.OrganizationID, made.ID)
	})
}

// AnyStaff reports whether there is a member of staff in any organization: without one, the console says how to make the first.
func (s *Service) AnyStaff(ctx context.Context) (bool, error) { return s.needs.Members.AnyMember(ctx) }

// HasIssuer reports whether staff can sign in at an issuer.
func (s *Service) HasIssuer() bool { return s.needs.Issuer != nil }
