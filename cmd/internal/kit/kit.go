// Package kit runs petcare in tests: the wired application on the test package's database, or the program as a process. Packages need
// no TestMain.
package kit

import (
	"bytes"
	"maps"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/fx"

	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

var distribute sync.Once

// Migrations returns those of the whole application.
var Migrations = sync.OnceValues(func() ([]fxgroups.Migrations, error) {
	var p petcarecmd.Parts
	_, err := petcarecmd.Wire(Config("postgres://nowhere"), zerolog.Nop(), fx.Populate(&p))
	return p.Migrations, err
})

// DatabaseURL returns the URL of the migrated database that the package's tests share. With TEST_CITUS_URL it is that of the coordinator
// of a Citus cluster, which may be empty.
func DatabaseURL(t testing.TB) string {
	t.Helper()
	if url := os.Getenv("TEST_CITUS_URL"); url != "" {
		distribute.Do(func() { Run(t, url, "distribute") })
		return url
	}
	return testkit.New(t, testkit.Must[[]fxgroups.Migrations](t)(Migrations())...).URL
}

// FreshURL returns the URL of a migrated database for this test alone.
func FreshURL(t testing.TB) string {
	t.Helper()
	return testkit.Fresh(t, testkit.Must[[]fxgroups.Migrations](t)(Migrations())...).URL
}

// Config returns the configuration of tests: fixed keys, no rate limit, and X-Forwarded-For is trusted.
func Config(url string) config.Config {
	c, err := ConfigWith(url, nil)
	if err != nil {
		panic(err)
	}
	return c
}

// ConfigWith is Config with more settings and the sections of modules.
func ConfigWith(url string, set map[string]string, sections ...config.Section) (config.Config, error) {
	all := map[string]string{"RATE_LIMIT": "0", "DATABASE_POOL": "16", "TRUST_PROXY": "127.0.0.0/8", "DATABASE_URL": url}
	maps.Copy(all, set)
	c, err := config.Load("", nil, all, sections...)
	c.JWTKeys = secrets.Keys{secrets.Key{ID: "test", Secret: bytes.Repeat([]byte("k"), 32)}}
	return c, err
}

// SixthIsRefused checks that ask gets five 401 in a minute, then a 429. On a busy machine, more than five may take long enough for others.
func SixthIsRefused(t testing.TB, ask func() (status int, retryAfter string)) {
	t.Helper()
	const each = time.Minute / 5
	began := time.Now()
	for n := 0; ; n++ {
		switch status, retryAfter := ask(); {
		case status == http.StatusUnauthorized && n < 5+int(time.Since(began)/each):
		case status == http.StatusTooManyRequests && n >= 5 && retryAfter != "":
			return
		default:
			t.Fatalf("request %d is answered with %d, Retry-After %q", n+1, status, retryAfter)
		}
	}
}

// Eventually waits until ok returns true. The longer it waits, the more rarely it asks.
// Of a pause of the machine, no more than a second counts.
func Eventually(t testing.TB, what string, within time.Duration, ok func() bool) {
	t.Helper()
	waited := time.Duration(0)
	for began := time.Now(); !ok(); began = time.Now() {
		if waited > within {
			t.Fatalf("%s: not within %s", what, within)
		}
		time.Sleep(min(10*time.Millisecond+waited/10, 500*time.Millisecond))
		waited += min(time.Since(began), time.Second)
	}
}
