package petcarecmd

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"slices"
	"sync"
	"time"

	"github.com/go-logr/logr/funcr"
	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"
	"go.opentelemetry.io/otel"
	"go.uber.org/dig"
	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/console"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/adapters/httpapi/docs"
	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/cmd/internal/demo"
	"github.com/petcare/petcare/cmd/internal/staging"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/imports"
	"github.com/petcare/petcare/modules/imports/importsfx"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/webhooksfx"
	"github.com/petcare/petcare/modules/webhooks/webhookverify"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	answers "github.com/petcare/petcare/platform/idempotency/store"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/idempotency"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/logging"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/telemetry"
)

// Wire builds the application of a command from the platform, the modules of petcare and more. Nothing in it listens, and nothing connects
// before its first use. In the background there is only what sends traces, where an endpoint is configured.
func Wire(c config.Config, log zerolog.Logger, more ...fx.Option) (*fx.App, error) {
	app := fx.New(
		fx.NopLogger,
		fx.Supply(c, log, databaseTimeouts{idle: commandIdle}),
		fx.Supply(clock.Clock(clock.System)),
		fx.Provide(
			openDatabase, queryTracer, newTraces, newBox, newAPI, loginOptions, deliveryOptions, demo.NewLoader,
			func(db *postgres.DB) tx.Runner { return db },
			func(s *answers.Store) idempotency.Responses { return s },
			func(s *auth.Service) httpapi.Authenticator { return s },
			func() *telemetry.Metrics { return telemetry.New(versionOf()) }, (*telemetry.Metrics).Registerer,
			answers.New, passwords.New, jsonl.NewWatch, newConsoleSessions,
			newImporter,
			fx.Annotate(staging.New, fx.ParamTags("", "", "", "", "", fxgroups.FromImporters), fx.As(fx.Self()), fx.As(new(imports.Importer))),
			fx.Annotate(newParts, fx.ParamTags(fxgroups.FromMigrations, fxgroups.FromEventTypes, fxgroups.FromAbilities,
				fxgroups.FromImporters, fxgroups.FromSweepers, httpapi.FromRoutes, fxgroups.FromConsolePages)),
		),
		outbox.Module, outbox.Serving,
		fxgroups.ProvidePersonalOf(answers.Personal), fx.Provide(fx.Annotate(newTables, fx.ParamTags(``, fxgroups.FromReactions))),
		fx.Supply(outbox.Keep(c.EventsKeep)),
		fx.Provide(func(b *secrets.Box) outbox.Signer { return b }),
		fxgroups.ProvideAbilities("events", "events:read", "act:staff"),
		fxgroups.ProvideMigrations(answersOfOrganizations()),
		fxgroups.ProvideSubscriber(newCountEvents),
		fxgroups.ProvideSweeper(func(s *answers.Store) fxgroups.Sweeper {
			return fxgroups.Sweeper{Module: "idempotency", Name: "idempotency", Sweep: s.Sweep}
		}),
		fxgroups.ProvideSweeper(func(db *postgres.DB) fxgroups.Sweeper {
			analyze := func(ctx context.Context) (int64, error) { return 0, db.AnalyzeGrown(ctx) }
			return fxgroups.Sweeper{Module: "postgres", Name: "statistics", Sweep: analyze, Every: 2 * time.Second}
		}),
		fx.Options(modules()...),
		fx.Options(more...),
	)
	return app, dig.RootCause(app.Err()) // without fx's dependency path
}

// Parts are the contributions of the modules, sorted because fx shuffles groups.
type Parts struct {
	Migrations []fxgroups.Migrations
	EventTypes []fxgroups.EventTypes
	Abilities  []fxgroups.Abilities
	Importers  []importing.Type
	Sweepers   []fxgroups.Sweeper
	Routes     []httpapi.Routes

	ConsolePages []fxgroups.ConsolePages
}

