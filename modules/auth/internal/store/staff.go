package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

func (s *Store) members(ctx context.Context, organization uuid.UUID) *gorm.DB {
	return s.db.In(ctx).Table("auth.staff").Where("organization_id = ?", organization)
}

// EnterStaff locks the staff and roles of an organization against other transactions that change them.
func (s *Store) EnterStaff(ctx context.Context, organization uuid.UUID) error {
	return s.db.Lock(ctx, "staff of "+organization.String())
}

// InsertMember inserts a member of staff.
func (s *Store) InsertMember(ctx context.Context, m auth.Member) error {
	return postgres.Failed("insert a member of staff", s.db.In(ctx).Table("auth.staff").Create(&m).Error)
}

const memberNoun = "member of staff"

// GetMember returns a member of staff.
func (s *Store) GetMember(ctx context.Context, organization, id uuid.UUID) (m auth.Member, err error) {
	err = some("read a member of staff", s.members(ctx, organization).Where("id = ?", id).Take(&m), memberNoun)
	return m, err
}

// LockMember returns a member of staff and locks them until the transaction ends.
func (s *Store) LockMember(ctx context.Context, organization, id uuid.UUID) (m auth.Member, err error) {
	q := s.members(ctx, organization).Where("id = ?", id).Clauses(clause.Locking{Strength: "UPDATE"})
	err = some("lock a member of staff", q.Take(&m), memberNoun)
	return m, err
}

// FindMembers returns at most two members with an e-mail address.
func (s *Store) FindMembers(ctx context.Context, organization uuid.UUID, emailKey string) (found []auth.Member, err error) {
	err = s.db.In(ctx).Table("auth.staff").Where("email_key = ?", emailKey).
		Scopes(postgres.If(organization != uuid.Nil, "organization_id = ?", organization)).Order("id").Limit(2).Find(&found).Error
	return found, postgres.Failed("find staff by e-mail", err)
}

// ListMembers lists the members all of whose accounts are within a Reach, newest first.
func (s *Store) ListMembers(ctx context.Context, of auth.Reach, page paging.Request) (paging.Page[auth.Member], error) {
	return postgres.List(s.members(ctx, of.Organization).Scopes(
		postgres.If(!of.AllAccounts, inReach, postgres.Array(of.Accounts))), page, postgres.Newest[auth.Member]())
}

// inReach is the condition that a row lists accounts, all of which are among others.
const inReach = `json_array_length(account_ids) > 0
	and not exists (select from json_array_elements_text(account_ids) as a (id) where a.id::uuid <> all(?))`

func count(doing string, q *gorm.DB) (int, error) {
	var n int64
	err := q.Count(&n).Error
	return int(n), postgres.Failed(doing, err)
}

// CountMembers counts the members of an organization.
func (s *Store) CountMembers(ctx context.Context, organization uuid.UUID) (int, error) {
	return count("count staff", s.members(ctx, organization))
}

// CountMembersOf counts the members with a role.
func (s *Store) CountMembersOf(ctx context.Context, organization, role uuid.UUID) (int, error) {
	return count("count the members of a role", s.members(ctx, organization).Where("role_id = ?", role))
}

// ListStandings lists the combinations of role and reach of active members who have a password or have signed in.
func (s *Store) ListStandings(ctx context.Context, organization uuid.UUID) (found []auth.Standing, err error) {
	err = s.members(ctx, organization).Where("active and (password_hash <> '' or last_login_at is not null)").
		Select("distinct role_id, json_array_length(account_ids) = 0 as all_accounts").Find(&found).Error
	return found, postgres.Failed("list the roles that staff have", err)
}

// UpdateMember writes all that can change of a member.
func (s *Store) UpdateMember(ctx context.Context, m auth.Member) error {
	return some("update a member of staff", s.members(ctx, m.OrganizationID).Where("id = ?", m.ID).
		Select("name", "email", "email_key", "role_id", "account_ids", "active", "password_hash", "last_login_at", "updated_at", "version").
		Updates(&m), memberNoun)
}

