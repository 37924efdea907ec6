package postgres_test

import (
	"context"
	"net"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// PgBouncer refuses connections with other parameters.
func TestPoolersKnowTheParametersOfAConnection(t *testing.T) {
	t.Parallel()
	pooler := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	defer pooler.Close()
	db := testkit.Must[*postgres.DB](t)(postgres.Open(postgres.Options{URL: "postgres://petcare@" + pooler.Addr().String() + "/petcare?sslmode=disable"}))
	defer db.Close()
	asked := make(chan error, 1)
	go func() {
		_, err := testkit.Exec(context.Background(), db, "select 1")
		asked <- err
	}()
	c := testkit.Must[net.Conn](t)(pooler.Accept())
	message := testkit.Must[pgproto3.FrontendMessage](t)(pgproto3.NewBackend(c, c).ReceiveStartupMessage())
	known := []string{"user", "database", "application_name", "client_encoding", "timezone", "datestyle", "standard_conforming_strings"}
	for name := range message.(*pgproto3.StartupMessage).Parameters {
		if !slices.Contains(known, name) {
			t.Errorf("%s is set as a parameter of the connection", name)
		}
	}
	_ = c.Close()
	if <-asked == nil {
		t.Error("a connection that was closed answered")
	}
}
