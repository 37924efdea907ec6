package e2e

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/modules/imports/importsfx"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// importing is a service with a worker, which the tests of imports share.
var importing struct {
	sync.Once
	kit.Service
}

func newUploads(t *testing.T) uploads {
	t.Helper()
	t.Parallel()
	importing.Do(func() {
		importing.Service = kit.StartShared(t, kit.Config(kit.DatabaseURL(t)), io.Discard, importsfx.Worker)
	})
	s := importing.Service
	s.T = t
	return uploads{s.Tenant()}
}

// uploads is a tenant who imports over HTTP.
type uploads struct{ kit.Tenant }

func (u uploads) upload(query, text string, headers ...string) kit.Response {
	u.T.Helper()
	if !slices.Contains(headers, "Content-Type") {
		headers = append(headers, "Content-Type", "text/csv")
	}
	return u.Do("POST", "imports"+query, text, headers...)
}

func (u uploads) lines(text string) string {
	u.T.Helper()
	return u.upload("?name=a.jsonl", text, "Content-Type", "application/jsonl").Object(201)["id"].(string)
}

// until asks until an import has one of the statuses and nothing runs.
func (u uploads) until(id string, statuses ...string) map[string]any {
	u.T.Helper()
	var seen map[string]any
	kit.Eventually(u.T, fmt.Sprint(statuses), 3*time.Minute, func() bool {
		seen = u.Do("GET", "imports/"+id, nil).Object(200)
		return slices.Contains(statuses, seen["status"].(string)) && seen["progress"] == nil
	})
	return seen
}

func (u uploads) check(id string) map[string]any {
	u.T.Helper()
	u.Do("POST", "imports/"+id+"/check", nil).Object(202)
	return u.until(id, "checked", "failed")
}

func (u uploads) apply(id string) map[string]any {
	u.T.Helper()
	u.Do("POST", "imports/"+id+"/apply", nil).Object(202)
	return u.until(id, "done", "failed")
}

func counts(created, changed, unchanged, faulty int) map[string]any {
	return map[string]any{"created": float64(created), "changed": float64(changed), "unchanged": float64(unchanged), "faulty": float64(faulty)}
}

const owners = "Owner ID,First Name,Last Name,Email,Mobile\n" +
	"1,Zoë,Lindqvist,zoe@example.com,07700 900123\n2,Björn,Ek,not an address,\n3,=cmd(),Ng,ng@example.com,+44 20 7946 0100\n"

func TestTableIsUploadedMappedCheckedMendedAndApplied(t *testing.T) {
	u := newUploads(t)
	made := u.upload("?as=customer&name=owners.csv", owners).Object(201)
	first := made["columns"].([]any)[3].(map[string]any)
	if made["status"] != "read" || first["name"] != "Email" || first["filled"] != 3.0 || !slices.Contains(first["mapped_to"].([]any), any("customer.email")) ||
		first["samples"].([]any)[0] != "zoe@example.com" || made["name"] != "owners.csv" {
		t.Fatalf("%v", made)
	}
	id := made["id"].(string)
	u.Do("POST", "imports/"+id+"/apply", nil).Problem(409, "conflict")
	checked := u.check(id)
	if c := checked["counts"].(map[string]any)["customer"]; !reflect.DeepEqual(c, counts(2, 0, 0, 1)) || checked["faults"] != 1.0 {
		t.Errorf("%v", checked)
	}
	faults := u.Do("GET", "imports/"+id+"/faults", nil).List()
	if f := faults[0]; len(faults) != 1 || f["line"] != 3.0 || f["column"] != "Email" || f["field"] != "email" || f["value"] != "not an address" ||
		f["type"] != "customer" || f["code"] != "format" {
		t.Errorf("%v", faults)
	}
	u.Do("POST", "imports/"+id+"/apply", nil).Problem(409, "conflict")
	if customers := u.Do("GET", "customers", nil).List(); len(customers) != 0 {
		t.Errorf("a check has changed something: %v", customers)
	}
	shown := u.Do("GET", "imports/"+id+"/faults", nil, "Accept", "text/csv")
	rows, err := csv.NewReader(strings.NewReader(shown.Text)).ReadAll()
	if err != nil || shown.Status != 200 || len(rows) != 2 || rows[1][3] != "not an address" || !strings.HasPrefix(rows[1][5], "Email: ") {
		t.Fatalf("%d %s", shown.Status, shown.Text)
	}
	mended := u.upload("?as=customer", strings.Replace(owners, "not an address", "bjorn@example.com", 1)).Object(201)["id"].(string)
	if checked = u.check(mended); !reflect.DeepEqual(checked["counts"].(map[string]any)["customer"], counts(3, 0, 0, 0)) {
		t.Errorf("%v", checked)
	}
	done := u.apply(mended)
	if done["status"] != "done" || done["change_id"] == nil || !reflect.DeepEqual(done["counts"], checked["counts"]) {
		t.Errorf("%v", done)
	}
	if customers := u.Do("GET", "customers", nil).List(); len(customers) != 3 {
		t.Errorf("%v", customers)
	}
	for _, e := range u.Do("GET", "events?types=customer.created", nil).Object(200)["data"].([]any) {
		if got := e.(map[string]any)["change_id"]; got != done["change_id"] {
			t.Errorf("an event of change %v, not %v", got, done["change_id"])
		}
	}
	u.Do("POST", "imports/"+mended+"/apply", nil).Problem(409, "conflict")
	u.Do("DELETE", "imports/"+id, nil).Object(204)
	u.Do("GET", "imports/"+id, nil).Problem(404, "not_found")
	u.Do("GET", "imports/"+id+"/faults", nil).Problem(404, "not_found")
}

