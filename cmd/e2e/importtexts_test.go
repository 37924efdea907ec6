package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/testkit"
)

// Texts that careless programs mishandle come back as they were imported, whatever the order of the lines.
func TestOddTextsAreImportedAsTheyAre(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	odd := []string{
		"e\u0301", "A\u030angstro\u0308m", "مرحبا", "שָׁלוֹם", "🐕‍🦺", "👩🏽‍⚕️", `"`, `\`, `\u0041`, `</script>&amp;`, "a\u2028b", "a\u0001b", "\u00a0x\u00a0", "null", "0", "-",
		"{}", "[]", "'; drop table pets; --", "%s%d", "$1", "a\ufeffb", "\U0010ffff", "ﬁ", "İ", "ß", "  two  spaces  ", "\tcat\n", "日本語", `\N`, strings.Repeat("🐕", 100),
	}
	var lines strings.Builder
	line := func(of map[string]any) {
		lines.Write(append(testkit.Must[[]byte](t)(json.Marshal(of)), '\n'))
	}
	for i, s := range odd {
		line(map[string]any{"type": "note", "external_id": fmt.Sprint("N-", i), "pet": fmt.Sprint("P-", i), "body": s})
		line(map[string]any{"type": "pet", "external_id": fmt.Sprint("P-", i), "customer": fmt.Sprint("C-", i), "name": s, "species": "dog"})
		line(map[string]any{"type": "customer", "external_id": fmt.Sprint("C-", i), "last_name": "Z", "first_name": s, "custom_fields": map[string]any{}})
	}
	file := x.File(lines.String())
	for _, want := range []string{"93 created, 0 changed, 0 unchanged", "0 created, 0 changed, 93 unchanged"} {
		if status, out, errs := x.Import(file); status != 0 || !strings.Contains(out, want) {
			t.Fatalf("%d %s%s", status, out, errs)
		}
	}
	for i, s := range odd {
		customer := x.Do("GET", fmt.Sprint("customers?externalId=C-", i), nil).List()[0]
		pets := "customers/" + customer["id"].(string) + "/pets"
		pet := x.Do("GET", pets, nil).List()[0]
		note := x.Do("GET", pets+"/"+pet["id"].(string)+"/notes", nil).List()[0]
		for what, got := range map[string]any{"customer": customer["first_name"], "pet": pet["name"], "note": note["body"]} {
			if clean := text.Clean(s); got != clean {
				t.Errorf("the %s with %q shows %q, want %q", what, s, got, clean)
			}
		}
	}
}
