package store

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// VaccinationTypes lists the live types, built-in ones first, by name.
func (s *Store) VaccinationTypes(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[healthrecords.VaccinationType], error) {
	q := s.db.In(ctx).Where("account_id = ? and deleted_at is null", account)
	if page.After != nil {
		if len(page.After) != 3 {
			return paging.Page[healthrecords.VaccinationType]{}, paging.BadCursor()
		}
		builtIn, err := strconv.ParseBool(page.After[0])
		if err != nil {
			return paging.Page[healthrecords.VaccinationType]{}, paging.BadCursor()
		}
		key, id, err := paging.Request{After: page.After[1:]}.TextID()
		if err != nil {
			return paging.Page[healthrecords.VaccinationType]{}, err
		}
		q = q.Where("((not built_in), name_key, id) > (?, ?, ?)", !builtIn, key, id)
	}
	var rows []typeRow
	if err := q.Order("(not built_in), name_key, id").Limit(page.Fetch()).Find(&rows).Error; err != nil {
		return paging.Page[healthrecords.VaccinationType]{}, fmt.Errorf("list vaccination types: %w", err)
	}
	list := make([]healthrecords.VaccinationType, len(rows))
	for i, r := range rows {
		list[i] = healthrecords.VaccinationType(r.Columns)
	}
	return paging.Cut(page, list, func(t healthrecords.VaccinationType) []string {
		return []string{strconv.FormatBool(t.BuiltIn), healthrecords.NameKey(t.Name), t.ID.String()}
	}), nil
}

// HasBuiltIns reports whether the account's built-in types have been made.
func (s *Store) HasBuiltIns(ctx context.Context, account uuid.UUID) (bool, error) {
	var there bool
	err := s.db.Row(ctx, `select exists (select 1 from healthrecords.vaccination_types
		where account_id = $1 and (not built_in) = false and deleted_at is null)`, account).Scan(&there)
	if err != nil {
		return false, fmt.Errorf("look for built-in vaccination types: %w", err)
	}
	return there, nil
}

// AddBuiltIns inserts those types whose names are free.
func (s *Store) AddBuiltIns(ctx context.Context, types []healthrecords.VaccinationType) error {
	rows := make([]typeRow, len(types))
	for i, t := range types {
		rows[i] = rowOf(t)
	}
	if err := s.db.In(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error; err != nil {
		return fmt.Errorf("insert built-in vaccination types: %w", err)
	}
	return nil
}

// InsertVaccinationType adds a type.
func (s *Store) InsertVaccinationType(ctx context.Context, t healthrecords.VaccinationType) error {
	row := rowOf(t)
	return named("insert vaccination type", s.db.In(ctx).Create(&row).Error)
}

// UpdateVaccinationType writes all columns of a type.
func (s *Store) UpdateVaccinationType(ctx context.Context, t healthrecords.VaccinationType) error {
	row := rowOf(t)
	return named("update vaccination type", s.db.In(ctx).Select("*").Updates(&row).Error)
}

// RemoveVaccinationType marks a type deleted.
func (s *Store) RemoveVaccinationType(ctx context.Context, account, id uuid.UUID, at time.Time) error {
	_, err := s.db.Exec(ctx, `update healthrecords.vaccination_types set deleted_at = $3 where account_id = $1 and id = $2`, account, id, at)
	if err != nil {
		return fmt.Errorf("mark vaccination type deleted: %w", err)
	}
	return nil
}

// LockVaccinationType reads a type that is to be changed.
func (s *Store) LockVaccinationType(ctx context.Context, account, id uuid.UUID) (healthrecords.VaccinationType, error) {
	return s.take(ctx, account, id, clause.LockingStrengthUpdate)
}

// VaccinationTypeForShare reads a type that is to be referred to.
func (s *Store) VaccinationTypeForShare(ctx context.Context, account, id uuid.UUID) (healthrecords.VaccinationType, error) {
	return s.take(ctx, account, id, clause.LockingStrengthShare)
}

func (s *Store) take(ctx context.Context, account, id uuid.UUID, strength string) (healthrecords.VaccinationType, error) {
	var row typeRow
	err := s.db.In(ctx).Clauses(locking(strength)).Where("account_id = ? and id = ? and deleted_at is null", account, id).Take(&row).Error
	if postgres.NoRow(err) {
		return healthrecords.VaccinationType{}, apperr.NewNotFound()
	}
	if err != nil {
		return healthrecords.VaccinationType{}, fmt.Errorf("lock vaccination type: %w", err)
	}
	return healthrecords.VaccinationType(row.Columns), nil
}

// TypesByNameForShare reads the types with these keys and keeps them from being deleted.
func (s *Store) TypesByNameForShare(ctx context.Context, account uuid.UUID, keys []string) (map[string]healthrecords.VaccinationType, error) {
	held := make(map[string]healthrecords.VaccinationType, len(keys))
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var key string
		var t healthrecords.VaccinationType
		if err := row.Scan(&key, &t.ID, &t.Name); err != nil {
			return err
		}
		held[key] = t
		return nil
	}, `select name_key, id, name from healthrecords.vaccination_types
		where account_id = $1 and name_key = any($2) and deleted_at is null order by id for share`, account, keys)
	if err != nil {
		return nil, fmt.Errorf("hold vaccination types: %w", err)
	}
	return held, nil
}

func named(what string, err error) error {
	if postgres.Violates(err, "vaccination_types_name_key") {
		return healthrecords.ErrNameTaken
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
