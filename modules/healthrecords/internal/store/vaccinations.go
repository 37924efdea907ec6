package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// later finds a live record of the same type that expires after v; of those that expire on the same day the one made
// last counts.
const later = `exists (select 1 from healthrecords.vaccinations o
	where o.account_id = v.account_id and o.pet_id = v.pet_id and o.vaccination_type_id = v.vaccination_type_id
		and o.deleted_at is null and (o.expires_on, o.id) > (v.expires_on, v.id))`

const vaccinationColumns = `select v.id, v.account_id, v.pet_id, v.vaccination_type_id, t.id, t.name, t.abbreviation, v.expires_on,
	v.administered_on, v.manufacturer, v.lot_number, v.clinic, v.veterinarian, v.verified, v.note, not ` + later + `, v.external_id,
	v.created_at, v.updated_at, v.version
`

const selectVaccinations = vaccinationColumns + `from healthrecords.vaccinations v
join healthrecords.vaccination_types t on t.account_id = v.account_id and t.id = v.vaccination_type_id
where v.account_id = $1 and v.deleted_at is null`

// Vaccinations lists the live vaccinations of a pet, newest first.
func (s *Store) Vaccinations(ctx context.Context, account uuid.UUID, q healthrecords.VaccinationQuery, page paging.Request) (paging.Page[healthrecords.Vaccination], error) {
	after, err := page.ID()
	if err != nil {
		return paging.Page[healthrecords.Vaccination]{}, err
	}
	st := begin(selectVaccinations, account)
	st.add(" and v.pet_id = $%d", q.Pet)
	if q.Type != nil {
		st.add(" and v.vaccination_type_id = $%d", *q.Type)
	}
	if !q.First.IsZero() {
		st.add(" and v.expires_on >= $%d", q.First)
	}
	if !q.Last.IsZero() {
		st.add(" and v.expires_on <= $%d", q.Last)
	}
	if q.Current != nil {
		st.add(" and "+later+" <> $%d", *q.Current)
	}
	if page.After != nil {
		st.add(" and v.id < $%d", after)
	}
	st.add(" order by v.id desc limit $%d", page.Fetch())
	list := make([]healthrecords.Vaccination, 0, page.Fetch())
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		v, err := scanVaccination(row)
		list = append(list, v)
		return err
	}, st.text.String(), st.args...)
	if err != nil {
		return paging.Page[healthrecords.Vaccination]{}, fmt.Errorf("list vaccinations: %w", err)
	}
	return paging.Cut(page, list, func(v healthrecords.Vaccination) []string { return []string{v.ID.String()} }), nil
}

// Each is looked up by itself (see postgres.LockAll): the index of live records,
// which begins with the account too, is kept out of it.
const vaccinationsByID = vaccinationColumns + `from unnest($2::uuid[]) as wanted (id)
cross join lateral (select * from healthrecords.vaccinations where account_id = $1 and id = wanted.id offset 0) as v
join healthrecords.vaccination_types t on t.account_id = v.account_id and t.id = v.vaccination_type_id
where v.deleted_at is null`

// VaccinationsByID reads several at once.
func (s *Store) VaccinationsByID(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]healthrecords.Vaccination, error) {
	found := make(map[uuid.UUID]healthrecords.Vaccination, len(of))
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		v, err := scanVaccination(row)
		found[v.ID] = v
		return err
	}, vaccinationsByID, account, of)
	if err != nil {
		return nil, fmt.Errorf("read vaccinations: %w", err)
	}
	return found, nil
}

// LockVaccinations holds the rows first and reads them then, so that it sees what those wrote who held them before.
func (s *Store) LockVaccinations(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]healthrecords.Vaccination, error) {
	if _, err := postgres.LockAll[vaccinationRow](s.db.In(ctx), account, of); err != nil {
		return nil, fmt.Errorf("lock vaccinations: %w", err)
	}
	return s.VaccinationsByID(ctx, account, of)
}

// VaccinationIDs looks up external ids, those of deleted vaccinations too.
func (s *Store) VaccinationIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.db.IDsByExternalID(ctx, "healthrecords.vaccinations", account, externalIDs)
}

// SaveVaccinations inserts and updates.
func (s *Store) SaveVaccinations(ctx context.Context, list []healthrecords.Vaccination) error {
	rows := make([]vaccinationRow, len(list))
	for i, v := range list {
		rows[i] = vaccinationRow(v)
	}
	err := postgres.SaveAll(s.db.In(ctx), rows)
	if postgres.Violates(err, "vaccinations_external_key") {
		return healthrecords.ErrExternalIDTaken
	}
	if err != nil {
		return fmt.Errorf("save vaccinations: %w", err)
	}
	return nil
}

// RemoveVaccination marks a vaccination deleted.
func (s *Store) RemoveVaccination(ctx context.Context, account, id uuid.UUID, at time.Time) error {
	_, err := s.db.Exec(ctx, `update healthrecords.vaccinations set deleted_at = $3 where account_id = $1 and id = $2`, account, id, at)
	if err != nil {
		return fmt.Errorf("mark vaccination deleted: %w", err)
	}
	return nil
}

func scanVaccination(row postgres.Scanner) (healthrecords.Vaccination, error) {
	var v healthrecords.Vaccination
	err := row.Scan(&v.ID, &v.AccountID, &v.PetID, &v.VaccinationTypeID, &v.Type.ID, &v.Type.Name, &v.Type.Abbreviation, &v.ExpiresOn,
		&v.AdministeredOn, &v.Manufacturer, &v.LotNumber, &v.Clinic, &v.Veterinarian, &v.Verified, &v.Note, &v.Current, &v.ExternalID,
		&v.CreatedAt, &v.UpdatedAt, &v.Version)
	return v, err
}
