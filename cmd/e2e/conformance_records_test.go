package e2e

import (
	"slices"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestNullIsNoValueOfARequiredFieldThatHasADefault(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	x.Do("PATCH", "customerFields/standard", `{"fields": [{"key": "communication", "required": true}]}`).Object(200)
	for _, given := range []string{``, `, "communication": null`} {
		faults := x.Do("POST", "customers", `{"first_name": "Jo"`+given+`}`).Problem(422, "validation_failed")
		if !slices.Equal(faults, []string{"body.communication required"}) {
			t.Errorf("%q: %v", given, faults)
		}
	}
	c := x.NewCustomer(map[string]any{"communication": map[string]any{"email_opt_in": false}})
	path := "customers/" + c["id"].(string)
	x.Do("PATCH", path, `{"communication": null}`).Problem(422, "validation_failed")
	x.Do("PATCH", path, `{"communication": {}}`).Object(200)
}
