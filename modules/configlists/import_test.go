package configlists_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

func TestImportedListsAreFoundByWhatTheyAreAndTheSecondTimeChangesNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	load := func() {
		t.Helper()
		d.kit.MustImport(d.BreedImport(), nil,
			`{"external_id":"B-1","name":"Zzz Hound","species":"dog"}`, `{"external_id":"B-2","name":"beagle","species":"dog"}`)
		d.kit.MustImport(d.StatusImport(), nil, `{"external_id":"S-1","name":"First stay"}`, `{"external_id":"S-2","name":"Senior"}`)
		d.kit.MustImport(d.ColourCodeImport(), nil,
			`{"external_id":"C-1","colour_code_type":"pet","number":7,"name":"Feeds alone","colour":"#E4572E"}`,
			`{"external_id":"C-2","colour_code_type":"customer","number":7,"name":"Regular","colour":"#2E7D32"}`)
		d.kit.MustImport(d.FieldImport(configlists.PetForm), nil,
			`{"external_id":"F-1","key":"diet","field_type":"select","label":"Diet","options":[{"value":"dry","label":"Dry"},{"value":"raw","label":"Raw"}]}`,
			`{"external_id":"F-2","key":"insured","field_type":"boolean","label":"Insured"}`)
	}
	load()
	counts := map[string]int{}
	for _, e := range d.events() {
		counts[e.Type]++
	}
	wantSame(t, "the events", map[string]int{configlists.BreedListLoaded: 1, "breed.created": 1, "breed.updated": 1, "secondary_pet_status.created": 2,
		"colour_code.created": 2, "pet_field.created": 2}, counts)
	statuses, err := d.ListSecondaryPetStatuses(d.kit.Ctx, d.account, paging.All(10))
	if err != nil || len(statuses.Items) != 2 || statuses.Items[0].ItemOrder != 1 || statuses.Items[1].ItemOrder != 2 {
		t.Errorf("the statuses are %+v, %v", statuses.Items, err)
	}
	breeds, err := d.BreedsNamed(d.kit.Ctx, d.account, "dog", []string{"Zzz Hound", "beagle"})
	if err != nil || breeds["Zzz Hound"].Source != configlists.Custom || breeds["beagle"].Name != "Beagle" || breeds["beagle"].Source != configlists.Master {
		t.Errorf("the breeds are %+v, %v", breeds, err)
	}
	before := len(d.events())
	load()
	if n := len(d.events()); n != before {
		t.Errorf("the second time recorded %d events", n-before)
	}
	fields, err := d.ListFields(d.kit.Ctx, d.account, configlists.PetForm, configlists.CustomField, paging.All(10))
	if err != nil || len(fields.Items) != 2 || fields.Items[0].Key != "diet" || fields.Items[1].ItemOrder != 2 {
		t.Errorf("%+v, %v", fields.Items, err)
	}
	d.kit.MustImport(d.ColourCodeImport(), nil, `{"external_id":"C-1","colour_code_type":"pet","number":7,"name":"Fed apart","colour":"#E4572E"}`)
	codes, err := d.ListColourCodes(d.kit.Ctx, d.account, configlists.PetColour, paging.All(10))
	if err != nil || len(codes.Items) != 1 || codes.Items[0].Name != "Fed apart" || codes.Items[0].Version != 2 {
		t.Errorf("%+v, %v", codes.Items, err)
	}
}

