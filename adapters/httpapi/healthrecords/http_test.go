package healthrecords

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
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
	"github.com/petcare/petcare/platform/record"
)

// desk implements the ports of the handlers in memory, with one account, one pet and one vaccination type.
type desk struct {
	*testing.T
	handler http.Handler
	account uuid.UUID
	pet     uuid.UUID
	kind    healthrecords.VaccinationType
	types   typesKept
	kept    kept[healthrecords.Vaccination]
	query   healthrecords.VaccinationQuery
}

// kept stores records in memory.
type kept[R any] map[uuid.UUID]R

func (k kept[R]) Missing() error { return apperr.NewNotFound() }

func (k kept[R]) Lock(_ context.Context, _, id uuid.UUID) (R, error) {
	r, ok := k[id]
	if !ok {
		return r, apperr.NewNotFound()
	}
	return r, nil
}

func (k kept[R]) LockMany(context.Context, uuid.UUID, []uuid.UUID) ([]R, error) { return nil, nil }

func (k kept[R]) Insert(_ context.Context, records ...R) error {
	for _, r := range records {
		k[any(&r).(record.Record).RecordMeta().ID] = r
	}
	return nil
}

func (k kept[R]) Update(ctx context.Context, changes ...record.Change[R]) error {
	return k.Insert(ctx, changes[0].After)
}

func (k kept[R]) Delete(_ context.Context, r R) error {
	delete(k, any(&r).(record.Record).RecordMeta().ID)
	return nil
}

func (k kept[R]) Differ(before, after R) bool { return !reflect.DeepEqual(before, after) }

func (k kept[R]) IDs(context.Context, uuid.UUID, []string) (map[string]uuid.UUID, error) {
	return nil, nil
}

func (k kept[R]) List(_ context.Context, _ uuid.UUID, page paging.Request) (paging.Page[R], error) {
	return paging.Cut(page, slices.Collect(maps.Values(k)), nil), nil
}

type vaccinationsKept struct {
	kept[healthrecords.Vaccination]
	query *healthrecords.VaccinationQuery
}

func (v vaccinationsKept) List(ctx context.Context, account uuid.UUID, q healthrecords.VaccinationQuery, page paging.Request) (paging.Page[healthrecords.Vaccination], error) {
	*v.query = q
	return v.kept.List(ctx, account, page)
}

func (v vaccinationsKept) ListAccount(ctx context.Context, account uuid.UUID, _ healthrecords.AccountFilter, _ []healthrecords.Span,
	page paging.Request) (paging.Page[healthrecords.Vaccination], error) {
	return v.kept.List(ctx, account, page)
}

func (vaccinationsKept) Held(context.Context, uuid.UUID, []healthrecords.PetType) (map[healthrecords.PetType]healthrecords.HeldVaccination, error) {
	return nil, nil
}

// typesKept reports every name as taken.
type typesKept struct {
	kept[healthrecords.VaccinationType]
}

func (typesKept) Live(context.Context, uuid.UUID) ([]healthrecords.VaccinationType, error) {
	return nil, nil
}

func (typesKept) HasBuiltIns(context.Context, uuid.UUID) (bool, error) { return true, nil }

func (typesKept) InsertMissing(context.Context, ...healthrecords.VaccinationType) error { return nil }

func (typesKept) Insert(context.Context, ...healthrecords.VaccinationType) error {
	return healthrecords.ErrNameTaken
}

func (k typesKept) ManyForShare(_ context.Context, _ uuid.UUID, of []uuid.UUID) ([]healthrecords.VaccinationType, error) {
	if t, ok := k.kept[of[0]]; ok {
		return []healthrecords.VaccinationType{t}, nil
	}
	return nil, nil
}

func (typesKept) NamedForShare(context.Context, uuid.UUID, []string) ([]healthrecords.VaccinationType, error) {
	return nil, nil
}

type preventivesKept struct{ kept[healthrecords.Preventive] }

