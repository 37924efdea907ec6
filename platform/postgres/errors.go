package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// Violates reports whether err is a violation of the named constraint or unique index. In a distributed table it is that of a shard, whose
// number follows the name, and Citus passes on nothing but the code and the message of a worker.
func Violates(err error, constraint string) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || e.ConstraintName == constraint {
		return ok
	}
	for word := range strings.FieldsFuncSeq(cmp.Or(e.ConstraintName, e.Message), endsName) {
		shard, of := strings.CutPrefix(word, constraint+"_")
		if of && strings.Trim(shard, "0123456789") == "" {
			return strings.HasPrefix(e.Code, "23")
		}
	}
	return false
}

func endsName(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// Failed adds what was being done to an error; nil stays nil.
func Failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// NoRow reports whether err means that a query returned no row.
func NoRow(err error) bool {
	return errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, sql.ErrNoRows)
}

// Raised reports whether the database, such as one of our SQL functions, raised err with that error code.
func Raised(err error, code string) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == code
}

func retryable(err error) bool { return Raised(err, "40001") || Raised(err, "40P01") }

// Refused reports whether err means that the database lets nobody in: the password is wrong, or the role or the database is not there. A
// retry succeeds once an operator has put that right.
func Refused(err error) bool {
	return errors.As(err, new(*pgconn.ConnectError)) && errors.As(err, new(*pgconn.PgError))
}

// Unavailable reports whether err means that the database cannot answer now (stopped, starting, failing over, out of
// connections, cut off, too slow), so that a retry may succeed.
func Unavailable(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case strings.HasPrefix(e.Code, "08"), // connection exceptions
			strings.HasPrefix(e.Code, "53"),      // insufficient resources: connections, disk, memory
			strings.HasPrefix(e.Code, "57"),      // operator intervention: shutdown, starting up, cancelled
			e.Code == "25006",                    // read-only: a standby that is being promoted
			e.Code == "55P03",                    // lock timeout
			MissesItsSession(e),                  // behind a pooler
			e.Code == "25P03",                    // idle in a transaction for too long
			e.Code == "40001", e.Code == "40P01": // conflict that outlasted all retries
			return true
		}
		return false
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, sql.ErrTxDone) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, pgconn.ErrConnClosed) // the connection was closed, also within a response
}

// Locked reports whether err means that the lock timeout ended the wait for a lock.
func Locked(err error) bool { return Raised(err, "55P03") }