func TestALineForTheSameListEntryAsAnEarlierLineIsReportedWhateverTheDistance(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	field := func(key string) string { return fmt.Sprintf(`"key":%q,"field_type":"text","label":"x"`, key) }
	code := func(kind string, n int) string {
		return fmt.Sprintf(`"colour_code_type":%q,"number":%d,"name":"Zzz %d","colour":"#112233"`, kind, n, n)
	}
	for name, c := range map[string]struct {
		of     importing.Type
		first  string
		others func(i int) string
		again  string
		field  string
	}{
		"breed": {d.BreedImport(), `"name":"Zzz","species":"dog"`, func(i int) string { return fmt.Sprintf(`"name":"Zzz %d","species":"cat"`, i) },
			`"name":"ZZZ","species":"dog"`, "name"},
		"status": {d.StatusImport(), `"name":"Zzz"`, func(i int) string { return fmt.Sprintf(`"name":"Zzz %d"`, i) }, `"name":"zzZ"`, "name"},
		"colour": {d.ColourCodeImport(), code("pet", 9999), func(i int) string { return code("customer", i+1) }, code("pet", 9999), "number"},
		"field":  {d.FieldImport(configlists.PetForm), field("zzz"), func(i int) string { return field(fmt.Sprintf("zzz_%d", i)) }, field("zzz"), "key"},
	} {
		line := func(n int, rest string) string {
			return fmt.Sprintf(`{"type":%q,"external_id":"X-%d",%s}`, c.of.Name, n, rest)
		}
		lines := []string{line(1, c.first)}
		distance := 1050
		if name == "field" {
			distance = 20 // a form has few
		}
		for i := range distance {
			lines = append(lines, line(i+2, c.others(i)))
		}
		lines = append(lines, line(distance+2, c.again))
		importer := testkit.Must[*jsonl.Importer](t)(jsonl.New(d.kit.DB, []importing.Type{c.of}, d.kit.Clock))
		_, err := importer.Run(d.kit.Ctx, jsonl.Job{Account: d.account, Name: "FILE", Input: strings.NewReader(strings.Join(lines, "\n"))})
		if want := fmt.Sprintf("FILE:%d: %s: is that of line 1 already", distance+2, c.field); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

func TestFaultyListLinesAreReported(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.kit.MustImport(d.FieldImport(configlists.PetForm), nil,
		`{"external_id":"F-1","key":"diet","field_type":"select","label":"Diet","options":[{"value":"dry","label":"Dry"},{"value":"raw","label":"Raw"}]}`)
	want := func(got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	want(d.kit.Import(d.FieldImport(configlists.PetForm), nil,
		`{"external_id":"F-1","key":"diet","field_type":"text","label":"Diet"}`,
		`{"external_id":"F-2","key":"species","field_type":"text","label":"Species"}`,
		`{"external_id":"F-3","key":"mood","field_type":"select","label":"Mood"}`,
		`{"external_id":"F-4","key":"custom_fields","field_type":"text","label":"Others"}`),
		"F-1: field_type immutable", "F-2: key duplicate", "F-3: options required", "F-4: key duplicate")
	d.fail = apperr.NewConflict("in_use", "records have it")
	want(d.kit.Import(d.FieldImport(configlists.PetForm), nil,
		`{"external_id":"F-1","key":"diet","field_type":"select","label":"Diet","options":[{"value":"dry","label":"Dry"}]}`), "F-1: options in_use")
	d.wantTold(configlists.OptionsRemoved{Account: d.account, Form: configlists.PetForm, Key: "diet", Values: []string{"raw"}})
}

func TestImportsOfListsWaitForWhoeverAddsToThem(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	imports := func(of importing.Type, line string) func() error {
		importer := testkit.Must[*jsonl.Importer](t)(jsonl.New(d.kit.DB, []importing.Type{of}, d.kit.Clock))
		return func() error {
			return second(importer.Run(d.kit.Ctx, jsonl.Job{Account: d.account, Name: "FILE", Input: strings.NewReader(line)}))
		}
	}
	must(t, d.whileWaiting(func(ctx context.Context) error {
		return second(d.CreateSecondaryPetStatus(ctx, d.account, configlists.SecondaryPetStatusCreate{Name: "First stay"}))
	}, imports(d.StatusImport(), `{"type":"secondary_pet_status","external_id":"S-1","name":"Senior"}`)))
	must(t, d.whileWaiting(func(ctx context.Context) error { return second(d.CreateColourCode(ctx, d.account, code(pets, nil))) },
		imports(d.ColourCodeImport(),
			`{"type":"colour_code","external_id":"C-1","colour_code_type":"pet","number":1,"name":"Feeds alone","colour":"#E4572E"}`)))
	list, err := d.ListSecondaryPetStatuses(d.kit.Ctx, d.account, paging.All(10))
	if err != nil || len(list.Items) != 2 || list.Items[1].Name != "Senior" || list.Items[1].ItemOrder != 2 {
		t.Errorf("the statuses are %+v, %v", list.Items, err)
	}
	marks, err := d.ListColourCodes(d.kit.Ctx, d.account, pets, paging.All(10))
	if err != nil || len(marks.Items) != 1 || marks.Items[0].Name != "Feeds alone" {
		t.Errorf("the colour codes are %+v, %v", marks.Items, err)
	}
}
