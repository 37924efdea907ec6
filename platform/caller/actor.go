package caller

import "github.com/google/uuid"

// StaffMember is who an API key acts for, in the words of the tool that uses the key.
type StaffMember struct{ ID, Name string }

// Staff is the kind of an Actor that an API key acts for.
const Staff Kind = "staff"

// Actor is who did something, as the API and events show it.
type Actor struct {
	Type string  `json:"type" enum:"api_key,customer,staff,system,import" doc:"Kind of principal; import: a person of the imported system"`
	ID   *string `json:"id" maxLength:"100" doc:"Id of the API key, customer or acting person in the client tool; null for the command line"`
	Name string  `json:"name" maxLength:"250" doc:"Their name" example:"Front desk"`
	Via  *Via    `json:"via" doc:"The API key that acted for a person; null where there is none"`
}

// Via is the API key that acts for a person.
type Via struct {
	Type string `json:"type" enum:"api_key" doc:"What sort of principal it is"`
	ID   string `json:"id" maxLength:"100" doc:"Id of the API key"`
	Name string `json:"name" maxLength:"250" doc:"Its name" example:"Front desk"`
}

// Actor is the caller as the author of what it does.
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

// ViaID is the id of the key that acts for a person.
func (a Actor) ViaID() *string {
	if a.Via == nil {
		return nil
	}
	return &a.Via.ID
}
