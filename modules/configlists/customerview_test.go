package configlists_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func (d *desk) show(form configlists.Form, key string, visible bool) {
	d.t.Helper()
	change := []configlists.StandardFieldPatch{{Key: key, VisibleToCustomer: patch.Of(visible)}}
	testkit.Must[[]configlists.Field](d.t)(d.UpdateStandardFields(d.t.Context(), d.account, form, configlists.StandardFieldChanges{Fields: change}))
}

func TestCustomersSeeColourCodesOnlyWhereTheFormShowsThem(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ofPet, ofCustomer := d.colourCode(pets, nil), d.colourCode(customers, nil)
	ctx := d.kit.AsCustomer(uuid.New())
	want := func(what string, shown ...configlists.ColourCode) {
		t.Helper()
		for _, kind := range []configlists.ColourCodeType{"", pets, customers} {
			expected := []configlists.ColourCode{}
			for _, c := range shown {
				if kind == "" || kind == c.Type {
					expected = append(expected, c)
				}
			}
			wantSame(t, what+", listed", expected, testkit.AllPages(t, 1, func(page paging.Request) (paging.Page[configlists.ColourCode], error) {
				return d.ListColourCodes(ctx, d.account, kind, page)
			}))
		}
		for _, c := range []configlists.ColourCode{ofPet, ofCustomer} {
			one, err := d.GetColourCode(ctx, d.account, c.ID)
			if len(shown) == 2 || len(shown) == 1 && shown[0].ID == c.ID {
				wantSame(t, what+", one", c, one)
			} else {
				wantMissing(t, what+", one", err)
			}
		}
	}
	want("as the forms begin")
	d.show(petForm, "colour_code_ids", true)
	want("on the pet form", ofPet)
	d.show(customerForm, "colour_code_ids", true)
	want("on both forms", ofCustomer, ofPet)
	d.show(petForm, "colour_code_ids", false)
	want("on the customer form", ofCustomer)
	wantSame(t, "for staff", []configlists.ColourCode{ofCustomer, ofPet}, d.colourCodes("", 50))
}

func TestCustomersSeeSecondaryPetStatusesOnlyWhereTheFormShowsThem(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := testkit.Must[configlists.SecondaryPetStatus](t)(d.CreateSecondaryPetStatus(t.Context(), d.account, configlists.SecondaryPetStatusCreate{Name: "Assessed"}))
	ctx := d.kit.AsCustomer(uuid.New())
	list := func() []configlists.SecondaryPetStatus {
		return testkit.AllPages(t, 50, func(page paging.Request) (paging.Page[configlists.SecondaryPetStatus], error) {
			return d.ListSecondaryPetStatuses(ctx, d.account, page)
		})
	}
	wantSame(t, "hidden", 0, len(list()))
	wantMissing(t, "hidden", second(d.GetSecondaryPetStatus(ctx, d.account, s.ID)))
	d.show(petForm, "secondary_pet_status_id", true)
	wantSame(t, "shown", []configlists.SecondaryPetStatus{s}, list())
	wantSame(t, "one", s, testkit.Must[configlists.SecondaryPetStatus](t)(d.GetSecondaryPetStatus(ctx, d.account, s.ID)))
}
