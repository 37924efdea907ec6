package e2e

import (
	"reflect"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestExportOfAnotherSystemIsKnownByItsColumnsAndImportedUnedited(t *testing.T) {
	u := newUploads(t)
	for name, export := range kit.VendorExports {
		account := u
		account.Base = "/v1/accounts/" + u.AddAccount(strings.ToLower(strings.ReplaceAll(name, " ", "")), "America/Los_Angeles", "USD", "US").ID.String()
		made := account.upload("", kit.VendorExport(t, name)).Object(201)
		if made["profile"] != name {
			t.Errorf("%s is taken for %v", name, made["profile"])
			continue
		}
		id := made["id"].(string)
		checked := account.check(id)
		want := map[string]any{"customer": counts(export.Customers, 0, 0, 0), "pet": counts(export.Pets, 0, 0, 0)}
		if export.Pets == 0 {
			delete(want, "pet")
		}
		if !reflect.DeepEqual(checked["counts"], want) {
			t.Errorf("%s: %v\n%s", name, checked["counts"], account.Do("GET", "imports/"+id+"/faults", nil).Text)
			continue
		}
		if done := account.apply(id); done["status"] != "done" {
			t.Errorf("%s: %v", name, done)
		}
	}
}
