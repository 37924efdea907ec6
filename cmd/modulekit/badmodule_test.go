package modulekit_test

import (
	"context"
	"testing/fstest"

	"github.com/google/uuid"
	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
)

// bad breaks 26 promises, to test the checks. badTwice adds one that prevents the start.
var bad = fxgroups.Module("spa",
	fx.Provide(newService),
	httpapi.ProvideRoutes(func(s *service) httpapi.Routes { return httpapi.Routes{Module: "spa", Register: s.register} }),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "spa",
		Files: fstest.MapFS{"20261122094500_spa.sql": {Data: []byte(tables + bookings)}}}),
	fxgroups.ProvideEventTypes("spa", events.TypesOf[Treatment]("spa:read", "treatment.created", "treatment.updated", "treatment.deleted")...),
	fxgroups.ProvideEventTypes("spa", events.TypesOf[Treatment]("spa:raed", "treatment.cancelled")...), // a misspelled ability
	fxgroups.ProvideEventTypes("spa", events.TypesOf[Booking]("spa:read", "booking.created", "booking.deleted")...),
	fxgroups.ProvideImporter((*service).importer),
	fxgroups.ProvidePersonal("spa", privacy.Table{Name: "spa.treatments", Plain: []string{"name"}}, // not the steps
		privacy.Table{Name: "spa.bookings", Plain: []string{"external_id", "status", "door_code", "gate_pin"}},
		privacy.Table{Name: "spa.rooms", Plain: []string{"room"}},
		privacy.Table{Name: "spa.nicknames", Plain: []string{"name"}}), // whose pets nobody moves
	fxgroups.ProvideAbilities("spa", "spa:read", "spa:write"),
	fxgroups.ProvideReaction(func(s *service) events.Reaction { return events.On("spa", s.petsSaved) }),
	// It moves nothing.
	fxgroups.ProvideReaction(func(*service) events.Reaction {
		return events.On("spa", func(context.Context, customerspets.CustomersMerged) error { return nil })
	}),
)

// badTwice is bad with an operation that notes also has: the duplicate route.
var badTwice = fxgroups.Module("spa", httpapi.ProvideRoutes(func() httpapi.Routes {
	return httpapi.Routes{Module: "spa", Register: func(a *httpapi.API) {
		const path = "/accounts/{accountId}/notes/{noteId}"
		httpapi.Delete(a, httpapi.Operation{ID: "deleteAnyNote", Path: path, Tag: "Spa", Access: httpapi.Ability("notes:write")},
			func(context.Context, *struct {
				httpapi.AccountPath
				NoteID uuid.UUID `path:"noteId"`
			}) error {
				return nil
			})
	}}
}))

// A table without account_id in its key, one with a unique index that begins with an expression, and two in other schemas.
const tables = `-- +goose Up
create schema spa;
create table spa.treatments (
	account_id uuid        not null,
	id         uuid        not null,
	name       text        not null,
	steps      jsonb,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	version    bigint      not null,
	constraint treatments_pk primary key (id)
);
create table spa.nicknames (
	account_id uuid not null,
	name       text not null,
	pet_id     uuid,
	constraint nicknames_pk primary key (account_id, name)
);
create table spa.visits (
	account_id  uuid not null,
	customer_id uuid not null,
	constraint visits_pk primary key (account_id, customer_id)
);
create table spa.rooms (
	account_id uuid not null,
	room       text not null,
	constraint rooms_pk primary key (account_id, room),
	constraint rooms_apart exclude using btree (room with =)
);
create unique index nicknames_name on spa.nicknames (lower(name));
create table treatment_names (
	account_id uuid not null,
	constraint treatment_names_pk primary key (account_id)
);
create table notes.treatments (
	account_id uuid not null,
	constraint treatments_pk primary key (account_id)
);
`

// Treatment is a record.
type Treatment struct {
	record.Meta
	Name string `json:"name" doc:"What it is called" example:"Bath"`

	Steps jsonb.Of[[]string] `json:"steps" maxItems:"9" maxLength:"100" doc:"What is done"` // null, as nobody sets it
}

// Create has a text without a limit.
type Create struct {
	Name string `json:"name" doc:"What it is called" example:"Bath"`
}

// Patch is correct.
type Patch struct {
	Name patch.Field[string] `json:"name,omitzero" nullable:"false" maxLength:"100" doc:"What it is called" example:"Mud bath"`
}

type service struct {
	db         *postgres.DB
	table      *postgres.Repository[Treatment]
	treatments *record.Life[Treatment]
	bookings   *postgres.Repository[Booking]
	env        record.Env
}

