package e2e

import (
	"strings"
	"testing"
)

// The reader of a damaged file fails as a lost connection to the database does.
func TestAFileThatCannotBeReadIsNotBlamedOnTheDatabase(t *testing.T) {
	tenant := newTenant(t)
	var lines strings.Builder
	for i := range 5000 {
		lines.WriteString(`{"type":"tax","external_id":"T` + strings.Repeat("x", i%50) + `","name":"VAT","rate":"20"}` + "\n")
	}
	packed := gzipped(t, lines.String())
	mapped := tenant.File("records: [{type: tax, columns: {external_id: Id, name: Name}}]")
	const damaged = "cut or damaged"
	for name, c := range map[string]struct{ file, want string }{
		"cut":      {tenant.File(packed[:len(packed)/2]), damaged},
		"begun":    {tenant.File(packed[:3]), damaged},
		"sum":      {tenant.File(packed[:len(packed)-8] + "12345678"), damaged},
		"deflated": {tenant.File(packed[:12] + "\xff\xff\xff\xff" + packed[16:]), damaged},
		"followed": {tenant.File(packed + "more"), damaged},
		"folder":   {t.TempDir(), "directory"},
	} {
		for how, args := range map[string][]string{"lines": nil, "a table": {"--map", mapped, "--csv"}, "a map": {"--as", "tax", "--csv"}} {
			status, out, errs := tenant.Import(append(args, c.file)...)
			if status != 1 || !strings.Contains(errs, c.file) || !strings.Contains(errs, c.want) || strings.Contains(errs, "connection") {
				t.Errorf("%s as %s: %d %s%s", name, how, status, out, errs)
			}
		}
	}
}
