package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Insert adds vaccinations and notes which they replace.
func (s vaccinations) Insert(ctx context.Context, list ...healthrecords.Vaccination) error {
	if err := s.lockPetsOf(ctx, list); err != nil {
		return err
	}
	if err := s.Table.Insert(ctx, list...); err != nil {
		return err
	}
	return s.noteReplaced(ctx, list)
}

// Update changes vaccinations and notes which they replace now.
func (s vaccinations) Update(ctx context.Context, changes ...record.Change[healthrecords.Vaccination]) error {
	if err := s.Table.Update(ctx, changes...); err != nil {
		return err
	}
	var moved []healthrecords.Vaccination
	for _, c := range changes {
		if c.Before.ExpiresOn != c.After.ExpiresOn {
			moved = append(moved, c.After)
		}
	}
	return s.noteReplaced(ctx, moved)
}

// Delete marks a vaccination deleted; the one that it had replaced is current again.
func (s vaccinations) Delete(ctx context.Context, v healthrecords.Vaccination) error {
	if err := s.Table.Delete(ctx, v); err != nil {
		return err
	}
	return s.noteReplaced(ctx, []healthrecords.Vaccination{v})
}

// noteReplacedOfOne is for a change of the vaccination $4. Only that and the last two of its pet and type can be noted wrongly, so the
// length of their history does not matter. With $5, the vaccination is taken to be current: if it is not, the statement divides by zero.
const noteReplacedOfOne = `
	with last as materialized (
		select array(select id from healthrecords.vaccinations
			where account_id = $1 and pet_id = $2 and vaccination_type_id = $3 and deleted_at is null
			order by expires_on desc, id desc limit 2) as ids)
	update healthrecords.vaccinations v set replaced = not v.replaced and 1 / (not $5 or v.id <> $4)::integer = 1
	where v.account_id = $1 and v.id = any(array(select unnest($4::uuid || ids) from last)) and v.deleted_at is null
		and v.replaced <> (v.id <> (select ids[1] from last))`

// ofOne are the parameters of noteReplacedOfOne.
func ofOne(v healthrecords.Vaccination, isCurrent bool) []any {
	return []any{v.AccountID, v.PetID, v.VaccinationTypeID, v.ID, isCurrent}
}

// noteReplaced brings the column replaced up to date for the pets and types of a list: the record of a pet and type that expires last is
// not replaced; of those that expire on the same day, the one made last. The pets are locked: two who add a record at the same time would
// each not see the other's. "offset 0" makes the planner look up the records of each pet and type, also before the table is analysed for
// the first time.
func (s vaccinations) noteReplaced(ctx context.Context, list []healthrecords.Vaccination) error {
	switch len(list) {
	case 0:
		return nil
	case 1: // without arrays, the database needs no new plan each time
		return s.note(ctx, noteReplacedOfOne, ofOne(list[0], false)...)
	}
	var pets, types []uuid.UUID
	for _, v := range list {
		pets, types = append(pets, v.PetID), append(types, v.VaccinationTypeID)
	}
	return s.note(ctx, `
		update healthrecords.vaccinations v set replaced = not v.replaced
		where v.account_id = $1 and v.id = any(array(
			select t.id from (select distinct pet, kind from unnest($2::uuid[], $3::uuid[]) as u (pet, kind)) as asked cross join lateral (
				select * from healthrecords.vaccinations
				where account_id = $1 and pet_id = asked.pet and vaccination_type_id = asked.kind and deleted_at is null offset 0) as t
			where t.replaced <> exists (select 1 from healthrecords.vaccinations o
				where o.account_id = t.account_id and o.pet_id = t.pet_id and o.vaccination_type_id = t.vaccination_type_id
					and o.deleted_at is null and (o.expires_on, o.id) > (t.expires_on, t.id))))`, list[0].AccountID, pets, types)
}

func (s vaccinations) note(ctx context.Context, update string, args ...any) error {
	if err := s.db.Queue(ctx, nil, update, args...); err != nil {
		return fmt.Errorf("note which vaccinations are replaced: %w", err)
	}
	return nil
}
