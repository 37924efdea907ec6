package healthrecords_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/modules/healthrecords/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// world is one account with two pets, asked by an API key. It is also what other modules say about the account.
type world struct {
	*testkit.Kit
	db      *postgres.DB
	service *healthrecords.Service
	account uuid.UUID
	pet     uuid.UUID
	other   uuid.UUID
	zone    *time.Location
	warning int
	closed  bool      // whether the organization moves to another installation
	broken  uuid.UUID // an account that nothing can be said about
	ctx     context.Context
}

type details = healthrecords.VaccinationDetails

func migrations() []fxgroups.Migrations {
	return []fxgroups.Migrations{
		{Module: "customerspets", Files: fxgroups.Sub(customerspets.Files)}, {Module: "healthrecords", Files: fxgroups.Sub(healthrecords.Files)},
	}
}

func newWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	return worldOn(testkit.New(t, migrations()...))
}

func worldOn(k *testkit.Kit) *world {
	k.Helper()
	w := &world{Kit: k, db: k.DB, account: k.Account, ctx: k.Ctx, pet: ids.New(), other: ids.New(), zone: time.UTC, warning: 30}
	w.service = healthrecords.NewService(store.New(k.DB), w, w, nil, k.Env())
	w.savePets(healthrecords.Pet{ID: w.pet, NameKey: "oscar", Species: "dog", Status: "active"},
		healthrecords.Pet{ID: w.other, NameKey: "otto", Species: "dog", Status: "active"})
	return w
}

// savePets writes the rows of pets, and of their owners, that the view of customerspets shows.
func (w *world) savePets(pets ...healthrecords.Pet) {
	w.Helper()
	type row struct {
		healthrecords.Pet
		Name string
	}
	rows := make([]row, len(pets))
	for i, p := range pets {
		rows[i] = row{p, p.NameKey}
	}
	given := `(select jsonb_build_object('account_id', $1::uuid, 'id', p->'ID', 'customer_id', p->'CustomerID', 'name', p->'Name',
			'name_key', p->'NameKey', 'species', p->'Species', 'status', p->'Status') as pet from jsonb_array_elements($2::jsonb) as p) as given,
		lateral (select now() as created_at, now() as updated_at, 1 as version, '' as search, '' as search_keys, '' as pet_names,
			'' as known_by, '' as owner_search, '' as sex, '' as altered, false as login_enabled, '[]'::jsonb as breed_ids,
			'[]'::jsonb as breed_names, '[]'::jsonb as colour_code_ids, '[]'::jsonb as tags, '[]'::jsonb as phones, '[]'::jsonb as contacts,
			'{}'::jsonb as address, '{}'::jsonb as vet, '{}'::jsonb as communication, '{}'::jsonb as weight, '{}'::jsonb as custom_fields) as other`
	text := string(testkit.Must[[]byte](w)(json.Marshal(rows)))
	w.Exec(`insert into customerspets.customers select distinct on (c.id) c.* from `+given+`, jsonb_populate_record(null::customerspets.customers,
		to_jsonb(other) || jsonb_build_object('account_id', pet->'account_id', 'id', pet->'customer_id', 'status', 'active')) as c
		on conflict (account_id, id) do nothing`, w.account, text)
	w.Exec(`insert into customerspets.pets select p.* from `+given+`,
		jsonb_populate_record(null::customerspets.pets, to_jsonb(other) || pet) as p
		on conflict (account_id, id) do update set customer_id = excluded.customer_id, name_key = excluded.name_key,
			species = excluded.species, status = excluded.status`, w.account, text)
}

// Exists implements healthrecords.Pets.
func (w *world) Exists(ctx context.Context, account, pet uuid.UUID) error {
	kept, err := w.Keep(ctx, account, []uuid.UUID{pet})
	if err == nil && !kept[pet] {
		return apperr.NewNotFound("pet")
	}
	return err
}

// Keep implements healthrecords.Pets.
func (w *world) Keep(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]bool, error) {
	var found []uuid.UUID
	err := w.db.In(ctx).Raw("select id from customerspets.pets where account_id = ? and id = any(?) order by id for key share", account,
		postgres.Array(pets)).Scan(&found).Error
	kept := map[uuid.UUID]bool{}
	for _, id := range found {
		kept[id] = true
	}
	return kept, err
}

// ShowsStatus implements healthrecords.Pets.
func (w *world) ShowsStatus(context.Context, uuid.UUID) (bool, error) { return true, nil }

// Labels implements healthrecords.Pets.
func (w *world) Labels(_ context.Context, _ uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]healthrecords.PetLabel, error) {
	labels := map[uuid.UUID]healthrecords.PetLabel{}
	for _, id := range pets {
		labels[id] = healthrecords.PetLabel{Pet: healthrecords.VaccinationPet{ID: id, Name: "Oscar", Species: "dog"}}
	}
	return labels, nil
}

// Calendar implements healthrecords.Locations.
func (w *world) Calendar(_ context.Context, account uuid.UUID) (healthrecords.Calendar, error) {
	if account == w.broken {
		return healthrecords.Calendar{}, errors.New("broken")
	}
	return healthrecords.Calendar{Zone: w.zone, WarningDays: w.warning}, nil
}

// IsClosed implements healthrecords.Locations.
func (w *world) IsClosed(context.Context, uuid.UUID) (bool, error) { return w.closed, nil }

func day(t testing.TB, s string) clock.Day {
	t.Helper()
	return testkit.Must[clock.Day](t)(clock.ParseDay(s))
}

func (w *world) types() []healthrecords.VaccinationType {
	w.Helper()
	return testkit.Must[paging.Page[healthrecords.VaccinationType]](w)(w.service.ListVaccinationTypes(w.ctx, w.account, paging.All(200))).Items
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
	return testkit.Must[healthrecords.VaccinationType](w)(
		w.service.CreateVaccinationType(w.ctx, w.account, healthrecords.VaccinationTypeCreate{VaccinationTypeDetails: healthrecords.VaccinationTypeDetails{Name: name}}))
}

// vaccinate adds a vaccination of the pet that expires on a day.
func (w *world) vaccinate(kind healthrecords.VaccinationType, expires string) healthrecords.Vaccination {
	w.Helper()
	return testkit.Must[healthrecords.Vaccination](w)(w.service.CreateVaccination(w.ctx, w.account, w.pet,
		healthrecords.VaccinationCreate{VaccinationTypeID: kind.ID, VaccinationDetails: details{ExpiresOn: new(day(w, expires))}}))
}

// list reads the whole list of the pet's vaccinations in pages of the given size.
func (w *world) list(f healthrecords.VaccinationFilter, limit int) []healthrecords.Vaccination {
	w.Helper()
	return testkit.AllPages(w, limit, func(r paging.Request) (paging.Page[healthrecords.Vaccination], error) {
		return w.service.ListVaccinations(w.ctx, w.account, w.pet, f, r)
	})
}

func (w *world) one() healthrecords.Vaccination {
	w.Helper()
	all := w.list(healthrecords.VaccinationFilter{}, 10)
	if len(all) != 1 {
		w.Fatalf("%d vaccinations", len(all))
	}
	return all[0]
}

// wantEvents checks the types of all events of the account.
func (w *world) wantEvents(types ...string) []testkit.Event {
	w.Helper()
	return w.WantEvents(uuid.Nil, types...)
}

// second is the error of a call whose result does not matter.
func second[T any](_ T, err error) error { return err }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
