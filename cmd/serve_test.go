package petcarecmd

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/rs/zerolog"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/telemetry"
	"github.com/petcare/petcare/platform/testkit"
)

// Sessions of before go on, so that the pool notices nothing until it needs another one.
func TestAPrivateDatabaseThatOpensNoNewSessionsIsRestarted(t *testing.T) {
	t.Parallel()
	db := testkit.Must[*postgres.DB](t)(postgres.Open(postgres.Options{URL: testkit.Fresh(t).URL}))
	defer db.Close()
	for _, c := range []struct {
		answers   []error
		restarted bool
	}{
		{[]error{errors.New("undefined symbol"), errors.New("undefined symbol")}, true},
		{[]error{errors.New("too slow"), nil, errors.New("too slow"), nil}, false},
	} {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		private := &privateDatabase{stop: stop, answers: c.answers}
		serving{log: zerolog.Nop(), db: db, private: private}.watch(ctx, time.Millisecond)
		if private.revived != c.restarted || len(private.answers) > 0 {
			t.Errorf("%v: restarted is %t", c.answers, private.revived)
		}
	}
}

// privateDatabase answers new sessions as told, and ends the test when there are no more answers or it is restarted.
type privateDatabase struct {
	stop    func()
	answers []error
	revived bool
}

func (p *privateDatabase) Check(context.Context) error {
	if len(p.answers) == 0 {
		p.stop()
		return nil
	}
	err := p.answers[0]
	p.answers = p.answers[1:]
	return err
}

func (p *privateDatabase) Revive(context.Context) (bool, error) {
	p.revived = true
	p.stop()
	return true, nil
}

// Two instances on one machine have the same default address.
func TestATakenAddressOfMetricsKeepsNobodyFromServing(t *testing.T) {
	t.Parallel()
	taken := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	defer taken.Close()
	var log strings.Builder
	s := serving{config: config.Config{MetricsAddress: taken.Addr().String()}, log: zerolog.New(&log), metrics: telemetry.New("1", "c")}
	failed := make(chan error, 1)
	s.startMetrics(failed)()
	if len(failed) > 0 || !strings.Contains(log.String(), "PETCARE_METRICS_ADDRESS") {
		t.Errorf("%d failures, the log is %q", len(failed), log.String())
	}
}

func TestMetricsAreServedUntilTheStop(t *testing.T) {
	t.Parallel()
	free := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	address := free.Addr().String()
	free.Close()
	s := serving{config: config.Config{MetricsAddress: address}, log: zerolog.Nop(), metrics: telemetry.New("1", "c")}
	failed := make(chan error, 1)
	stop := s.startMetrics(failed)
	response := testkit.Must[*http.Response](t)(http.Get("http://" + address + "/metrics"))
	text := testkit.Must[[]byte](t)(io.ReadAll(response.Body))
	response.Body.Close()
	if !strings.Contains(string(text), "petcare_") {
		t.Errorf("%d %s", response.StatusCode, text)
	}
	stop()
	if _, err := http.Get("http://" + address + "/metrics"); err == nil || len(failed) > 0 {
		t.Errorf("after the stop: %v, %d failures", err, len(failed))
	}
}

// In a compose file, the database may start after the service.
func TestServeWaitsForADatabaseThatStarts(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t)
	folder := testkit.Must[string](t)(os.MkdirTemp("", "pg")) // the path of a socket is short
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	at := testkit.Must[*url.URL](t)(url.Parse(k.URL))
	at.Host, at.RawQuery = "", url.Values{"host": {folder}, "port": {"5432"}}.Encode()
	db := k.Open(postgres.Options{URL: at.String()})
	waiting, noticed := context.WithCancel(t.Context())
	defer noticed()
	go func() {
		<-waiting.Done()
		forward(t, filepath.Join(folder, ".s.PGSQL.5432"), k.URL)
	}()
	list := []fxgroups.Migrations{{Module: "m", Files: fstest.MapFS{"1_m.sql": {Data: []byte("-- +goose Up\ncreate table m (n integer);\n")}}}}
	log := zerolog.New(&stopAt{text: "waiting for the database", stop: noticed})
	if err := migrateWhenReady(t.Context(), db, Parts{Migrations: list}, log); err != nil {
		t.Fatal(err)
	}
	if err := k.DB.Current(t.Context(), list); err != nil || waiting.Err() == nil {
		t.Errorf("%v, waited: %v", err, waiting.Err())
	}
}

func TestADatabaseThatDoesNotAnswerIsOneLineAMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db := testkit.Must[*postgres.DB](t)(postgres.Open(postgres.Options{URL: "postgres://a:b@127.0.0.1:1/petcare?sslmode=disable"}))
		defer db.Close()
		const minutes = 5
		ctx, stop := context.WithTimeout(t.Context(), minutes*time.Minute)
		defer stop()
		var log strings.Builder
		err := migrateWhenReady(ctx, db, Parts{}, zerolog.New(&log))
		if n := strings.Count(log.String(), "\n"); !errors.Is(err, context.DeadlineExceeded) || n < 2 || n > minutes {
			t.Errorf("%v, %d lines in %d minutes: %s", err, n, minutes, log.String())
		}
	})
}

// forward listens on a socket for a database until the test ends.
func forward(t *testing.T, socket, database string) {
	c, err := pgconn.ParseConfig(database)
	if err != nil {
		t.Error(err)
		return
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Error(err)
		return
	}
	t.Cleanup(func() { _ = listener.Close() })
	for {
		in, err := listener.Accept()
		if err != nil {
			return
		}
		network, address := pgconn.NetworkAddress(c.Host, c.Port)
		out, err := net.Dial(network, address)
		if err != nil {
			_ = in.Close()
			continue
		}
		for from, to := range map[net.Conn]net.Conn{in: out, out: in} {
			go func() {
				_, _ = io.Copy(to, from)
				_ = to.Close()
			}()
		}
	}
}

func TestKeysAreListedWithTheirState(t *testing.T) {
	t.Parallel()
	now := time.Now()
	at := func(d time.Duration) *time.Time { return new(now.Add(d)) }
	for want, k := range map[string]auth.Key{
		"live": {ExpiresAt: at(time.Second)}, "expired": {ExpiresAt: at(0)}, "revoked": {RevokedAt: at(-time.Hour), ExpiresAt: at(-time.Minute)},
	} {
		if got := stateOf(k, now); got != want {
			t.Errorf("%+v is %s, want %s", k, got, want)
		}
	}
	if got := stateOf(auth.Key{}, now); got != "live" {
		t.Errorf("one without an end is %s", got)
	}
}

func TestListOfKeysFitsATerminalAndShowsTheEnd(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Pawsöme ", 12)
	ends := time.Date(2037, 12, 31, 0, 0, 0, 0, time.UTC)
	var out strings.Builder
	err := printKeys(&out, []auth.Key{{ID: ids.New(), Organization: long, Name: long, Abilities: jsonb.New([]string{"customers:read", "orders:read"}),
		RevokedAt: &ends, ExpiresAt: &ends, LastUsedAt: new(ends.AddDate(-1, 0, 0))}})
	if err != nil || !strings.Contains(out.String(), "2037-12-31") {
		t.Errorf("%v, the end is not shown: %s", err, out.String())
	}
	for line := range strings.Lines(out.String()) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 120 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}
