package postgres_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// cable forwards connections to the database until it is cut.
type cable struct {
	net.Listener
	mu    sync.Mutex
	conns []net.Conn
}

func (c *cable) forward(to *url.URL) {
	for {
		client, err := c.Accept()
		if err != nil {
			return
		}
		network, address := "tcp", to.Host
		if socket := to.Query().Get("host"); socket != "" {
			network, address = "unix", socket+"/.s.PGSQL."+to.Query().Get("port")
		}
		server, err := net.Dial(network, address)
		if err != nil {
			_ = client.Close()
			return
		}
		c.mu.Lock()
		c.conns = append(c.conns, client, server)
		c.mu.Unlock()
		go func() { _, _ = io.Copy(server, client) }()
		go func() { _, _ = io.Copy(client, server) }()
	}
}

func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		_ = conn.Close()
	}
}

// Whoever asks again later may succeed, so it is no failure of the service.
func TestDatabaseWhoseConnectionIsCutIsUnavailable(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, tables(t))
	to := testkit.Must[*url.URL](t)(url.Parse(k.URL))
	c := &cable{Listener: testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))}
	t.Cleanup(func() { _ = c.Close() })
	go c.forward(to)
	here := *to
	here.Host = c.Addr().String()
	values := here.Query()
	values.Del("host")
	values.Del("port")
	here.RawQuery = values.Encode()
	db := k.Open(postgres.Options{URL: here.String()})
	err := db.InTx(context.Background(), func(ctx context.Context) error {
		if err := testkit.One(ctx, db, `select 1`).Scan(new(int)); err != nil { // the connection is there
			return err
		}
		time.AfterFunc(300*time.Millisecond, c.cut)
		_, during := testkit.Exec(ctx, db, `select pg_sleep(60)`)
		_, after := testkit.Exec(ctx, db, `select 1`)
		for _, err := range []error{during, after} {
			if !postgres.Unavailable(err) {
				t.Errorf("%v", err)
			}
		}
		return errors.Join(during, after)
	})
	if !postgres.Unavailable(err) {
		t.Errorf("the transaction: %v", err)
	}
}
