package cluster

import (
	"context"
	"fmt"
)

// ensureDatabase creates the service's role and database if they do not exist. The role is not a superuser, so that an SQL injection
// cannot run commands on this machine. The start lock excludes other processes.
func (c *Cluster) ensureDatabase(ctx context.Context) error {
	conn, err := c.connect(ctx, superuser, maintenance)
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
	if !hasRole {
		if _, err := conn.Exec(ctx, "create role "+role+" login createdb"); err != nil {
			return fmt.Errorf("make the role: %w", err)
		}
	}
	// The server logs no errors of this role: many are expected, such as a name that is taken, and their details may be personal data. The
	// service logs those that are not expected.
	if !isQuiet {
		if _, err := conn.Exec(ctx, "alter role "+role+" set log_min_messages = log"); err != nil {
			return fmt.Errorf("limit what is logged for the role: %w", err)
		}
	}
	if !hasDatabase {
		if _, err := conn.Exec(ctx, "create database "+database+" owner "+role); err != nil {
			return fmt.Errorf("make the database: %w", err)
		}
	}
	return nil
}
