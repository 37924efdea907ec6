// Package kit runs petcare for tests: the wired application on the test package's database, or the program as a process of its own.
package kit

import (
	"bytes"
	"context"
	"os"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/fx"

	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testdb"
)

// bePetcare has a test binary run as the program itself.
const bePetcare = "PETCARE_TEST_BE_PETCARE"

// Main is the TestMain of a package that uses this kit.
func Main(m *testing.M) {
	if os.Getenv(bePetcare) == "1" {
		petcarecmd.Main()
	}
	testdb.Main(m, func(ctx context.Context, url string) error {
		var db *postgres.DB
		var p petcarecmd.Parts
		if _, err := petcarecmd.Wire(Config(url), zerolog.Nop(), fx.Populate(&db, &p)); err != nil {
			return err
		}
		defer db.Close()
		_, err := db.Migrate(ctx, p.Migrations)
		return err
	})
}

// Config is what tests run with: keys of their own, no rate limit, and client addresses as the X-Forwarded-For header says.
func Config(url string) config.Config {
	c, err := config.Load("", nil, map[string]string{"RATE_LIMIT": "0", "DATABASE_POOL": "16", "TRUST_PROXY": "true", "DATABASE_URL": url})
	if err != nil {
		panic(err)
	}
	c.JWTKeys = config.Keys{secrets.Key{ID: "test", Secret: bytes.Repeat([]byte("k"), 32)}}
	return c
}

// Eventually waits for something that happens by itself.
func Eventually(t testing.TB, what string, within time.Duration, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(within)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %s", what, within)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
