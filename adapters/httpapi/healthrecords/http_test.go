package healthrecords

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/paging"
)

// desk is everything around the handlers: one account, one pet, one vaccination type, and records kept in memory.
type desk struct {
	healthrecords.Store
	*testing.T
	handler http.Handler
	account uuid.UUID
	pet     uuid.UUID
	kind    healthrecords.VaccinationType
	kept    map[uuid.UUID]healthrecords.Vaccination
	query   healthrecords.VaccinationQuery
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{T: t, account: ids.New(), pet: ids.New(), kept: map[uuid.UUID]healthrecords.Vaccination{}}
	d.kind = healthrecords.VaccinationType{ID: ids.New(), AccountID: d.account, Name: "Rabies", Version: 1}
	now := func() time.Time { return time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC) }
	a := httpapi.New(httpapi.Options{Authenticator: d})
	handler{healthrecords.NewService(d, petsOf{d}, d, d, d, now)}.register(a)
	if n := len(a.Operations()); n != 10 {
		t.Errorf("%d operations", n)
	}
	if _, err := a.Document(); err != nil {
		t.Fatal(err)
	}
	served, err := a.Handler()
	if err != nil {
		t.Fatal(err)
	}
	d.handler = served
	return d
}

// APIKey takes a key for the ability it holds.
func (d *desk) APIKey(_ context.Context, key string, _ bool) (caller.Caller, error) {
	return caller.Caller{Kind: caller.APIKey, ID: ids.New(), Accounts: []uuid.UUID{d.account}, Abilities: []string{key}}, nil
}

func (d *desk) Bearer(context.Context, string) (caller.Caller, error) {
	return caller.Caller{Kind: caller.Customer, ID: ids.New(), Accounts: []uuid.UUID{d.account}}, nil
}

type petsOf struct{ *desk }

func (p petsOf) Check(_ context.Context, _, pet uuid.UUID) error {
	if pet != p.pet {
		return apperr.NewNotFound()
	}
	return nil
}

func (d *desk) Calendar(context.Context, uuid.UUID) (healthrecords.Calendar, error) {
	return healthrecords.Calendar{Zone: time.UTC, WarningDays: 30}, nil
}

func (d *desk) InTx(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }
func (d *desk) Record(context.Context, ...events.Public) error                 { return nil }

func (d *desk) Vaccinations(_ context.Context, _ uuid.UUID, q healthrecords.VaccinationQuery, page paging.Request) (paging.Page[healthrecords.Vaccination], error) {
	d.query = q
	var all []healthrecords.Vaccination
	for _, v := range d.kept {
		all = append(all, v)
	}
	return paging.Cut(page, all, func(v healthrecords.Vaccination) []string { return []string{v.ID.String()} }), nil
}

func (d *desk) VaccinationTypeForShare(_ context.Context, _, id uuid.UUID) (healthrecords.VaccinationType, error) {
	if id != d.kind.ID {
		return healthrecords.VaccinationType{}, apperr.NewNotFound()
	}
	return d.kind, nil
}

func (d *desk) LockVaccinationType(ctx context.Context, account, id uuid.UUID) (healthrecords.VaccinationType, error) {
	return d.VaccinationTypeForShare(ctx, account, id)
}

func (d *desk) UpdateVaccinationType(_ context.Context, t healthrecords.VaccinationType) error {
	d.kind = t
	return nil
}

func (d *desk) HasBuiltIns(context.Context, uuid.UUID) (bool, error) { return true, nil }

func (d *desk) InsertVaccinationType(context.Context, healthrecords.VaccinationType) error {
	return healthrecords.ErrNameTaken
}

func (d *desk) SaveVaccinations(_ context.Context, list []healthrecords.Vaccination) error {
	for _, v := range list {
		d.kept[v.ID] = v
	}
	return nil
}

func (d *desk) VaccinationsByID(context.Context, uuid.UUID, []uuid.UUID) (map[uuid.UUID]healthrecords.Vaccination, error) {
	return d.kept, nil
}

func (d *desk) LockVaccinations(context.Context, uuid.UUID, []uuid.UUID) (map[uuid.UUID]healthrecords.Vaccination, error) {
	return d.kept, nil
}

func (d *desk) RemoveVaccination(_ context.Context, _, id uuid.UUID, _ time.Time) error {
	delete(d.kept, id)
	return nil
}

func (d *desk) Preventives(_ context.Context, _, _ uuid.UUID, page paging.Request) (paging.Page[healthrecords.Preventive], error) {
	return paging.Cut[healthrecords.Preventive](page, nil, nil), nil
}

func (d *desk) PreventiveTypes(_ context.Context, _ uuid.UUID, page paging.Request) (paging.Page[healthrecords.PreventiveType], error) {
	return paging.Cut[healthrecords.PreventiveType](page, nil, nil), nil
}

func (d *desk) VaccinationTypes(_ context.Context, _ uuid.UUID, page paging.Request) (paging.Page[healthrecords.VaccinationType], error) {
	return paging.Cut(page, []healthrecords.VaccinationType{d.kind}, nil), nil
}

// want asks with a key that holds the ability, or with "customer" as the customer, and returns the answer.
func (d *desk) want(status int, as, method, path, body string) map[string]any {
	d.Helper()
	r := httptest.NewRequestWithContext(d.Context(), method, "/v1/accounts/"+d.account.String()+path, strings.NewReader(body))
	if as == "customer" {
		r.Header.Set("Authorization", "Bearer token")
	} else {
		r.Header.Set("X-API-Key", as)
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	answer := map[string]any{}
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			d.Fatalf("%s %s: %v: %s", method, path, err, w.Body)
		}
	}
	if w.Code != status {
		d.Errorf("%s %s %s %s: %d %v, want %d", as, method, path, body, w.Code, answer, status)
	}
	return answer
}
