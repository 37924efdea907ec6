// Package store keeps imports in PostgreSQL.
package store

import (
	"context"
	"errors"
	"io"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/imports"
	"github.com/petcare/petcare/platform/blobs"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Store implements imports.Store.
type Store struct {
	*postgres.DB
	files *blobs.Table
}

// New returns a Store.
func New(db *postgres.DB) *Store {
	return &Store{db, blobs.NewTable(db, "imports.chunks",
		"exists (select from imports.imports i where i.account_id = b.account_id and i.id = b.blob_id)")}
}

// row is a row of imports.imports without the claim, which only the statements of the queue touch.
type row struct {
	imports.Import
	Step     *string
	Tries    int
	Deaths   int
	Position string
}

// TableName implements GORM's Tabler.
func (row) TableName() string { return "imports.imports" }

func rowOf(i imports.Import, w imports.Work) row {
	r := row{Import: i, Tries: w.Tries, Deaths: w.Deaths, Position: w.Position}
	if w.Step != imports.NoStep {
		step := string(w.Step)
		r.Step = &step
	}
	return r
}

func (r row) work() imports.Work {
	w := imports.Work{Tries: r.Tries, Deaths: r.Deaths, Position: r.Position}
	if r.Step != nil {
		w.Step = imports.Step(*r.Step)
	}
	return w
}

func (s *Store) of(ctx context.Context, account, id uuid.UUID) *gorm.DB {
	return s.In(ctx).Where("account_id = ? and id = ?", account, id)
}

func failed(doing string, err error) error {
	switch {
	case postgres.NoRow(err):
		return apperr.NewNotFound("import")
	case postgres.Violates(err, "imports_applying_key"):
		return imports.ErrApplying
	}
	return postgres.Failed(doing, err)
}

var newest = postgres.Key[imports.Import]{Column: "id", Type: "uuid", Desc: true,
	Of: func(i *imports.Import) string { return i.ID.String() }}

// List implements imports.Store.
func (s *Store) List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[imports.Import], error) {
	return postgres.List(s.In(ctx).Table("imports.imports").Where("account_id = ?", account), page, newest)
}

// Count implements imports.Store.
func (s *Store) Count(ctx context.Context, account uuid.UUID) (n int64, err error) {
	err = s.In(ctx).Table("imports.imports").Where("account_id = ?", account).Count(&n).Error
	return n, failed("count imports", err)
}

// Get implements imports.Store.
func (s *Store) Get(ctx context.Context, account, id uuid.UUID) (i imports.Import, err error) {
	err = s.of(ctx, account, id).Table("imports.imports").Take(&i).Error
	return i, failed("read an import", err)
}

// Lock implements imports.Store.
func (s *Store) Lock(ctx context.Context, account, id uuid.UUID) (imports.Import, imports.Work, error) {
	var r row
	err := s.of(ctx, account, id).Clauses(clause.Locking{Strength: "UPDATE"}).Take(&r).Error
	return r.Import, r.work(), failed("lock an import", err)
}

// Insert implements imports.Store.
func (s *Store) Insert(ctx context.Context, i imports.Import) error {
	r := rowOf(i, imports.Work{})
	return failed("add an import", s.In(ctx).Create(&r).Error)
}

// Save implements imports.Store. It ends the claim of a worker.
func (s *Store) Save(ctx context.Context, i imports.Import, w imports.Work) error {
	r := rowOf(i, w)
	err := s.of(ctx, i.AccountID, i.ID).Model(&row{}).Select("*").Omit("account_id", "id", "created_at").Updates(&r).Error
	if err == nil {
		err = s.of(ctx, i.AccountID, i.ID).Table("imports.imports").Update("claimed_until", nil).Error
	}
	return failed("save an import", err)
}

// Delete implements imports.Store.
func (s *Store) Delete(ctx context.Context, account, id uuid.UUID) error {
	if err := s.of(ctx, account, id).Delete(&row{}).Error; err != nil {
		return failed("forget an import", err)
	}
	return s.files.Remove(ctx, account, id)
}

// Receive implements imports.Store.
func (s *Store) Receive(ctx context.Context, account, file uuid.UUID, source io.Reader, limit int64) error {
	_, err := s.files.Write(ctx, account, file, source, limit)
	if errors.Is(err, blobs.ErrTooLarge) {
		return imports.ErrTooLarge
	}
	return err
}

// Open implements imports.Store.
func (s *Store) Open(ctx context.Context, account, file uuid.UUID) (imports.Content, error) {
	r, err := s.files.Open(ctx, account, file)
	if errors.Is(err, blobs.ErrMissing) {
		return nil, apperr.NewNotFound("import")
	}
	return r, err
}

// Hold implements imports.Store.
func (s *Store) Hold(ctx context.Context, account, file uuid.UUID) error {
	err := s.files.Hold(ctx, account, file)
	if errors.Is(err, blobs.ErrMissing) {
		return apperr.NewNotFound("import")
	}
	return err
}
