package testkit

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/petcare/petcare/platform/postgres/cluster"
)

const (
	serverVariable = "TEST_DATABASE_URL"

	leftoverAge = time.Minute // a database this old without connections belongs to a dead process
	templateAge = time.Hour   // older templates are not used any more,
	templateEnd = 3 * time.Hour
)

// server is the PostgreSQL on which the databases are made.
type server struct {
	pool    *pgxpool.Pool
	address *url.URL
}

// theServer finds the server once per process.
var theServer = sync.OnceValues(func() (*server, error) {
	address := os.Getenv(serverVariable)
	if address == "" {
		var err error
		if address, err = startReaper(cluster.Scratch()); err != nil {
			return nil, err
		}
	}
	s, err := openServer(address)
	if err == nil {
		go s.sweep(context.Background(), time.Now())
	}
	return s, err
})

func openServer(address string) (*server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme == "" {
		return nil, fmt.Errorf("%s has to be a postgres:// URL", serverVariable)
	}
	pool, err := pgxpool.New(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", serverVariable, err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reach %s: %w", serverVariable, err)
	}
	return &server{pool, parsed}, nil
}

// The name contains the creation time, because the server does not record it.
var named = regexp.MustCompile(`^test_([a-z0-9_]+)_t([0-9]{10})_[a-z0-9]{8}$`)

func newName(what string, now time.Time) string {
	return fmt.Sprintf("test_%s_t%010d_%s", what, now.Unix(), strings.ToLower(rand.Text()[:8]))
}

func packageName() string {
	base := strings.TrimSuffix(filepath.Base(os.Args[0]), ".test")
	plain := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(base), "_")
	return fmt.Sprintf("%.20s", plain)
}

// age returns the purpose and the age of a database.
func age(name string, now time.Time) (what string, since time.Duration, ours bool) {
	parts := named.FindStringSubmatch(name)
	if parts == nil {
		return "", 0, false
	}
	seconds, err := strconv.ParseInt(parts[2], 10, 64)
	return parts[1], now.Sub(time.Unix(seconds, 0)), err == nil
}

func (s *server) create(ctx context.Context, name, template string) error {
	if _, err := s.pool.Exec(ctx, fmt.Sprintf("create database %s template %s", quote(name), quote(template))); err != nil {
		return fmt.Errorf("create database %s: %w", name, err)
	}
	return nil
}

// drop closes the connections that a test left open; without force the server would wait some seconds for them.
func (s *server) drop(ctx context.Context, address string) error {
	parsed, err := url.Parse(address)
	if err != nil {
		return err
	}
	_, err = s.pool.Exec(ctx, "drop database if exists "+quote(strings.TrimPrefix(parsed.Path, "/"))+" with (force)")
	return err
}

// sweep drops databases of dead processes. It may be wrong about that, so it never closes connections. The next process tries again
// to drop the rest.
func (s *server) sweep(ctx context.Context, now time.Time) {
	rows, err := s.pool.Query(ctx, `select datname from pg_database d where starts_with(datname, 'test_')
		and not exists (select from pg_stat_activity a where a.datname = d.datname)`)
	if err != nil {
		return
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return
	}
	for _, name := range names {
		what, since, ours := age(name, now)
		limit := leftoverAge
		if strings.HasPrefix(what, "template_") {
			limit = templateEnd
		}
		if ours && since > limit {
			_, _ = s.pool.Exec(ctx, "drop database if exists "+quote(name))
		}
	}
}

func (s *server) urlOf(name string) string {
	address := *s.address
	address.Path = "/" + name
	return address.String()
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
