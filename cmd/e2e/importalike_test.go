package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestAnImportWarnsOfCustomersThatLookAlike(t *testing.T) {
	x := newTenant(t)
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
	want := []string{"email C-5 OLD-5", "email " + known + " C-3", "phone C-1 C-2"}
	for _, args := range [][]string{{"--json", "--dry-run", file}, {"--json", file}, {"--json", file}} {
		status, out, errs := x.Import(args...)
		var summary struct {
			Alike []struct {
				By      string
				Records []string
			}
			MoreAlike int `json:"more_alike"`
			Types     []struct{ Type string }
		}
		err := json.Unmarshal([]byte(out), &summary)
		var got []string
		for _, a := range summary.Alike {
			slices.Sort(a.Records)
			got = append(got, a.By+" "+strings.Join(a.Records, " "))
		}
		if status != 0 || err != nil || len(summary.Types) != 1 || summary.MoreAlike != 0 || !slices.Equal(got, want) {
			t.Errorf("%v: %d %v, %q, want %q: %s%s", args, status, err, got, want, out, errs)
		}
	}
	if _, _, errs := x.Import(file); strings.Count(errs, "warning: ") != 3 {
		t.Errorf("%s", errs)
	}
}

func TestMoreCustomersThatLookAlikeAreCounted(t *testing.T) {
	x := newTenant(t)
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
	x := newTenant(t)
	_, table, errs := x.Run("accounts", "list")
	row := regexp.MustCompile(x.Organization + ` +active +` + x.Account.ID.String())
	if !row.MatchString(table) || !strings.HasPrefix(errs, "database: ") || strings.Contains(errs, "@") {
		t.Errorf("%s %s", table, errs)
	}
}
