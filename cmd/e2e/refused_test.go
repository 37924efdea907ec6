package e2e

import (
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// On a database that rejects writes and locks, every operation still rejects an invalid body or parameter. Whatever would write or
// lock gets a 5xx there.
func TestInputRefusedForItsShapeSendsNothingThatWritesOrLocks(t *testing.T) {
	own := newTenant(t)
	_, customer := own.Login()
	_, member := own.Staff("manager")
	u := testkit.Must[*url.URL](t)(url.Parse(kit.DatabaseURL(t)))
	q := u.Query()
	q.Set("default_transaction_read_only", "on")
	u.RawQuery = q.Encode()
	still := kit.Start(t, kit.Config(u.String()), io.Discard)
	if r := still.Send(own.Key, "POST", own.Base+"/customers", `{"first_name":"Ann"}`); r.Status < 500 {
		t.Fatalf("the database takes writes: %d %s", r.Status, r.Text)
	}
	for _, op := range own.API.Operations() {
		t.Run(op.ID, func(t *testing.T) {
			still := still
			still.T = t
			key := own.Key
			switch {
			case op.Access.Staff:
				key = member
			case op.Access.Public || !op.Access.Keys:
				key = customer
			}
			body, fault := bodyOf(op), "query.frist unknown"
			if body != nil && op.Uploads == nil {
				body, fault = `{"frist":1}`, "body.frist unknown"
			}
			headers := []string{}
			if op.Method == "POST" {
				headers = append(headers, "Idempotency-Key", ids.New().String())
			}
			got := still.Send(key, op.Method, fill(op, own.Account.ID)+"?frist=1", body, headers...).Problem(422, "validation_failed")
			if all := strings.Join(got, ", "); !strings.Contains(all, fault) || !strings.Contains(all, "query.frist unknown") {
				t.Errorf("the faults are %s", all)
			}
		})
	}
}
