package e2e

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/modules/imports/importsfx"
	"github.com/petcare/petcare/platform/testkit"
)

// written returns the lines of an export without the first and the last one, which differ.
func written(t testing.TB, text string) []string {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) < 2 || !strings.HasPrefix(lines[0], `{"type":"export",`) || !strings.HasPrefix(lines[len(lines)-1], `{"type":"export_end",`) {
		t.Fatalf("no export: %.1000s", text)
	}
	return lines[1 : len(lines)-1]
}

// byHand makes records as people make them: without external ids, changed since, with lists in an order of their own, of types that are
// deleted.
func (u uploads) byHand() {
	u.T.Helper()
	for _, form := range []string{"customerFields", "petFields"} {
		u.Do("POST", form+"/custom", `{"type":"select","key":"dish","label":"Dish","options":[{"value":"raw","label":"Raw"}],"visible_to_customer":true}`).Object(201)
		last := u.Do("POST", form+"/custom", `{"type":"number","key":"age_then","label":"Age","section":"More"}`).Object(201)["id"].(string)
		ids := []string{last}
		for _, f := range u.Do("GET", form+"/custom", nil).List() {
			if f["id"] != last {
				ids = append(ids, f["id"].(string))
			}
		}
		u.Do("PATCH", form+"/custom/reorder", map[string]any{"ids": ids})
	}
	breed := u.Do("POST", "breeds", `{"name":"Zwergwolf","species":"dog"}`).Object(201)["id"]
	status := u.Do("POST", "secondaryPetStatuses", `{"name":"Fostered"}`).Object(201)["id"]
	code := u.Do("POST", "colourCodes", `{"type":"pet","name":"Red","colour":"#FF0000"}`).Object(201)["id"]
	customer := u.NewCustomer(map[string]any{"email": "jo@example.com", "phones": []any{map[string]any{"number": "07700 900123", "type": "mobile"}},
		"address": map[string]any{"line1": "1 High St", "city": "London", "country": "GB"}, "custom_fields": map[string]any{"dish": "raw", "age_then": 7.5},
		"contacts": []any{map[string]any{"name": "Al", "emergency": true}}, "tags": []any{"b", "a"}, "communication": map[string]any{"email_opt_in": true}})
	at := "customers/" + customer["id"].(string)
	u.Do("PATCH", at, `{"alert": "=1+1 \"quoted\"\nand more"}`).Object(200)
	pet := u.NewPet(customer, map[string]any{"breed_ids": []any{breed}, "secondary_pet_status_id": status, "colour_code_ids": []any{code},
		"weight": map[string]any{"value": "12.5", "unit": "kg"}, "birth_date": "2020-02-29", "birth_date_precision": "month", "vet": map[string]any{"name": "Dr. Ng"}})
	of := at + "/pets/" + pet["id"].(string)
	u.Do("POST", of+"/notes", `{"body": "Shy", "pinned": true}`).Object(201)
	kind := u.Do("POST", "vaccinationTypes", `{"name":"Parvo"}`).Object(201)["id"].(string)
	u.Do("POST", "pets/"+pet["id"].(string)+"/vaccinations", map[string]any{"vaccination_type_id": kind, "expires_on": "2099-01-01"}).Object(201)
	u.Do("POST", "pets/"+pet["id"].(string)+"/exemptions", map[string]any{"vaccination_type_id": kind, "kind": "titer"}).Object(201)
	u.Do("DELETE", "vaccinationTypes/"+kind, nil).Object(204)
	u.Do("POST", "vaccinationTypes", `{"name":"Parvo"}`).Object(201)
	u.eraseOne()
	u.Do("POST", "customerFields/custom", `{"type":"text","key":"later","label":"Later","required":true}`).Object(201)
	u.Do("POST", "petFields/custom", `{"type":"text","key":"later","label":"Later","required":true}`).Object(201)
}

// eraseOne erases a customer with pets, notes and orders.
func (u uploads) eraseOne() {
	u.T.Helper()
	order := u.Do("GET", "orders", nil).List()[0]
	id := order["customer_id"].(string)
	u.Do("POST", "customers/"+id+"/notes", `{"body": "Rings twice"}`).Object(201)
	u.Do("POST", "orders/"+order["id"].(string)+"/notes", `{"body": "Paid late"}`).Object(201)
	if err := u.DB.In(u.T.Context()).Exec("update orders.orders set status = 'completed' where account_id = ? and status = 'open'", u.Account.ID).Error; err != nil {
		u.T.Fatal(err)
	}
	if r := u.Do("POST", "customers/"+id+"/erase", map[string]any{"reason": "requested", "confirm": id}); r.Status != 204 {
		u.T.Fatal(r.Text)
	}
}

