package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// A location is set up only with the program and the API, without SQL.
func TestANewLocationIsOnboardedEndToEnd(t *testing.T) {
	t.Parallel()
	url := kit.FreshURL(t)
	run := func(args ...string) string { t.Helper(); return kit.Run(t, url, args...) }

	// The operator creates the account and a key for managing keys, which creates the key of the staff tool.
	var account struct{ ID, Organization string }
	made := run("accounts", "create", "--organization", " Paws ", "--code", "camden", "--name", "Paws Camden", "--timezone", "Europe/London", "--currency", "GBP", "--country", "GB", "--json")
	if err := json.Unmarshal([]byte(made), &account); err != nil || account.Organization != "Paws" {
		t.Fatal(made, err)
	}
	run("accounts", "update", "camden", "--phone", "+442079460100", "--service-type", "boarding", "--service-type", "daycare")
	var owner struct{ Key string }
	if err := json.Unmarshal([]byte(run("keys", "create", "--organization", "Paws", "--name", "Owner", "--ability", "*", "--json")), &owner); err != nil {
		t.Fatal(err)
	}
	p := kit.StartInstance(t, url, "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true")
	s := kit.At(t, p.URL)
	tool := s.Send(owner.Key, "POST", "/v1/apiKeys", map[string]any{"name": "Front desk", "account_ids": []string{account.ID},
		"abilities": []string{"accounts:read", "customers:read", "customers:write", "config:read", "config:write", "webhooks:manage"}}).Object(201)["key"].(string)
	base := "/v1/accounts/" + account.ID + "/"
	send := func(method, path string, body any) kit.Response {
		t.Helper()
		if !strings.HasPrefix(path, "/") {
			path = base + path
		}
		return s.Send(tool, method, path, body)
	}
	if a := send("GET", "/v1/accounts/"+account.ID, nil).Object(200); a["phone"] != "+442079460100" {
		t.Errorf("%v", a)
	}

	// Forms and lists.
	send("POST", "petFields/custom", `{"key":"diet","label":"Diet","type":"select","options":[{"value":"raw","label":"Raw"},{"value":"dry","label":"Dry"}],"visible_to_customer":true}`).Object(201)
	send("PATCH", "customerFields/standard", `{"fields":[{"key":"referral_source","label":"How did you find us?"}]}`).Object(200)
	send("POST", "secondaryPetStatuses", `{"name":"Senior"}`).Object(201)
	send("POST", "colourCodes", `{"type":"pet","name":"Bites","colour":"#FF0000"}`).Object(201)

	// A webhook.
	told := make(chan string, 100)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { told <- r.Header.Get("X-Service-Event") }))
	t.Cleanup(receiver.Close)
	send("POST", "/v1/webhooks", map[string]any{"url": receiver.URL, "event_types": []string{"customer.*", "pet.*"}, "account_ids": []string{account.ID}}).Object(201)

	// The export of the old system.
	folder := t.TempDir()
	file := func(name, text string) string {
		at := filepath.Join(folder, name)
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return at
	}
	owners := file("owners.csv", "external_id,first_name,last_name,email\n7,Ann,Okafor,ann@example.com\n8,Ben,Smith,ben@example.com\n")
	pets := file("pets.csv", "external_id,customer,name,species,birth_date\n70,7,Rex,dog,04/05/2021\n80,8,Tom,cat,01/12/2019\n")
	for _, table := range []struct{ csv, as string }{{owners, "customer"}, {pets, "pet"}} {
		suggested := run("import", "--account", "camden", "--csv", table.csv, "--as", table.as)
		chosen := file(table.as+".yaml", strings.Replace(suggested, "\ndates: #", "\ndates: dmy #", 1))
		run("import", "--account", "camden", "--csv", table.csv, "--map", chosen, "--dry-run")
		run("import", "--account", "camden", "--csv", table.csv, "--map", chosen)
	}
	ann := send("GET", "customers?externalId=7", nil).List()[0]["id"].(string)
	if list := send("GET", "customers/"+ann+"/pets", nil).List(); len(list) != 1 || list[0]["name"] != "Rex" || list[0]["birth_date"] != "2021-05-04" {
		t.Fatalf("%v", list)
	}
	for range 4 {
		select {
		case <-told:
		case <-time.After(time.Minute):
			t.Fatal("an event is missing")
		}
	}

	// Ann sets a password with the token that staff send her, and reads her pets.
	token := send("POST", "customers/"+ann+"/passwordReset", nil).Object(201)["token"]
	s.Send("", "POST", "/v1/auth/passwordReset", map[string]any{"token": token, "new_password": "correct horse"}).Object(204)
	grant := s.Send("", "POST", "/v1/auth/login", map[string]any{"account_id": account.ID, "email": "ann@example.com", "password": "correct horse"}).Object(200)
	if list := s.Send(grant["access_token"].(string), "GET", base+"customers/"+ann+"/pets", nil).List(); len(list) != 1 {
		t.Errorf("%v", list)
	}
	s.Send(grant["access_token"].(string), "GET", base+"customers/"+ids.New().String(), nil).Problem(404, "not_found")
}
