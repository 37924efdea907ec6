package petcarecmd

import (
	"context"
	"errors"
	"fmt"
	stdlog "log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/console"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/cmd/internal/demo"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/petcare/petcare/platform/logging"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/telemetry"
)

type serveCmd struct {
	Demo              bool `help:"Load the demo business once and print a ready API key and a curl line."`
	AcceptLostSecrets bool `help:"Start even if the keys cannot open some webhook secrets; those deliveries fail until rotated."`
}

// Run serves until a signal.
func (s *serveCmd) Run(ctx context.Context, settings *settings, std streams) error {
	c, err := settings.load()
	if err != nil {
		return err
	}
	// Whoever reads the log through a pipe may end. Without this, Go would end the process at the next line.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	output, flush := logging.Background(std.err)
	defer func() { _ = flush() }() // at the end of the process, the error cannot be reported
	log := logging.New(output, c.LogLevel, logging.FormatFor(std.err, c.LogFormat))
	defer redirectStandardLog(log)()
	for _, name := range config.Unknown(os.Environ(), settings.sections...) {
		log.Warn().Msg(name + " is not a setting and is ignored")
	}
	if c.DatabaseURL != "" && len(c.JWTKeys) == 0 {
		log.Warn().Msg("PETCARE_JWT_KEYS is not set: another replica on this database would neither accept these logins nor open " +
			"these webhook secrets")
	}
	if c, err = withKeys(c); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Address) // before anything is made: another instance may be running
	if err != nil {
		return fmt.Errorf("listen on %s: %w (set PETCARE_ADDRESS to use another)", c.Address, err)
	}
	defer func() { _ = listener.Close() }() // the server has closed it, if there was one
	starting, err := serveStarting(listener, log)
	if err != nil {
		return err
	}
	defer starting()
	err = withReachable(ctx, c, lines{log}, func(c config.Config, private restarter) error {
		return s.serve(ctx, settings, c, private, listening{listener, starting}, log, std)
	})
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		log.Info().Msg("stopped while starting")
		return nil // a signal during the start is an orderly end, too
	}
	return err
}

// serveStarting answers on a copy of the listener, until the returned function is called: connections that come afterwards wait for the
// server that follows.
func serveStarting(l net.Listener, log zerolog.Logger) (end func(), err error) {
	file, err := l.(*net.TCPListener).File()
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	copied, err := net.FileListener(file)
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: httpapi.Starting(), ReadHeaderTimeout: 5 * time.Second, ErrorLog: plainLog(log)}
	server.SetKeepAlivesEnabled(false)
	go func() { _ = server.Serve(copied) }() // it ends with the copy
	return func() { _ = server.Close() }, nil
}

// listening is where the program listens already, and what ends the answers of its start.
type listening struct {
	net.Listener
	started func()
}

func (s *serveCmd) serve(ctx context.Context, settings *settings, c config.Config, private restarter, on listening, log zerolog.Logger,
	std streams) error {
	var (
		db      *postgres.DB
		p       Parts
		a       *httpapi.API
		metrics *telemetry.Metrics
		d       *demo.Loader
		keep    *outbox.Retention
		feed    *outbox.Feed
		hooks   *webhooks.Service
		staff   *console.Sessions
		tables  Tables
	)
	app, err := settings.buildServing(c, log, &db, &p, &a, &metrics, &d, &keep, &feed, &hooks, &staff, &tables)
	if err != nil {
		return err
	}
	if err := migrateWhenReady(ctx, db, p, log); err != nil {
		return err
	}
	if err := db.CheckDistributed(ctx, p.Migrations); err != nil {
		return err
	}
	if err := tables.check(ctx, db, p.Migrations); err != nil {
		return err
	}
	if err := keep.Prepare(ctx); err != nil {
		return err
	}
	if err := s.checkSecrets(ctx, hooks, log); err != nil {
		return err
	}
	var welcome string
	if s.Demo {
		if welcome, err = d.Load(ctx, filepath.Join(c.DataDir, "demo-key"), lines{log}); err != nil {
			return fmt.Errorf("load the demo business: %w", err)
		}
	}
	mounts, err := pages(c, staff, p)
	if err != nil {
		return err
	}
	ready := func(ctx context.Context) error { return db.Current(ctx, p.Migrations) }
	server, err := httpapi.NewServer(a, ready, mounts...)
	if err != nil {
		return err
	}
	all := serving{config: c, log: log, app: app, db: db, parts: p, server: server, metrics: metrics, feed: feed, private: private}
	return all.until(ctx, on, func(address string) {
		time.AfterFunc(time.Second, debug.FreeOSMemory)
		if welcome != "" {
			fmt.Fprintf(std.out, welcome, address)
		}
	})
}