// everyRecord reads the records of the account over the API: the lists, and what some of the customers, pets and orders have.
func (u uploads) everyRecord() map[string][]map[string]any {
	u.T.Helper()
	all := map[string][]map[string]any{}
	read := func(path string) []map[string]any {
		all[path] = everything(u.Tenant, path)
		for _, record := range all[path] {
			delete(record, "account_id")
			delete(record, "login") // a secret that is not exported
		}
		return all[path]
	}
	for _, path := range []string{"breeds", "secondaryPetStatuses", "colourCodes?type=pet", "colourCodes?type=customer", "customerFields/custom",
		"petFields/custom", "pendingReasonOptions", "taxes", "products/rates", "products/addons", "products/retail",
		"products/adjustments", "orders", "vaccinations", "vaccinationTypes", "preventiveTypes"} {
		read(path)
	}
	for _, o := range some(all["orders"]) {
		read("orders/" + o["id"].(string) + "/notes")
	}
	for _, c := range some(read("customers")) {
		read("customers/" + c["id"].(string) + "/notes")
	}
	for _, p := range some(read("pets")) {
		for _, what := range []string{"vaccinations", "preventives", "exemptions"} {
			read("pets/" + p["id"].(string) + "/" + what)
		}
		read("customers/" + p["customer_id"].(string) + "/pets/" + p["id"].(string) + "/notes")
	}
	return all
}

// some are the newest ones, among them those that were made by hand.
func some(list []map[string]any) []map[string]any { return list[:min(len(list), 15)] }

func TestExportIsImportedElsewhereWithItsIDsAndIsTheSameThere(t *testing.T) {
	u := newUploads(t)
	load(u.Tenant, string(jsonl.Example()))
	u.byHand()
	text := u.Do("GET", "export", nil).Text
	lines := written(t, text)

	service := kit.Start(t, kit.Config(kit.FreshURL(t)), io.Discard, importsfx.Worker)
	there := uploads{service.Tenant()}
	id := there.upload("?keep_ids=true", text, "Content-Type", "application/jsonl").Object(201)["id"].(string)
	if checked := there.check(id); checked["faults"] != 0.0 {
		t.Fatalf("%v\n%.3000s", checked, there.Do("GET", "imports/"+id+"/faults", nil).Text)
	}
	if done := there.apply(id); done["status"] != "done" {
		t.Fatalf("%v", done)
	}
	for i, line := range written(t, there.Do("GET", "export", nil).Text) {
		if i >= len(lines) || line != lines[i] {
			t.Fatalf("line %d is\n%s\nand was\n%s", i, line, lines[min(i, len(lines)-1)])
		}
	}
	here, moved := u.everyRecord(), there.everyRecord()
	for path, records := range here {
		if len(moved[path]) != len(records) {
			t.Errorf("%s: %d of %d", path, len(moved[path]), len(records))
			continue
		}
		for i, r := range records {
			if !reflect.DeepEqual(r, moved[path][i]) {
				t.Errorf("%s: %v\nwas\n%v", path, moved[path][i], r)
				break
			}
		}
	}
	again := there.upload("?keep_ids=true", text, "Content-Type", "application/jsonl").Object(201)["id"].(string)
	for of, c := range there.check(again)["counts"].(map[string]any) {
		if c := c.(map[string]any); c["created"] != 0.0 || c["changed"] != 0.0 || c["faulty"] != 0.0 {
			t.Errorf("the second time: %s %v", of, c)
		}
	}
	// Where the ids are in use, they cannot be kept; without them, a copy is made.
	copied := u
	copied.Base = "/v1/accounts/" + u.AddAccount("copy", "Europe/London", "GBP", "GB").ID.String()
	clash := copied.upload("?keep_ids=true", text, "Content-Type", "application/jsonl").Object(201)["id"].(string)
	copied.check(clash)
	if f := copied.Do("GET", "imports/"+clash+"/faults?limit=200", nil).List(); len(f) < 200 || slices.ContainsFunc(f, func(f map[string]any) bool { return f["code"] != "taken" }) {
		t.Errorf("%v", f)
	}
	fresh := copied.upload("", strings.ReplaceAll(text, `"required":true`, `"required":false`), "Content-Type", "application/jsonl").Object(201)["id"].(string)
	if checked := copied.check(fresh); checked["faults"] != 0.0 {
		t.Errorf("%v\n%.3000s", checked, copied.Do("GET", "imports/"+fresh+"/faults", nil).Text)
	}
}

