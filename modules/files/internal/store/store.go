// Package store keeps files in PostgreSQL, and by default their bytes, too.
package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// Store implements files.Store.
type Store struct {
	*postgres.Repository[files.File]
	db *postgres.DB
}

// New makes a Store.
func New(db *postgres.DB) Store {
	return Store{postgres.NewRepository[files.File](db, postgres.TableOptions{
		Name: "files.files", Violations: map[string]error{"files_blob_fk": files.ErrBytesGone},
	}), db}
}

// List implements files.Store. GORM leaves out what is not asked for.
func (s Store) List(ctx context.Context, account uuid.UUID, parent files.FileParent, f files.Filter,
	page paging.Request) (paging.Page[files.File], error) {
	q := s.Of(ctx, account).Where(&files.File{Parent: parent, Kind: f.Kind, Visibility: f.Visibility})
	return postgres.List(q, page, postgres.Newest[files.File]())
}

// OfParent implements files.Store.
func (s Store) OfParent(ctx context.Context, account uuid.UUID, parent files.FileParent, limit int) (ids []uuid.UUID, err error) {
	err = s.Of(ctx, account).Where(&files.File{Parent: parent}).Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, s.Failed("list those of a parent in", err)
}

// blob is a files.Blob with the last time at which it was given to a file or lost one.
type blob struct {
	files.Blob
	UsedAt time.Time
}

// TableName implements GORM's Tabler.
func (blob) TableName() string { return "files.blobs" }

// Blob implements files.Store.
func (s Store) Blob(ctx context.Context, account uuid.UUID, sha256 string) (files.Blob, error) {
	var b blob
	err := s.In(ctx).Where("account_id = ? and sha256 = ?", account, sha256).Take(&b).Error
	return b.Blob, s.Failed("read the bytes of", err)
}

// KeepBlob implements files.Store. The update locks a row that is there already.
func (s Store) KeepBlob(ctx context.Context, given files.Blob, now time.Time) error {
	err := s.In(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "account_id"}, {Name: "sha256"}},
		DoUpdates: clause.AssignmentColumns([]string{"used_at"}),
	}).Create(&blob{given, now}).Error
	return s.Failed("keep the bytes of", err)
}

// Used implements files.Store.
func (s Store) Used(ctx context.Context, account uuid.UUID) (used int64, err error) {
	if err := s.db.Lock(ctx, "files of "+account.String()); err != nil {
		return 0, err
	}
	err = s.In(ctx).Raw(`select coalesce(sum(bytes), 0) from files.blobs b where account_id = ?
		and exists (select from files.files f where f.account_id = ? and f.sha256 = b.sha256)`, account, account).Scan(&used).Error
	return used, s.Failed("count the bytes of", err)
}

// Unused implements files.Store.
func (s Store) Unused(ctx context.Context, account uuid.UUID, sha256 string, now time.Time) error {
	err := s.In(ctx).Model(&blob{}).Where("account_id = ? and sha256 = ?", account, sha256).UpdateColumn("used_at", now).Error
	return s.Failed("release the bytes of", err)
}

// forgets is how many blobs a call of Forget removes at most.
const forgets = 100

const unused = "not exists (select from files.files f where f.account_id = b.account_id and f.sha256 = b.sha256)"

// Forget implements files.Store. A file can be given a blob after the look at its files; that changes used_at, which each removal looks at
// again.
func (s Store) Forget(ctx context.Context, before time.Time) (gone int64, err error) {
	var found []struct {
		AccountID uuid.UUID
		SHA256    string `gorm:"column:sha256"`
	}
	err = s.In(ctx).Raw("select account_id, sha256 from files.blobs b where used_at < ? and "+unused+" order by used_at limit ?",
		before, forgets).Scan(&found).Error
	for _, f := range found {
		if err == nil {
			result := s.In(ctx).Exec("delete from files.blobs b where account_id = ? and sha256 = ? and used_at < ? and "+unused,
				f.AccountID, f.SHA256, before)
			err = result.Error
			gone += result.RowsAffected
		}
	}
	return gone, s.Failed("forget the bytes of", err)
}

// Unnamed returns those of the keys under which bytes are stored that no Blob names.
func (s Store) Unnamed(ctx context.Context, keys []files.Key) (unnamed []files.Key, err error) {
	accounts, ids := make([]uuid.UUID, len(keys)), make([]uuid.UUID, len(keys))
	for i, k := range keys {
		accounts[i], ids[i] = k.Account, k.ID
	}
	err = s.In(ctx).Raw(`select account_id as account, blob_id as id
		from unnest(cast(? as uuid[]), cast(? as uuid[])) as b (account_id, blob_id) where not (`+named+")",
		postgres.Array(accounts), postgres.Array(ids)).Scan(&unnamed).Error
	return unnamed, s.Failed("look for the bytes of", err)
}
