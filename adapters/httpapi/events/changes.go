package events

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/changes"
	"github.com/petcare/petcare/platform/kernel/paging"
)

type changesInput struct {
	httpapi.AccountPath
	httpapi.Paging
	RecordID httpapi.Optional[uuid.UUID] `query:"recordId" format:"uuid" doc:"Only changes of this record"`
	Resource string                      `query:"resource" maxLength:"100" doc:"Only changes of this kind of record" example:"pet"`
	ActorID  string                      `query:"actorId" maxLength:"100" doc:"Only what this actor has done, or what was done by way of it"`
	From     httpapi.Optional[time.Time] `query:"from" doc:"Only changes made at this instant or later" example:"2026-03-14T00:00:00Z"`
	To       httpapi.Optional[time.Time] `query:"to" doc:"Only changes made at this instant or earlier" example:"2026-03-15T00:00:00Z"`
}

func (h handler) listChanges(ctx context.Context, in *changesInput, page paging.Request) (paging.Page[changes.AccountChange], error) {
	if in.Resource != "" && !h.catalog.Accepts(in.Resource+".*") {
		return paging.Page[changes.AccountChange]{}, apperr.NewInvalidIn("query", "resource", "unknown", "is not a kind of record with events")
	}
	return h.changes.List(ctx, in.AccountID, changes.Query{Record: in.RecordID.Value, Resource: in.Resource, Actor: in.ActorID,
		From: in.From.Value, To: in.To.Value}, page)
}

// ChangePath is the path of a change.
type ChangePath struct {
	httpapi.AccountPath
	ChangeID uuid.UUID `path:"changeId" format:"uuid" doc:"The change"`
}

func (h handler) getChange(ctx context.Context, in *ChangePath) (*httpapi.Output[changes.AccountChange], error) {
	found, err := h.changes.Get(ctx, in.AccountID, in.ChangeID)
	return httpapi.Plain(found), err
}

type changeEventsInput struct {
	ChangePath
	httpapi.Paging
}

// Envelope is an event as it was recorded.
type Envelope struct{ httpapi.StoredEvent }

func (h handler) listChangeEvents(ctx context.Context, in *changeEventsInput, page paging.Request) (paging.Page[Envelope], error) {
	found, err := h.changes.Events(ctx, in.AccountID, in.ChangeID, page)
	shown := paging.Page[Envelope]{Items: make([]Envelope, len(found.Items)), Next: found.Next}
	for i, e := range found.Items {
		shown.Items[i] = Envelope{httpapi.StoredEvent{RawMessage: e}}
	}
	return shown, err
}

type revertInput struct {
	ChangePath
	Body Revert
}

// Revert says how to undo a change.
type Revert struct {
	DryRun bool `json:"dry_run,omitempty" doc:"Only say what would happen (false)"`
}

// reverted is a changes.AccountChange, or a changes.RevertPlan.
type reverted struct{ any }

// MarshalJSON implements json.Marshaler.
func (r reverted) MarshalJSON() ([]byte, error) { return json.Marshal(r.any) }

// Schema implements huma.SchemaProvider.
func (reverted) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[changes.AccountChange](), true, "")
}

func (h handler) revert(ctx context.Context, in *revertInput) (*httpapi.Output[reverted], error) {
	if in.Body.DryRun {
		plan, err := h.changes.Preview(ctx, in.AccountID, in.ChangeID)
		return httpapi.Plain(reverted{plan}), err
	}
	made, err := h.changes.Revert(ctx, in.AccountID, in.ChangeID)
	if err != nil {
		return nil, err
	}
	return &httpapi.Output[reverted]{Status: http.StatusCreated, Body: reverted{made},
		Location: "/v1/accounts/" + in.AccountID.String() + "/changes/" + made.ID.String()}, nil
}

func (h handler) registerChanges(a *httpapi.API) {
	const path, tag = "/accounts/{accountId}/changes", "Changes"
	reads := httpapi.Ability("events:read")
	httpapi.List(a, httpapi.Operation{
		ID: "listChanges", Path: path, Tag: tag, Access: reads,
		Summary: "List what was changed",
		Description: "A change is everything that one transaction committed in an account: one request, one import, one revert. Newest first. " +
			"The key sees changes of which it may read at least one event, and of each only what it may read. A change is there for as long as " +
			"its events are kept; what happened before the upgrade that brought changes is in the events alone.",
	}, h.listChanges)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getChange", Method: http.MethodGet, Path: path + "/{changeId}", Tag: tag, Access: reads, Problems: []string{"gone"},
		Summary: "Get a change", Description: "410 `gone` when it is older than the events that are kept.",
	}, h.getChange)
	httpapi.List(a, httpapi.Operation{
		ID: "listChangeEvents", Path: path + "/{changeId}/events", Tag: tag, Access: reads, Problems: []string{"gone"},
		Summary: "List the events of a change", Description: "Its envelopes in order, of the types that the key may read.",
	}, h.listChangeEvents)
	httpapi.Handle(a, httpapi.Operation{
		ID: "revertChange", Method: http.MethodPost, Path: path + "/{changeId}/revert", Tag: tag, Access: reads,
		Problems: []string{"gone", "changed_since", "not_revertible", "already_reverted", "erased", "too_large", "in_use", "duplicate"},
		Status:   http.StatusCreated, AlsoStatus: http.StatusOK, AlsoBody: reflect.TypeFor[changes.RevertPlan](),
		Summary: "Undo a change",
		Description: "Undoes every event of the change, the last one first, in one transaction: what was updated gets the old values of " +
			"the keys that the change set, and of no others; what was deleted is there again with its id, values and place in its " +
			"list; what was created is removed. All or nothing. It is a change itself, with ordinary events, and can be reverted, which redoes " +
			"the first one.\n\n" +
			"It needs the ability to write every resource in the change: 403 `ability_missing` names what is lacking. 409 `changed_since`: " +
			"somebody has set a key again; `not_revertible`: others depend on a record that would be removed, or events of a type, such as " +
			"those of API keys, do not go back; `blocked_by` names each record, key and later change. 409 `already_reverted`: `conflicts_with` is " +
			"the change that did it. 409 `too_large`: more than 10,000 events. The rules of a PATCH hold, with its 422 and 409. Computed keys, " +
			"secrets and passwords do not go back.\n\nWith `dry_run` the answer is a 200 that says what would happen and what is in the " +
			"way; nothing is changed.",
	}, h.revert)
}
