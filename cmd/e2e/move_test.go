package e2e

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/testkit"
)

// otherKeys have the id of kit.Keys, so that what those have sealed or signed looks like theirs.
const otherKeys = "test:b3RoZXJvdGhlcm90aGVyb3RoZXJvdGhlcm90aGVyb3Q="

// moving is an organization that moves from one database to another one.
type moving struct {
	*testing.T
	from, to string
	source   kit.Service
	key      string
	account  string
}

func (m *moving) connect(url string) *pgx.Conn {
	m.Helper()
	c := testkit.Must[*pgx.Conn](m)(pgx.Connect(m.Context(), url))
	m.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

// held runs a statement in a transaction that stays open until the returned function is called.
func (m *moving) held(url, sql string, args ...any) (end func()) {
	m.Helper()
	c := m.connect(url)
	exec := func(sql string, args ...any) {
		m.Helper()
		if _, err := c.Exec(m.Context(), sql, args...); err != nil {
			m.Fatalf("%s: %v", sql, err)
		}
	}
	exec("begin")
	exec(sql, args...)
	return func() { exec("commit") }
}

func (m *moving) number(url, sql string) (n int) {
	m.Helper()
	c := testkit.Must[*pgx.Conn](m)(pgx.Connect(m.Context(), url))
	defer c.Close(m.Context())
	if err := c.QueryRow(m.Context(), sql).Scan(&n); err != nil {
		m.Fatalf("%s: %v", sql, err)
	}
	return n
}

// begin starts the command, and waits until it waits for a lock in a database.
func (m *moving) begin(waitsIn string) (c *exec.Cmd, said *kit.Output) {
	m.Helper()
	c, said = kit.Program(m, m.from, "organizations", "move", "Business", "--to", m.to, "--to-keys", otherKeys), &kit.Output{}
	c.Stdout, c.Stderr = said, said
	if err := c.Start(); err != nil {
		m.Fatal(err)
	}
	m.Cleanup(func() {
		_ = c.Process.Kill()
		if m.Failed() {
			m.Log(said)
		}
	})
	if waitsIn != "" {
		m.untilItWaits(waitsIn)
	}
	return c, said
}

const waits = "where datname = current_database() and wait_event_type = 'Lock'"

func (m *moving) untilItWaits(in string) {
	m.Helper()
	kit.Eventually(m, "the move waits", 20*time.Second, func() bool {
		return m.number(in, "select count(*) from pg_stat_activity "+waits) > 0
	})
}

// kill kills the command at this step, after which it has to be closed here, and there all or nothing.
func (m *moving) kill(c *exec.Cmd, arrived int) {
	m.Helper()
	if err := c.Process.Kill(); err != nil {
		m.Fatal(err)
	}
	_ = c.Wait()
	for _, url := range []string{m.from, m.to} { // a server whose client is gone does what it waits for first
		m.number(url, "select count(pg_terminate_backend(pid)) from pg_stat_activity "+waits)
	}
	r := m.source.Send(m.key, "POST", "/v1/accounts/"+m.account+"/customers", map[string]any{"first_name": "Late"})
	if r.Problem(503, "unavailable"); r.Header.Get("Retry-After") == "" {
		m.Error("a write is not told to try again")
	}
	if n := m.number(m.to, "select count(*) from accounts.organizations"); n != arrived {
		m.Errorf("%d organizations have arrived, want %d", n, arrived)
	}
}

func (m *moving) export(url string) string {
	m.Helper()
	lines := strings.Split(strings.TrimSpace(kit.Run(m, url, "export", "--account", "main")), "\n")
	return strings.Join(lines[1:len(lines)-1], "\n") // without the header, and the cursor
}

func TestAnOrganizationMovesWhereverItsMoveIsKilled(t *testing.T) {
	t.Parallel()
	m := &moving{T: t, from: kit.FreshURL(t), to: kit.FreshURL(t)}
	m.account, m.key = kit.AddAccount(t, m.from), kit.AddKey(t, m.from)
	kit.AddAccount(t, m.from, "--code", "second")
	kit.AddAccount(t, m.from, "--organization", "Neighbour", "--code", "other")
	kit.ImportExample(t, m.from, "main")
	kit.Run(t, m.from, "staff", "invite", "--organization", "Business", "--email", "ana@example.com", "--role", "manager")
	p := kit.StartInstance(t, m.from)
	m.source = kit.At(t, p.URL)
	base := "/v1/accounts/" + m.account
	m.source.Send(m.key, "POST", "/v1/webhooks", map[string]any{"url": "https://127.0.0.1/hook", "event_types": []string{"*"}}).Object(201)
	once := []string{"Idempotency-Key", "once"}
	ann := m.source.Send(m.key, "POST", base+"/customers", `{"first_name":"Ann"}`, once...).Object(201)
	pet := m.source.Send(m.key, "POST", base+"/customers/"+ann["id"].(string)+"/pets", `{"name":"Rex","species":"dog"}`).Object(201)
	file := m.source.Send(m.key, "POST", base+"/pets/"+pet["id"].(string)+"/files?kind=photo", photograph(t, 900, 600, 1),
		"Content-Type", "image/jpeg").Object(201)
	cursor := m.source.Send(m.key, "GET", base+"/events?after=now", nil).Object(200)["next_cursor"].(string)

	// A transaction that began before the closing still writes.
	finish := m.held(m.from, `insert into accounts.pending_reasons
		(account_id, id, name, service_types, item_order, active, created_at, updated_at, version)
		values ($1, gen_random_uuid(), 'In time', '[]', 99, true, now(), now(), 1)`, m.account)
	c, _ := m.begin("")
	kit.Eventually(t, "closed", time.Minute, func() bool { return m.number(m.from, "select count(*) from accounts.closures") == 1 })
	m.kill(c, 0)
	m.source.Send(m.key, "POST", "/v1/roles", `{"name":"Night","abilities":["orders:read"]}`).Problem(503, "unavailable")
	m.source.Send(m.key, "POST", base+"/customers", `{"first_name":"Cy"}`, "Idempotency-Key", "late").Problem(503, "unavailable")
	for _, late := range [][]string{{"accounts", "update", "main", "--organization", "Business", "--name", "Late"},
		{"keys", "create", "--organization", "Business", "--name", "late", "--ability", "*"},
		{"staff", "invite", "--organization", "Business", "--email", "late@example.com", "--role", "manager"}} {
		if out, status := kit.Command(t, m.from, late...); status == 0 || !strings.Contains(out, "moving to another installation") {
			t.Errorf("%v: %s", late, out)
		}
	}
	free := m.held(m.to, "lock table orders.orders in access exclusive mode")
	c, said := m.begin("")
	kit.Eventually(t, "waiting for the transaction", time.Minute, func() bool {
		return strings.Contains(said.String(), "waiting for 1 transactions")
	})
	finish()
	m.untilItWaits(m.to)
	m.kill(c, 0)
	free()

	free = m.held(m.to, "lock table outbox.arrivals in access exclusive mode") // the last row
	c, _ = m.begin(m.to)
	m.kill(c, 0)
	free()

	free = m.held(m.to, "lock table outbox.arrivals in access exclusive mode")
	c, _ = m.begin(m.to)
	note := m.held(m.from, "select from accounts.closures for update") // what comes after the commit there
	free()
	m.untilItWaits(m.from)
	m.kill(c, 1)
	note()
	if out, status := kit.Command(t, m.from, "organizations", "remove", "Business"); status == 0 {
		t.Errorf("it was removed before it was known to have arrived: %s", out)
	}
	again := kit.Run(t, m.from, "organizations", "move", "Business", "--to", m.to, "--to-keys", otherKeys)
	if !strings.Contains(again, "already") {
		t.Error(again)
	}
	m.compare(cursor, once, ann, file)
	if out, status := kit.Command(t, m.from, "organizations", "open", "Business"); status == 0 {
		t.Errorf("there are two of it: %s", out)
	}
	m.remove()
}

// compare looks at what has arrived.
func (m *moving) compare(cursor string, once []string, ann, file map[string]any) {
	m.Helper()
	here, there := m.export(m.from), m.export(m.to)
	if here != there || !strings.Contains(there, "In time") {
		m.Errorf("the exports differ: %d and %d bytes", len(here), len(there))
	}
	base := "/v1/accounts/" + m.account
	at := kit.At(m, kit.StartInstance(m, m.to, "PETCARE_JWT_KEYS="+otherKeys).URL) // it starts only if it can open the webhooks' secrets
	if r := at.Send(m.key, "POST", base+"/customers", `{"first_name":"Ann"}`, once...); r.Header.Get("Idempotency-Replayed") != "true" ||
		r.Object(201)["id"] != ann["id"] {
		m.Errorf("what was done before is done again: %v", r)
	}
	r := at.Send(m.key, "GET", base+"/files/"+file["id"].(string)+"/content", nil)
	if r.Status != 200 || float64(len(r.Text)) != file["size"] {
		m.Errorf("%d, %d bytes of a file", r.Status, len(r.Text))
	}
	at.Send(m.key, "GET", base+"/events?after="+cursor, nil).Problem(410, "cursor_expired")
	at.Send(m.key, "POST", base+"/customers", `{"first_name":"Bea"}`).Object(201)
	if n := len(at.Send(m.key, "GET", base+"/events?after=oldest", nil).List()); n != 1 {
		m.Errorf("%d events, want the one of the new customer", n)
	}
	if n := len(at.Send(m.key, "GET", "/v1/staff", nil).List()); n != 1 {
		m.Errorf("%d members of staff", n)
	}
}

// remove removes it here, where only the neighbour stays.
func (m *moving) remove() {
	m.Helper()
	if out, status := kit.Command(m, m.from, "organizations", "remove", "Business"); status == 0 || !strings.Contains(out, "deliveries") {
		m.Errorf("what was not delivered is lost: %s", out)
	}
	kit.Run(m, m.from, "organizations", "remove", "Business", "--undelivered")
	c := m.connect(m.from)
	columns := testkit.Must[[]string](m)(pgx.CollectRows(testkit.Must[pgx.Rows](m)(c.Query(m.Context(), `
		select format('%I.%I where %I', table_schema, table_name, column_name) from information_schema.columns
		join information_schema.tables using (table_schema, table_name)
		where table_type = 'BASE TABLE' and column_name in ('account_id', 'organization_id')`)), pgx.RowTo[string]))
	for _, column := range columns {
		const neighbour = " not in (select id from accounts.accounts union all select id from accounts.organizations)"
		if n := m.number(m.from, "select count(*) from "+column+neighbour); n > 0 {
			m.Errorf("%d rows of %s are left", n, column)
		}
	}
	if n := m.number(m.from, "select count(*) from accounts.accounts"); n != 1 || len(columns) < 30 {
		m.Errorf("%d accounts, %d columns", n, len(columns))
	}
}

func TestAnOrganizationMovesAsThePageSays(t *testing.T) {
	t.Parallel()
	m := &moving{T: t, from: kit.FreshURL(t), to: kit.FreshURL(t)}
	kit.AddAccount(t, m.from, "--organization", "Paws & Co")
	page := string(testkit.Must[[]byte](t)(os.ReadFile("../../deployments/SCALING.md")))
	_, page, _ = strings.Cut(page, "**An organization moves**")
	page, _, _ = strings.Cut(page, "## 6. Citus")
	var steps []string
	for _, found := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(page, -1) {
		steps = append(steps, found[1])
	}
	program := kit.Program(t, m.from)
	c := exec.Command("sh", "-ec", `petcare() { "$PROGRAM" "$@"; }`+"\n"+strings.Join(steps, ""))
	c.Env = append(program.Env, "PROGRAM="+program.Path, "OTHER_DATABASE_URL="+m.to, "OTHER_KEYS="+otherKeys)
	if out, err := c.CombinedOutput(); err != nil || len(steps) != 2 {
		t.Fatalf("%d steps, %v: %s", len(steps), err, out)
	}
	const count = "select count(*) from accounts.accounts"
	if here, there := m.number(m.from, count), m.number(m.to, count); here != 0 || there != 1 {
		t.Errorf("%d accounts here, %d there", here, there)
	}
}

// A database that changes a row as it arrives, here by a trigger, has not got what was sent.
func TestAnOrganizationThatArrivesChangedDoesNotMove(t *testing.T) {
	t.Parallel()
	m := &moving{T: t, from: kit.FreshURL(t), to: kit.FreshURL(t)}
	kit.AddAccount(t, m.from)
	c := m.connect(m.to)
	for _, statement := range []string{
		`create function other_name() returns trigger language plpgsql as $$ begin new.name := new.name || '!'; return new; end $$`,
		"create trigger other_name before insert on accounts.accounts for each row execute function other_name()",
	} {
		if _, err := c.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	out, err := kit.Program(t, m.from, "organizations", "move", "Business", "--to", m.to, "--to-keys", otherKeys).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "accounts.accounts has 1 rows") {
		t.Errorf("%v: %s", err, out)
	}
	if n := m.number(m.to, "select count(*) from accounts.accounts"); n != 0 {
		t.Errorf("%d accounts have arrived", n)
	}
	kit.Run(t, m.from, "organizations", "open", "Business")
	kit.Run(t, m.from, "accounts", "update", "main", "--name", "Here")
}

// A table of a module that moves neither whole nor by a condition would be left behind without a word.
func TestEachTableMovesOrIsOfTheInstallation(t *testing.T) {
	t.Parallel()
	m := &moving{T: t, from: kit.FreshURL(t)}
	c := m.connect(m.from)
	tables := testkit.Must[[]string](t)(pgx.CollectRows(testkit.Must[pgx.Rows](t)(c.Query(t.Context(), `
		select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
			and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname in ('account_id', 'organization_id'))`)),
		pgx.RowTo[string]))
	own := regexp.MustCompile(`^(public\.(goose_db_version|migration_owners)|outbox\.(origin|timelines|dropped)|auth\.login_attempts)$`)
	of := map[string]string{}
	for _, module := range testkit.Must[[]fxgroups.Migrations](t)(kit.Migrations()) {
		maps.Copy(of, module.Of)
	}
	for _, name := range tables {
		if !own.MatchString(name) && of[name] == "" {
			t.Errorf("%s has no rows of an organization: give its module's migrations a condition in Of", name)
		}
	}
}
