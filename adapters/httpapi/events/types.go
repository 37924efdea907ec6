package events

import (
	"context"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// EventType describes a type of events.
type EventType struct {
	Name        string `json:"name" maxLength:"100" doc:"The type, as events have it" example:"pet.updated"`
	Description string `json:"description" maxLength:"300" doc:"What has happened" example:"A pet was updated."`
	Resource    string `json:"resource" maxLength:"60" doc:"What it is about; resource.* names all types of it" example:"pet"`
	Ability     string `json:"ability" maxLength:"60" doc:"What a key needs to read it in the feed" example:"customers:read"`
	Since       string `json:"since" maxLength:"20" doc:"The version of the interface that brought it" example:"1.0.0"`
	Revertible  bool   `json:"revertible" doc:"Whether a change with such an event can be undone"`
}

// EventTypes is the response body of the catalogue.
type EventTypes struct {
	Data       []EventType `json:"data" maxItems:"1000" doc:"All types, by name"`
	NextCursor *string     `json:"next_cursor" maxLength:"2000" doc:"Always null: there is one page"`
}

func (h handler) types(context.Context, *struct{}) (*httpapi.Output[EventTypes], error) {
	list := lists.Map(h.catalog, func(t events.Type) EventType {
		return EventType{t.Name, t.Description, t.Resource, t.ReadAbility(), t.Since, !t.Irreversible && !t.Direct}
	})
	return httpapi.Plain(EventTypes{Data: list}), nil
}