func newParts(m []fxgroups.Migrations, e []fxgroups.EventTypes, a []fxgroups.Abilities, i []importing.Type, s []fxgroups.Sweeper,
	r []httpapi.Routes,
	c []fxgroups.ConsolePages) (Parts, error) {
	slices.SortFunc(m, func(x, y fxgroups.Migrations) int { return cmp.Compare(x.Module, y.Module) })
	slices.SortFunc(e, func(x, y fxgroups.EventTypes) int { return cmp.Compare(x.Module, y.Module) })
	slices.SortFunc(a, func(x, y fxgroups.Abilities) int { return cmp.Compare(x.Module, y.Module) })
	slices.SortFunc(i, func(x, y importing.Type) int { return cmp.Compare(x.Module+x.Name, y.Module+y.Name) })
	slices.SortFunc(s, func(x, y fxgroups.Sweeper) int { return cmp.Compare(x.Name, y.Name) })
	slices.SortFunc(r, func(x, y httpapi.Routes) int { return cmp.Compare(x.Module, y.Module) })
	slices.SortFunc(c, func(x, y fxgroups.ConsolePages) int { return cmp.Compare(x.Module, y.Module) })
	p := Parts{Migrations: m, EventTypes: e, Abilities: a, Importers: i, Sweepers: s, Routes: r, ConsolePages: c}
	return p, p.check()
}

// databaseTimeouts limit how long a transaction waits for its next statement, and a statement for a lock. Commands wait for locks without
// limit, because an import waits for other writers.
type databaseTimeouts struct{ idle, lock time.Duration }

// commandIdle ends the transaction of a command that is suspended, or whose machine sleeps. The passwords of an import's batch take less
// time. An import that waits for its input keeps its transaction.
const commandIdle = 5 * time.Minute

// lockTimeout is how long a request waits for a lock before the response is 503. Only imports and cascades hold locks for longer, and
// waiting requests occupy connections.
const lockTimeout = 2 * time.Second

// queryTracer is called for every statement.
func queryTracer(c config.Config, log zerolog.Logger, traces *telemetry.Traces) pgx.QueryTracer {
	return traces.Queries(logging.Queries{Log: log, Slow: c.SlowQuery})
}

func openDatabase(lc fx.Lifecycle, c config.Config, s databaseTimeouts, m *telemetry.Metrics,
	tracer pgx.QueryTracer) (*postgres.DB, error) {
	db, err := postgres.Open(postgres.Options{
		URL: c.DatabaseURL, PoolSize: c.DatabasePool, IdleInTransactionTimeout: s.idle, LockTimeout: s.lock, Fair: true,
		Tracer: tracer, Ended: m.Transaction,
	})
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(db.Close))
	return db, nil
}

func newConsoleSessions(settings config.Config, box *secrets.Box, c clock.Clock, a httpapi.Authenticator,
	s *auth.Service) *console.Sessions {
	return console.NewSessions(box, c, a, s.AdmitSignIn, staffSessions{s}, settings.ConsoleKeys)
}

// newTraces returns nil, which disables tracing, unless an endpoint is configured. What OpenTelemetry says goes into the log, from when it
// reads its environment.
func newTraces(lc fx.Lifecycle, c config.Config, log zerolog.Logger) (*telemetry.Traces, error) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn().Err(err).Msg("OpenTelemetry") }))
	otel.SetLogger(funcr.New(func(_, text string) { log.Warn().Msg("OpenTelemetry: " + text) }, funcr.Options{}))
	number, _ := versionOf()
	traces, err := telemetry.StartTraces(context.Background(), c.TracesEndpoint, number, func(err error) {
		log.Warn().Err(err).Msg("could not send traces")
	})
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(traces.Shutdown))
	return traces, nil
}

// newBox uses the configured sealing keys, or derives keys from those that sign tokens.
func newBox(c config.Config) (*secrets.Box, error) {
	if len(c.SealKeys) > 0 {
		return secrets.NewBox(c.SealKeys)
	}
	return secrets.NewBox(c.JWTKeys)
}

func loginOptions(c config.Config, box *secrets.Box) auth.Options {
	keys := lists.Map(c.JWTKeys, func(k secrets.Key) auth.SigningKey { return auth.SigningKey{ID: k.ID, Secret: k.Secret} })
	return auth.Options{AccessTTL: c.AccessTTL, RefreshTTL: c.RefreshTTL, SigningKeys: keys, OIDC: issuerOptions(c.OIDC), Box: box}
}

