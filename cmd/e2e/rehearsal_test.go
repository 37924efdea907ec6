package e2e

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// One answer names what schemas refuse and what only the service can know, and leaves nothing behind.
func TestOneAnswerNamesTheFaultsOfSchemaAndService(t *testing.T) {
	t.Parallel()
	own := kit.NewTenant(t)
	customer := "customers/" + own.Do("POST", "customers", `{"first_name":"Ann"}`).Object(201)["id"].(string)
	for name, c := range map[string]struct {
		method, path, body string
		want               []string
	}{
		"unknown key and bad values": {"POST", "customers", `{"bogus":1,"email":"x","first_name":"Jo","phones":[{"type":"home","number":"1"}],"address":{"country":"XX"}}`,
			[]string{"body.address.country", "body.bogus", "body.email", "body.phones[0].number"}},
		"wrong type and bad values": {"POST", "customers", `{"first_name":5,"last_name":"A","email":"x"}`, []string{"body.email", "body.first_name"}},
		"unknown parameter":         {"PATCH", customer + "?zz=1", `{"email":"x"}`, []string{"body.email", "query.zz"}},
		"future birth date": {"POST", customer + "/pets", `{"name":"x","species":"dog","birth_date":"2999-01-01","bogus":1}`,
			[]string{"body.birth_date", "body.bogus"}},
		"nothing else":              {"POST", "customers", `{"first_name":"Jo","bogus":1}`, []string{"body.bogus"}},
		"all of it":                 {"POST", "customers", `{"bogus":1}`, []string{"body.bogus", "body.first_name"}},
		"a password":                {"POST", "customers", `{"first_name":"Jo","bogus":1,"password":"correct horse battery"}`, []string{"body.bogus"}},
		"the refused key is wanted": {"POST", "customers", `{"first_name":"Jo","custom_fields":5}`, []string{"body.custom_fields"}},
	} {
		for _, keyed := range []bool{false, true} {
			headers := []string{}
			if keyed && c.method == "POST" {
				headers = append(headers, "Idempotency-Key", strings.ReplaceAll("rehearsal "+name, " ", "-"))
			}
			a := own.Send(own.Key, c.method, own.Base+"/"+c.path, c.body, headers...)
			var at []string
			for _, f := range a.Object(422)["errors"].([]any) {
				at = append(at, f.(map[string]any)["location"].(string))
			}
			if !slices.Equal(at, c.want) {
				t.Errorf("%s: the faults are at %q, want %q: %s", name, at, c.want, a.Text)
			}
		}
	}
	var customers, events int
	if err := own.DB.Row(context.Background(), `select (select count(*) from customerspets.customers where account_id = $1),
		(select count(*) from outbox.events where account_id = $1)`, own.Account.ID).Scan(&customers, &events); err != nil {
		t.Fatal(err)
	}
	if customers != 1 || events != 1 {
		t.Errorf("%d customers and %d events are left", customers, events)
	}
}
