package postgres

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// setTimeouts has the database notice by itself that this process or the way to it is gone without a word, and end a wait
// for a lock that takes too long. The default is two hours, for which the connections would count and their locks would keep
// everybody else waiting. It is a statement and no parameter of the connection, which poolers refuse.
func setTimeouts(ctx context.Context, c *pgx.Conn, o Options) error {
	_, err := c.Exec(ctx, `select set_config('idle_in_transaction_session_timeout', $1, false),
			set_config('lock_timeout', $2, false),
			set_config('tcp_keepalives_idle', '30', false),
			set_config('tcp_keepalives_interval', '10', false),
			set_config('tcp_keepalives_count', '3', false)`,
		pgx.QueryExecModeExec, milliseconds(o.IdleInTransactionTimeout), milliseconds(o.LockTimeout))
	return err
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
