package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// inUTC has a connection read instants in UTC: pgx reads them in the zone of the machine, and answers would show that.
func inUTC(_ context.Context, conn *pgx.Conn) error {
	types := conn.TypeMap()
	types.RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}
