package postgres_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// A context of a transaction may be kept for later. What it is used for then could never be committed, and its connection never be
// given back.
func TestContextOfATransactionThatHasEndedIsRefused(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, tables(t))
	db := k.Open(postgres.Options{PoolSize: 1}) // whoever keeps the connection is noticed by the next
	refused := errors.New("no")
	use := func(ctx context.Context) error { return db.In(ctx).Exec("select").Error }
	for name, end := range map[string]struct {
		run  func(context.Context, func(context.Context) error) error
		with func(context.Context) error
	}{
		"committed":    {db.InTx, use},
		"empty":        {db.InTx, func(context.Context) error { return nil }},
		"rolled back":  {db.InTx, func(ctx context.Context) error { return errors.Join(use(ctx), refused) }},
		"never opened": {db.InTx, func(context.Context) error { return refused }},
		"panic":        {db.InTx, func(context.Context) error { panic("no") }},
		"outer":        {db.InOuterTx, use},
	} {
		var kept context.Context
		func() {
			defer func() { _ = recover() }()
			_ = end.run(t.Context(), func(ctx context.Context) error {
				kept = ctx
				if !db.InTransaction(ctx) {
					t.Errorf("%s: it ended before it began", name)
				}
				return end.with(ctx)
			})
		}()
		for later, err := range map[string]error{
			"statement":   use(kept),
			"transaction": db.InTx(kept, func(context.Context) error { return nil }),
		} {
			if err == nil {
				t.Errorf("%s: a later %s succeeds", name, later)
			}
		}
		if db.InTransaction(kept) {
			t.Errorf("%s: it has not ended", name)
		}
		if err := use(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// What ends first, the transaction or the context of one of its statements, does not matter to the others.
func TestATransactionOutlivesTheContextOfItsFirstStatement(t *testing.T) {
	t.Parallel()
	db := open(t)
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		short, cancel := context.WithCancel(ctx)
		err := put(short, db, "short")
		cancel()
		return errors.Join(err, put(ctx, db, "long"))
	})
	if err != nil || !exists(t, db, "short") || !exists(t, db, "long") {
		t.Error(err)
	}
}

// A statement fails and its error is ignored: the commit must not look like one.
func TestCommitThatRolledBackIsAnError(t *testing.T) {
	t.Parallel()
	db := open(t)
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		_ = put(ctx, db, "ignored")
		_ = db.In(ctx).Exec("select no_such_column").Error
		return nil
	})
	if err == nil || exists(t, db, "ignored") {
		t.Error("it was committed")
	}
}

type batch struct{ names []string }

// What is collected is written once, before the commit, in the transaction or savepoint that it belongs to.
func TestWhatIsCollectedIsWrittenBeforeTheCommit(t *testing.T) {
	t.Parallel()
	db := open(t)
	flushes := 0
	add := func(ctx context.Context, name string) {
		b, ok := tx.Collect(ctx, db, func(ctx context.Context, b *batch) error {
			flushes++
			for _, name := range b.names {
				if err := put(ctx, db, name); err != nil {
					return err
				}
			}
			return nil
		})
		if !ok {
			t.Error("there is no transaction")
			return
		}
		b.names = append(b.names, name)
	}
	undone := errors.New("undone")
	err := db.InOuterTx(t.Context(), func(ctx context.Context) error {
		add(ctx, "outer 1")
		if err := db.InTx(ctx, func(ctx context.Context) error {
			add(ctx, "inner 1")
			add(ctx, "inner 2")
			return nil
		}); err != nil {
			return err
		}
		if err := db.InTx(ctx, func(ctx context.Context) error {
			add(ctx, "dropped")
			return undone
		}); !errors.Is(err, undone) {
			return err
		}
		add(ctx, "outer 2")
		return nil
	})
	if err != nil || flushes != 2 {
		t.Errorf("%d flushes, %v", flushes, err)
	}
	for name, want := range map[string]bool{"outer 1": true, "outer 2": true, "inner 1": true, "inner 2": true, "dropped": false} {
		if exists(t, db, name) != want {
			t.Errorf("%s is there: %v", name, !want)
		}
	}
}