func TestExportIsATableOfOneTypeOrSomeTypesAndRefusedWhenItIsCutOff(t *testing.T) {
	u := newUploads(t)
	u.NewCustomer(map[string]any{"first_name": "=cmd()", "last_name": "Ng", "phones": []any{map[string]any{"number": "+44 7700 900123"}}})
	customer := u.NewCustomer(map[string]any{"address": map[string]any{"city": "London"}})
	u.NewPet(customer, nil)
	table := u.Do("GET", "export?type=customer", nil, "Accept", "text/csv")
	rows, err := csv.NewReader(strings.NewReader(table.Text)).ReadAll()
	if err != nil || len(rows) != 3 || !slices.Contains(rows[0], "address.city") || rows[1][slices.Index(rows[0], "first_name")] != "'=cmd()" ||
		!strings.HasPrefix(table.Header.Get("Content-Type"), "text/csv") {
		t.Errorf("%v %q", err, table.Text)
	}
	text := u.Do("GET", "export?type=customer&type=pet", nil).Text
	lines := written(t, text)
	if len(lines) != 3 || !strings.HasPrefix(lines[2], `{"type":"pet",`) {
		t.Errorf("%s", text)
	}
	var end struct {
		Records map[string]int
		Cursor  string `json:"next_cursor"`
	}
	if err := json.Unmarshal([]byte(text[strings.LastIndex(strings.TrimSpace(text), "\n")+1:]), &end); err != nil || end.Records["customer"] != 2 {
		t.Errorf("%v %+v", err, end)
	}
	u.NewCustomer(nil)
	if list := u.Do("GET", "events?after="+end.Cursor, nil).List(); len(list) != 1 || list[0]["type"] != "customer.created" {
		t.Errorf("the cursor continues with %v", list)
	}
	id := u.lines(strings.Join(lines, "\n"))
	if c := u.check(id)["counts"]; !reflect.DeepEqual(c, map[string]any{"customer": counts(0, 0, 2, 0), "pet": counts(0, 0, 1, 0)}) {
		t.Errorf("what has no external id is found by its id: %v", c)
	}
	cut := u.lines(text[:strings.Index(text, lines[2])])
	u.check(cut)
	if f := u.Do("GET", "imports/"+cut+"/faults", nil).List(); len(f) != 1 || f[0]["code"] != "incomplete" {
		t.Errorf("%v", f)
	}
	wantFaults(t, u.Do("GET", "export?type=custommer", nil), "query.type enum")
	wantFaults(t, u.Do("GET", "export", nil, "Accept", "text/csv"), "query.type required")
	u.Send(u.NewKey("import:write", "customers:read"), "GET", u.Base+"/export", nil).Problem(403, "ability_missing")
	u.Send(u.NewKey("import:write"), "POST", u.Base+"/imports?keep_ids=true", text, "Content-Type", "application/jsonl").Problem(403, "ability_missing")
}

func TestExportAndKeepIDsOnTheCommandLine(t *testing.T) {
	t.Parallel()
	from, to := kit.FreshURL(t), kit.FreshURL(t)
	kit.AddAccount(t, from)
	kit.AddAccount(t, to)
	kit.ImportExample(t, from, "main")
	file := filepath.Join(t.TempDir(), "a.jsonl")
	kit.Run(t, from, "export", "--account", "main", file)
	kit.Run(t, to, "import", "--account", "main", "--keep-ids", file)
	was := written(t, string(testkit.Must[[]byte](t)(os.ReadFile(file))))
	if is := written(t, kit.Run(t, to, "export", "--account", "main")); !slices.Equal(is, was) {
		t.Errorf("%d lines were %d", len(is), len(was))
	}
	if _, status := kit.Command(t, from, "export", "--account", "main", "--type", "pett", file); status == 0 {
		t.Error("there is a type pett")
	}
}

// EXPORT_RECORDS=100000 measures with as many customers.
func TestExportTakesTheSameMemoryHoweverManyRecordsThereAre(t *testing.T) {
	url, base, key := newDatabase(t)
	n := 3000
	if set, err := strconv.Atoi(os.Getenv("EXPORT_RECORDS")); err == nil {
		n = set
	}
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `{"type":"customer","external_id":"C-%d","first_name":"Jo","last_name":"Ng %d","email":"c%d@example.com","phones":[{"number":"+447700900%03d"}],`+
			`"address":{"line1":"%d High St","city":"London","country":"GB"},"tags":["regular"]}`+"\n", i, i, i, i%1000, i)
	}
	importInto(t, url, text.String())
	p := kit.StartInstance(t, url)
	s := kit.At(t, p.URL)
	path := base + "/export"
	s.Send(key, "GET", path+"?type=tax", nil)
	before := kit.Memory(p.Process.Pid)
	began := time.Now()
	request := testkit.Must[*http.Request](t)(http.NewRequestWithContext(t.Context(), "GET", p.URL+path, nil))
	request.Header.Set("X-API-Key", key)
	r := testkit.Must[*http.Response](t)(http.DefaultClient.Do(request))
	defer r.Body.Close()
	size := testkit.Must[int64](t)(io.Copy(io.Discard, r.Body))
	t.Logf("export of %d bytes: %s, %.0f records a second, %d MiB more memory", size, time.Since(began), float64(n)/time.Since(began).Seconds(),
		kit.PeakMemory(p.Process.Pid)-before)
	if more := kit.PeakMemory(p.Process.Pid) - before; r.StatusCode != 200 || size < int64(100*n) || more > 64 {
		t.Errorf("%d: %d bytes, %d MiB more", r.StatusCode, size, more)
	}
}
