package postgres_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/uuid"
	"github.com/pressly/goose/v3/lock"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

var oneTable = []fxgroups.Migrations{{Module: "m", Files: fstest.MapFS{
	"20260101000000_m.sql": {Data: []byte("-- +goose Up\ncreate table m (n int);\n-- +goose Down\ndrop table m;")},
}}}

// Every start of every replica asks; only who has something to do takes the lock, and a pooler cannot keep it.
func TestCurrentMigrationsTakeNoLock(t *testing.T) {
	t.Parallel()
	db := openEmpty(t).DB
	testkit.Must[int](t)(db.Migrate(context.Background(), oneTable))
	err := db.InTx(context.Background(), func(ctx context.Context) error {
		if _, err := testkit.Exec(ctx, db, `select pg_advisory_xact_lock($1)`, lock.DefaultLockID); err != nil {
			return err
		}
		patience, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_, err := db.Migrate(patience, oneTable)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestMigrationsDoNotRunThroughAPooler(t *testing.T) {
	t.Parallel()
	k := openEmpty(t)
	pooled := k.Open(postgres.Options{URL: k.URL + "&default_query_exec_mode=cache_describe"})
	if _, err := pooled.Migrate(context.Background(), oneTable); !errors.Is(err, postgres.ErrPooled) {
		t.Errorf("pending: %v", err)
	}
	testkit.Must[int](t)(k.DB.Migrate(context.Background(), oneTable))
	if n, err := pooled.Migrate(context.Background(), oneTable); n != 0 || err != nil {
		t.Errorf("current: %d, %v", n, err)
	}
}

func TestModesThatCannotSendListsAreRefused(t *testing.T) {
	t.Parallel()
	url := testkit.New(t, tables(t)).URL
	for _, mode := range []string{"exec", "simple_protocol"} {
		if _, err := postgres.Open(postgres.Options{URL: url + "&default_query_exec_mode=" + mode}); err == nil {
			t.Errorf("%s is taken", mode)
		}
	}
}

func TestTextIsUTF8WhateverTheURLSays(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t)
	k.Exec("create table names (name text)")
	db := k.Open(postgres.Options{URL: k.URL + "&client_encoding=latin1"})
	testkit.Must[int64](t)(testkit.Exec(t.Context(), db, "insert into names values ($1)", "Zoë"))
	if n := k.Count("select count(*) from names where name = $1", "Zoë"); n != 1 {
		t.Error("other connections read another name")
	}
}

func TestLargeValuesAreCompressedInTheFastestWay(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	must(t, put(ctx, db, strings.Repeat("a customer's preferences ", 200)))
	var got, want string
	err := testkit.One(ctx, db, `select pg_column_compression(name), (select case when 'lz4' = any(enumvals) then 'lz4' else 'pglz' end
		from pg_settings where name = 'default_toast_compression') from counters where length(name) > 3000`).Scan(&got, &want)
	if err != nil || got != want {
		t.Errorf("a large value was compressed with %q, %v, want %q", got, err, want)
	}
}

func TestServersThatAreTooOldAreRefused(t *testing.T) {
	t.Parallel()
	for version, old := range map[string]bool{"9.6.24": true, "13.23 (Debian 13.23-1)": true, "14.0": false, "15.18": false, "17beta1": false,
		"19devel": false, "18": false, "": false} {
		if err := postgres.IsSupported(version); (err != nil) != old {
			t.Errorf("%q: %v", version, err)
		}
	}
}

// Names in such a database have other letters, or e-mail addresses are not found in other case.
func TestADatabaseOfAnotherEncodingOrWithOtherCasesIsRefused(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t)
	for options, says := range map[string]string{
		"locale 'C' encoding 'LATIN1'":                                   "LATIN1",
		"locale 'C' encoding 'SQL_ASCII'":                                "SQL_ASCII",
		"locale 'C' encoding 'UTF8'":                                     "collation", // knows the case of a to z alone
		"locale 'C' encoding 'UTF8' locale_provider icu icu_locale 'tr'": "collation",
	} {
		if strings.Contains(options, "icu") && k.Count("select current_setting('server_version_num')::integer") < 150_000 {
			continue // before 15, databases have no ICU collation, and another Turkish one may not be installed
		}
		name := "other_" + strings.ReplaceAll(uuid.NewString(), "-", "")
		k.Exec("create database " + name + " template template0 " + options)
		defer k.Exec("drop database " + name + " with (force)")
		at := testkit.Must[*url.URL](t)(url.Parse(k.URL))
		at.Path = "/" + name
		_, err := k.Open(postgres.Options{URL: at.String()}).Migrate(t.Context(), oneTable)
		if err == nil || postgres.Unavailable(err) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", options, err)
		}
	}
}

