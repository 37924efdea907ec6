package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrShared means that a pooler gives each transaction another session, of which the URL says nothing. A statement that was prepared in one
// session is missing in the next, or is that of another client.
var ErrShared = errors.New("PETCARE_DATABASE_URL leads through a pooler in transaction mode: " +
	"add default_query_exec_mode=cache_describe to it, or use session mode")

// MissesItsSession reports whether err means that a statement did not reach the session where it was prepared; see ErrShared.
func MissesItsSession(err error) bool { return Raised(err, "42P05") || Raised(err, "26000") }

const (
	looksForPooler = 3 // how often a busy pooler is asked
	lookForPooler  = 3 * time.Second
)

// OwnSessions fails with ErrShared if transactions of one connection are seen in different sessions, or those of two in the same one. A
// pooler whose sessions are all in use by others may remain unnoticed.
func (d *DB) OwnSessions(ctx context.Context) error {
	if d.pooled {
		return nil
	}
	held, err := d.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer held.Release()
	own := held.Conn()
	first, err := session(ctx, own)
	if err != nil {
		return fmt.Errorf("ask for the session: %w", err)
	}
	if first == own.PgConn().PID() { // poolers make up the number that a connection begins with
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookForPooler)
	defer cancel()
	other, err := pgx.ConnectConfig(ctx, own.Config())
	if err != nil {
		return nil // in session mode there may be no second one
	}
	defer func() { _ = other.Close(context.WithoutCancel(ctx)) }()
	for range looksForPooler {
		if err := share(ctx, own, other, first); err != nil {
			return err
		}
	}
	return nil
}

// share fails with ErrShared if other is in the session of own, or own in another than first while other is in a transaction.
func share(ctx context.Context, own, other *pgx.Conn, first uint32) error {
	tx, err := other.Begin(ctx)
	if err != nil {
		return nil // no session is free
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	theirs, err := session(ctx, other)
	if err == nil && theirs == first {
		return ErrShared
	}
	ours, err := session(ctx, own)
	if err == nil && ours != first {
		return ErrShared
	}
	return nil
}

// session is the process of the database that answers.
func session(ctx context.Context, c *pgx.Conn) (pid uint32, err error) {
	err = c.QueryRow(ctx, "select pg_backend_pid()::bigint", pgx.QueryExecModeExec).Scan(&pid)
	return pid, err
}
