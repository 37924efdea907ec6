package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
)

const (
	// StaffSessionTTL is how long a session of a member of staff lasts.
	StaffSessionTTL = 12 * time.Hour
	invitationTTL   = 7 * 24 * time.Hour

	sessionStart    = "pcs_"
	invitationStart = "pci_"
)

// StaffSession is a sign-in of a member of staff. What the member may do is looked up for each request.
type StaffSession struct {
	ID             uuid.UUID `json:"id" format:"uuid" doc:"Id of the session"`
	OrganizationID uuid.UUID `json:"-"`
	StaffID        uuid.UUID `json:"-"`
	Hash           []byte    `json:"-"` // SHA-256 of the token
	CreatedAt      time.Time `json:"created_at" doc:"When they signed in"`
	EndsAt         time.Time `json:"ends_at" doc:"When it ends by itself"`
	Current        bool      `json:"current" gorm:"-" doc:"Whether it is the session of this request"`
}

// StaffGrant is the result of a sign-in.
type StaffGrant struct {
	Token   string
	Session StaffSession
	Member  Member
}

// StaffLoginInput is the body of a sign-in by password.
type StaffLoginInput struct {
	Email        string `json:"email" minLength:"1" maxLength:"254" doc:"E-mail, whatever the case" example:"ana@example.com"`
	Password     string `json:"password" minLength:"1" maxLength:"128" doc:"Their password" example:"correct horse battery"`
	Organization string `json:"organization,omitempty" maxLength:"120" doc:"Name of the organization" example:"Willow & Whisker"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (StaffLoginInput) Docs() map[string]string {
	return map[string]string{"organization": "Name of the organization; needed only by who works for several with one e-mail address"}
}

// staffLogin is the name of a login in the counts of attempts and failures. It holds a NUL, which no text of a request does, so that no
// customer of any account has it.
func staffLogin(emailKey string) string { return "staff\x00" + emailKey }

// StaffLogin starts a session of a member of staff. It has the limits of Login, and fails like it: for an unknown e-mail address, an
// inactive member and one without a password with the error of a wrong password, after the same time.
func (s *Service) StaffLogin(ctx context.Context, in StaffLoginInput, address string) (g StaffGrant, err error) {
	login := staffLogin(normalizeEmail(in.Email))
	key, err := s.loginKey(ctx, uuid.Nil, login, address)
	if err != nil {
		return StaffGrant{}, err
	}
	sources := [][]byte{digest("address", caller.Network(address)), digest("e-mail", key)}
	err = s.guess(ctx, uuid.Nil, key, sources, func() error {
		m, err := s.findMember(ctx, in.Organization, in.Email)
		if err != nil {
			return err
		}
		right, err := s.needs.Passwords.Verify(ctx, in.Password, m.PasswordHash)
		if err != nil {
			return fmt.Errorf("check a password: %w", err)
		}
		if !right || !m.Active {
			return loginFailed()
		}
		g, err = s.signIn(ctx, m, address, func(_ context.Context, now *Member) error {
			if !equal(now.PasswordHash, m.PasswordHash) {
				return loginFailed()
			}
			return nil
		})
		return err
	})
	return g, err
}

// findMember returns the one member of staff with the e-mail address, of the organization if it is named. If there is none, or several
// organizations have one, it returns nobody, who has no password.
func (s *Service) findMember(ctx context.Context, organization, email string) (Member, error) {
	of := uuid.Nil // any
	if organization != "" {
		var err error
		if of, err = s.needs.Locations.GetOrganization(ctx, organization); apperr.Is(err, apperr.NotFound) {
			return Member{}, nil
		} else if err != nil {
			return Member{}, err
		}
	}
	found, err := s.needs.Members.FindMembers(ctx, of, normalizeEmail(email))
	if err != nil || len(found) != 1 {
		return Member{}, err
	}
	return found[0], nil
}

// signIn starts a session of a member who is still active with the e-mail address of m, and for whom allow, which may change what is
// written with it, does not fail. The lock of the member makes a change that commits later end the session.
func (s *Service) signIn(ctx context.Context, m Member, address string, allow func(ctx context.Context, now *Member) error) (g StaffGrant,
	err error) {
	token, hash := newToken(sessionStart, m.OrganizationID)
	err = s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.needs.Locations.RequireOpen(ctx, m.OrganizationID); err != nil {
			return err
		}
		now, err := s.needs.Members.LockMember(ctx, m.OrganizationID, m.ID)
		if err != nil {
			return notFoundAs(err, loginFailed())
		}
		if !now.Active || now.EmailKey != m.EmailKey {
			return loginFailed()
		}
		if err := allow(ctx, &now); err != nil {
			return err
		}
		at := s.needs.Clock.Now()
		now.LastLoginAt = &at
		g = StaffGrant{Token: token, Member: now, Session: StaffSession{ID: ids.New(), OrganizationID: m.OrganizationID, StaffID: m.ID,
			Hash: hash, CreatedAt: at, EndsAt: at.Add(StaffSessionTTL), Current: true}}
		if err := s.needs.Members.UpdateMember(ctx, now); err != nil {
			return err
		}
		if err := s.needs.StaffSessions.InsertStaffSession(ctx, g.Session); err != nil {
			return err
		}
		return s.needs.Throttle.NoteLogin(ctx, uuid.Nil, digest("login", staffLogin(m.EmailKey)), digest("address", caller.Network(address)), at)
	})
	return g, err
}

// staffCaller returns the member of staff whose session a token belongs to. It reads them for every request, so that each change takes
// effect at once on every replica.
func (s *Service) staffCaller(ctx context.Context, token string) (caller.Caller, error) {
	organization, hash, ok := readToken(sessionStart, token)
	if !ok {
		return caller.Caller{}, badToken()
	}
	session, m, err := s.needs.StaffSessions.GetStaffSession(ctx, organization, hash)
	if err != nil {
		return caller.Caller{}, notFoundAs(err, badToken())
	}
	if !m.Active || !s.needs.Clock.Now().Before(session.EndsAt) {
		return caller.Caller{}, badToken()
	}
	role, err := s.roleOf(ctx, organization, m.RoleID)
	if err != nil {
		return caller.Caller{}, notFoundAs(err, badToken())
	}
	visible, err := s.visible(ctx, organization, m.AccountIDs.Get())
	return caller.Caller{
		Kind: caller.Staff, ID: m.ID, Name: m.Name, Organization: organization, Session: session.ID,
		Accounts: visible, AllAccounts: len(m.AccountIDs.Get()) == 0, Abilities: role.Abilities.Get(),
	}, err
}

// StaffMe is a member of staff as they see themselves.
type StaffMe struct {
	Member
	OrganizationName string         `json:"organization" maxLength:"120" doc:"Name of the organization" example:"Willow & Whisker"`
	Abilities        []string       `json:"abilities" maxItems:"100" maxLength:"60" doc:"What they may do" example:"[\"customers:read\"]"`
	HasPassword      bool           `json:"has_password" doc:"Whether they can sign in with a password"`
	Sessions         []StaffSession `json:"sessions" maxItems:"100" doc:"Where they are signed in, the latest 100, newest first"`
}

// GetStaffMe returns the member of staff who is the caller.
func (s *Service) GetStaffMe(ctx context.Context) (StaffMe, error) {
	c := caller.From(ctx)
	m, err := s.needs.Members.GetMember(ctx, c.Organization, c.ID)
	if err != nil {
		return StaffMe{}, notFoundAs(err, badToken())
	}
	one := []Member{m}
	if err := s.nameRoles(ctx, c.Organization, one); err != nil {
		return StaffMe{}, err
	}
	p := StaffMe{Member: one[0], OrganizationName: m.Organization, Abilities: c.Abilities, HasPassword: m.PasswordHash != ""}
	p.Sessions, err = s.needs.StaffSessions.ListStaffSessions(ctx, c.Organization, c.ID, s.needs.Clock.Now())
	for i := range p.Sessions {
		p.Sessions[i].Current = p.Sessions[i].ID == c.Session
	}
	return p, err
}

// StaffLogout ends the caller's session, or all their sessions.
func (s *Service) StaffLogout(ctx context.Context, everywhere bool) error {
	c := caller.From(ctx)
	if everywhere {
		return s.needs.StaffSessions.EndStaffSessions(ctx, c.Organization, c.ID, uuid.Nil)
	}
	return s.needs.StaffSessions.EndStaffSession(ctx, c.Organization, c.Session)
}
