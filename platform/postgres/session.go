package postgres

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// setUp lets the database detect that this process or the network has died, and limits waits for locks. By default detection takes two
// hours, during which dead connections count towards the limit and keep their locks. It also lets the database compress large values with
// LZ4 if it was built with it: that takes a tenth of the time of the default. To start parallel workers takes 10 ms, and to compile a plan
// longer, which is more than nearly every statement takes. To read ahead by one page, the default before PostgreSQL 18, is a fiftieth of
// the work of a search and saves next to nothing: that page is needed some microseconds later. What an operator chooses stays.
// Migrations compare names that the database has formatted, without quotes. It uses a statement, because poolers refuse these settings as
// connection parameters.
func setUp(ctx context.Context, c *pgx.Conn, o Options) error {
	_, err := c.Exec(ctx, `select set_config('idle_in_transaction_session_timeout', $1, false),
			set_config('lock_timeout', $2, false),
			set_config('tcp_keepalives_idle', '30', false),
			set_config('tcp_keepalives_interval', '10', false),
			set_config('tcp_keepalives_count', '3', false),
			set_config('max_parallel_workers_per_gather', '0', false),
			set_config('jit', 'off', false),
			set_config('quote_all_identifiers', 'off', false),
			set_config('effective_io_concurrency', coalesce(nullif(current_setting('effective_io_concurrency'), '1'), '0'), false),
			(select set_config(name, 'lz4', false) from pg_settings where name = 'default_toast_compression' and 'lz4' = any(enumvals))`,
		pgx.QueryExecModeExec, milliseconds(o.IdleInTransactionTimeout), milliseconds(o.LockTimeout))
	return err
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
