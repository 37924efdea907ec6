// Package incidentshttp exposes incidents over HTTP.
package incidentshttp

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/paging"

	"example.com/custom/incidents"
)

// Module hands the routes in.
var Module = httpapi.ProvideRoutes(func(s *incidents.Service) httpapi.Routes {
	return httpapi.Routes{Module: "incidents", Register: func(a *httpapi.API) { register(a, s) }}
})

type listing struct {
	httpapi.AccountPath
	httpapi.Paging
	PetID  httpapi.Optional[uuid.UUID] `query:"petId" format:"uuid" doc:"Only incidents of this pet"`
	Kind   incidents.Kind              `query:"kind" enum:"bite,injury,escape" doc:"Only incidents of this kind"`
	Status incidents.Status            `query:"status" enum:"open,closed" doc:"Only incidents with this status"`
}

// Naming names an incident; Huma reads embedded structs only when they are exported.
type Naming struct {
	httpapi.AccountPath
	IncidentID uuid.UUID `path:"incidentId" format:"uuid" doc:"The incident"`
}

type creation struct {
	httpapi.AccountPath
	Body incidents.IncidentCreate
}

type changing struct {
	Naming
	httpapi.IfMatch
	Body incidents.IncidentPatch
}

type removal struct {
	Naming
	httpapi.IfMatch
}

const (
	tag  = "Incidents"
	all  = "/accounts/{accountId}/incidents"
	each = all + "/{incidentId}"
)

func register(a *httpapi.API, s *incidents.Service) {
	httpapi.List(a, httpapi.Operation{
		ID: "listIncidents", Path: all, Tag: tag, Summary: "List incidents",
		Description: "Newest first.", Access: httpapi.Ability("incidents:read"),
	}, func(ctx context.Context, in *listing, page paging.Request) (paging.Page[incidents.Incident], error) {
		return s.List(ctx, in.AccountID, incidents.Filter{Pet: in.PetID.Value, Kind: in.Kind, Status: in.Status}, page)
	})
	httpapi.Create(a, httpapi.Operation{
		ID: "createIncident", Path: all, Tag: tag, Summary: "Report an incident",
		Description: "It is open until somebody closes it, or the pet dies.", Access: httpapi.Ability("incidents:write"),
		Problems: []string{"duplicate"},
	}, func(ctx context.Context, in *creation) (incidents.Incident, error) {
		return s.Create(ctx, in.AccountID, in.Body)
	})
	httpapi.Get(a, httpapi.Operation{
		ID: "getIncident", Path: each, Tag: tag, Summary: "Read an incident", Access: httpapi.Ability("incidents:read"),
	}, func(ctx context.Context, in *Naming) (incidents.Incident, error) {
		return s.Get(ctx, in.AccountID, in.IncidentID)
	})
	httpapi.Update(a, httpapi.Operation{
		ID: "updateIncident", Path: each, Tag: tag, Summary: "Change an incident",
		Description: "The pet stays.", Access: httpapi.Ability("incidents:write"),
		Problems: []string{"duplicate"},
	}, func(ctx context.Context, in *changing) (incidents.Incident, error) {
		return s.Update(ctx, in.AccountID, in.IncidentID, in.Body, in.Match())
	})
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteIncident", Path: each, Tag: tag, Summary: "Delete an incident",
		Description: "The incident is gone for good.", Access: httpapi.Ability("incidents:write"),
	}, func(ctx context.Context, in *removal) error {
		return s.Delete(ctx, in.AccountID, in.IncidentID, in.Match())
	})
}
