package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestAnImportWarnsOfCustomersThatLookAlike(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	known := x.NewCustomer(map[string]any{"email": "Sam@example.com"})["id"].(string)
	x.NewCustomer(map[string]any{"email": "cid@example.com", "external_id": "OLD-5"})
	x.NewCustomer(map[string]any{"phones": []any{map[string]any{"number": "+447700900999"}}})
	x.NewCustomer(map[string]any{"phones": []any{map[string]any{"number": "+447700900999"}}}) // a duplicate, but not in the file
	file := x.File(`{"type":"customer","external_id":"C-1","first_name":"Ann","phones":[{"number":"07700 900123"},{"number":"07700 900123","type":"home"}]}
{"type":"customer","external_id":"C-2","first_name":"Anne","phones":[{"number":"+447700900123"}]}
{"type":"customer","external_id":"C-3","first_name":"Sam","email":"sam@example.com"}
{"type":"customer","external_id":"C-5","first_name":"Cid","email":"cid@example.com"}
{"type":"customer","external_id":"C-4","first_name":"Twice","phones":[{"number":"07700 900124"},{"number":"07700 900124","type":"home"}]}
`)
	for _, args := range [][]string{{"--json", "--dry-run", file}, {"--json", file}, {"--json", file}} {
		status, out, errs := x.Import(args...)
		var summary struct {
			Alike []struct {
				Type, By string
				Records  []string
			}
			MoreAlike int `json:"more_alike"`
			Types     []struct{ Type string }
		}
		if err := json.Unmarshal([]byte(out), &summary); status != 0 || err != nil || len(summary.Types) != 1 {
			t.Fatalf("%v: %d %s %s", args, status, out, errs)
		}
		if len(summary.Alike) != 3 || summary.MoreAlike != 0 {
			t.Fatalf("%v: %s", args, out)
		}
		slices.Sort(summary.Alike[0].Records)
		slices.Sort(summary.Alike[1].Records)
		if old := summary.Alike[0]; old.By != "email" || !slices.Equal(old.Records, []string{"C-5", "OLD-5"}) {
			t.Errorf("%v: %s", args, out)
		}
		if email, phone := summary.Alike[1], summary.Alike[2]; email.By != "email" || !slices.Equal(email.Records, []string{known, "C-3"}) ||
			phone.By != "phone" || !slices.Equal(phone.Records, []string{"C-1", "C-2"}) {
			t.Errorf("%v: %s", args, out)
		}
	}
	if _, _, errs := x.Import(file); strings.Count(errs, "warning: ") != 3 {
		t.Errorf("%s", errs)
	}
}

func TestMoreCustomersThatLookAlikeAreCounted(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	var lines strings.Builder
	for i := range 1200 { // more than a page
		fmt.Fprintf(&lines, `{"type":"customer","external_id":"C-%d","first_name":"A","email":"a%d@example.com"}`+"\n", i, i/2)
	}
	status, out, errs := x.Import("--json", x.File(lines.String()))
	if status != 0 || !strings.Contains(out, `"more_alike": 580`) {
		t.Errorf("%d %.300s %s", status, out, errs)
	}
}

func TestAccountsAreListedWithTheirOrganizations(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	_, table, errs := x.Run("accounts", "list")
	row := regexp.MustCompile(x.Organization + ` +active +` + x.Account.ID.String())
	if !row.MatchString(table) || !strings.HasPrefix(errs, "database: ") || strings.Contains(errs, "@") {
		t.Errorf("%s %s", table, errs)
	}
}
