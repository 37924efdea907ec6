package customerspets_test

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// tablesBefore are the tables as the migrations before a version make them.
func tablesBefore(t *testing.T, version string) []fxgroups.Migrations {
	t.Helper()
	files := fxgroups.Sub(customerspets.Files)
	older := fstest.MapFS{}
	names := testkit.Must[[]string](t)(fs.Glob(files, "*.sql"))
	for _, name := range names {
		if name < version {
			older[name] = &fstest.MapFile{Data: testkit.Must[[]byte](t)(fs.ReadFile(files, name))}
		}
	}
	before := slices.Clone(tables)
	before[2].Files = older
	return before
}

func TestRecordsOfOlderVersionsAreFound(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t, tablesBefore(t, "20261128150000")...)
	account, owner, pet, code := ids.New(), ids.New(), ids.New(), ids.New()
	k.Exec(`insert into customerspets.customers select made.* from jsonb_populate_record(null::customerspets.customers, jsonb_build_object(
			'account_id', $1::uuid, 'id', $2::uuid, 'first_name', 'Cy', 'phones', '[]'::jsonb, 'address', '{}'::jsonb, 'status', 'active',
			'contacts', '[]'::jsonb, 'vet', '{}'::jsonb, 'communication', '{}'::jsonb, 'colour_code_ids', jsonb_build_array($3::uuid), 'tags', '[]'::jsonb,
			'custom_fields', '{}'::jsonb, 'login_enabled', false, 'known_by', ' cy', 'search', ' cy cy@example.com', 'pet_names', '', 'search_keys', '',
			'created_at', now(), 'updated_at', now(), 'version', 1)) as made`, account, owner, code)
	k.Exec(`insert into customerspets.pets select made.* from jsonb_populate_record(null::customerspets.pets, jsonb_build_object(
			'account_id', $1::uuid, 'id', $2::uuid, 'customer_id', $3::uuid, 'name', 'Moff', 'species', 'dog', 'breed_ids', '[]'::jsonb, 'breed_names', '[]'::jsonb,
			'sex', 'unknown', 'altered', 'unknown', 'status', 'active', 'weight', '{}'::jsonb, 'vet', '{}'::jsonb, 'colour_code_ids', jsonb_build_array($4::uuid),
			'tags', '["shy"]'::jsonb, 'custom_fields', '{}'::jsonb, 'name_key', ' moff', 'search', ' moff 12345', 'owner_search', '', 'search_keys', '',
			'created_at', now(), 'updated_at', now(), 'version', 1)) as made`, account, pet, owner, code)
	if n, err := k.DB.Migrate(t.Context(), tables); n == 0 || err != nil {
		t.Fatalf("%d migrations, %v", n, err)
	}
	w := worldOn(k)
	w.account = account
	since := w.Now().AddDate(0, 0, -1)
	for _, search := range []string{"cy", "cy@example", "cy moff"} {
		if found := w.customersFound(search); !slices.Equal(found, []string{"Cy"}) {
			t.Errorf("customers by %s: %q", search, found)
		}
	}
	for _, search := range []string{"moff", "12345", "cy moff"} {
		if found := w.petsFound(search); !slices.Equal(found, []string{"Moff"}) {
			t.Errorf("pets by %s: %q", search, found)
		}
	}
	for _, q := range []customerspets.CustomerQuery{{ColourCode: code}, {UpdatedSince: &since}} {
		if found := w.page(q); len(found) != 1 {
			t.Errorf("%d customers by %+v", len(found), q)
		}
	}
	for _, f := range []customerspets.PetFilter{{ColourCode: code}, {Tag: "shy"}, {UpdatedSince: &since}} {
		if found := w.petsWith(f); len(found) != 1 {
			t.Errorf("%d pets by %+v", len(found), f)
		}
	}
	if found := w.petsFound("example"); len(found) > 0 {
		t.Errorf("pets by the e-mail of their owner: %q", found)
	}
}
