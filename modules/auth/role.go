package auth

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/text"
)

// MaxRoles is how many roles an organization can make.
const MaxRoles = 100

// Role is a named set of abilities. A change of it counts for all its members at once.
type Role struct {
	ID             uuid.UUID          `json:"id" format:"uuid" doc:"Id of the role; the built-in ones have the same everywhere"`
	OrganizationID uuid.UUID          `json:"organization_id" format:"uuid" doc:"The organization whose role it is"`
	Name           string             `json:"name" minLength:"1" maxLength:"100" doc:"What it is called" example:"Night shift"`
	NameKey        string             `json:"-"`
	Abilities      jsonb.Of[[]string] `json:"abilities" minItems:"1" maxItems:"100" maxLength:"60" example:"[\"customers:read\"]"`
	BuiltIn        bool               `json:"built_in" gorm:"-" doc:"Comes with petcare and cannot be changed"`
	CreatedAt      time.Time          `json:"created_at"`
	UpdatedAt      time.Time          `json:"updated_at" gorm:"autoUpdateTime:false"`
	Version        int64              `json:"version" minimum:"1" maximum:"9007199254740991" example:"1"`
}

// RecordID is the id of the role.
func (r Role) RecordID() uuid.UUID { return r.ID }

// RecordVersion is the version of the role.
func (r Role) RecordVersion() int64 { return r.Version }

// Docs returns the descriptions of keys that are too long for a struct tag.
func (Role) Docs() map[string]string {
	return map[string]string{"abilities": "What its members may do, as for API keys; * holds all"}
}

// RoleCreate describes a new role.
type RoleCreate struct {
	Name      string   `json:"name" minLength:"1" maxLength:"100" doc:"What it is called; unique in the organization" example:"Night shift"`
	Abilities []string `json:"abilities" minItems:"1" maxItems:"100" maxLength:"60" uniqueItems:"true" example:"[\"customers:read\"]"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (RoleCreate) Docs() map[string]string {
	return map[string]string{"abilities": "What its members may do; each one that its maker holds"}
}

// RolePatch is a merge patch of a role.
type RolePatch struct {
	Name      patch.Field[string] `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"100" example:"Night shift"`
	Abilities names               `json:"abilities,omitzero" nullable:"false" minItems:"1" maxItems:"100" maxLength:"60" uniqueItems:"true"`
}

// names keeps the tag of RolePatch.Abilities on one line.
type names = patch.Field[[]string]

// Docs returns the descriptions of keys that are too long for a struct tag.
func (RolePatch) Docs() map[string]string {
	return map[string]string{"abilities": "What its members may do from now on; each one that the caller holds"}
}

// The built-in roles, which every organization has.
var (
	managerID   = uuid.MustParse("01900000-0000-7000-8000-000000000001")
	frontDeskID = uuid.MustParse("01900000-0000-7000-8000-000000000002")
	groomerID   = uuid.MustParse("01900000-0000-7000-8000-000000000003")
	readOnlyID  = uuid.MustParse("01900000-0000-7000-8000-000000000004")
)

var (
	frontDesk = []string{"accounts:read", "catalog:read", "config:read", "customers:read", "customers:write", "events:read", "files:read",
		"files:write", "health:read", "health:write", "notes:read", "notes:write", "orders:read"}
	groomer = []string{"accounts:read", "catalog:read", "config:read", "customers:read", "files:read", "files:write", "health:read",
		"notes:read", "notes:write", "orders:read"}
)

// builtIn are the built-in roles of an organization, with those of their abilities that the program has.
func (s *Service) builtIn(organization uuid.UUID) []Role {
	known := func(wanted []string) []string {
		return slices.DeleteFunc(slices.Clone(wanted), func(a string) bool { return !slices.Contains(s.needs.Abilities, a) })
	}
	reads := slices.DeleteFunc(slices.Sorted(slices.Values(s.needs.Abilities)), func(a string) bool { return !strings.HasSuffix(a, ":read") })
	role := func(id uuid.UUID, name string, abilities []string) Role {
		since := time.Date(2026, time.November, 28, 0, 0, 0, 0, time.UTC)
		return Role{ID: id, OrganizationID: organization, Name: name, NameKey: fold(name), Abilities: jsonb.New(abilities), BuiltIn: true,
			CreatedAt: since, UpdatedAt: since, Version: 1}
	}
	return []Role{
		role(managerID, "Manager", []string{allAbilities}), role(frontDeskID, "Front desk", known(frontDesk)),
		role(groomerID, "Groomer", known(groomer)), role(readOnlyID, "Read only", reads),
	}
}

// fold makes the form in which names are compared.
func fold(name string) string { return strings.ToLower(text.Clean(name)) }

// Faults are the faults of a role that can be found without stored data.
func (s *Service) roleFaults(r Role) (errs apperr.FieldErrors) {
	checkKeyName(r.Name, &errs)
	s.checkAbilities(r.Abilities.Get(), &errs)
	return errs
}

// RoleFaults are the faults of a new role that can be found without stored data.
func (s *Service) RoleFaults(c RoleCreate) apperr.FieldErrors {
	return s.roleFaults(Role{Name: text.Clean(c.Name), Abilities: jsonb.New(c.Abilities)})
}
