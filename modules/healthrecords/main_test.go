package healthrecords_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/modules/healthrecords/internal/store"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/record"
	"github.com/petcare/petcare/platform/testdb"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(outbox.Migrations(), fxgroups.Migrations{Module: "healthrecords", Files: os.DirFS("migrations")}))
}

// world is one account with two pets, asked by an API key. It is also what other modules say about the account.
type world struct {
	*testing.T
	db      *postgres.DB
	service *healthrecords.Service
	account uuid.UUID
	pet     uuid.UUID
	other   uuid.UUID
	now     time.Time
	zone    *time.Location
	warning int
	ctx     context.Context
}

func newWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	db, err := postgres.Open(postgres.Options{URL: testdb.URL(), PoolSize: 6})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &world{
		T: t, db: db, account: ids.New(), pet: ids.New(), other: ids.New(), zone: time.UTC, warning: 30,
		now: time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC),
		ctx: caller.With(t.Context(), caller.Caller{Kind: caller.APIKey, ID: ids.New(), Name: "Front desk"}),
	}
	now := func() time.Time { return w.now }
	w.service = healthrecords.NewService(store.New(db), w, w, record.Env{Tx: db, Events: outbox.New(db, now), Clock: now})
	w.savePets(healthrecords.Pet{ID: w.pet, NameKey: "oscar", Species: "dog", Status: "active"},
		healthrecords.Pet{ID: w.other, NameKey: "otto", Species: "dog", Status: "active"})
	return w
}

func (w *world) savePets(pets ...healthrecords.Pet) {
	w.Helper()
	if err := w.service.SavePets(w.ctx, w.account, pets); err != nil {
		w.Fatal(err)
	}
}

// Labels implements healthrecords.Pets.
func (w *world) Labels(_ context.Context, _ uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]healthrecords.PetLabel, error) {
	labels := map[uuid.UUID]healthrecords.PetLabel{}
	for _, id := range pets {
		labels[id] = healthrecords.PetLabel{Pet: healthrecords.VaccinationPet{ID: id, Name: "Oscar", Species: "dog"}}
	}
	return labels, nil
}

// Calendar implements healthrecords.Locations.
func (w *world) Calendar(context.Context, uuid.UUID) (healthrecords.Calendar, error) {
	return healthrecords.Calendar{Zone: w.zone, WarningDays: w.warning}, nil
}

func day(t *testing.T, s string) clock.Day {
	t.Helper()
	d, err := clock.ParseDay(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (w *world) types() []healthrecords.VaccinationType {
	w.Helper()
	page, err := w.service.VaccinationTypes(w.ctx, w.account, paging.All(200))
	if err != nil {
		w.Fatal(err)
	}
	return page.Items
}

func (w *world) typeNamed(name string) healthrecords.VaccinationType {
	w.Helper()
	list := w.types()
	i := slices.IndexFunc(list, func(t healthrecords.VaccinationType) bool { return t.Name == name })
	if i < 0 {
		w.Fatalf("no type %s", name)
	}
	return list[i]
}

func (w *world) createType(name string) healthrecords.VaccinationType {
	w.Helper()
	made, err := w.service.CreateVaccinationType(w.ctx, w.account, healthrecords.VaccinationTypeCreate{Name: name})
	if err != nil {
		w.Fatal(err)
	}
	return made
}

// vaccinate adds a vaccination of the pet that expires on a day.
func (w *world) vaccinate(kind healthrecords.VaccinationType, expires string) healthrecords.Vaccination {
	w.Helper()
	v, err := w.service.CreateVaccination(w.ctx, w.account, w.pet,
		healthrecords.VaccinationCreate{VaccinationTypeID: kind.ID, ExpiresOn: ptr(day(w.T, expires))})
	if err != nil {
		w.Fatal(err)
	}
	return v
}

// list reads the whole list of the pet's vaccinations in pages of the given size.
func (w *world) list(f healthrecords.VaccinationFilter, limit int) []healthrecords.Vaccination {
	w.Helper()
	all := []healthrecords.Vaccination{}
	request := paging.Request{Limit: limit}
	for {
		page, err := w.service.Vaccinations(w.ctx, w.account, w.pet, f, request)
		if err != nil {
			w.Fatal(err)
		}
		all = append(all, page.Items...)
		if page.Next == nil {
			return all
		}
		request.After = page.Next
	}
}

func (w *world) one() healthrecords.Vaccination {
	w.Helper()
	all := w.list(healthrecords.VaccinationFilter{}, 10)
	if len(all) != 1 {
		w.Fatalf("%d vaccinations", len(all))
	}
	return all[0]
}

// event is a recorded event, as a receiver reads it.
type event struct {
	Type string `json:"type"`
	Data struct {
		Object   json.RawMessage `json:"object"`
		Previous json.RawMessage `json:"previous"`
	} `json:"data"`
}

// wantEvents reads the events of the account in the order of their sequence.
func (w *world) wantEvents(types ...string) []event {
	w.Helper()
	var list []event
	var got []string
	err := w.db.Rows(w.Context(), func(row postgres.Scanner) error {
		var body []byte
		if err := row.Scan(&body); err != nil {
			return err
		}
		var e event
		if err := json.Unmarshal(body, &e); err != nil {
			return err
		}
		list, got = append(list, e), append(got, e.Type)
		return nil
	}, "select body from outbox.events where account_id = $1 order by sequence", w.account)
	if err != nil {
		w.Fatal(err)
	}
	if !slices.Equal(got, types) {
		w.Fatalf("events %v, want %v", got, types)
	}
	return list
}

func wantSame(t *testing.T, what string, got, want any) {
	t.Helper()
	if g, w := text(t, got), text(t, want); g != w {
		t.Errorf("%s\n got %s\nwant %s", what, g, w)
	}
}

// text is the JSON of v with sorted keys.
func text(t *testing.T, v any) string {
	t.Helper()
	first, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(first, &tree); err != nil {
		t.Fatal(err)
	}
	sorted, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return string(sorted)
}

func ptr[T any](v T) *T { return &v }

func wantKind(t *testing.T, what string, err error, kind apperr.Kind) {
	t.Helper()
	if !apperr.Is(err, kind) {
		t.Errorf("%s: %v", what, err)
	}
}