// DeleteMember removes a member.
func (s *Store) DeleteMember(ctx context.Context, organization, id uuid.UUID) error {
	return postgres.Failed("delete a member of staff", s.members(ctx, organization).Where("id = ?", id).Delete(nil).Error)
}

// AnyMember reports whether any organization has a member of staff.
func (s *Store) AnyMember(ctx context.Context) (bool, error) {
	found, err := postgres.Any(s.db.In(ctx).Table("auth.staff"))
	return found, postgres.Failed("look for staff", err)
}

func (s *Store) roles(ctx context.Context, organization uuid.UUID) *gorm.DB {
	return s.db.In(ctx).Table("auth.roles").Where("organization_id = ?", organization)
}

// InsertRole inserts a role.
func (s *Store) InsertRole(ctx context.Context, r auth.Role) error {
	return postgres.Failed("insert a role", s.db.In(ctx).Table("auth.roles").Create(&r).Error)
}

// GetRole returns a role.
func (s *Store) GetRole(ctx context.Context, organization, id uuid.UUID) (r auth.Role, err error) {
	err = some("read a role", s.roles(ctx, organization).Where("id = ?", id).Take(&r), "role")
	return r, err
}

// ListRoles lists the roles of an organization by name.
func (s *Store) ListRoles(ctx context.Context, organization uuid.UUID) (list []auth.Role, err error) {
	err = s.roles(ctx, organization).Order("name_key").Limit(auth.MaxRoles).Find(&list).Error
	return list, postgres.Failed("list roles", err)
}

// UpdateRole writes all that can change of a role.
func (s *Store) UpdateRole(ctx context.Context, r auth.Role) error {
	return some("update a role", s.roles(ctx, r.OrganizationID).Where("id = ?", r.ID).
		Select("name", "name_key", "abilities", "updated_at", "version").Updates(&r), "role")
}

// DeleteRole removes a role.
func (s *Store) DeleteRole(ctx context.Context, organization, id uuid.UUID) error {
	return postgres.Failed("delete a role", s.roles(ctx, organization).Where("id = ?", id).Delete(nil).Error)
}

func (s *Store) staffSessions(ctx context.Context, organization uuid.UUID) *gorm.DB {
	return s.db.In(ctx).Table("auth.staff_sessions").Where("organization_id = ?", organization)
}

// InsertStaffSession inserts a session.
func (s *Store) InsertStaffSession(ctx context.Context, of auth.StaffSession) error {
	return postgres.Failed("insert a session of staff", s.db.In(ctx).Table("auth.staff_sessions").Create(&of).Error)
}

// GetStaffSession returns a session and its member.
func (s *Store) GetStaffSession(ctx context.Context, organization uuid.UUID, hash []byte) (of auth.StaffSession, m auth.Member, err error) {
	if err = some("read a session of staff", s.staffSessions(ctx, organization).Where("hash = ?", hash).Take(&of)); err == nil {
		m, err = s.GetMember(ctx, organization, of.StaffID)
	}
	return of, m, err
}

// ListStaffSessions lists the latest sessions of a member that have not ended.
func (s *Store) ListStaffSessions(ctx context.Context, organization, member uuid.UUID, now time.Time) ([]auth.StaffSession, error) {
	list := []auth.StaffSession{}
	err := s.staffSessions(ctx, organization).Where("staff_id = ? and ends_at > ?", member, now).Order("id desc").Limit(100).Find(&list).Error
	return list, postgres.Failed("list the sessions of a member of staff", err)
}

// EndStaffSession removes a session, if it exists.
func (s *Store) EndStaffSession(ctx context.Context, organization, id uuid.UUID) error {
	return postgres.Failed("end a session of staff", s.staffSessions(ctx, organization).Where("id = ?", id).Delete(nil).Error)
}

// EndStaffSessions removes all sessions of a member except one.
func (s *Store) EndStaffSessions(ctx context.Context, organization, member, but uuid.UUID) error {
	return postgres.Failed("end the sessions of a member of staff",
		s.staffSessions(ctx, organization).Where("staff_id = ? and id <> ?", member, but).Delete(nil).Error)
}
