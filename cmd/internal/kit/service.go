package kit

import (
	"context"
	"io"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/rs/zerolog"
	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/httpapi"
	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
)

// Service is the whole application with its own port. It delivers no webhooks unless it was started with webhooksfx.Worker.
type Service struct {
	T        testing.TB
	URL      string
	API      *httpapi.API
	DB       *postgres.DB
	Parts    petcarecmd.Parts
	Accounts *accounts.Service
	Auth     *auth.Service
}

var (
	shared     Service
	sharedOnce sync.Once
)

// Shared returns a service on the package's database that all its tests share. Each test creates its own organization.
func Shared(t testing.TB) Service {
	t.Helper()
	sharedOnce.Do(func() {
		var keep *outbox.Retention
		s, _ := start(t, Config(DatabaseURL(t)), io.Discard, fx.Populate(&keep))
		// As serve does: the database is a copy. A command of a test would do so later, and expire the cursors that were issued until then.
		if err := keep.Prepare(context.Background()); err != nil {
			t.Fatal(err)
		}
		shared = s
	})
	if shared.API == nil {
		t.Fatal("the service did not start for another test")
	}
	s := shared
	s.T = t
	return s
}

// Start starts a service for a test.
func Start(t testing.TB, c config.Config, log io.Writer, more ...fx.Option) Service {
	t.Helper()
	s, stop := start(t, c, log, more...)
	t.Cleanup(stop)
	return s
}

// StartShared starts a service that runs until the process ends.
func StartShared(t testing.TB, c config.Config, log io.Writer, more ...fx.Option) Service {
	t.Helper()
	s, _ := start(t, c, log, more...)
	return s
}

// At returns a client of a running service.
func At(t testing.TB, url string) Service { return Service{T: t, URL: url} }

func start(t testing.TB, c config.Config, log io.Writer, more ...fx.Option) (s Service, stop func()) {
	t.Helper()
	s = At(t, "")
	app, err := petcarecmd.Wire(c, zerolog.New(zerolog.SyncWriter(log)), fx.Options(more...), capture,
		fx.Populate(&s.API, &s.DB, &s.Parts, &s.Accounts, &s.Auth))
	if err != nil {
		t.Fatal(err)
	}
	handler, err := s.API.Handler()
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	s.URL = server.URL
	return s, func() {
		server.Close()
		if err := app.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}
}
