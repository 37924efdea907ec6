package caller

import "github.com/google/uuid"

// StaffMember is the person that an API key acts for, as identified by the tool that uses the key.
type StaffMember struct{ ID, Name string }

// Staff is the Kind of a member of staff who has signed in, and of an Actor whose API key acts for a person.
const Staff Kind = "staff"

// Actor identifies who made a change, as the API and events show it.
type Actor struct {
	Type string  `json:"type" enum:"api_key,customer,staff,system,import" doc:"Kind of principal; import: an import or its person"`
	ID   *string `json:"id" maxLength:"100" doc:"Id of the key, customer or person, with a via of the client tool; null for imports, commands"`
	Name string  `json:"name" maxLength:"250" doc:"Their name" example:"Front desk"`
	Via  *Via    `json:"via" doc:"The API key that acted for a person; null where there is none"`
}

// Via is the API key through which a person acted.
type Via struct {
	Type string `json:"type" enum:"api_key" doc:"Kind of principal"`
	ID   string `json:"id" maxLength:"100" doc:"Id of the API key"`
	Name string `json:"name" maxLength:"250" doc:"Its name" example:"Front desk"`
}

// Author is the Actor of who has an id. Nobody is when the command line writes.
func (c Caller) Author() *Actor {
	if c.ID == uuid.Nil {
		return nil
	}
	return new(c.Actor())
}

// Actor returns the caller as the Actor of its changes.
func (c Caller) Actor() Actor {
	a := Actor{Type: string(c.Kind), Name: c.Name}
	if a.Type == "" {
		a.Type = string(System)
	}
	if c.ID == uuid.Nil {
		return a
	}
	id := c.ID.String()
	if c.Acting == nil {
		a.ID = &id
		return a
	}
	return Actor{Type: string(Staff), ID: &c.Acting.ID, Name: c.Acting.Name, Via: &Via{string(c.Kind), id, c.Name}}
}

// ViaID returns the id of the key through which a person acted, or nil.
func (a Actor) ViaID() *string {
	if a.Via == nil {
		return nil
	}
	return &a.Via.ID
}