func TestNothingIsWrittenWhereTheCheckFails(t *testing.T) {
	t.Parallel()
	db := open(t)
	closed := errors.New("closed")
	ctx := tx.Before(t.Context(), func(ctx context.Context) error { return errors.Join(db.In(ctx).Exec("select").Error, closed) })
	fail := func(ctx context.Context) error { return put(ctx, db, "closed") }
	if err := db.InTx(ctx, fail); !errors.Is(err, closed) {
		t.Error(err)
	}
	err := db.InOuterTx(ctx, func(ctx context.Context) error {
		if err := db.InTx(ctx, fail); !errors.Is(err, closed) {
			t.Error(err)
		}
		return put(ctx, db, "beside the check")
	})
	if err != nil || exists(t, db, "closed") || !exists(t, db, "beside the check") {
		t.Error(err)
	}
}

// leaf is a record with a unique name among those that are alive, and in any case.
type leaf struct {
	record.Meta
	Name  string
	Count int
}

const leaves = `create table leaves (account_id uuid not null, id uuid not null, created_at timestamptz not null, updated_at timestamptz not null,
	version bigint not null, name text not null, count integer not null, deleted_at timestamptz, constraint leaves_pk primary key (account_id, id));
create unique index leaves_name_key on leaves (account_id, lower(name));`

var (
	errTaken   = apperr.NewConflict("duplicate", "another leaf has this name")
	errDeleted = apperr.NewConflict("duplicate", "a deleted leaf has this name")
)

func TestARepositoryWritesManyRecordsInOneStatementAndOnlyWhatDiffers(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, testkit.SQL(leaves))
	r := postgres.NewRepository[leaf](k.DB, postgres.TableOptions{Name: "public.leaves", SoftDelete: true,
		Violations: map[string]error{"leaves_name_key": errTaken}, DeletedHolds: map[string]error{"leaves_name_key": errDeleted}})
	made := make([]leaf, 1200)
	var of []record.Change[leaf]
	for i := range made {
		made[i] = leaf{Meta: record.New(k.Account), Name: ids.New().String(), Count: i}
		made[i].CreatedAt, made[i].UpdatedAt, made[i].Version = k.Now(), k.Now(), 1
		after := made[i]
		after.Count, after.Version = -i, 2
		of = append(of, record.Change[leaf]{Before: made[i], After: after, Columns: r.Differ(&made[i], &after)})
	}
	must(t, errors.Join(r.Insert(k.Ctx, made...), r.Update(k.Ctx, of[1:]...), r.Delete(k.Ctx, made[7])))
	// Another one changed the name of the last record meanwhile: a column that does not differ is not written.
	if n := k.Count("select count(*) from leaves where account_id = $1 and count = -1199 and version = 2", k.Account); n != 1 || len(of[0].Columns) != 0 {
		t.Errorf("%d changed, and %v", n, of[0].Columns)
	}
	taken := leaf{Meta: record.New(k.Account), Name: made[3].Name}
	taken.CreatedAt, taken.UpdatedAt = k.Now(), k.Now()
	insert := func(name string) error {
		taken.Name = name
		return k.DB.InTx(k.Ctx, func(ctx context.Context) error { return r.Insert(ctx, taken) })
	}
	var named *apperr.Error
	if err := insert(strings.ToUpper(made[3].Name)); !errors.As(err, &named) || named.Code != "duplicate" || named.ConflictsWith != made[3].ID {
		t.Errorf("a name that is taken: %v", err)
	}
	if err := insert(made[7].Name); !errors.Is(err, errDeleted) {
		t.Errorf("the name of a deleted one: %v", err)
	}
	if err := r.Exists(k.Ctx, k.Account, made[7].ID); !apperr.Is(err, apperr.NotFound) {
		t.Error("the deleted one is there")
	}
	if err := r.Exists(k.Ctx, ids.New(), made[3].ID); !apperr.Is(err, apperr.NotFound) {
		t.Error("another account has it")
	}
}