func TestMapOfAnImportIsChangedAsAWhole(t *testing.T) {
	u := newUploads(t)
	id := u.upload("?as=customer", "Number,Given,Family,Joined\n1,Jo,Ng,03/04/2020\n").Object(201)["id"].(string)
	u.Do("POST", "imports/"+id+"/check", nil).Problem(422, "validation_failed")
	record := map[string]any{"type": "customer", "columns": map[string]any{"external_id": []string{"Number"}, "first_name": []string{"Givn"}, "nose": []string{"Family"}}}
	faults := u.Do("PATCH", "imports/"+id, map[string]any{"map": map[string]any{"records": []any{record}}}).Problem(422, "validation_failed")
	if !slices.Contains(faults, "body.map.records[0].columns.first_name unknown") || !slices.Contains(faults, "body.map format") {
		t.Errorf("%q", faults)
	}
	u.Do("PATCH", "imports/"+id, `{"map": {"records": []}}`).Problem(422, "validation_failed")
	record["columns"] = map[string]any{"external_id": []string{"Number"}, "first_name": []string{"Given"}, "last_name": []string{"Family"}, "created_at": []string{"Joined"}}
	patched := u.Do("PATCH", "imports/"+id, map[string]any{"map": map[string]any{"records": []any{record}, "dates": "dmy"}}).Object(200)
	if patched["columns"].([]any)[3].(map[string]any)["mapped_to"].([]any)[0] != "customer.created_at" {
		t.Errorf("%v", patched)
	}
	u.check(id)
	if done := u.apply(id); done["status"] != "done" {
		t.Errorf("%v", done)
	}
	if c := u.Do("GET", "customers", nil).List()[0]; !strings.HasPrefix(c["created_at"].(string), "2020-04-0") {
		t.Errorf("%v", c)
	}
	u.Do("PATCH", "imports/"+id, map[string]any{"map": map[string]any{"records": []any{record}}}).Problem(409, "conflict")
}

func TestFileThatCannotBeReadIsRefusedWithWhatToDo(t *testing.T) {
	u := newUploads(t)
	long := strings.Repeat("x", 10<<20)
	for name, c := range map[string]struct {
		query, media, body string
		status             int
		code, fault        string
	}{
		"a PDF":             {"?as=customer", "text/csv", "%PDF-1.7\n%\xe2\xe3", 422, "validation_failed", "body.file format"},
		"an Excel file":     {"?as=customer", "text/csv", "PK\x03\x04rest", 422, "validation_failed", "body.file format"},
		"no text":           {"?as=customer", "text/csv", "a,b\x00\n", 422, "validation_failed", "body.file format"},
		"empty":             {"?as=customer", "text/csv", "", 422, "validation_failed", "body.file required"},
		"a million columns": {"?as=customer", "text/csv", strings.Repeat("a,", 1_000_000) + "\n", 422, "validation_failed", "body.file format"},
		"a row of 10 MiB":   {"?as=customer", "text/csv", long + "\n", 422, "validation_failed", "body.file format"},
		"no such type":      {"?as=custommer", "text/csv", owners, 422, "validation_failed", "query.as enum"},
		"no type":           {"", "text/csv", owners, 422, "validation_failed", "query.as required"},
		"a table as lines":  {"", "application/jsonl", owners, 422, "validation_failed", "body.file format"},
		"types of lines":    {"?as=customer", "application/jsonl", "{}", 422, "validation_failed", "query.as unknown"},
		"JSON":              {"", "application/json", "{}", 415, "unsupported_media_type", ""},
		"a damaged archive": {"?as=customer", "text/csv", gzipped(t, owners)[:60], 422, "validation_failed", "body.file format"},
		"packed twice":      {"?as=customer", "text/csv", gzipped(t, gzipped(t, owners)), 422, "validation_failed", "body.file format"},
		"a bomb":            {"?as=customer", "text/csv", gzipped(t, strings.Repeat("0", 101<<20)), 422, "validation_failed", "body.file too_large"},
		"no format":         {"?as=customer", "application/gzip", gzipped(t, owners), 422, "validation_failed", "query.format required"},
	} {
		faults := u.upload(c.query, c.body, "Content-Type", c.media).Problem(c.status, c.code)
		if c.fault != "" && !slices.Contains(faults, c.fault) {
			t.Errorf("%s: %q", name, faults)
		}
	}
	if list := u.Do("GET", "imports", nil).List(); len(list) != 0 {
		t.Errorf("%v", list)
	}
	other := u.Service.Tenant()
	id := u.lines(`{"type": "tax", "external_id": "T", "name": "VAT", "rate": "20"}`)
	other.Do("GET", "/v1/accounts/"+other.Account.ID.String()+"/imports/"+id, nil).Problem(404, "not_found")
	key := u.NewKey("customers:write")
	u.Send(key, "GET", u.Base+"/imports", nil).Problem(403, "ability_missing")
}

