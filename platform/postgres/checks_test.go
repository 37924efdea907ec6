package postgres_test

import (
	"context"
	"errors"
	"testing"

	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/postgres"
)

var errClosed = errors.New("closed")

// closed is the context of a request whose every write fails a check.
func closed(t *testing.T, db *postgres.DB) context.Context {
	return tx.Before(t.Context(), func(ctx context.Context) error {
		return db.Write(ctx, func(error) error { return errClosed }, "select 1 / (1 - length($1::text))", "x")
	})
}

func TestNothingIsWrittenWhereTheCheckFails(t *testing.T) {
	t.Parallel()
	db := openOne(t, nil)
	ctx := closed(t, db)
	for what, write := range map[string]func() error{
		"a transaction": func() error {
			return db.InTx(ctx, func(ctx context.Context) error { return db.Queue(ctx, nil, putLater, "closed-1", "x") })
		},
		"one that has failed by itself": func() error {
			return db.InTx(ctx, func(context.Context) error { return errors.New("an input is wrong") })
		},
		"a statement": func() error { _, err := db.Exec(ctx, putLater, "closed-2", "x"); return err },
		"one that nobody waits for": func() error {
			return db.Queue(ctx, nil, putLater, "closed-3", "x")
		},
		"gorm": func() error { return db.In(ctx).Exec("insert into counters values ('closed-4', 1)").Error },
	} {
		if err := write(); !errors.Is(err, errClosed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	var n int
	if err := db.Row(ctx, "select count(*) from counters where name like 'closed-%'").Scan(&n); err != nil || n > 0 {
		t.Errorf("%d rows were written: %v", n, err)
	}
}

func TestWhatIsSentTogetherIsNoTransaction(t *testing.T) {
	t.Parallel()
	var h heard
	db := openOne(t, &h)
	err := db.Together(t.Context(), func(ctx context.Context) error {
		if err := db.Write(ctx, func(error) error { return errClosed }, "select 1 / (2 - length($1::text))", "x"); err != nil {
			return err
		}
		var n int
		return db.Row(ctx, "select 1").Scan(&n)
	})
	if err != nil || len(h.list) == 0 || h.list[0] == "begin" {
		t.Errorf("%v %q", err, h.list)
	}
	err = db.Together(closed(t, db), func(ctx context.Context) error {
		return db.Write(ctx, func(error) error { return errClosed }, "select 1 / (1 - length($1::text))", "x")
	})
	if !errors.Is(err, errClosed) {
		t.Errorf("a check that fails: %v", err)
	}
	wrote := false
	err = db.Together(t.Context(), func(ctx context.Context) error {
		return db.InTx(ctx, func(context.Context) error { wrote = true; return nil })
	})
	if err == nil || wrote {
		t.Errorf("a transaction inside: %v", err)
	}
}
