package auth

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/text"
)

var errRoleTaken = apperr.NewDuplicate("name", "another role has this name already")

// ListRoles lists the built-in roles and then those of the caller's organization, in the order of their names.
func (s *Service) ListRoles(ctx context.Context) ([]Role, error) {
	return s.allRoles(ctx, caller.From(ctx).Organization)
}

func (s *Service) allRoles(ctx context.Context, organization uuid.UUID) ([]Role, error) {
	own, err := s.needs.Roles.ListRoles(ctx, organization)
	return append(s.builtIn(organization), own...), err
}

// roleOf returns a role of the organization, built in or not. It fails with apperr.NotFound.
func (s *Service) roleOf(ctx context.Context, organization, id uuid.UUID) (Role, error) {
	for _, r := range s.builtIn(organization) {
		if r.ID == id {
			return r, nil
		}
	}
	return s.needs.Roles.GetRole(ctx, organization, id)
}

// nameRoles fills in the names of the roles.
func (s *Service) nameRoles(ctx context.Context, organization uuid.UUID, members []Member) error {
	all, err := s.allRoles(ctx, organization)
	if err != nil {
		return err
	}
	for i := range members {
		if at := slices.IndexFunc(all, func(r Role) bool { return r.ID == members[i].RoleID }); at >= 0 {
			members[i].Role = all[at].Name
		}
	}
	return nil
}

// CreateRole makes a role. It fails with apperr.Invalid, with apperr.Forbidden for an ability that the caller does not hold or a caller
// who does not see all accounts, and with apperr.Conflict for a taken name or beyond MaxRoles.
func (s *Service) CreateRole(ctx context.Context, c RoleCreate) (made Role, err error) {
	err = s.manageRoles(ctx, func(ctx context.Context, by maker) error {
		now := s.needs.Clock.Now()
		made = Role{ID: ids.New(), OrganizationID: by.Organization, Name: text.Clean(c.Name), NameKey: fold(c.Name),
			Abilities: jsonb.New(c.Abilities), CreatedAt: now, UpdatedAt: now, Version: 1}
		all, err := s.checkRole(ctx, by, made)
		if err != nil {
			return err
		}
		if n := len(all) - len(s.builtIn(by.Organization)); n >= MaxRoles {
			return apperr.NewConflict("conflict", fmt.Sprintf("the organization has %d roles of its own already", n))
		}
		if err := s.needs.Roles.InsertRole(ctx, made); err != nil {
			return err
		}
		return s.tell(ctx, "role.created", by.Organization, nil, made.ID, made, nil)
	})
	return made, err
}

// manageRoles is manageStaff for those who see all accounts: members of all of them may have the role.
func (s *Service) manageRoles(ctx context.Context, change func(ctx context.Context, by maker) error) error {
	return s.manageStaff(ctx, func(ctx context.Context, by maker) error {
		if !by.AllAccounts {
			return errElsewhere
		}
		return change(ctx, by)
	})
}

// checkRole checks a role and returns all that there are.
func (s *Service) checkRole(ctx context.Context, by maker, r Role) ([]Role, error) {
	errs := s.roleFaults(r)
	if err := errs.Err(); err != nil {
		return nil, err
	}
	if err := by.mayGive(r.Abilities.Get()); err != nil {
		return nil, err
	}
	all, err := s.allRoles(ctx, by.Organization)
	if err != nil {
		return nil, err
	}
	for _, other := range all {
		if other.NameKey == r.NameKey && other.ID != r.ID {
			return nil, errRoleTaken.With(other.ID)
		}
	}
	return all, nil
}

// lockRole returns a role that by may change.
func (s *Service) lockRole(ctx context.Context, by maker, id uuid.UUID, match patch.Precondition) (Role, error) {
	r, err := s.roleOf(ctx, by.Organization, id)
	switch {
	case err != nil:
		return r, err
	case r.BuiltIn:
		return r, apperr.NewForbidden("built_in", "a built-in role cannot be changed or deleted: make one of your own")
	}
	if err := match.Check(r.Version, r); err != nil {
		return r, err
	}
	return r, by.mayGive(r.Abilities.Get())
}

// UpdateRole changes a role; it counts at once for its members. It fails like CreateRole, with apperr.NotFound and
// apperr.VersionMismatch, for a built-in role with apperr.Forbidden, and with apperr.Conflict if it would take the last manager from the
// organization.
func (s *Service) UpdateRole(ctx context.Context, id uuid.UUID, p RolePatch, match patch.Precondition) (r Role, err error) {
	err = s.manageRoles(ctx, func(ctx context.Context, by maker) error {
		before, err := s.lockRole(ctx, by, id, match)
		if err != nil {
			return err
		}
		r = before
		p.Name.Apply(&r.Name)
		if r.Name = text.Clean(r.Name); p.Abilities.Set {
			r.Abilities = jsonb.New(p.Abilities.Value)
		}
		r.NameKey = fold(r.Name)
		if r.Name == before.Name && slices.Equal(r.Abilities.Get(), before.Abilities.Get()) {
			return nil
		}
		if _, err := s.checkRole(ctx, by, r); err != nil {
			return err
		}
		r.Version++
		r.UpdatedAt = s.needs.Clock.Now()
		if err := s.needs.Roles.UpdateRole(ctx, r); err != nil {
			return err
		}
		return s.tell(ctx, "role.updated", by.Organization, nil, r.ID, r, before)
	})
	return r, err
}

// DeleteRole removes a role that no member of staff has: otherwise it fails with apperr.Conflict, code in_use. It fails like UpdateRole.
func (s *Service) DeleteRole(ctx context.Context, id uuid.UUID, match patch.Precondition) error {
	return s.manageRoles(ctx, func(ctx context.Context, by maker) error {
		r, err := s.lockRole(ctx, by, id, match)
		if err != nil {
			return err
		}
		n, err := s.needs.Members.CountMembersOf(ctx, by.Organization, id)
		if err != nil {
			return err
		}
		if n > 0 {
			inUse := apperr.NewConflict("in_use", fmt.Sprintf("%d members of staff have this role", n))
			inUse.Count = n
			return inUse
		}
		if err := s.needs.Roles.DeleteRole(ctx, by.Organization, id); err != nil {
			return err
		}
		return s.tell(ctx, "role.deleted", by.Organization, nil, r.ID, r, nil)
	})
}
