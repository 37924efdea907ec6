package testkit

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// clone makes a database from the template of a set and returns its URL.
func (s *server) clone(ctx context.Context, what string, set migrationSet) (string, error) {
	template, err := s.template(ctx, set)
	if err != nil {
		return "", err
	}
	name := newName(what, time.Now())
	return s.urlOf(name), s.create(ctx, name, template)
}

// template finds the set's template or makes it. One process makes it while the others wait for a lock.
func (s *server) template(ctx context.Context, set migrationSet) (string, error) {
	if name, err := s.findTemplate(ctx, s.pool, set); name != "" || err != nil {
		return name, err
	}
	// Not from the pool: waiting processes would use up the connections that the one making the template needs.
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return "", fmt.Errorf("make a template: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // closing releases the lock
	if _, err := conn.Exec(ctx, `select pg_advisory_lock(hashtext($1))`, set.digest); err != nil {
		return "", fmt.Errorf("lock a template: %w", err)
	}
	if name, err := s.findTemplate(ctx, conn, set); name != "" || err != nil {
		return name, err
	}
	return s.makeTemplate(ctx, set)
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func (s *server) findTemplate(ctx context.Context, q querier, set migrationSet) (string, error) {
	rows, err := q.Query(ctx, `select datname from pg_database where starts_with(datname, $1) order by datname desc limit 1`,
		"test_template_"+set.digest+"_t")
	if err != nil {
		return "", fmt.Errorf("find a template: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(names) == 0 {
		return "", err
	}
	if _, since, ours := age(names[0], time.Now()); !ours || since > templateAge {
		return "", nil
	}
	return names[0], nil
}

// makeTemplate renames the database to the template's name last, so that no process finds it unfinished.
func (s *server) makeTemplate(ctx context.Context, set migrationSet) (string, error) {
	now := time.Now()
	draft, name := newName("unfinished", now), newName("template_"+set.digest, now)
	if err := s.create(ctx, draft, "template1"); err != nil {
		return "", err
	}
	if err := set.migrate(ctx, s.urlOf(draft)); err != nil {
		_ = s.drop(ctx, s.urlOf(draft))
		return "", fmt.Errorf("migrate a template: %w", err)
	}
	if _, err := s.pool.Exec(ctx, "alter database "+quote(draft)+" rename to "+quote(name)); err != nil {
		return "", fmt.Errorf("name a template: %w", err)
	}
	return name, nil
}