func deliveryOptions(c config.Config, box *secrets.Box, traces *telemetry.Traces) webhooks.Options {
	w := c.Webhooks
	return webhooks.Options{
		Backoff: w.Backoff, BackoffMultiplier: w.BackoffMultiplier, MaxRetries: w.MaxRetries, Window: w.Window, Timeout: w.Timeout,
		Concurrency: w.Concurrency, PerEndpoint: w.PerEndpoint, AllowPrivateNetworks: w.AllowPrivateNetworks,
		Box: box, Wrap: traces.Outgoing("webhook attempt", map[string]string{
			webhookverify.HeaderEvent: "petcare.event_type", webhookverify.HeaderStandardID: "petcare.event_id",
		}),
	}
}

// cursorKeys are derived from the keys that sign tokens, in the same order, so that replicas share them and cursors survive a
// key rotation.
func cursorKeys(c config.Config) [][]byte {
	keys := make([][]byte, len(c.JWTKeys))
	for i, k := range c.JWTKeys {
		h := hmac.New(sha256.New, k.Secret)
		h.Write([]byte("petcare cursors"))
		keys[i] = h.Sum(nil)
	}
	return keys
}

func newAPI(c config.Config, log zerolog.Logger, m *telemetry.Metrics, traces *telemetry.Traces, a httpapi.Authenticator,
	kept idempotency.Responses, in *accounts.Service,
	watch *jsonl.Watch, p Parts, types events.Catalog, browsers *console.Sessions) (*httpapi.API, error) {
	options := httpapi.Options{
		Authenticator: a, Answers: kept, Writable: in.RequireWritable, Open: in.RequireOpen, CursorKeys: cursorKeys(c),
		Unavailable: unavailable(log),
		Log:         log, Home: docs.Path,
		RatePerSecond: c.RateLimit, RateBurst: c.RateBurst, OrganizationRate: c.OrganizationRate(), Timeout: c.RequestTimeout,
		CORSOrigins: c.CORSOrigins, TrustProxy: c.TrustProxy, Busy: watch.Busy,
		Wrap: traces.Requests, Observe: observe(m),
	}
	if c.Console {
		options.Home = console.Path
		options.Session, options.SessionEnded, options.SignedIn = browsers.Credential, browsers.Ended, browsers.SignedIn
	}
	made := httpapi.New(options)
	if err := made.Add(p.Routes...); err != nil {
		return nil, err
	}
	if err := p.checkAbilities(made.Operations()); err != nil {
		return nil, err
	}
	made.DescribeEvents(types)
	return made, nil
}

func observe(m *telemetry.Metrics) func(httpapi.Observation) {
	return func(o httpapi.Observation) {
		m.Request(o.Operation, o.Method, o.Status, o.Duration)
		if o.Importing {
			m.RefusedForImport()
		}
		telemetry.Answered(o.Context, o.Operation, o.Status)
	}
}

// unavailable says what an operator has to do if the database answers only sometimes because of a pooler that was not noticed at start.
func unavailable(log zerolog.Logger) func(error) bool {
	return func(err error) bool {
		if postgres.MissesItsSession(err) {
			log.Error().Err(err).Msg(postgres.ErrShared.Error())
		}
		return postgres.Unavailable(err) || postgres.Refused(err)
	}
}

// build builds the application and fills in the values that a command needs.
func (s *settings) build(c config.Config, log zerolog.Logger, into ...any) (*fx.App, error) {
	return Wire(c, log, fx.Options(s.modules...), fx.Populate(into...))
}

// buildServing builds the application with its background work.
func (s *settings) buildServing(c config.Config, log zerolog.Logger, into ...any) (*fx.App, error) {
	return Wire(c, log, fx.Options(s.modules...), fx.Replace(databaseTimeouts{c.RequestTimeout, lockTimeout}), webhooksfx.Worker,
		importsfx.Worker,
		webhooksfx.QueueMetrics, fx.Invoke(poolMetrics, watchImports), fx.Populate(into...))
}

func watchImports(lc fx.Lifecycle, w *jsonl.Watch, log zerolog.Logger) {
	ctx, cancel := context.WithCancel(context.Background())
	panicked := func(err error) { logging.Failure(log, err).Msg("could not look for imports") }
	var running sync.WaitGroup
	lc.Append(fx.StartStopHook(func() { running.Go(func() { w.Run(ctx, panicked) }) }, func() { cancel(); running.Wait() }))
}

func poolMetrics(m *telemetry.Metrics, db *postgres.DB) { m.Pool(db.Stats) }

// sweepEvery is how often a Sweeper is called that does not say it: the longest delay after midnight until vaccinations are announced.
const sweepEvery = 2 * time.Minute
