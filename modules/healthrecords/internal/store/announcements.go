package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type announcements struct{ vaccinations vaccinations }

func (s announcements) days(ctx context.Context) *gorm.DB {
	return s.vaccinations.In(ctx).Table("healthrecords.announced_days").
		Select("account_id, day, warning_days, coalesce(awaited <= pg_snapshot_xmin(pg_current_snapshot()), false) as again")
}

// Follow implements healthrecords.AnnouncementStore.
func (s announcements) Follow(ctx context.Context, account uuid.UUID) error {
	return postgres.Failed("follow the days of an account", s.vaccinations.In(ctx).Table("healthrecords.announced_days").
		Clauses(clause.OnConflict{DoNothing: true}).Create(&healthrecords.Announced{Account: account}).Error)
}

// Accounts implements healthrecords.AnnouncementStore.
func (s announcements) Accounts(ctx context.Context, after uuid.UUID, limit int) (list []healthrecords.Announced, err error) {
	err = s.days(ctx).Where("account_id > ?", after).Order("account_id").Limit(limit).Find(&list).Error
	return list, postgres.Failed("list the days of accounts", err)
}

// Lock implements healthrecords.AnnouncementStore.
func (s announcements) Lock(ctx context.Context, account uuid.UUID) (a healthrecords.Announced, err error) {
	err = s.days(ctx).Clauses(clause.Locking{Strength: "UPDATE", Options: "SKIP LOCKED"}).Where("account_id = ?", account).Take(&a).Error
	if postgres.NoRow(err) {
		return a, apperr.NewNotFound()
	}
	return a, postgres.Failed("lock the day of an account", err)
}

// Save implements healthrecords.AnnouncementStore.
func (s announcements) Save(ctx context.Context, a healthrecords.Announced) error {
	return postgres.Failed("save the day of an account", s.vaccinations.In(ctx).Exec(`
		update healthrecords.announced_days set day = @day, warning_days = @warning,
			awaited = case when day is distinct from @day or warning_days <> @warning then pg_current_xact_id() end
		where account_id = @account`, map[string]any{"account": a.Account, "day": a.Day, "warning": a.WarningDays}).Error)
}

// Due implements healthrecords.AnnouncementStore.
func (s announcements) Due(ctx context.Context, account uuid.UUID, expiringTo, expiredBefore clock.Day,
	limit int) ([]healthrecords.Vaccination, error) {
	var ids []uuid.UUID
	err := s.vaccinations.In(ctx).Raw(`(select id from healthrecords.vaccinations
			where account_id = @account and deleted_at is null and known_status = 'valid' and expires_on <= @expiringTo
			order by expires_on limit @limit)
		union all
		(select id from healthrecords.vaccinations
			where account_id = @account and deleted_at is null and known_status = 'expiring' and expires_on < @expiredBefore
			order by expires_on limit @limit)
		limit @limit`,
		map[string]any{"account": account, "expiringTo": expiringTo, "expiredBefore": expiredBefore, "limit": limit}).Scan(&ids).Error
	if err != nil {
		return nil, postgres.Failed("look for vaccinations that expire", err)
	}
	return s.vaccinations.LockMany(ctx, account, ids)
}

// SetKnownStatus implements healthrecords.AnnouncementStore.
func (s announcements) SetKnownStatus(ctx context.Context, account uuid.UUID, ids []uuid.UUID, status healthrecords.Status,
	on clock.Day) error {
	return s.vaccinations.Failed("update", s.vaccinations.Of(ctx, account).Where("id = any(?)", postgres.Array(ids)).
		Updates(map[string]any{"known_status": status, "known_on": on}).Error)
}