func TestRowOf10MiBIsAFaultOfItsLine(t *testing.T) {
	u := newUploads(t)
	id := u.upload("?as=customer", "ID,First Name\n1,Jo\n2,"+strings.Repeat("x", 10<<20)+"\n").Object(201)["id"].(string)
	u.check(id)
	if f := u.Do("GET", "imports/"+id+"/faults", nil).List(); len(f) != 1 || f[0]["line"] != 3.0 || f[0]["field"] != "line" {
		t.Errorf("%v", f)
	}
}

func TestJSONLinesGzippedAreImportedAndUnchangedTheSecondTime(t *testing.T) {
	u := newUploads(t)
	text := `{"type": "customer", "external_id": "C", "first_name": "Jo", "last_name": "Ng"}
{"type": "pet", "external_id": "P", "customer": "C", "name": "Rex", "species": "dog"}`
	for _, want := range []map[string]any{counts(1, 0, 0, 0), counts(0, 0, 1, 0)} {
		id := u.lines(gzipped(t, text))
		checked := u.check(id)
		if c := checked["counts"].(map[string]any); !reflect.DeepEqual(c, map[string]any{"customer": want, "pet": want}) {
			t.Errorf("%v", c)
		}
		if done := u.apply(id); done["status"] != "done" || !reflect.DeepEqual(done["counts"], checked["counts"]) || (done["change_id"] != nil) != (want["created"] == 1.0) {
			t.Errorf("%v", done)
		}
	}
}

func TestRecordThatChangesAfterTheCheckIsAConflict(t *testing.T) {
	u := newUploads(t)
	line := `{"type": "customer", "external_id": "C", "first_name": "%s", "last_name": "Ng"}`
	first := u.lines(fmt.Sprintf(line, "Jo"))
	u.check(first)
	u.apply(first)
	customer := u.Do("GET", "customers", nil).List()[0]["id"].(string)
	id := u.lines(fmt.Sprintf(line, "Joe"))
	u.check(id)
	u.Do("PATCH", "customers/"+customer, `{"first_name": "Joe"}`).Object(200)
	u.Do("POST", "imports/"+id+"/apply", nil).Problem(409, "changed_since")
	if c := u.check(id)["counts"].(map[string]any)["customer"]; !reflect.DeepEqual(c, counts(0, 0, 1, 0)) {
		t.Errorf("%v", c)
	}
	if done := u.apply(id); done["status"] != "done" || done["change_id"] != nil {
		t.Errorf("%v", done)
	}
}

func TestUploadIsRepeatedByItsContent(t *testing.T) {
	u := newUploads(t)
	key := ids.New().String()
	one := u.upload("?as=customer", owners, "Idempotency-Key", key).Object(201)
	again := u.upload("?as=customer", owners, "Idempotency-Key", key)
	if got := again.Object(201); got["id"] != one["id"] || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%v", got)
	}
	u.upload("?as=customer", owners+"4,Al,Bo,,\n", "Idempotency-Key", key).Problem(422, "idempotency_key_reused")
	if list := u.Do("GET", "imports", nil).List(); len(list) != 1 {
		t.Errorf("%d imports", len(list))
	}
}

