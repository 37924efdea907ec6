package cluster

import (
	"context"
	"fmt"
)

// ensureDatabase creates the service's role and database if they do not exist. The role is not a superuser, so that an SQL injection
// cannot run commands on this machine. The start lock excludes other processes.
func (c *Cluster) ensureDatabase(ctx context.Context) error {
	conn, err := c.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))

	// What is there is not set again: a standby takes no writes.
	var hasRole, isQuiet, hasDatabase bool
	err = conn.QueryRow(ctx, `select exists (select from pg_roles where rolname = $1),
		exists (select from pg_roles where rolname = $1 and 'log_min_messages=log' = any(rolconfig)),
		exists (select from pg_database where datname = $2)`, role, database).Scan(&hasRole, &isQuiet, &hasDatabase)
	if err != nil {
		return fmt.Errorf("look for the database: %w", err)
	}
	for _, step := range []struct {
		done bool
		sql  string
	}{
		{hasRole, "create role " + role + " login createdb"},
		// The server logs no errors of this role: many are expected, such as a name that is taken, and their details may be personal data.
		// The service logs those that are not expected.
		{isQuiet, "alter role " + role + " set log_min_messages = log"},
		{hasDatabase, "create database " + database + " owner " + role},
	} {
		if step.done {
			continue
		}
		if _, err := conn.Exec(ctx, step.sql); err != nil {
			return fmt.Errorf("%s: %w", step.sql, err)
		}
	}
	return nil
}
