package testdb

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// desk hands out the databases of one test binary.
type desk struct {
	pool     *pgxpool.Pool
	server   *url.URL
	name     string
	template string
	url      string
	clones   atomic.Int64
}

// openDesk makes the package's database, migrates it, and copies it at once to a template that nobody connects to.
func openDesk(ctx context.Context, server string, prepare func(context.Context, string) error) (_ *desk, err error) {
	address, err := url.Parse(server)
	if err != nil || address.Scheme == "" {
		return nil, fmt.Errorf("%s has to be a postgres:// URL", serverVariable)
	}
	pool, err := pgxpool.New(ctx, server)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", serverVariable, err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reach %s: %w", serverVariable, err)
	}
	name := packageName()
	d := &desk{pool: pool, server: address, name: name, template: name + "_template"}
	d.url = d.urlOf(d.name)
	defer func() {
		if err != nil {
			err = errors.Join(err, d.close())
		}
	}()

	if err := d.create(ctx, d.name, "template1"); err != nil {
		return nil, err
	}
	if err := prepare(ctx, d.url); err != nil {
		return nil, fmt.Errorf("prepare the database of this package: %w", err)
	}
	return d, d.create(ctx, d.template, d.name)
}

// packageName is new in each run, so that runs side by side and leftovers of killed ones do not meet.
func packageName() string {
	base := strings.TrimSuffix(filepath.Base(os.Args[0]), ".test")
	plain := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(base), "_")
	return fmt.Sprintf("test_%.20s_%s", plain, strings.ToLower(rand.Text()[:10]))
}

func (d *desk) clone(ctx context.Context) (name, url string, err error) {
	name = fmt.Sprintf("%s_%d", d.name, d.clones.Add(1))
	if err := d.create(ctx, name, d.template); err != nil {
		return "", "", err
	}
	return name, d.urlOf(name), nil
}

func (d *desk) urlOf(name string) string {
	address := *d.server
	address.Path = "/" + name
	return address.String()
}

func (d *desk) create(ctx context.Context, name, template string) error {
	sql := fmt.Sprintf("create database %s template %s", quote(name), quote(template))
	if _, err := d.pool.Exec(ctx, sql); err != nil {
		return fmt.Errorf("create database %s: %w", name, err)
	}
	return nil
}

// drop cuts the connections that a test left open; without force the server would first wait some seconds for them.
func (d *desk) drop(ctx context.Context, name string) error {
	if _, err := d.pool.Exec(ctx, "drop database if exists "+quote(name)+" with (force)"); err != nil {
		return fmt.Errorf("drop database %s: %w", name, err)
	}
	return nil
}

// close drops what is left and ends the connections.
func (d *desk) close() error {
	defer d.pool.Close()
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	return errors.Join(d.drop(ctx, d.template), d.drop(ctx, d.name))
}

func quote(name string) string {
	return pgx.Identifier{name}.Sanitize()
}
