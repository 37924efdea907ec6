package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/postgres"
)

type announcements struct {
	vaccinations *postgres.Table[healthrecords.Vaccination]
	db           *postgres.DB
}

// Follow implements healthrecords.AnnouncementStore.
func (s announcements) Follow(ctx context.Context, account uuid.UUID) error {
	_, err := s.db.Exec(ctx, `insert into healthrecords.announced_days (account_id, warning_days) values ($1, 0) on conflict do nothing`,
		account)
	if err != nil {
		return fmt.Errorf("follow the days of an account: %w", err)
	}
	return nil
}

const announcedColumns = "account_id, day, warning_days, coalesce(awaited <= pg_snapshot_xmin(pg_current_snapshot()), false)"

func scanAnnounced(row postgres.Scanner) (a healthrecords.Announced, err error) {
	var day *clock.Day
	if err = row.Scan(&a.Account, &day, &a.WarningDays, &a.Again); day != nil {
		a.Day = *day
	}
	return a, err
}

// Accounts implements healthrecords.AnnouncementStore.
func (s announcements) Accounts(ctx context.Context, after uuid.UUID, limit int) (list []healthrecords.Announced, err error) {
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		a, err := scanAnnounced(row)
		list = append(list, a)
		return err
	}, "select "+announcedColumns+" from healthrecords.announced_days where account_id > $1 order by account_id limit $2", after, limit)
	if err != nil {
		return nil, fmt.Errorf("list the days of accounts: %w", err)
	}
	return list, nil
}

// Lock implements healthrecords.AnnouncementStore.
func (s announcements) Lock(ctx context.Context, account uuid.UUID) (healthrecords.Announced, error) {
	a, err := scanAnnounced(s.db.Row(ctx, "select "+announcedColumns+
		" from healthrecords.announced_days where account_id = $1 for update skip locked", account))
	if postgres.NoRow(err) {
		return a, apperr.NewNotFound()
	}
	if err != nil {
		return a, fmt.Errorf("hold the day of an account: %w", err)
	}
	return a, nil
}

// Save implements healthrecords.AnnouncementStore.
func (s announcements) Save(ctx context.Context, a healthrecords.Announced) error {
	_, err := s.db.Exec(ctx, `update healthrecords.announced_days set day = $2, warning_days = $3,
		awaited = case when day is distinct from $2 or warning_days <> $3 then pg_current_xact_id() end
		where account_id = $1`, a.Account, a.Day, a.WarningDays)
	if err != nil {
		return fmt.Errorf("note the day of an account: %w", err)
	}
	return nil
}

// due are the vaccinations that Due finds: among the first of either status, in the order of their index. Otherwise the planner, which
// does not know that few of a status are on the way to the next one, looks through all of the account.
const due = ` from healthrecords.vaccinations t
	where t.account_id = $1 and t.deleted_at is null and (t.known_status = 'valid' and t.expires_on <= $2
		or t.known_status = 'expiring' and t.expires_on < $3) and t.id = any(array(
			(select id from healthrecords.vaccinations
			where account_id = $1 and deleted_at is null and known_status = 'valid' and expires_on <= $2 order by expires_on limit $4)
			union all
			(select id from healthrecords.vaccinations
			where account_id = $1 and deleted_at is null and known_status = 'expiring' and expires_on < $3 order by expires_on limit $4)))
	order by t.id limit $4`

// Due implements healthrecords.AnnouncementStore.
func (s announcements) Due(ctx context.Context, account uuid.UUID, expiringTo, expiredBefore clock.Day,
	limit int) ([]healthrecords.Vaccination, error) {
	err := lockPets(ctx, s.db, "select pet_id from (select t.pet_id"+due+") as due", account, expiringTo, expiredBefore, limit)
	if err != nil {
		return nil, err
	}
	return s.vaccinations.Rows(ctx, "select "+s.vaccinations.Columns()+due+" for update of t", account, expiringTo, expiredBefore, limit)
}

// SetKnownStatus implements healthrecords.AnnouncementStore.
func (s announcements) SetKnownStatus(ctx context.Context, account uuid.UUID, ids []uuid.UUID, status healthrecords.Status,
	on clock.Day) error {
	_, err := s.db.Exec(ctx, "update healthrecords.vaccinations set known_status = $3, known_on = $4 where account_id = $1 and id = any($2)",
		account, ids, string(status), on)
	if err != nil {
		return fmt.Errorf("note what vaccinations are known to be: %w", err)
	}
	return nil
}
