package postgres_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// cable forwards connections to the database until it is cut, or what it forwards then falls silent.
type cable struct {
	net.Listener
	mu     sync.Mutex
	conns  []net.Conn
	silent *atomic.Bool // of the connections that are opened from now on
}

// end is an end of a connection.
type end struct {
	io.Writer
	silent *atomic.Bool
}

// Write implements io.Writer.
func (e end) Write(p []byte) (int, error) {
	if e.silent.Load() {
		return len(p), nil
	}
	return e.Writer.Write(p)
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
		silent := c.silent
		c.mu.Unlock()
		go func() { _, _ = io.Copy(end{server, silent}, client) }()
		go func() {
			_, _ = io.Copy(end{client, silent}, server)
			if !silent.Load() {
				_ = client.Close()
			}
		}()
	}
}

func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		_ = conn.Close()
	}
}

func (c *cable) silence() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.silent.Store(true)
	c.silent = new(atomic.Bool)
}

// overCable opens the kit's database over a cable.
func overCable(t *testing.T, k *testkit.Kit, size int) (*postgres.DB, *cable) {
	t.Helper()
	to := testkit.Must[*url.URL](t)(url.Parse(k.URL))
	c := &cable{Listener: testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0")), silent: new(atomic.Bool)}
	t.Cleanup(func() { _ = c.Close() })
	go c.forward(to)
	here := *to
	here.Host = c.Addr().String()
	values := here.Query()
	values.Del("host")
	values.Del("port")
	here.RawQuery = values.Encode()
	return k.Open(postgres.Options{URL: here.String(), PoolSize: size}), c
}

// Whoever asks again later may succeed, so it is no failure of the service.
func TestDatabaseWhoseConnectionIsCutIsUnavailable(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, tables(t))
	db, c := overCable(t, k, 0)
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

// A firewall that drops packets leaves connections open. One has its place in the pool until it is closed.
func TestConnectionThatFallsSilentIsReplacedSoon(t *testing.T) {
	t.Parallel()
	db, c := overCable(t, testkit.New(t, tables(t)), 1)
	ask := func(patience time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		return testkit.One(ctx, db, `select 1`).Scan(new(int))
	}
	must(t, ask(time.Minute))
	c.silence()
	if err := ask(100 * time.Millisecond); !postgres.Unavailable(err) {
		t.Errorf("while it is silent: %v", err)
	}
	must(t, ask(8*time.Second)) // pgx alone would wait for 15 s
}

// Whoever is told that a value is taken wants to know by whom.
func TestConflictNamesTheOtherRecordAfterAllConnectionsBroke(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, testkit.SQL(leaves))
	db, c := overCable(t, k, 0)
	r := postgres.NewRepository[leaf](db, postgres.TableOptions{Name: "public.leaves", SoftDelete: true,
		Violations: map[string]error{"leaves_name_key": errTaken}})
	add := func(after func()) (leaf, error) {
		l := leaf{Meta: record.New(k.Account), Name: "Oak"}
		l.CreatedAt, l.UpdatedAt = k.Now(), k.Now()
		return l, db.InTx(k.Ctx, func(ctx context.Context) error {
			err := r.Insert(ctx, l)
			after()
			return err
		})
	}
	first, err := add(func() { // while its transaction holds one connection, another one is opened, which is idle then
		testkit.Must[int64](t)(testkit.Exec(k.Ctx, db, "select 1"))
	})
	if err != nil {
		t.Fatal(err)
	}
	var named *apperr.Error
	if _, err := add(c.cut); !errors.As(err, &named) || named.ConflictsWith != first.ID {
		t.Errorf("the conflict is %v", err)
	}
}
