package postgres_test

import (
	"context"
	"errors"
	"testing"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

func putLater(ctx context.Context, db *postgres.DB, name string, done func(int64)) error {
	return db.ExecLater(ctx, done, "insert into counters values (?, 0)", name)
}

func TestAWriteThatMayWaitIsSeenByTheNextStatement(t *testing.T) {
	t.Parallel()
	db := open(t)
	rows, told := int64(0), false
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		if err := putLater(ctx, db, "waits 1", func(n int64) { rows = n }); err != nil {
			return err
		}
		var n int64
		if err := db.In(ctx).Table("counters").Where("name = 'waits 1'").Count(&n).Error; err != nil || n != 1 || rows != 1 {
			t.Errorf("%d are seen, %d told: %v", n, rows, err)
		}
		if err := putLater(ctx, db, "waits 2", nil); err != nil {
			return err
		}
		if changed := db.In(ctx).Exec("update counters set n = 7 where name = 'waits 2'"); changed.Error != nil || changed.RowsAffected != 1 {
			t.Errorf("%d are changed: %v", changed.RowsAffected, changed.Error)
		}
		return putLater(ctx, db, "waits 3", func(int64) { tx.AfterCommit(ctx, func() { told = true }) })
	})
	if err != nil || !told || !exists(t, db, "waits 1") || !exists(t, db, "waits 2") || !exists(t, db, "waits 3") {
		t.Errorf("told: %t, %v", told, err)
	}
}

func TestWhatWaitsIsNotWrittenWhenItsTransactionFails(t *testing.T) {
	t.Parallel()
	db := open(t)
	refused := errors.New("no")
	err := db.InTx(t.Context(), func(ctx context.Context) error { return errors.Join(putLater(ctx, db, "waits refused", nil), refused) })
	if !errors.Is(err, refused) || exists(t, db, "waits refused") {
		t.Error(err)
	}
	// In an outer transaction, only the use case that fails is undone, whatever its writes may do.
	err = db.InOuterTx(t.Context(), func(ctx context.Context) error {
		if err := db.InTx(ctx, func(ctx context.Context) error { return putLater(ctx, db, "waits kept", nil) }); err != nil {
			return err
		}
		failed := db.InTx(ctx, func(ctx context.Context) error { return errors.Join(putLater(ctx, db, "waits kept", nil), refused) })
		again := db.InTx(ctx, func(ctx context.Context) error { return putLater(ctx, db, "waits kept", nil) })
		if failed == nil || again == nil {
			t.Error("two have one key")
		}
		return db.InTx(ctx, func(ctx context.Context) error { return putLater(ctx, db, "waits last", nil) })
	})
	if err != nil || !exists(t, db, "waits kept") || !exists(t, db, "waits last") {
		t.Error(err)
	}
}

// The commit is where a write that waited fails: with the error of its store, and nothing of the transaction is left.
func TestAWriteThatWaitedFailsAsItsStoreSays(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, testkit.SQL(leaves))
	db := k.Open(postgres.Options{PoolSize: 1})
	session := func() (pid int64) {
		_ = db.In(k.Ctx).Raw("select pg_backend_pid()").Row().Scan(&pid)
		return pid
	}
	r := postgres.NewRepository[leaf](db, postgres.TableOptions{Name: "public.leaves", SoftDelete: true,
		Violations: map[string]error{"leaves_name_key": errTaken}})
	add := func(name string) (leaf, error) {
		l := leaf{Meta: record.New(k.Account), Name: name}
		l.CreatedAt, l.UpdatedAt = k.Now(), k.Now()
		return l, db.InTx(k.Ctx, func(ctx context.Context) error {
			other := leaf{Meta: record.New(k.Account), Name: name + " and more"}
			other.CreatedAt, other.UpdatedAt = k.Now(), k.Now()
			return errors.Join(r.Insert(tx.Later(ctx), other), r.Insert(tx.Later(ctx), l))
		})
	}
	first := testkit.Must[leaf](t)(add("Oak"))
	k.Exec("delete from leaves where name = 'Oak and more'")
	before := session()
	var named *apperr.Error
	if _, err := add("Oak"); !errors.As(err, &named) || named.Code != "duplicate" || named.ConflictsWith != first.ID {
		t.Errorf("a name that is taken: %v", err)
	}
	if n := k.Count("select count(*) from leaves where account_id = $1", k.Account); n != 1 {
		t.Errorf("there are %d", n)
	}
	if session() != before {
		t.Error("its connection was given up")
	}
}
