package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// AcceptInput is the body with which a member of staff accepts an invitation.
type AcceptInput struct {
	Token       string `json:"token" minLength:"1" maxLength:"100" doc:"Token of the invitation" example:"pci_AZijwn8AfMKaVQpLjXweEQZzR3v0"`
	NewPassword string `json:"new_password" minLength:"10" maxLength:"128" doc:"The password from now on" example:"correct horse battery"`
}

// AcceptInvitation sets the password of the member of staff whom a token invites, ends their sessions and starts a new one. It fails with
// apperr.Unauthenticated, always with the same message, for a token that is wrong, used or expired, and for a member who is inactive or
// gone; with apperr.RateLimited after too many attempts from a client address.
func (s *Service) AcceptInvitation(ctx context.Context, in AcceptInput, address string) (StaffGrant, error) {
	if err := s.admit(ctx, digest("reset", caller.Network(address))); err != nil {
		return StaffGrant{}, err
	}
	organization, hash, ok := readToken(invitationStart, in.Token)
	if !ok {
		return StaffGrant{}, badReset()
	}
	r, err := s.needs.Resets.GetReset(ctx, organization, hash)
	if err != nil {
		return StaffGrant{}, notFoundAs(err, badReset())
	}
	m, err := s.needs.Members.GetMember(ctx, organization, r.CustomerID)
	if err != nil {
		return StaffGrant{}, notFoundAs(err, badReset())
	}
	if !m.Active || !s.needs.Clock.Now().Before(r.ExpiresAt) {
		return StaffGrant{}, badReset()
	}
	as := caller.Caller{Kind: caller.Staff, ID: m.ID, Organization: organization}
	hashed, err := s.needs.Passwords.Hash(caller.With(ctx, as), in.NewPassword)
	if err != nil {
		return StaffGrant{}, fmt.Errorf("hash a password: %w", err)
	}
	return s.signIn(ctx, m, address, func(ctx context.Context, now *Member) error {
		now.PasswordHash = hashed
		if err := s.needs.Resets.TakeReset(ctx, r); err != nil {
			return notFoundAs(err, badReset())
		}
		return s.needs.StaffSessions.EndStaffSessions(ctx, organization, m.ID, uuid.Nil)
	})
}

// ChangeStaffPassword changes the password of the member of staff who is the caller, and ends all their other sessions. It has the limits
// of StaffLogin. It fails with apperr.Unauthenticated if the current password is wrong, or if there is none.
func (s *Service) ChangeStaffPassword(ctx context.Context, in PasswordChange, address string) error {
	c := caller.From(ctx)
	m, err := s.needs.Members.GetMember(ctx, c.Organization, c.ID)
	if err != nil {
		return notFoundAs(err, badToken())
	}
	key, err := s.loginKey(ctx, uuid.Nil, staffLogin(m.EmailKey), address)
	if err != nil {
		return err
	}
	sources := [][]byte{digest("password address", caller.Network(address)), digest("password", c.ID.String())}
	return s.guess(ctx, uuid.Nil, key, sources, func() error {
		right, err := s.needs.Passwords.Verify(ctx, in.CurrentPassword, m.PasswordHash)
		if err != nil {
			return fmt.Errorf("check a password: %w", err)
		}
		if !right {
			return wrongPassword()
		}
		hashed, err := s.needs.Passwords.Hash(ctx, in.NewPassword)
		if err != nil {
			return fmt.Errorf("hash a password: %w", err)
		}
		return s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
			now, err := s.needs.Members.LockMember(ctx, c.Organization, c.ID)
			if err != nil {
				return notFoundAs(err, badToken())
			}
			if !now.Active || !equal(now.PasswordHash, m.PasswordHash) {
				return wrongPassword() // changed in the meantime
			}
			now.PasswordHash = hashed
			if err := s.needs.Members.UpdateMember(ctx, now); err != nil {
				return err
			}
			return s.shutOut(ctx, now, c.Session)
		})
	})
}
