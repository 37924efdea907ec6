package load

import (
	"fmt"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// BenchmarkRequests sends requests over HTTP, one after the other, to a service in the same process whose account has 20,000 records.
func BenchmarkRequests(b *testing.B) {
	x := kit.NewTenant(b)
	file, _ := loadFile(b, 20_000)
	if status, _, errs := x.Import(file); status != 0 {
		b.Fatal(errs)
	}
	pet := x.Do("GET", "pets?limit=1", nil).List()[0]
	customer := "customers/" + pet["customer_id"].(string)
	path := customer + "/pets/" + pet["id"].(string)
	for _, r := range []struct {
		name, method, path, body string // body has a verb for the number of the request
		status                   int
	}{
		{"get", "GET", path, "", 200},
		{"list", "GET", "customers?limit=50", "", 200},
		{"search", "GET", "customers?limit=50&search=name00042", "", 200},
		{"create", "POST", path + "/notes", `{"body": "Fed at %d"}`, 201},
		{"update", "PATCH", customer, `{"alert": "The gate opens with %d"}`, 200},
	} {
		b.Run(r.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				var body any
				if r.body != "" {
					body = fmt.Sprintf(r.body, i)
				}
				if a := x.Do(r.method, r.path, body); a.Status != r.status {
					b.Fatalf("%s %s: got %d, want %d: %s", r.method, r.path, a.Status, r.status, a.Text)
				}
			}
		})
	}
}
