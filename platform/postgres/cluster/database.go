package cluster

import (
	"context"
	"fmt"
)

// ensureDatabase makes the service's role and database when they are missing. The role is no superuser: a fault in
// the service's SQL must not become a command on this machine. The start lock keeps others from doing the same now.
func (c *Cluster) ensureDatabase(ctx context.Context) error {
	conn, err := c.connect(ctx, superuser, maintenance)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))

	var hasRole, hasDatabase bool
	err = conn.QueryRow(ctx, `select exists (select from pg_roles where rolname = $1),
		exists (select from pg_database where datname = $2)`, role, database).Scan(&hasRole, &hasDatabase)
	if err != nil {
		return fmt.Errorf("look for the database: %w", err)
	}
	if !hasRole {
		if _, err := conn.Exec(ctx, "create role "+role+" login createdb"); err != nil {
			return fmt.Errorf("make the role: %w", err)
		}
	}
	if !hasDatabase {
		if _, err := conn.Exec(ctx, "create database "+database+" owner "+role); err != nil {
			return fmt.Errorf("make the database: %w", err)
		}
	}
	return nil
}
