package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// The reader of a damaged file fails as a lost connection to the database does.
func TestAFileThatCannotBeReadIsNotBlamedOnTheDatabase(t *testing.T) {
	t.Parallel()
	tenant := csvTenant{kit.NewTenant(t)}
	var lines strings.Builder
	for i := range 5000 {
		lines.WriteString(`{"type":"tax","external_id":"T` + strings.Repeat("x", i%50) + `","name":"VAT","rate":"20"}` + "\n")
	}
	packed := gzipped(t, lines.String())
	mapped := tenant.write("map.yaml", "records: [{type: tax, columns: {external_id: Id, name: Name}}]")
	const damaged = "cut or damaged"
	for name, c := range map[string]struct{ content, want string }{
		"cut.gz":      {packed[:len(packed)/2], damaged},
		"begun.gz":    {packed[:3], damaged},
		"sum.gz":      {packed[:len(packed)-8] + "12345678", damaged},
		"deflated.gz": {packed[:12] + "\xff\xff\xff\xff" + packed[16:], damaged},
		"followed.gz": {packed + "more", damaged},
		"folder":      {"", "directory"},
	} {
		file := filepath.Join(t.TempDir(), name)
		if c.content == "" {
			_ = os.Mkdir(file, 0o700)
		} else {
			file = tenant.write(name, c.content)
		}
		for how, args := range map[string][]string{"lines": {file}, "a table": {"--csv", file, "--map", mapped}, "a map": {"--csv", file, "--as", "tax"}} {
			status, out, errs := tenant.Import(args...)
			if status != 1 || !strings.Contains(errs, name) || !strings.Contains(errs, c.want) || strings.Contains(errs, "connection") {
				t.Errorf("%s as %s: %d %s%s", name, how, status, out, errs)
			}
		}
	}
}