func (p preventivesKept) List(ctx context.Context, account, _ uuid.UUID, page paging.Request) (paging.Page[healthrecords.Preventive], error) {
	return p.kept.List(ctx, account, page)
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{T: t, account: ids.New(), pet: ids.New(), kept: kept[healthrecords.Vaccination]{}, types: typesKept{kept[healthrecords.VaccinationType]{}}}
	d.kind = healthrecords.VaccinationType{Meta: record.New(d.account), Name: "Rabies"}
	d.kind.Version = 1
	d.types.kept[d.kind.ID] = d.kind
	now := func() time.Time { return time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC) }
	a := httpapi.New(httpapi.Options{Authenticator: d})
	stores := healthrecords.Stores{
		Vaccinations: vaccinationsKept{d.kept, &d.query}, VaccinationTypes: d.types,
		Preventives: preventivesKept{}, PreventiveTypes: kept[healthrecords.PreventiveType]{},
		Pets: petsKept{d}, Exemptions: exemptionsKept{kept[healthrecords.Exemption]{}},
	}
	handler{healthrecords.NewService(stores, petsOf{d}, d, record.Env{Tx: d, Events: d, Clock: now})}.register(a)
	if n := len(a.Operations()); n != 19 {
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

// APIKey treats a key as the ability that it has.
func (d *desk) APIKey(_ context.Context, key string, _ bool) (caller.Caller, error) {
	return caller.Caller{Kind: caller.APIKey, ID: ids.New(), Accounts: []uuid.UUID{d.account}, Abilities: []string{key}}, nil
}

func (d *desk) Bearer(context.Context, string) (caller.Caller, error) {
	return caller.Caller{Kind: caller.Customer, ID: ids.New(), Accounts: []uuid.UUID{d.account}}, nil
}

type petsOf struct{ *desk }

func (p petsOf) Labels(context.Context, uuid.UUID, []uuid.UUID) (map[uuid.UUID]healthrecords.PetLabel, error) {
	return nil, nil
}

// petsKept knows the one pet.
type petsKept struct{ *desk }

func (petsKept) Save(context.Context, uuid.UUID, []healthrecords.Pet) error { return nil }

func (p petsKept) Get(ctx context.Context, _, id uuid.UUID) (healthrecords.Pet, error) {
	if id != p.pet {
		return healthrecords.Pet{}, apperr.NewNotFound()
	}
	return healthrecords.Pet{ID: id, Species: "dog", Status: "active", CustomerID: caller.From(ctx).Customer}, nil
}

func (p petsKept) Require(ctx context.Context, account, id, customer uuid.UUID) error {
	found, err := p.Get(ctx, account, id)
	if err == nil && customer != uuid.Nil && customer != found.CustomerID {
		return apperr.NewNotFound("pet")
	}
	return err
}

func (p petsKept) Many(context.Context, uuid.UUID, []uuid.UUID) (map[uuid.UUID]healthrecords.Pet, error) {
	return map[uuid.UUID]healthrecords.Pet{p.pet: {ID: p.pet, Species: "dog", Status: "active"}}, nil
}

func (p petsKept) ByName(context.Context, uuid.UUID, healthrecords.PetFilter, string, uuid.UUID, int) ([]healthrecords.Pet, error) {
	return []healthrecords.Pet{{ID: p.pet, Species: "dog", Status: "active"}}, nil
}

// exemptionsKept is initially empty.
type exemptionsKept struct{ kept[healthrecords.Exemption] }

func (e exemptionsKept) List(ctx context.Context, account, _ uuid.UUID, page paging.Request) (paging.Page[healthrecords.Exemption], error) {
	return e.kept.List(ctx, account, page)
}

func (exemptionsKept) Held(context.Context, uuid.UUID, []healthrecords.PetType) (map[healthrecords.PetType]healthrecords.HeldExemption, error) {
	return nil, nil
}

func (d *desk) Calendar(context.Context, uuid.UUID) (healthrecords.Calendar, error) {
	return healthrecords.Calendar{Zone: time.UTC, WarningDays: 30}, nil
}

func (d *desk) InTx(ctx context.Context, fn func(context.Context) error) error     { return fn(ctx) }
func (d *desk) Together(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }
func (d *desk) Record(context.Context, ...events.Public) error                     { return nil }

// want sends a request, either with a key with the ability or with "customer" as the customer, and returns the response.
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