// A process that vanished keeps nobody waiting: its transaction ends by itself, and what it had locked is free.
func TestSilentTransactionLosesItsLocks(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, tables(t))
	db, other := k.Open(postgres.Options{IdleInTransactionTimeout: 300 * time.Millisecond}), k.DB
	must(t, put(context.Background(), other, "silent"))
	err := db.InTx(context.Background(), func(ctx context.Context) error {
		if _, err := testkit.Exec(ctx, db, `update counters set n = 1 where name = 'silent'`); err != nil {
			return err
		}
		patience, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if _, err := testkit.Exec(patience, other, `update counters set n = 2 where name = 'silent'`); err != nil {
			t.Errorf("the other one waited in vain: %v", err)
		}
		return nil
	})
	if !postgres.Unavailable(err) {
		t.Errorf("the silent transaction ended with %v", err)
	}
}

func TestPagesAreReadAheadOnlyWhereTheOperatorAsksForIt(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, tables(t))
	for asked, want := range map[string]string{"1": "0", "0": "0", "7": "7"} {
		db := k.Open(postgres.Options{URL: k.URL + "&effective_io_concurrency=" + asked})
		var set string
		if err := testkit.One(t.Context(), db, "show effective_io_concurrency").Scan(&set); err != nil || set != want {
			t.Errorf("%s is %s, %v", asked, set, err)
		}
	}
}

// Providers make a database read-only when its disk is full, by a default of its sessions.
func TestWritesSucceedAsSoonAsTheDatabaseIsNoLongerReadOnly(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t, tables(t))
	readOnly := func(value string) {
		k.Exec(`do $$ begin execute format('alter database %I set default_transaction_read_only = ` + value + `', current_database()); end $$`)
	}
	db := k.Open(postgres.Options{URL: k.URL})
	readOnly("on")
	if err := put(t.Context(), db, "full"); !postgres.Unavailable(err) {
		t.Errorf("while it is read-only: %v", err)
	}
	if exists(t, db, "full") {
		t.Error("the row was written")
	}
	readOnly("off")
	must(t, put(t.Context(), db, "room")) // when it takes writes again
}

// Unlike Unavailable, it does not make a start wait: the operator is still there to correct the URL.
func TestADatabaseThatLetsNobodyInRefuses(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, tables(t))
	at := testkit.Must[*url.URL](t)(url.Parse(k.URL))
	at.Path = "/no_such_database"
	if err := k.Open(postgres.Options{URL: at.String()}).Ping(t.Context()); !postgres.Refused(err) || postgres.Unavailable(err) {
		t.Errorf("no such database: %v", err)
	}
	if err := k.Open(postgres.Options{URL: "postgres://nobody@127.0.0.1:1/none?sslmode=disable"}).Ping(t.Context()); postgres.Refused(err) {
		t.Errorf("nobody listens: %v", err)
	}
	if _, err := testkit.Exec(t.Context(), k.DB, "select no_such_column"); postgres.Refused(err) {
		t.Errorf("a wrong statement: %v", err)
	}
}
