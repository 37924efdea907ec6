package e2e

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/kernel/ids"
)

func TestEveryFlagOfTheCommandLineReachesItsKey(t *testing.T) {
	a := newTenant(t)
	shown := func(text string) (account map[string]any) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), &account); err != nil {
			t.Fatal(err)
		}
		return account
	}
	made := shown(run(a, "accounts", "create", "--organization", a.Organization, "--code", "soho", "--name", "Soho",
		"--timezone", "Europe/London", "--currency", "GBP", "--country", "GB", "--locale", "cy-GB", "--weight-unit", "lb", "--json"))
	for key, want := range map[string]any{"code": "soho", "name": "Soho", "timezone": "Europe/London", "currency": "GBP", "country": "GB", "locale": "cy-GB",
		"weight_unit": "lb", "status": "active", "organization": a.Organization} {
		if made[key] != want {
			t.Errorf("create: %s is %v, want %v", key, made[key], want)
		}
	}
	flags := []string{"accounts", "update", "soho", "--organization", a.Organization}
	want := map[string]any{"id": made["id"]}
	for key, value := range map[string]string{"name": "Mitte", "code": "mitte", "timezone": "Europe/Berlin", "currency": "EUR", "country": "DE",
		"locale": "de-DE", "weight_unit": "kg", "phone": "+493012345678", "email": "mitte@example.com", "website": "https://example.com/"} {
		want[key] = value
		flags = append(flags, "--"+strings.ReplaceAll(key, "_", "-"), value)
	}
	address := map[string]any{}
	for key, value := range map[string]string{"line-1": "Torstr. 1", "line-2": "Hof", "city": "Berlin", "region": "BE", "postcode": "10119", "country": "DE"} {
		address[strings.ReplaceAll(key, "-", "")] = value
		flags = append(flags, "--address-"+key, value)
	}
	want["address"], want["vaccination_warning_days"] = address, 21.0
	changed := shown(run(a, append(flags, "--vaccination-warning-days", "21", "--json")...))
	for key, value := range want {
		if !reflect.DeepEqual(changed[key], value) {
			t.Errorf("update: %s is %v, want %v", key, changed[key], value)
		}
	}
	clear := []string{"accounts", "update", "mitte", "--organization", a.Organization, "--phone", "", "--email", "", "--website", ""}
	for _, say := range []string{"changed account mitte", "is so already"} {
		if out := run(a, clear...); !strings.Contains(out, say) {
			t.Errorf("%s, want %s", out, say)
		}
	}
}

func TestTheCommandLineTakesServiceTypesAway(t *testing.T) {
	a := newTenant(t)
	for _, c := range []struct{ flags, want string }{
		{"--service-type=retail --service-type=daycare", "[retail daycare]"}, {"--name=Camden", "[retail daycare]"}, {"--service-type=none", "[]"},
	} {
		args := append([]string{"accounts", "update", "main", "--organization", a.Organization}, strings.Fields(c.flags)...)
		run(a, args...)
		if got := fmt.Sprint(a.Do("GET", a.Base, nil).Object(200)["service_types"]); got != c.want {
			t.Errorf("%s: %s", c.flags, got)
		}
	}
}

func TestInactiveAccountIsReadOnly(t *testing.T) {
	a := newTenant(t)
	customer, token := a.Login()
	at := "customers/" + customer["id"].(string)
	lines := a.File(`{"type":"tax","external_id":"T-1","name":"VAT","rate":"20"}`)
	update := []string{"accounts", "update", "main", "--organization", a.Organization, "--status"}
	key, kept, fresh := "Idempotency-Key", ids.New().String(), ids.New().String()
	body := `{"first_name":"x"}`
	made := a.Do("POST", "customers", body, key, kept).Object(201)["id"]
	run(a, append(update, "inactive", "--name", "Closed", "--address-city", "London", "--service-type", "retail")...)
	closed := a.Do("GET", a.Base, nil).Object(200)
	if closed["status"] != "inactive" || closed["name"] != "Closed" || fmt.Sprint(closed["service_types"]) != "[retail]" || closed["version"] != 2.0 {
		t.Errorf("%v", closed)
	}
	a.Do("PATCH", a.Base, `{"name":"x"}`).Problem(409, "account_inactive")
	a.Do("POST", "customers", `{"first_name":"x"}`).Problem(409, "account_inactive")
	a.Do("POST", "customers", body, key, fresh).Problem(409, "account_inactive")
	if again := a.Do("POST", "customers", body, key, kept); again.Object(201)["id"] != made || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("the answer from before is not repeated: %v", again)
	}
	a.Do("PATCH", at, `{"last_name":"x"}`).Problem(409, "account_inactive")
	a.Do("DELETE", "breeds/"+customer["id"].(string), nil).Problem(409, "account_inactive")
	nobody := customer["id"].(string) // that there is no such pet does not matter
	a.Do("POST", "pets/"+nobody+"/vaccinations", `{"vaccination_type_id":"`+nobody+`","expires_on":"2031-01-01"}`).Problem(409, "account_inactive")
	a.Do("POST", "pets/"+nobody+"/exemptions", `{"vaccination_type_id":"`+nobody+`","kind":"medical"}`).Problem(409, "account_inactive")
	a.Send(token, "PATCH", a.Base+"/"+at, `{"last_name":"x"}`).Problem(409, "account_inactive")
	if status, _, errs := a.Import(lines); status != 1 || !strings.Contains(errs, "inactive") {
		t.Errorf("import: %d %s", status, errs)
	}
	a.Do("GET", at, nil).Object(200)
	token = a.Send(token, "POST", "/v1/auth/refresh", nil).Object(200)["access_token"].(string)
	a.Send(token, "GET", "/v1/auth/me", nil).Object(200)
	a.Send(token, "POST", "/v1/auth/logout", nil).Object(204)
	run(a, append(update, "active")...)
	a.Do("PATCH", at, `{"last_name":"x"}`).Object(200)
	a.Do("POST", "customers", body, key, fresh).Object(201)
}
