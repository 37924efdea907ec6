package kit

import (
	"embed"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

//go:embed vendors
var vendors embed.FS

// VendorExports are how many customers and pets the made-up files in the folder vendors have, by the names of the systems in whose shape they
// are: a household that shares an e-mail, quoted line breaks, telephones with words, columns that nobody knows, rows that lack their last
// cells.
var VendorExports = map[string]struct{ Customers, Pets int }{
	"Gingr": {2, 3}, "MoeGo": {2, 2}, "Time To Pet": {2, 2}, "PetExec": {2, 2}, "Square": {2, 0}, "Acuity": {2, 0},
}

// VendorExport returns a file of VendorExports.
func VendorExport(t testing.TB, system string) string {
	t.Helper()
	return string(testkit.Must[[]byte](t)(vendors.ReadFile("vendors/" + system + ".csv")))
}
