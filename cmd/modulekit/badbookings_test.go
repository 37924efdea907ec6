package modulekit_test

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
)

// A constraint that has no error, one that does not begin with account_id, and no index for status.
const bookings = `
create table spa.bookings (
	account_id  uuid        not null,
	id          uuid        not null,
	status      text        not null,
	door_code   text        not null,
	gate_pin    text        not null,
	external_id text        not null,
	created_at  timestamptz not null,
	updated_at  timestamptz not null,
	version     bigint      not null,
	constraint bookings_pk primary key (account_id, id),
	constraint bookings_external_key unique (account_id, external_id),
	constraint bookings_door exclude using btree (external_id with =)
);`

// Booking shows a secret.
type Booking struct {
	record.Meta
	Status     string `json:"status" enum:"open,done" doc:"How far it is" example:"open"`
	DoorCode   string `json:"door_code" maxLength:"20" doc:"Opens the door" example:"4711-0815"`
	GatePIN    string `json:"gate_pin" maxLength:"20" doc:"Opens the gate" example:"4711"` // nobody says whether it is a secret
	ExternalID string `json:"external_id" maxLength:"100" doc:"Id elsewhere" example:"B-1"`
}

// BookingCreate is correct.
type BookingCreate struct {
	Status     string `json:"status" enum:"open,done" doc:"How far it is" example:"open"`
	DoorCode   string `json:"door_code" maxLength:"20" doc:"Opens the door" example:"4711-0815"`
	ExternalID string `json:"external_id" maxLength:"100" doc:"Id elsewhere" example:"B-1"`
}

// Inspection needs an inspector, whom only the module knows.
type Inspection struct {
	InspectorID uuid.UUID `json:"inspector_id" format:"uuid" doc:"Who inspects"`
}

// create writes the row and its event in two transactions, and logs a secret.
func (s *service) create(ctx context.Context, b Booking) (Booking, error) {
	b.UpdatedAt, b.Version = s.env.Clock.Now(), 1
	b.CreatedAt = b.UpdatedAt
	zerolog.Ctx(ctx).Info().Str("code", b.DoorCode).Msg("booked")
	if err := s.bookings.Insert(ctx, b); err != nil {
		return b, err
	}
	return b, s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		return s.env.Events.Record(ctx, events.Public{Type: "booking.created", Account: b.AccountID, Record: b.ID, Object: &b})
	})
}

// line is a line of an import, which writes records without events.
type line struct {
	DoorCode string `json:"door_code" maxLength:"20" doc:"Opens the door" example:"4711-0815"`
}

func (s *service) importer() importing.Type {
	return importing.For("spa", importing.Spec[line]{Name: "booking", Find: s.bookings.IDs,
		Apply: func(ctx context.Context, account uuid.UUID, batch []importing.Record[line], _ importing.Resolve) error {
			for _, l := range batch {
				if l.Exists {
					continue
				}
				b := Booking{Meta: record.New(account), Status: "open", DoorCode: l.Line.DoorCode, ExternalID: l.ExternalID}
				b.ID = l.ID
				if err := s.bookings.Insert(ctx, b); err != nil {
					return err
				}
			}
			return nil
		}})
}

func (s *service) registerBookings(a *httpapi.API) {
	const all, inspections = "/accounts/{accountId}/bookings", "/accounts/{accountId}/inspections"
	op := func(id, path string, ability string) httpapi.Operation {
		return httpapi.Operation{ID: id, Path: path, Tag: "Spa", Summary: id, Access: httpapi.Ability(ability)}
	}
	httpapi.List(a, op("listBookings", all, "spa:read"), func(ctx context.Context, in *struct {
		httpapi.AccountPath
		Status string                      `query:"status" enum:"open,done" doc:"How far they are"`
		From   httpapi.Optional[time.Time] `query:"from" format:"date-time" doc:"Made or changed since"`
		To     httpapi.Optional[time.Time] `query:"to" format:"date-time" doc:"Made or changed before"`
		httpapi.Paging
	}, page paging.Request) (paging.Page[Booking], error) {
		q := s.bookings.Of(ctx, in.AccountID)
		if in.From.Set || in.To.Set { // the database refuses a range that is reversed
			q = q.Where("tstzrange(created_at, updated_at, '[]') && tstzrange(?, ?)", in.From.Ptr(), in.To.Ptr())
		}
		if in.Status != "" {
			q = q.Where("status = ?", in.Status)
		}
		return postgres.List(q, page, postgres.Newest[Booking]())
	})
	// Who may only read may write.
	httpapi.Create(a, op("createBooking", all, "spa:read"), func(ctx context.Context, in *struct {
		httpapi.AccountPath
		Body BookingCreate
	}) (Booking, error) {
		b := in.Body
		return s.create(ctx, Booking{Meta: record.New(in.AccountID), Status: b.Status, DoorCode: b.DoorCode, ExternalID: b.ExternalID})
	})
	// The example names an inspector who is not there, so that nothing of inspections can be tried.
	httpapi.Create(a, op("createInspection", inspections, "spa:write"), func(context.Context, *struct {
		httpapi.AccountPath
		Body Inspection
	}) (Booking, error) {
		var errs apperr.FieldErrors
		errs.Add("inspector_id", "not_found", "is not an inspector")
		return Booking{}, errs.Err()
	})
	httpapi.Delete(a, op("deleteInspection", inspections+"/{inspectionId}", "spa:write"), func(context.Context, *struct {
		httpapi.AccountPath
		InspectionID uuid.UUID `path:"inspectionId" format:"uuid"`
	}) error {
		return apperr.NewNotFound("inspection")
	})
}
