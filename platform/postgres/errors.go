package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// Violates reports whether err is the violation of the named constraint or unique index.
func Violates(err error, constraint string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.ConstraintName == constraint
}

// NoRow reports whether err says that there is no such row.
func NoRow(err error) bool {
	return errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, sql.ErrNoRows)
}

// Raised reports whether err was raised by a function of ours with that error code.
func Raised(err error, code string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == code
}

// DividesByZero reports whether err is a division by zero, which is how a statement that nobody waits for says no.
func DividesByZero(err error) bool { return Raised(err, "22012") }

// ErrAssumed means that something had changed that the use case went by without looking: the transaction runs again.
var ErrAssumed = errors.New("what was assumed has changed")

func retryable(err error) bool {
	var e *pgconn.PgError
	return errors.Is(err, ErrAssumed) || errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
}

// Unavailable reports whether err means that the database cannot answer now (stopped, starting, failing over, out of
// connections, cut off, too slow), so that the same call may well succeed later.
func Unavailable(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		switch {
		case strings.HasPrefix(e.Code, "08"), // connection exceptions
			strings.HasPrefix(e.Code, "53"),      // insufficient resources: connections, disk, memory
			strings.HasPrefix(e.Code, "57"),      // operator intervention: shutdown, starting up, cancelled
			e.Code == "25006",                    // read-only: a standby that is being promoted
			e.Code == "55P03",                    // somebody else holds a lock for too long
			e.Code == "25P03",                    // silent for too long inside a transaction
			e.Code == "40001", e.Code == "40P01": // still in the way after all the tries
			return true
		}
		return false
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.Is(err, ErrAssumed) || errors.As(err, &connect) || errors.As(err, &network) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, sql.ErrTxDone) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, context.DeadlineExceeded) || closedUnder(err)
}

// closedUnder knows the errors that pgx has no type for: a connection that ended in the middle of an answer.
func closedUnder(err error) bool {
	if err == nil {
		return false
	}
	text := err.Error()
	return strings.Contains(text, "unexpected EOF") || strings.Contains(text, "conn closed")
}

// Locked reports whether err means that a lock was not given within the lock timeout.
func Locked(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "55P03"
}
