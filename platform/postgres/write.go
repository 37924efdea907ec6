package postgres

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/record"
	"gorm.io/gorm/clause"
)

// batch is how many rows a statement inserts: PostgreSQL takes at most 65,535 parameters, and a record has some forty columns.
const batch = 500

// Insert adds records. One that is marked deleted is there again.
func (r *Repository[R]) Insert(ctx context.Context, records ...R) error {
	if !r.table.SoftDelete {
		return r.insert(ctx, records)
	}
	var all []string
	for _, f := range r.fields {
		if f.Creatable {
			all = append(all, f.DBName)
		}
	}
	_, table, _ := strings.Cut(r.table.Name, ".")
	return r.insert(ctx, records, clause.OnConflict{
		Columns:   []clause.Column{{Name: "account_id"}, {Name: "id"}},
		DoUpdates: append(clause.AssignmentColumns(all), clause.Assignment{Column: clause.Column{Name: "deleted_at"}, Value: nil}),
		Where:     clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: table + ".deleted_at is not null"}}},
	})
}

// InsertMissing adds records and skips those whose unique columns another record has already.
func (r *Repository[R]) InsertMissing(ctx context.Context, records ...R) error {
	return r.insert(ctx, records, clause.OnConflict{DoNothing: true})
}

func (r *Repository[R]) insert(ctx context.Context, records []R, conflict ...clause.Expression) error {
	if len(records) == 0 {
		return nil
	}
	failed := func(err error) error {
		if len(records) > 1 {
			return r.Failed("insert into", err)
		}
		return r.failedOf("insert into", &records[0], err)
	}
	q := r.db.In(withOutcome(ctx, failed, nil)).Table(r.table.Name).Clauses(conflict...)
	if len(records) > 1 {
		return failed(q.CreateInBatches(records, batch).Error)
	}
	return failed(q.Create(&records[0]).Error)
}

// Update implements record.Store. It writes only the columns that differ, so that fewer indexes change, and updated_at and version.
func (r *Repository[R]) Update(ctx context.Context, changes ...record.Change[R]) error {
	if len(changes) == 1 {
		c := &changes[0]
		m := record.MetaOf(&c.After)
		failed := func(err error) error { return r.failedOf("update", &c.After, err) }
		ctx = withOutcome(ctx, failed, nil)
		return failed(r.Of(ctx, m.AccountID).Where("id = ?", m.ID).Select(written(c.Columns)).Updates(&c.After).Error)
	}
	return r.updateMany(ctx, changes)
}

// updateMany inserts rows that are all there, which is how PostgreSQL updates many rows with different values in one statement.
func (r *Repository[R]) updateMany(ctx context.Context, changes []record.Change[R]) error {
	var columns []string
	rows := make([]R, len(changes))
	for i, c := range changes {
		columns, rows[i] = append(columns, c.Columns...), c.After
	}
	slices.Sort(columns)
	return r.insert(ctx, rows, clause.OnConflict{
		Columns:   []clause.Column{{Name: "account_id"}, {Name: "id"}},
		DoUpdates: clause.AssignmentColumns(written(slices.Compact(columns))),
	})
}

func written(columns []string) []string {
	return append(slices.Clone(columns), "updated_at", "version")
}

// Delete implements record.Store: it removes records, or marks them deleted.
func (r *Repository[R]) Delete(ctx context.Context, deleted ...R) error {
	if len(deleted) == 0 {
		return nil
	}
	ids := lists.Map(deleted, func(d R) uuid.UUID { return record.MetaOf(&d).ID })
	q := r.Of(ctx, record.MetaOf(&deleted[0]).AccountID).Where("id = any(?)", Array(ids))
	if r.table.SoftDelete {
		return r.Failed("delete from", q.UpdateColumn("deleted_at", clause.Expr{SQL: "now()"}).Error)
	}
	return r.Failed("delete from", q.Delete(new(R)).Error)
}