// Two uploads of one file with one key make one import, one that breaks off makes none, and other requests do not wait for them.
func TestUploadsAtOnceAndBrokenOffHoldUpNobody(t *testing.T) {
	u := newUploads(t)
	text := "ID,First Name\n" + strings.Repeat("1,Josephine Charlotte\n", 1<<18)
	median := func(while func() bool) time.Duration {
		var took []time.Duration
		now := testkit.RunningTime(t)
		for len(took) < 21 || while() {
			began := now()
			u.Do("GET", "customers", nil).Object(200)
			took = append(took, now()-began)
		}
		slices.Sort(took)
		return took[len(took)/2]
	}
	quiet := median(func() bool { return false })
	var running atomic.Int32
	var all sync.WaitGroup
	made := make(chan any, 2)
	begin := func(upload func()) {
		running.Add(1)
		all.Go(func() {
			defer running.Add(-1)
			upload()
		})
	}
	key := ids.New().String()
	for range 2 {
		begin(func() {
			switch r := u.upload("?as=customer", text, "Idempotency-Key", key); r.Status {
			case 201:
				made <- r.Object(201)["id"]
			default:
				r.Problem(409, "idempotency_in_progress")
			}
		})
	}
	begin(func() {
		at := strings.TrimPrefix(u.URL, "http://")
		c := testkit.Must[net.Conn](t)(net.Dial("tcp", at))
		fmt.Fprintf(c, "POST %s/imports?as=customer HTTP/1.1\r\nHost: %s\r\nX-API-Key: %s\r\nContent-Type: text/csv\r\nContent-Length: %d\r\n\r\n%s",
			u.Base, at, u.Key, len(text), text[:len(text)/2])
		_ = c.Close()
	})
	busy := median(func() bool { return running.Load() > 0 })
	all.Wait()
	close(made)
	one := <-made
	for other := range made {
		if other != one {
			t.Errorf("%v and %v", one, other)
		}
	}
	if list := u.Do("GET", "imports", nil).List(); len(list) != 1 || list[0]["id"] != one || list[0]["size"] != float64(len(text)) {
		t.Errorf("%v, want %v", list, one)
	}
	if t.Logf("%s, quiet %s", busy, quiet); busy > 5*quiet && busy > 100*time.Millisecond { // other tests are running
		t.Errorf("others take %s, quiet %s", busy, quiet)
	}
}

func TestImportThatIsStoppedHasChangedNothing(t *testing.T) {
	u := newUploads(t)
	held := u.NewCustomer(map[string]any{"external_id": "held"})["id"].(string)
	var text strings.Builder
	for i := range 1000 { // a batch, behind which another one waits
		fmt.Fprintf(&text, `{"type": "customer", "external_id": "%d", "first_name": "Jo", "last_name": "Ng"}`+"\n", i)
	}
	id := u.lines(text.String() + `{"type": "customer", "external_id": "held", "first_name": "Changed"}`)
	if got := u.check(id)["counts"].(map[string]any)["customer"]; !reflect.DeepEqual(got, counts(1000, 1, 0, 0)) {
		t.Fatalf("%v", got)
	}
	holder := testkit.Must[*pgx.Conn](t)(pgx.Connect(t.Context(), kit.DatabaseURL(t)))
	defer holder.Close(context.WithoutCancel(t.Context()))
	if _, err := holder.Exec(t.Context(), "begin; select from customerspets.customers where id = '"+held+"' for update"); err != nil {
		t.Fatal(err)
	}
	u.Do("POST", "imports/"+id+"/apply", nil).Object(202)
	u.Do("POST", "imports/"+id+"/check", nil).Problem(409, "conflict")
	kit.Eventually(t, "it is applied and waits", time.Minute, func() bool {
		var waiting int
		err := holder.QueryRow(t.Context(), "select count(*) from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))").
			Scan(&waiting)
		p, _ := u.Do("GET", "imports/"+id, nil).Object(200)["progress"].(map[string]any)
		return err == nil && waiting > 0 && p["phase"] == "applying"
	})
	u.Do("DELETE", "imports/"+id, nil).Object(204)
	if i := u.Do("GET", "imports/"+id, nil).Object(200); i["status"] != "cancelled" {
		t.Errorf("%v", i)
	}
	// The next import waits until the stopped one has rolled back.
	next := u.lines(`{"type": "customer", "external_id": "next", "first_name": "Jo", "last_name": "Ng"}`)
	u.check(next)
	u.apply(next)
	if list := u.Do("GET", "customers", nil).List(); len(list) != 2 || list[1]["first_name"] != "Jo" {
		t.Errorf("%v", list)
	}
}
