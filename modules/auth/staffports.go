package auth

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// MemberStore stores members of staff.
type MemberStore interface {
	// EnterStaff blocks other transactions that change staff or roles of the organization until this one ends.
	EnterStaff(ctx context.Context, organization uuid.UUID) error
	InsertMember(ctx context.Context, m Member) error
	GetMember(ctx context.Context, organization, id uuid.UUID) (Member, error)  // apperr.NotFound
	LockMember(ctx context.Context, organization, id uuid.UUID) (Member, error) // the same, locked until the transaction ends
	// FindMembers returns at most two members with an e-mail address, of all organizations for uuid.Nil.
	FindMembers(ctx context.Context, organization uuid.UUID, emailKey string) ([]Member, error)
	ListMembers(ctx context.Context, of Reach, page paging.Request) (paging.Page[Member], error) // all of whose accounts are in reach
	CountMembers(ctx context.Context, organization uuid.UUID) (int, error)
	CountMembersOf(ctx context.Context, organization, role uuid.UUID) (int, error)
	ListStandings(ctx context.Context, organization uuid.UUID) ([]Standing, error) // of active members who have signed in or can
	UpdateMember(ctx context.Context, m Member) error
	DeleteMember(ctx context.Context, organization, id uuid.UUID) error
	AnyMember(ctx context.Context) (bool, error) // of any organization
}

// Standing is a combination of role and reach that members of staff have.
type Standing struct {
	RoleID      uuid.UUID
	AllAccounts bool
}

// RoleStore stores the roles that organizations have made.
type RoleStore interface {
	InsertRole(ctx context.Context, r Role) error
	GetRole(ctx context.Context, organization, id uuid.UUID) (Role, error) // apperr.NotFound
	ListRoles(ctx context.Context, organization uuid.UUID) ([]Role, error) // by name
	UpdateRole(ctx context.Context, r Role) error
	DeleteRole(ctx context.Context, organization, id uuid.UUID) error
}

// StaffSessionStore stores the sessions of members of staff.
type StaffSessionStore interface {
	InsertStaffSession(ctx context.Context, s StaffSession) error
	// GetStaffSession returns the session with a hash, and its member. It fails with apperr.NotFound.
	GetStaffSession(ctx context.Context, organization uuid.UUID, hash []byte) (StaffSession, Member, error)
	// ListStaffSessions lists the latest 100 sessions of a member that have not ended, newest first.
	ListStaffSessions(ctx context.Context, organization, member uuid.UUID, now time.Time) ([]StaffSession, error)
	EndStaffSession(ctx context.Context, organization, id uuid.UUID) error
	EndStaffSessions(ctx context.Context, organization, member, but uuid.UUID) error // except the session but
}
