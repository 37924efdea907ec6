package modulekit_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/httpapi"
	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/cmd/modulekit"
	"github.com/petcare/petcare/platform/fxgroups"
)

// It was taken for the module of the house, which keeps all promises.
func TestAModuleWithTheNameOfOneOfTheHouseDoesNotStart(t *testing.T) {
	t.Parallel()
	for want, module := range map[string]petcarecmd.Module{
		"module notes comes from both": fxgroups.Module("notes", fxgroups.ProvideAbilities("notes", "x:read")),
		"command serve comes from both petcare and spa": fxgroups.Module("spa", fxgroups.ProvideCommand("spa", "serve", "Help.",
			func(context.Context, struct{}, *httpapi.API, io.Writer) error { return nil })),
		"ability notes:read comes from both notes and spa": fxgroups.Module("spa", fxgroups.ProvideAbilities("spa", "notes:read")),
	} {
		faults := modulekit.Faults(t, module, modulekit.Options{})
		if len(faults) != 1 || faults[0].Promise != modulekit.Starts || !strings.HasPrefix(faults[0].What, want) {
			t.Errorf("want %s, got %v", want, faults)
		}
	}
}

// Each deliberately broken promise is reported, and nothing else.
func TestTheKitNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"starts: the program":                "operation DELETE /accounts/{accountId}/notes/{noteId} comes from both notes and spa",
		"creates: createInspection":          `Options.IDs["inspectorId"]`,
		"access: getTreatment":               "needs no ability",
		"abilities: createBooking":           "may only read",
		"tenants: listTreatments":            "shows a record of another account",
		"tenants: getAnyTreatment":           "another account's ids",
		"events: deleteTreatment":            "records 0 events",
		"events: treatment.cancelled":        "needs the ability spa:raed",
		"events: createBooking":              "in the transaction that writes spa.bookings",
		"reverts: createTreatment":           "not_revertible",
		"versions: updateTreatment":          "ignores If-Match",
		"input: priceTreatment":              "an unknown key",
		"tables: spa.treatments":             "does not begin with account_id",
		"tables: spa.nicknames":              "lower(name)",
		"tables: spa.bookings":               "bookings_door",
		"tables: createBooking":              "give bookings_external_key an error",
		"tables: spa.treatments.steps":       "does not say whether it is personal",
		"tables: spa.nicknames.pet_id":       "no reaction to customerspets.PetsMerged",
		"tables: spa.rooms":                  "does not begin with account_id",
		"tables: public.treatment_names":     "not in the schema spa",
		"tables: notes.treatments":           "not in the schema spa",
		"reactions: customerspets.PetsSaved": "swallows errors",
		"lists: listAllTreatments":           "is unbounded",
		"filters: listBookings":              "status=done reads all 1000 records (Seq Scan on spa.bookings|using gist|from after to gets 500",
		"secrets: createBooking":             "logs the value of door_code",
		"secrets: listBookings":              "lists door_code|lists gate_pin: name it in Options.Secrets",
		"reactions: spa.visits.customer_id":  "1 rows still hold",
		"imports: booking":                   "without an event",
		"exports: booking":                   "is not exported",
		"limits: createTreatment":            "name has no maxLength",
		"answers: createTreatment":           "null for steps",
	}
	named := map[string]bool{}
	for _, module := range []petcarecmd.Module{bad, badTwice} {
		for _, f := range modulekit.Faults(t, module, modulekit.Options{Secrets: []string{"door_code"}}) {
			at := string(f.Promise) + ": " + f.Where
			parts, planted := want[at]
			if !planted && at != "lists: listTreatments" { // its pages change while other accounts write
				t.Errorf("nothing was planted for %s", f)
			}
			for part := range strings.SplitSeq(parts, "|") {
				named[at+part] = named[at+part] || strings.Contains(f.What, part)
			}
			t.Log(f)
		}
	}
	for at, parts := range want {
		for part := range strings.SplitSeq(parts, "|") {
			if !named[at+part] {
				t.Errorf("the kit does not name %s: %s", at, part)
			}
		}
	}
}