// The deletion has no event type: the write without an event.
func newService(db *postgres.DB, env record.Env) *service {
	t := postgres.NewRepository[Treatment](db, postgres.TableOptions{Name: "spa.treatments"})
	bookings := postgres.NewRepository[Booking](db, postgres.TableOptions{Name: "spa.bookings"})
	record.NewLife(env, bookings, record.EventTypes{Created: "booking.created", Deleted: "booking.deleted"}) // for reverts
	treatments := record.NewLife(env, t, record.EventTypes{Created: "treatment.created", Updated: "treatment.updated"})
	return &service{db, t, treatments, bookings, env}
}

// petsSaved is a reaction that ignores errors.
func (s *service) petsSaved(ctx context.Context, e customerspets.PetsSaved) error {
	_ = s.db.In(ctx).Exec(`insert into spa.visits select account_id, customer_id from customerspets.pets where account_id = ?
		on conflict do nothing`, e.Account).Error
	return nil
}

// Naming is the path of a treatment.
type Naming struct {
	httpapi.AccountPath
	TreatmentID uuid.UUID `path:"treatmentId" format:"uuid"`
	httpapi.IfMatch
}

func (s *service) register(a *httpapi.API) {
	s.registerBookings(a)
	const all, each = "/accounts/{accountId}/treatments", "/accounts/{accountId}/treatments/{treatmentId}"
	op := func(id, path string, access httpapi.Access) httpapi.Operation {
		return httpapi.Operation{ID: id, Path: path, Tag: "Spa", Summary: id, Access: access}
	}
	read, write := httpapi.Ability("spa:read"), httpapi.Ability("spa:write")
	// A list without an account filter.
	httpapi.List(a, op("listTreatments", all, read), func(ctx context.Context, _ *struct {
		httpapi.AccountPath
		httpapi.Paging
	}, page paging.Request) (paging.Page[Treatment], error) {
		return postgres.List(s.db.In(ctx).Table("spa.treatments"), page, postgres.Newest[Treatment]())
	})
	// A list without a limit.
	whole := op("listAllTreatments", "/accounts/{accountId}/allTreatments", read)
	whole.Method = "GET"
	httpapi.Handle(a, whole, func(ctx context.Context, in *struct{ httpapi.AccountPath }) (*httpapi.ListOutput[Treatment], error) {
		found := []Treatment{}
		err := s.table.Of(ctx, in.AccountID).Order("id").Find(&found).Error
		return httpapi.Whole(ctx, found), err
	})
	httpapi.Create(a, op("createTreatment", all, write), func(ctx context.Context, in *struct {
		httpapi.AccountPath
		Body Create
	}) (Treatment, error) {
		return s.treatments.Create(ctx, Treatment{Meta: record.New(in.AccountID), Name: in.Body.Name})
	})
	// An unknown key that is accepted.
	price := op("priceTreatment", "/accounts/{accountId}/treatmentPrices", write)
	price.Method, price.ReadOnly = "POST", true
	httpapi.Handle(a, price, func(_ context.Context, in *struct {
		httpapi.AccountPath
		Body map[string]int `example:"{\"Bath\": 3}"`
	}) (*httpapi.Output[map[string]int], error) {
		return httpapi.Plain(in.Body), nil
	})
	// An operation that requires no ability.
	httpapi.Get(a, op("getTreatment", each, httpapi.AnyKey()), func(ctx context.Context, in *Naming) (Treatment, error) {
		return s.table.Get(ctx, in.AccountID, in.TreatmentID)
	})
	// A record by its id alone, whoever's it is.
	httpapi.Get(a, op("getAnyTreatment", "/treatments/{treatmentId}", read), func(ctx context.Context, in *struct {
		TreatmentID uuid.UUID `path:"treatmentId" format:"uuid"`
	}) (Treatment, error) {
		var found Treatment
		err := s.db.In(ctx).Table("spa.treatments").Where("id = ?", in.TreatmentID).Take(&found).Error
		return found, s.table.Failed("read", err)
	})
	// If-Match is ignored.
	httpapi.Update(a, op("updateTreatment", each, write), func(ctx context.Context, in *struct {
		Naming
		Body Patch
	}) (Treatment, error) {
		return s.treatments.Update(ctx, in.AccountID, in.TreatmentID, patch.Precondition{}, func(_ context.Context, t *Treatment) error {
			in.Body.Name.Apply(&t.Name)
			return nil
		})
	})
	httpapi.Delete(a, op("deleteTreatment", each, write), func(ctx context.Context, in *Naming) error {
		return s.treatments.Delete(ctx, in.AccountID, in.TreatmentID, in.Match())
	})
}
