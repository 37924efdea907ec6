package e2e

import (
	"strings"
	"testing"

	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/jsonl"
	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/cmd/modulekit"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/auth/authfx"
	"github.com/petcare/petcare/modules/catalog/catalogfx"
	"github.com/petcare/petcare/modules/configlists/configlistsfx"
	"github.com/petcare/petcare/modules/customerspets/customerspetsfx"
	"github.com/petcare/petcare/modules/healthrecords/healthrecordsfx"
	"github.com/petcare/petcare/modules/notes/notesfx"
	"github.com/petcare/petcare/modules/orders/ordersfx"
	"github.com/petcare/petcare/modules/webhooks/webhooksfx"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// petcare's own modules are checked with the same kit as those from elsewhere.
func TestEveryModuleKeepsThePromises(t *testing.T) {
	for name, module := range map[string]petcarecmd.Module{
		"accounts": accountsfx.Module, "auth": authfx.Module, "catalog": catalogfx.Module, "configlists": configlistsfx.Module,
		"customerspets": customerspetsfx.Module, "healthrecords": healthrecordsfx.Module, "notes": notesfx.Module, "orders": ordersfx.Module,
		"webhooks": webhooksfx.Module, "events": petcarecmd.Events,
	} {
		t.Run(name, func(t *testing.T) { modulekit.Check(t, fx.Options(module), houseOptions(t)) })
	}
}

// mergesAndErasures has calls for what is about several records, or about a record for the last time.
func mergesAndErasures(o *modulekit.Options) {
	pet := func(s *modulekit.Site) string {
		return s.Make("customers/"+s.Customer()+"/pets", map[string]any{"name": "Moritz", "species": "dog"})
	}
	o.Ways["mergeCustomers"] = func(s *modulekit.Site) (string, any) {
		source := s.Make("customers", map[string]any{"first_name": "Ann", "alert": "Deaf"})
		return "customers/" + s.Make("customers", map[string]any{"first_name": "Anne"}) + "/merge", map[string]any{"source_id": source}
	}
	o.Events["mergeCustomers"] = []string{"customer.deleted", "customer.updated", "customer.merged"}
	o.Ways["mergePets"] = func(s *modulekit.Site) (string, any) {
		source := s.Make("customers/"+s.Customer()+"/pets", map[string]any{"name": "Max", "species": "dog", "alert": "Deaf"})
		return "pets/" + pet(s) + "/merge", map[string]any{"source_id": source}
	}
	o.Events["mergePets"] = []string{"pet.deleted", "pet.updated", "pet.merged"}
	o.Ways["dismissDuplicateCustomers"] = func(s *modulekit.Site) (string, any) {
		return "customers/duplicates/dismiss", map[string]any{"customer_ids": []string{s.Customer(), s.Make("customers", map[string]any{"first_name": "Ann"})}}
	}
	o.Ways["dismissDuplicatePets"] = func(s *modulekit.Site) (string, any) {
		return "pets/duplicates/dismiss", map[string]any{"pet_ids": []string{pet(s), pet(s)}}
	}
	o.Events["dismissDuplicateCustomers"], o.Events["dismissDuplicatePets"] = nil, nil
	o.Ways["eraseCustomer"] = func(s *modulekit.Site) (string, any) {
		id := s.Make("customers", map[string]any{"first_name": "Ann"})
		return "customers/" + id + "/erase", map[string]any{"reason": "other", "confirm": id}
	}
	o.Events["eraseCustomer"] = []string{"customer.erased"}
	o.Exempt["mergeCustomers reverts"] = "the record that is left is changed, not gone"
	o.Exempt["mergePets reverts"] = "the record that is left is changed, not gone"
	o.Exempt["mergeCustomers versions"] = "it answers with a record beside its change"
	o.Exempt["mergePets versions"] = o.Exempt["mergeCustomers versions"]
	o.Exempt["eraseCustomer reverts"] = "an erasure is for good"
}

// houseOptions has calls for all operations. Those of writes come from the table of changes, and those of reads use imported records.
func houseOptions(t *testing.T) modulekit.Options {
	o := modulekit.Options{Ways: map[string]func(*modulekit.Site) (string, any){}, Events: map[string][]string{}, Lines: map[string]string{},
		IDs: map[string]func(*modulekit.Site) string{}, Bodies: map[string]func(*modulekit.Site) map[string]any{}}
	vaccinationType := func(s *modulekit.Site) string {
		return s.Make("vaccinationTypes", map[string]any{"name": ids.New().String()})
	}
	o.IDs["customerId"], o.IDs["petId"], o.IDs["vaccinationTypeId"] = (*modulekit.Site).Customer, (*modulekit.Site).Pet, vaccinationType
	o.IDs["exemptionId"] = func(s *modulekit.Site) string {
		return s.Make("pets/"+s.Pet()+"/exemptions", map[string]any{"vaccination_type_id": vaccinationType(s), "kind": "medical"})
	}
	o.Ways["updateNote"] = func(s *modulekit.Site) (string, any) {
		return "notes/" + s.Make("customers/"+s.Customer()+"/notes", `{"body":"Old"}`), `{"body":"New","pinned":true}`
	}
	for form, field := range map[string]string{"customerFields": "CustomerField", "petFields": "PetField"} {
		event := map[string]string{"customerFields": "customer_field", "petFields": "pet_field"}[form]
		o.Ways["updateStandard"+field+"s"] = func(*modulekit.Site) (string, any) {
			return form + "/standard", `{"fields":[{"key":"vet","label":"Practice"},{"key":"tags","required":true},{"key":"alert","visible":true}]}`
		}
		o.Events["updateStandard"+field+"s"] = []string{event + ".updated", event + ".updated"}
		o.Ways["reorderCustom"+field+"s"] = func(s *modulekit.Site) (string, any) {
			one, two := s.Make(customField(form)(s)), s.Make(customField(form)(s))
			return form + "/custom/reorder", map[string]any{"ids": []string{two, one}}
		}
		o.Events["reorderCustom"+field+"s"] = []string{event + ".reordered"}
	}
	whole := string(jsonl.Example())
	for _, kind := range kit.Shared(t).Parts.Importers {
		o.Lines[kind.Name] = offer()
		if !strings.Contains(offer(), `"type":"`+kind.Name+`"`) {
			o.Lines[kind.Name] = whole
		}
	}
	imported := func(parameter, list, lines string) {
		o.IDs[parameter] = func(s *modulekit.Site) string {
			if err := s.Import(lines); err != nil {
				s.T.Error(err)
			}
			return s.Do("GET", list, nil).List()[0]["id"].(string)
		}
	}
	imported("rateId", "products/rates", offer())
	imported("productId", "products/retail", offer())
	imported("adjustmentId", "products/adjustments", offer())
	imported("addonId", "products/addons", offer())
	imported("orderId", "orders", whole)
	for _, kind := range []string{"Class", "Training", "Grooming"} {
		list := "products/" + map[string]string{"Class": "classes", "Training": "training", "Grooming": "grooming"}[kind]
		o.Ways["get"+kind] = func(s *modulekit.Site) (string, any) {
			if err := s.Import(addons); err != nil {
				s.T.Error(err)
			}
			return list + "/" + s.Do("GET", list, nil).List()[0]["id"].(string), nil
		}
	}
	o.Ways["createBreed"] = func(s *modulekit.Site) (string, any) {
		s.Do("POST", "breeds", map[string]any{"name": ids.New().String(), "species": "dog"}).Object(201) // the first request loads the master list
		return "breeds", map[string]any{"name": ids.New().String(), "species": "dog"}
	}
	o.Events["createBreed"] = []string{"breed.created"}
	o.Exempt = map[string]string{
		"createPasswordReset secrets":         "it hands a token out, once",
		"createStaff secrets":                 "it hands a token out, once",
		"createStaffInvitation secrets":       "it hands a token out, once",
		"createStaffInvitation versions":      "what it makes cannot be read",
		"createPasswordReset versions":        "what it makes cannot be read",
		"listEvents lists":                    "its pages end with has_more, and a cursor is always there",
		"createCustomer reverts":              "a password does not come back",
		"listBreeds filters":                  "an account has some hundred breeds",
		"listVaccinationTypes filters":        "an account has a few dozen types",
		"listVaccinationRequirements filters": "an account has a few dozen types",
		"revertChange abilities":              "besides, it asks for the ability to write each resource of the change",
		"revertChange reverts":                "a change that is undone can still be read",
	}
	o.IDs["changeId"] = func(s *modulekit.Site) string {
		s.NewCustomer(nil)
		return s.Do("GET", "changes", nil).List()[0]["id"].(string)
	}
	o.Events["revertChange"] = []string{"customer.deleted"}
	o.Ways["createCustomer"] = func(*modulekit.Site) (string, any) {
		return "customers", map[string]any{"first_name": "Ann", "email": ids.New().String() + "@example.com", "password": "correct horse"}
	}
	o.Ways["createPasswordReset"] = func(s *modulekit.Site) (string, any) {
		return "customers/" + s.NewCustomer(map[string]any{"email": "ann@example.com"})["id"].(string) + "/passwordReset", nil
	}
	o.Events["createPasswordReset"] = nil // it changes no record
	mergesAndErasures(&o)
	for id, body := range map[string]map[string]any{
		"createWebhook":    {"url": "https://example.com/", "event_types": []any{"*"}, "active": false},
		"revertChange":     {"dry_run": false},
		"createApiKey":     {"name": "Desk", "abilities": []any{"customers:read"}},
		"createColourCode": {"type": "pet", "name": "Red", "colour": "#FF0000"},
		"createPet":        {"name": "Rex", "species": "dog"}, "updatePet": {"name": "Max", "weight": map[string]any{"value": "8.5", "unit": "kg"}},
		"updateCustomer":            {"last_name": "Smith", "tags": []any{"b"}, "address": map[string]any{"line1": nil, "city": "Łódź"}},
		"updateCustomCustomerField": {"label": "B", "help_text": "Why"}, "updateCustomPetField": {"label": "B", "help_text": "Why"},
	} {
		o.Bodies[id] = func(*modulekit.Site) map[string]any { return body }
	}
	staff(&o)
	for _, id := range []string{"createSecondaryPetStatus", "createVaccinationType", "updateBreed"} {
		o.Bodies[id] = func(*modulekit.Site) map[string]any { return map[string]any{"name": ids.New().String()} }
	}
	o.Bodies["transferPet"] = func(s *modulekit.Site) map[string]any { return map[string]any{"customer_id": s.NewCustomer(nil)["id"]} }
	o.Bodies["createVaccination"] = func(s *modulekit.Site) map[string]any {
		return map[string]any{"vaccination_type_id": vaccinationType(s), "expires_on": "2099-01-01"}
	}
	o.Bodies["updateVaccination"] = func(*modulekit.Site) map[string]any { return map[string]any{"clinic": "Elsewhere", "verified": true} }
	o.Deeds = append(o.Deeds, forms, colours, passwords, proofs)
	o.Ways["createCustomCustomerField"], o.Ways["createCustomPetField"] = customField("customerFields"), customField("petFields")
	o.Ways["getNextColourCodeNumber"] = func(*modulekit.Site) (string, any) { return "colourCodes/nextNumber?type=pet", nil }
	o.Ways["listCompliance"] = func(*modulekit.Site) (string, any) { return "compliance?serviceType=boarding", nil }
	return o
}

// offer are the lines of the example before its first customer. Without its breed, no master list of hundreds is loaded.
func offer() string {
	_, lines, _ := strings.Cut(string(jsonl.Example()), "\n")
	lines, _, _ = strings.Cut(lines, `{"type":"customer"`)
	return lines
}

// customField returns a new field with a unique key.
func customField(form string) func(*modulekit.Site) (string, any) {
	return func(*modulekit.Site) (string, any) {
		return form + "/custom", map[string]any{"type": "text", "label": "Field " + ids.New().String()[24:]}
	}
}

// addons has one of each service with a separate list.
var addons = addon("grooming") + addon("training") + addon("classes")

func addon(service string) string {
	return `{"type":"addon","external_id":"` + service + `","name":"` + service + `","serviceType":"` + service +
		`","value_data":{"pricing_model":"flat","base_price":{"amount":1,"currency":"GBP"}}}` + "\n"
}

// Events of petcare's own modules, besides those of the kit's changes of pets.

func forms(s *modulekit.Site) {
	for _, path := range []string{"customerFields/custom", "petFields/custom"} {
		options := `[{"value":"raw","label":"Raw"},{"value":"dry","label":"Dry"}]`
		f := s.Do("POST", path, `{"key":"diet","type":"select","label":"Diet","options":`+options+`}`).Object(201)
		at := path + "/" + f["id"].(string)
		s.Do("PATCH", at, `{"options":[{"value":"dry","label":"Dry"}]}`).Object(200)
		s.Do("DELETE", at, nil).Object(204)
	}
}

func colours(s *modulekit.Site) {
	for _, kind := range []string{"customer", "pet"} {
		made := s.Do("POST", "colourCodes", map[string]any{"type": kind, "name": "Red", "colour": "#FF0000"}).Object(201)
		s.Do("DELETE", "colourCodes/"+made["id"].(string), nil).Object(204)
	}
}

func proofs(s *modulekit.Site) {
	pet := s.Pet()
	f := s.Do("POST", "pets/"+pet+"/files", pdf, "Content-Type", "application/pdf").Object(201)
	kind := s.Make("vaccinationTypes", map[string]any{"name": ids.New().String()})
	s.Do("POST", "pets/"+pet+"/vaccinations", map[string]any{"vaccination_type_id": kind, "expires_on": "2099-01-01", "proof_file_id": f["id"]}).Object(201)
	s.Do("DELETE", "files/"+f["id"].(string), nil).Object(204)
}

func passwords(s *modulekit.Site) {
	customer, _ := s.Login()
	s.Do("PATCH", "customers/"+customer["id"].(string), `{"password":"battery staple"}`).Object(200)
}

func staff(o *modulekit.Options) {
	o.Bodies["createStaff"] = func(s *modulekit.Site) map[string]any {
		return map[string]any{"name": "Ana", "email": ids.New().String() + "@example.com", "role_id": s.Do("GET", "/v1/roles", nil).List()[2]["id"]}
	}
	o.Bodies["updateStaff"] = func(*modulekit.Site) map[string]any { return map[string]any{"name": "Ana " + ids.New().String()} }
	o.Bodies["createRole"] = func(*modulekit.Site) map[string]any {
		return map[string]any{"name": ids.New().String(), "abilities": []any{"customers:read"}}
	}
	o.Bodies["updateRole"] = func(*modulekit.Site) map[string]any { return map[string]any{"name": ids.New().String()} }
	for _, verb := range []string{"create", "update", "delete"} {
		o.Events[verb+"Staff"], o.Events[verb+"Role"] = []string{"staff." + verb + "d"}, []string{"role." + verb + "d"}
	}
	o.Events["createStaffInvitation"], o.Events["createApiKey"], o.Events["deleteApiKey"] = nil, nil, nil
}

func TestAStartFailsForAColumnThatItsModuleForgot(t *testing.T) {
	t.Parallel()
	for table, column := range map[string]string{"notes.notes": "mood text", "catalog.taxes": "pet_id uuid"} {
		url := kit.FreshURL(t)
		if err := openDatabase(t, url).In(t.Context()).Exec("alter table " + table + " add column " + column).Error; err != nil {
			t.Fatal(err)
		}
		p := kit.NewInstance(t, url)
		err := p.Run()
		module, _, _ := strings.Cut(table, ".")
		name, _, _ := strings.Cut(column, " ")
		if want := "module " + module + ", column " + table + "." + name; err == nil || !strings.Contains(p.Log.String(), want) {
			t.Errorf("%v, %s\nwant %s", err, p.Log, want)
		}
	}
}
