package postgres_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// What Citus passes on from a worker has no name of a constraint but in the message, in any language.
func TestViolationOfAShardIsThatOfItsTable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  pgconn.PgError
		want bool
	}{
		{pgconn.PgError{Code: "23505", ConstraintName: "pets_key"}, true},
		{pgconn.PgError{Code: "23505", ConstraintName: "pets_key_102037"}, true},
		{pgconn.PgError{Code: "23505", Message: `duplicate key value violates unique constraint "pets_key_102037"`}, true},
		{pgconn.PgError{Code: "23P01", Message: `Konflikt: »pets_key_102037«`}, true},
		{pgconn.PgError{Code: "23505", ConstraintName: "my_pets_key_102037"}, false},
		{pgconn.PgError{Code: "23505", Message: `duplicate key value violates unique constraint "old_pets_key_102037"`}, false},
		{pgconn.PgError{Code: "23505", Message: `duplicate key value violates unique constraint "pets_key_2_102037"`}, false},
		{pgconn.PgError{Code: "42P01", Message: `relation "pets_key_102037" does not exist`}, false},
		{pgconn.PgError{Code: "23505", ConstraintName: "other", Message: `"pets_key_102037"`}, false},
	} {
		if postgres.Violates(&c.err, "pets_key") != c.want {
			t.Errorf("%t for %+v", !c.want, c.err)
		}
	}
}

func TestWhatCannotBeDistributedIsNamed(t *testing.T) {
	t.Parallel()
	modules := []fxgroups.Migrations{testkit.SQL(`
		create table good (account_id uuid not null, id uuid not null, constraint good_pk primary key (account_id, id));
		create table local (account_id uuid not null, id uuid not null, constraint local_pk primary key (account_id, id));
		create table of_all (id uuid not null, constraint of_all_pk primary key (id));
		create table key_alone (account_id uuid not null, id uuid not null, constraint key_alone_pk primary key (id));
		create table apart (account_id uuid not null, id uuid not null, constraint apart_pk primary key (account_id, id),
			constraint apart_ids exclude using btree (id with =));
		create table beside (account_id uuid not null, id uuid not null, constraint beside_pk primary key (account_id, id),
			constraint beside_local foreign key (account_id, id) references local (account_id, id));
		create table nobody (account_id uuid, id uuid not null, constraint nobody_key unique (account_id, id));
		create table fired (account_id uuid not null, id uuid not null, constraint fired_pk primary key (account_id, id));
		create trigger fires before update on fired for each row execute function suppress_redundant_updates_trigger();
	`)}
	modules[0].Local = []string{"public.local"}
	k := testkit.Fresh(t, modules...)
	err := k.DB.CheckTables(k.Ctx, append(modules, fxgroups.Migrations{Local: []string{"outbox.arrivals", "outbox.events", "outbox.changes", "outbox.reverts"}}))
	for _, want := range []string{"key_alone", "apart", "beside", "nobody", "fired"} {
		if err == nil || !strings.Contains(err.Error(), want+" cannot be distributed") {
			t.Errorf("%v does not name %s", err, want)
		}
	}
	if err != nil && (strings.Contains(err.Error(), "good") || strings.Contains(err.Error(), "of_all cannot")) {
		t.Error(err)
	}
	if _, err := k.DB.Distribute(k.Ctx, modules); !errors.Is(err, postgres.ErrNoCitus) {
		t.Errorf("without Citus: %v", err)
	}
	must(t, k.DB.CheckDistributed(k.Ctx, modules)) // without Citus
}
