package httpapi

import (
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/schema"
)

// A request line holds thousands of parameters, and a request costs one token whatever is in it: only the faults that the answer names may
// cost more than finding them. The test is not parallel, because it counts allocations.
func TestParametersBeyondTheHundredthAreOnlyCounted(t *testing.T) {
	const given = 5000
	var query strings.Builder
	for i := range given {
		query.WriteString("&" + strconv.FormatInt(int64(i), 36))
	}
	r := httptest.NewRequest("GET", "/v1/toys?"+query.String(), nil)
	in := &input{}
	for _, name := range []string{"limit", "cursor", "name", "size", "note", "tag", "active", "updatedSince"} {
		in.parameters = append(in.parameters, parameter{name: name, in: "query"})
	}
	var faults schema.Faults
	allocations := testing.AllocsPerRun(1, func() {
		faults = schema.Faults{}
		in.checkQuery(r, &faults)
	})
	if faults.Count() != given || allocations > 5*given {
		t.Errorf("%d faults are counted, with %v allocations", faults.Count(), allocations)
	}
}