// checkSecrets prevents a start with keys that cannot open the webhooks' secrets, because their deliveries would fail.
func (s *serveCmd) checkSecrets(ctx context.Context, hooks *webhooks.Service, log zerolog.Logger) error {
	lost, err := hooks.ListUnreadable(ctx)
	if err != nil || len(lost) == 0 {
		return err
	}
	if s.AcceptLostSecrets {
		log.Warn().Int("webhooks", len(lost)).Msg("webhooks have secrets that cannot be read: their deliveries fail until the secrets " +
			"are rotated")
		return nil
	}
	return usageError{fmt.Errorf("the secrets of %d webhooks (the first is %s) are sealed with a key that is not configured: "+
		"give the keys of before in PETCARE_SEAL_KEYS (without one: PETCARE_JWT_KEYS, or the file keys in the data folder), "+
		"or start with --accept-lost-secrets and rotate these secrets", len(lost), lost[0])}
}

// serving is everything that runs between start and stop.
type serving struct {
	config  config.Config
	log     zerolog.Logger
	app     *fx.App
	db      *postgres.DB
	parts   Parts
	server  *httpapi.Server
	metrics *telemetry.Metrics
	feed    *outbox.Feed
	private restarter // nil for a configured database
}

func (s serving) until(ctx context.Context, on listening, serves func(address string)) (err error) {
	failed := make(chan error, 2)
	if err := s.app.Start(ctx); err != nil {
		return err
	}
	defer s.startMetrics(failed)()
	background, stopBackground := context.WithCancel(context.Background())
	var working sync.WaitGroup
	working.Go(func() { sweep(background, s.parts.Sweepers, s.log) })
	working.Go(func() { s.watch(background, 2*time.Second) })
	working.Go(func() {
		s.feed.Run(background, func(err error) { logging.Failure(s.log, err).Msg("could not keep the event feed up to date") })
	})
	on.started()
	s.server.Start(on, func(err error) { failed <- fmt.Errorf("serve HTTP: %w", err) })
	s.log.Info().Str("address", on.Addr().String()).Msg("serving")
	serves(on.Addr().String())

	select {
	case <-ctx.Done():
		s.log.Info().Msg("stopping")
	case err = <-failed:
	}
	stopBackground()
	stop, cancel := context.WithTimeout(context.Background(), s.config.ShutdownTimeout)
	defer cancel()
	if e := s.server.Stop(stop); e != nil {
		err = errors.Join(err, fmt.Errorf("stop serving HTTP: %w", e))
	}
	waitFor(stop, &working)
	// Deliveries in flight have had as much time as requests; the rest goes back to the queue at once.
	if e := s.app.Stop(stop); e != nil {
		err = errors.Join(err, fmt.Errorf("stop: %w", e))
	}
	return err
}

// waitFor waits for a group, until ctx ends.
func waitFor(ctx context.Context, group *sync.WaitGroup) {
	ended := make(chan struct{})
	go func() {
		group.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

// watch restarts the private database when it dies, and when it answers but opens no new sessions, as after an update of its package that
// does not fit the running server. It says so in one line, and that it cannot once a minute. A configured database is the responsibility
// of its operator.
func (s serving) watch(ctx context.Context, every time.Duration) {
	if s.private == nil {
		return
	}
	const sessionEvery = 10
	tick := time.NewTicker(every)
	defer tick.Stop()
	var said time.Time
	for n, refused := 1, 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		why := s.db.Ping(ctx)
		if why == nil && (refused > 0 || n%sessionEvery == 0) {
			if why = s.private.Check(ctx); why == nil {
				refused = 0
			} else if refused++; refused < 2 { // one may be the fault of a busy machine
				continue
			}
		}
		if why == nil || ctx.Err() != nil {
			continue
		}
		refused = 0
		err := panics.Caught(func() error {
			restarted, err := s.private.Revive(ctx)
			if restarted {
				s.log.Warn().AnErr("cause", why).Msg("restarted the private database, which did not answer")
			}
			return err
		})
		if err != nil && ctx.Err() == nil && time.Since(said) > time.Minute {
			said = time.Now()
			s.log.Error().Err(err).Msg("could not restart the private database")
		}
	}
}

// startMetrics returns a function that stops serving metrics.
func (s serving) startMetrics(failed chan<- error) (stop func()) {
	if s.config.MetricsAddress == "" {
		return func() {}
	}
	listener, err := net.Listen("tcp", s.config.MetricsAddress)
	if err != nil {
		// A second instance on the same machine must still be able to serve.
		s.log.Warn().Err(err).Str("address", s.config.MetricsAddress).Msg("no metrics: set PETCARE_METRICS_ADDRESS")
		return func() {}
	}
	server := &http.Server{Handler: s.metrics.Handler(), ReadHeaderTimeout: 5 * time.Second,
		ErrorLog: plainLog(s.log)}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- fmt.Errorf("serve metrics: %w", err)
		}
	}()
	return func() { _ = server.Close() }
}

// plainLog has what net/http says in the log.
func plainLog(log zerolog.Logger) *stdlog.Logger {
	return stdlog.New(log.With().Str(zerolog.LevelFieldName, "warn").Logger(), "", 0)
}

// lines logs each line that is written to it.
type lines struct{ zerolog.Logger }

func (l lines) Write(p []byte) (int, error) {
	l.Info().Msg(strings.TrimSpace(string(p)))
	return len(p), nil
}
