package events

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
)

type listInput struct {
	httpapi.AccountPath
	After string `query:"after" default:"oldest" maxLength:"20000" example:"now"`
	Types string `query:"types" maxLength:"4000" doc:"Names or resource.*, separated by commas" example:"customer.*,pet.updated"`

	RecordID httpapi.Optional[uuid.UUID] `query:"recordId" format:"uuid"`
	ActorID  string                      `query:"actorId" maxLength:"100" doc:"Only what this actor has done, or what was done by way of it"`

	Limit       int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"How many events a page has at most; a stream has no pages"`
	Wait        int    `query:"wait" minimum:"0" maximum:"10" default:"0" doc:"For how many seconds an empty page is held, not a stream"`
	LastEventID string `header:"Last-Event-ID" maxLength:"20000" doc:"With text/event-stream, instead of after: the last id: that arrived"`
}

// Docs describes the parameters whose texts are too long for a tag.
func (listInput) Docs() map[string]string {
	return map[string]string{
		"after": "The next_cursor of the page before, now, or oldest. A page that is asked for again is the same, but for the first one of a " +
			"round: that begins a new round. A round ends with has_more: false",
		"recordId": "Only events about this record: its history. Not among them are events that tell of many records " +
			"at once: `customer_field.reordered`, `pet_field.reordered` and `breed.list_loaded`",
	}
}

// query reads the filters. It omits types that the caller may not read, unless they are named, which is an error.
func (h handler) query(c caller.Caller, in *listInput) (events.FeedQuery, error) {
	q := events.FeedQuery{Account: in.AccountID, After: in.After, Limit: in.Limit, Record: in.RecordID.Value, Actor: in.ActorID,
		Abilities: c.Abilities}
	if in.Types != "" {
		q.Types = strings.Split(in.Types, ",")
	}
	var faults apperr.FieldErrors
	for i, name := range q.Types {
		t, named := h.catalog.Find(name)
		switch {
		case slices.Contains(q.Types[:i], name):
		case !h.catalog.Accepts(name) || t.Direct:
			faults.AddIn("query", "types", "unknown", fmt.Sprintf("holds %.100q, which is not the type of an event, resource.* or *%s",
				name, h.catalog.DidYouMean(name)))
		case named && !reads(c, t):
			return q, apperr.NewForbidden("ability_missing", "this API key needs the ability "+t.ReadAbility()+" to read "+name)
		}
	}
	for _, t := range h.catalog {
		wanted := len(q.Types) == 0 || slices.ContainsFunc(q.Types, t.Matches)
		if wanted && !t.Direct && reads(c, t) {
			q.Readable = append(q.Readable, t.Name)
		}
	}
	return q, faults.Err()
}

// reads reports whether the caller may read events of a type.
func reads(c caller.Caller, t events.Type) bool {
	return c.Holds(t.ReadAbility())
}
