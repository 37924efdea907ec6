package scenarios

import (
	"strings"
	"time"

	petcare "github.com/petcare/petcare/adapters/clients/go"
)

// everything calls every operation; a test counts them.
func everything(r run) {
	r.settings()
	r.forms()
	customer, pet := r.people()
	r.login(customer)
	r.catalog()
	r.orders()
	r.health(pet)
	r.webhooks()
	r.staff()
	r.files(customer, pet)
	r.changes()
	r.imports()
}

func (r run) settings() {
	c, ctx, a := r.client, r.ctx, r.account
	all(c.ListAccounts(ctx, petcare.ListAccountsParams{}))
	account := must(c.GetAccount(ctx, a))
	must(c.UpdateAccount(ctx, a, petcare.AccountPatch{Website: petcare.Null[string]()}, petcare.IfMatch(account.Version)))

	key := must(c.CreateAPIKey(ctx, petcare.KeyGrant{Name: "kiosk", Abilities: []string{"customers:read"}}))
	all(c.ListAPIKeys(ctx, petcare.ListAPIKeysParams{}))
	must(c.GetCurrentAPIKey(ctx))
	ok(c.DeleteAPIKey(ctx, key.ID, petcare.DeleteAPIKeyParams{}))

	breed := must(c.CreateBreed(ctx, a, petcare.BreedCreate{Name: "Zedoodle", Species: petcare.SpeciesDog}))
	all(c.ListBreeds(ctx, a, petcare.ListBreedsParams{Species: "dog"}))
	must(c.GetBreed(ctx, a, breed.ID))
	breed = must(c.UpdateBreed(ctx, a, breed.ID, petcare.BreedPatch{Name: petcare.Ptr("Zeedoodle")}))
	ok(c.DeleteBreed(ctx, a, breed.ID, petcare.IfMatch(breed.Version)))

	number := must(c.GetNextColourCodeNumber(ctx, a, petcare.GetNextColourCodeNumberParams{Type: "pet"})).Number
	code := must(c.CreateColourCode(ctx, a, petcare.ColourCodeCreate{Type: "pet", Number: petcare.Value(number), Name: "Blue", Colour: "#0000FF"}))
	all(c.ListColourCodes(ctx, a, petcare.ListColourCodesParams{Type: "pet"}))
	must(c.GetColourCode(ctx, a, code.ID))
	must(c.UpdateColourCode(ctx, a, code.ID, petcare.ColourCodePatch{Description: petcare.Value("calm")}))
	ok(c.DeleteColourCode(ctx, a, code.ID))

	status := must(c.CreateSecondaryPetStatus(ctx, a, petcare.SecondaryPetStatusCreate{Name: "Adored"}))
	all(c.ListSecondaryPetStatuses(ctx, a, petcare.ListSecondaryPetStatusesParams{}))
	must(c.GetSecondaryPetStatus(ctx, a, status.ID))
	must(c.UpdateSecondaryPetStatus(ctx, a, status.ID, petcare.SecondaryPetStatusPatch{Name: petcare.Ptr("Beloved")}))
	ok(c.DeleteSecondaryPetStatus(ctx, a, status.ID))
}

func (r run) forms() {
	c, ctx, a := r.client, r.ctx, r.account
	all(c.ListCustomerFields(ctx, a, petcare.ListCustomerFieldsParams{Limit: 5}))
	standard := all(c.ListStandardCustomerFields(ctx, a, petcare.ListStandardCustomerFieldsParams{}))
	must(c.UpdateStandardCustomerFields(ctx, a, changes(standard)))
	field := must(c.CreateCustomCustomerField(ctx, a, petcare.FieldCreate{Label: "Parking", Type: petcare.FieldCreateTypeText}))
	must(c.ReorderCustomCustomerFields(ctx, a, reversed(all(c.ListCustomCustomerFields(ctx, a, petcare.ListCustomCustomerFieldsParams{})))))
	must(c.GetCustomCustomerField(ctx, a, field.ID))
	where := petcare.FieldPatch{HelpText: petcare.Value("Where?")}
	must(c.UpdateCustomCustomerField(ctx, a, field.ID, where, petcare.UpdateCustomCustomerFieldParams{}))
	ok(c.DeleteCustomCustomerField(ctx, a, field.ID, petcare.DeleteCustomCustomerFieldParams{Force: petcare.Ptr(true)}))

	all(c.ListPetFields(ctx, a, petcare.ListPetFieldsParams{}))
	standard = all(c.ListStandardPetFields(ctx, a, petcare.ListStandardPetFieldsParams{}))
	must(c.UpdateStandardPetFields(ctx, a, changes(standard)))
	field = must(c.CreateCustomPetField(ctx, a, petcare.FieldCreate{Label: "Toy", Type: petcare.FieldCreateTypeText}))
	must(c.ReorderCustomPetFields(ctx, a, reversed(all(c.ListCustomPetFields(ctx, a, petcare.ListCustomPetFieldsParams{})))))
	must(c.GetCustomPetField(ctx, a, field.ID))
	toy := petcare.FieldPatch{Label: petcare.Ptr("Favourite toy")}
	must(c.UpdateCustomPetField(ctx, a, field.ID, toy, petcare.UpdateCustomPetFieldParams{}))
	ok(c.DeleteCustomPetField(ctx, a, field.ID, petcare.DeleteCustomPetFieldParams{}))
}

// changes is a change of the first field's help.
func changes(fields []petcare.Field) petcare.StandardFieldChanges {
	return petcare.StandardFieldChanges{Fields: []petcare.StandardFieldPatch{{Key: fields[0].Key, HelpText: petcare.Value("as in the pass")}}}
}

func reversed(fields []petcare.Field) (order petcare.NewFieldOrder) {
	for _, f := range fields {
		order.Ids = append([]string{f.ID}, order.Ids...)
	}
	return order
}

func (r run) people() (petcare.Customer, petcare.Pet) {
	c, ctx, a := r.client, r.ctx, r.account
	jo := must(c.CreateCustomer(ctx, a, petcare.CustomerPatch{FirstName: petcare.Value("Jo"), Email: petcare.Value("jo@example.com"),
		Phones: petcare.Value([]petcare.PhoneInput{{Number: "07700 900123"}})}))
	all(c.ListCustomers(ctx, a, petcare.ListCustomersParams{Search: "jo"}))
	must(c.GetCustomer(ctx, a, jo.ID))
	jo = must(c.UpdateCustomer(ctx, a, jo.ID, petcare.CustomerPatch{Password: petcare.Value("correct horse battery")}))

	rex := must(c.CreatePet(ctx, a, jo.ID, petcare.PetCreate{Name: "Rex", Species: petcare.SpeciesDog, Tags: petcare.Value([]string{"VIP"})}))
	all(c.ListPets(ctx, a, jo.ID, petcare.ListPetsParams{}))
	all(c.ListAccountPets(ctx, a, petcare.ListAccountPetsParams{Tag: "VIP"}))
	must(c.GetPet(ctx, a, jo.ID, rex.ID))
	must(c.GetAccountPet(ctx, a, rex.ID))
	must(c.UpdatePet(ctx, a, jo.ID, rex.ID, petcare.PetPatch{Colour: petcare.Value("fawn")}, petcare.IfMatch(rex.Version)))

	note := must(c.CreateCustomerNote(ctx, a, jo.ID, petcare.NoteCreate{Body: "Rings twice"}))
	all(c.ListCustomerNotes(ctx, a, jo.ID, petcare.ListCustomerNotesParams{}))
	must(c.UpdateCustomerNote(ctx, a, jo.ID, note.ID, petcare.NotePatch{Pinned: petcare.Ptr(true)}))
	ok(c.DeleteCustomerNote(ctx, a, jo.ID, note.ID))
	note = must(c.CreatePetNote(ctx, a, jo.ID, rex.ID, petcare.NoteCreate{Body: "Shy"}))
	all(c.ListPetNotes(ctx, a, jo.ID, rex.ID, petcare.ListPetNotesParams{}))
	must(c.UpdatePetNote(ctx, a, jo.ID, rex.ID, note.ID, petcare.NotePatch{Title: petcare.Value("Mood")}))
	ok(c.DeletePetNote(ctx, a, jo.ID, rex.ID, note.ID))
	note = must(c.CreatePetNote(ctx, a, jo.ID, rex.ID, petcare.NoteCreate{Body: "Brave"}))
	must(c.UpdateNote(ctx, a, note.ID, petcare.NotePatch{Title: petcare.Null[string]()}))
	ok(c.DeleteNote(ctx, a, note.ID))

	sam := must(c.CreateCustomer(ctx, a, petcare.CustomerPatch{FirstName: petcare.Value("Sam")}))
	rex = must(c.TransferPet(ctx, a, jo.ID, rex.ID, petcare.PetTransfer{CustomerID: sam.ID}))
	all(c.ListAccountPets(ctx, a, petcare.ListAccountPetsParams{CustomerID: []string{jo.ID, sam.ID}}))
	r.duplicates(jo, sam, rex)
	return jo, rex
}

func (r run) duplicates(jo, sam petcare.Customer, rex petcare.Pet) {
	c, ctx, a := r.client, r.ctx, r.account
	for range 2 {
		must(c.CreateCustomer(ctx, a, petcare.CustomerPatch{FirstName: petcare.Value("Lou"), Email: petcare.Value("lou@example.com")}))
		must(c.CreatePet(ctx, a, sam.ID, petcare.PetCreate{Name: "Echo", Species: "dog"}))
	}
	all(c.ListDuplicateCustomers(ctx, a, petcare.ListDuplicateCustomersParams{}))
	all(c.ListDuplicatePets(ctx, a, petcare.ListDuplicatePetsParams{}))
	ok(c.DismissDuplicateCustomers(ctx, a, petcare.DismissCustomers{CustomerIds: []string{jo.ID, sam.ID}}))
	twin := must(c.CreatePet(ctx, a, sam.ID, petcare.PetCreate{Name: "Rex", Species: "dog"}))
	ok(c.DismissDuplicatePets(ctx, a, petcare.DismissPets{PetIds: []string{rex.ID, twin.ID}}))
	must(c.MergePets(ctx, a, rex.ID, petcare.MergeRequest{SourceID: twin.ID}))
	double := must(c.CreateCustomer(ctx, a, petcare.CustomerPatch{FirstName: petcare.Value("Samuel")}))
	must(c.MergeCustomers(ctx, a, sam.ID, petcare.MergeRequest{SourceID: double.ID}))
	gone := must(c.CreateCustomer(ctx, a, petcare.CustomerPatch{FirstName: petcare.Value("Kim")}))
	must(c.ExportCustomer(ctx, a, gone.ID))
	ok(c.EraseCustomer(ctx, a, gone.ID, petcare.Erasure{Reason: "requested", Confirm: gone.ID}))
}

func (r run) login(customer petcare.Customer) {
	c, ctx, a := r.client, r.ctx, r.account
	reset := must(c.CreatePasswordReset(ctx, a, customer.ID))
	anybody := petcare.New(r.url)
	ok(anybody.ResetPassword(ctx, petcare.PasswordResetInput{Token: reset.Token, NewPassword: "another horse battery"}))
	token := must(anybody.Login(ctx, petcare.LoginInput{AccountID: a, Email: "jo@example.com", Password: "another horse battery"})).AccessToken
	jo := petcare.New(r.url, petcare.Token(func() (string, error) { return token, nil }))
	check(must(jo.GetMe(ctx)).ID == customer.ID, "jo is signed in")
	ok(jo.ChangePassword(ctx, petcare.PasswordChange{CurrentPassword: "another horse battery", NewPassword: "third horse battery"}))
	token = must(jo.RefreshToken(ctx)).AccessToken
	ok(jo.Logout(ctx))
}

func (r run) catalog() {
	c, ctx, a := r.client, r.ctx, r.account
	must(c.GetRate(ctx, a, all(c.ListRates(ctx, a, petcare.ListRatesParams{Active: petcare.Ptr(true)}))[0].ID))
	addons := all(c.ListAddons(ctx, a, petcare.ListAddonsParams{}))
	must(c.GetAddon(ctx, a, addons[0].ID))
	must(c.GetGrooming(ctx, a, all(c.ListGrooming(ctx, a, petcare.ListGroomingParams{}))[0].ID))
	must(c.GetTraining(ctx, a, all(c.ListTraining(ctx, a, petcare.ListTrainingParams{}))[0].ID))
	must(c.GetClass(ctx, a, all(c.ListClasses(ctx, a, petcare.ListClassesParams{}))[0].ID))
	must(c.GetRetailProduct(ctx, a, all(c.ListRetailProducts(ctx, a, petcare.ListRetailProductsParams{}))[0].ID))
	must(c.GetAdjustment(ctx, a, all(c.ListAdjustments(ctx, a, petcare.ListAdjustmentsParams{}))[0].ID))
	all(c.ListTaxes(ctx, a, petcare.ListTaxesParams{}))
	all(c.ListPendingReasonOptions(ctx, a, petcare.ListPendingReasonOptionsParams{}))
}

func (r run) orders() {
	c, ctx, a := r.client, r.ctx, r.account
	statuses, both := []string{"draft", "open", "completed", "cancelled"}, []string{"customer", "pets"}
	listed := all(c.ListOrders(ctx, a, petcare.ListOrdersParams{Status: statuses, Include: both}))[0]
	order := must(c.GetOrder(ctx, a, listed.ID, petcare.GetOrderParams{Include: both}))
	check(order.Customer != nil && order.Pets != nil, "both are beside the order: %+v", order)
	all(c.ListCustomerOrders(ctx, a, order.CustomerID, petcare.ListCustomerOrdersParams{Status: statuses, Include: both}))
	note := must(c.CreateOrderNote(ctx, a, order.ID, petcare.NoteCreate{Body: "Paid in cash"}))
	all(c.ListOrderNotes(ctx, a, order.ID, petcare.ListOrderNotesParams{}))
	must(c.UpdateOrderNote(ctx, a, order.ID, note.ID, petcare.NotePatch{Body: petcare.Ptr("Paid by card")}))
	ok(c.DeleteOrderNote(ctx, a, order.ID, note.ID))
}

func (r run) health(pet petcare.Pet) {
	c, ctx, a := r.client, r.ctx, r.account
	kind := must(c.CreateVaccinationType(ctx, a, petcare.VaccinationTypeCreate{Name: "Zed fever", Species: &[]petcare.Species{"dog"}}))
	all(c.ListVaccinationTypes(ctx, a, petcare.ListVaccinationTypesParams{}))
	must(c.UpdateVaccinationType(ctx, a, kind.ID, petcare.VaccinationTypePatch{Abbreviation: petcare.Value("ZF")}))
	must(c.PutVaccinationRequirement(ctx, a, kind.ID, petcare.Requirement{RequiredFor: petcare.Value([]petcare.RequiredFor{petcare.RequiredForBoarding})}))
	all(c.ListVaccinationRequirements(ctx, a, petcare.ListVaccinationRequirementsParams{}))

	shot := petcare.VaccinationCreate{VaccinationTypeID: kind.ID, ExpiresOn: petcare.Value("2031-05-04")}
	given := must(c.CreateVaccination(ctx, a, pet.ID, shot))
	all(c.ListVaccinations(ctx, a, pet.ID, petcare.ListVaccinationsParams{}))
	all(c.ListAccountVaccinations(ctx, a, petcare.ListAccountVaccinationsParams{Status: []string{"valid", "expiring"}}))
	must(c.UpdateVaccination(ctx, a, pet.ID, given.ID, petcare.VaccinationPatch{Clinic: petcare.Value("Goose Green Vets")}))
	ok(c.DeleteVaccination(ctx, a, pet.ID, given.ID))

	exempt := must(c.CreateExemption(ctx, a, pet.ID, petcare.ExemptionCreate{VaccinationTypeID: kind.ID, Kind: petcare.ExemptionKindMedical}))
	all(c.ListExemptions(ctx, a, pet.ID, petcare.ListExemptionsParams{}))
	must(c.UpdateExemption(ctx, a, exempt.ID, petcare.ExemptionPatch{Note: petcare.Value("Heart")}))
	ok(c.DeleteExemption(ctx, a, exempt.ID))

	stay := petcare.Stay{PetID: pet.ID, From: "2031-06-01", To: "2031-06-08"}
	must(c.CheckCompliance(ctx, a, petcare.ComplianceCheck{ServiceType: "boarding", Stays: []petcare.Stay{stay}}))
	all(c.ListCompliance(ctx, a, petcare.ListComplianceParams{ServiceType: "boarding", From: "2031-06-01", To: "2031-06-08"}))
	ok(c.DeleteVaccinationType(ctx, a, must(c.CreateVaccinationType(ctx, a, petcare.VaccinationTypeCreate{Name: "Yen fever"})).ID))

	all(c.ListPreventiveTypes(ctx, a, petcare.ListPreventiveTypesParams{}))
	for pet, err := range c.ListAccountPets(ctx, a, petcare.ListAccountPetsParams{}).All() {
		ok(err)
		_ = must(c.ListPreventives(ctx, a, pet.ID, petcare.ListPreventivesParams{}).Page())
	}
}

func (r run) webhooks() {
	c, ctx, a := r.client, r.ctx, r.account
	check(len(must(c.ListEventTypes(ctx)).Data) > 50, "the types of events are listed")
	must(c.ListEvents(ctx, a, petcare.ListEventsParams{After: "oldest", Types: "pet.*"}))

	hook := must(c.CreateWebhook(ctx, petcare.WebhookCreate{URL: "http://127.0.0.1:9/hook", EventTypes: []string{"pet.*"}}))
	check(hook.Secret != "" && hook.Health.ConsecutiveFailures == 0, "the secret is shown once")
	all(c.ListWebhooks(ctx, petcare.ListWebhooksParams{}))
	must(c.GetWebhook(ctx, hook.ID))
	must(c.UpdateWebhook(ctx, hook.ID, petcare.WebhookPatch{Description: petcare.Value("till")}))
	delivery := must(c.TestWebhook(ctx, hook.ID))
	must(c.RedeliverWebhookDelivery(ctx, hook.ID, delivery.ID))
	all(c.ListWebhookDeliveries(ctx, hook.ID, petcare.ListWebhookDeliveriesParams{}))
	replay := must(c.ReplayWebhook(ctx, hook.ID, petcare.ReplayCreate{From: time.Now().Add(-time.Hour), To: time.Now()}))
	must(c.GetWebhookReplay(ctx, hook.ID, *replay.ID))
	ok(c.StopWebhookReplay(ctx, hook.ID, *replay.ID))
	ok(c.DeleteWebhook(ctx, hook.ID))
}

func (r run) staff() {
	c, ctx := r.client, r.ctx
	role := must(c.CreateRole(ctx, petcare.RoleCreate{Name: "Washer", Abilities: []string{"customers:read"}}))
	check(len(must(c.ListRoles(ctx)).Data) > 4, "the built-in roles and one more are listed")
	must(c.UpdateRole(ctx, role.ID, petcare.RolePatch{Name: petcare.Ptr("Bather")}))
	made := must(c.CreateStaff(ctx, petcare.MemberCreate{Name: "Ana", Email: "ana@example.com", RoleID: role.ID}))
	all(c.ListStaff(ctx, petcare.ListStaffParams{}))
	must(c.GetStaff(ctx, made.ID))
	must(c.UpdateStaff(ctx, made.ID, petcare.MemberPatch{Name: petcare.Ptr("Ana M")}))
	token := must(c.CreateStaffInvitation(ctx, made.ID)).Token
	anybody := petcare.New(r.url)
	must(anybody.AcceptStaffInvitation(ctx, petcare.AcceptInput{Token: token, NewPassword: "correct horse battery"}))
	in := petcare.StaffLoginInput{Email: "ana@example.com", Password: "correct horse battery"}
	access := must(anybody.LoginStaff(ctx, in)).AccessToken
	ana := petcare.New(r.url, petcare.Token(func() (string, error) { return access, nil }))
	must(ana.GetStaffMe(ctx))
	ok(ana.ChangeStaffPassword(ctx, petcare.PasswordChange{CurrentPassword: "correct horse battery", NewPassword: "another horse battery"}))
	ok(ana.LogoutStaff(ctx, petcare.LogoutStaffParams{}))
	ok(c.DeleteStaff(ctx, made.ID))
	ok(c.DeleteRole(ctx, role.ID))
}

func (r run) files(customer petcare.Customer, pet petcare.Pet) {
	c, ctx, a := r.client, r.ctx, r.account
	const pdf = "%PDF-1.4\n%%EOF\n"
	upload := func() petcare.Upload {
		return petcare.Upload{Type: "application/pdf", Name: "Zoë's (1)=a.pdf", Body: strings.NewReader(pdf)}
	}
	made := must(c.CreatePetFile(ctx, a, pet.ID, upload(), petcare.CreatePetFileParams{Kind: "vaccination_proof"}))
	check(made.Name == "Zoë's (1)=a.pdf", "the file has its name: %s", made.Name)
	all(c.ListPetFiles(ctx, a, pet.ID, petcare.ListPetFilesParams{}))
	all(c.ListUnrecordedProofs(ctx, a, petcare.ListUnrecordedProofsParams{}))
	must(c.CreateCustomerFile(ctx, a, customer.ID, upload(), petcare.CreateCustomerFileParams{Kind: "agreement"}))
	all(c.ListCustomerFiles(ctx, a, customer.ID, petcare.ListCustomerFilesParams{}))
	order := all(c.ListOrders(ctx, a, petcare.ListOrdersParams{}))[0]
	must(c.CreateOrderFile(ctx, a, order.ID, upload(), petcare.CreateOrderFileParams{Kind: "other"}))
	all(c.ListOrderFiles(ctx, a, order.ID, petcare.ListOrderFilesParams{}))
	must(c.GetFile(ctx, a, made.ID))
	check(string(must(c.GetFileContent(ctx, a, made.ID, petcare.GetFileContentParams{}))) == pdf, "the bytes come back")
	must(c.UpdateFile(ctx, a, made.ID, petcare.FilePatch{Title: petcare.Value("Rabies")}))
	ok(c.DeleteFile(ctx, a, made.ID))
}

func (r run) changes() {
	c, ctx, a := r.client, r.ctx, r.account
	must(c.CreateBreed(ctx, a, petcare.BreedCreate{Name: "Undoodle", Species: petcare.SpeciesDog}))
	last := must(c.ListChanges(ctx, a, petcare.ListChangesParams{Limit: 1}).Page()).Data[0]
	must(c.GetChange(ctx, a, last.ID))
	all(c.ListChangeEvents(ctx, a, last.ID, petcare.ListChangeEventsParams{}))
	plan := must(c.RevertChange(ctx, a, last.ID, petcare.Revert{DryRun: petcare.Ptr(true)}))
	check(plan.Would != nil && len(*plan.Would) == 1, "the plan says what it would do")
	check(must(c.RevertChange(ctx, a, last.ID, petcare.Revert{})).ID != nil, "the revert is a change")
}

func (r run) imports() {
	c, ctx, a := r.client, r.ctx, r.account
	table := petcare.Upload{Type: "text/csv", Body: strings.NewReader("Owner ID,First Name,Email,Cell Phone,Animal ID,Animal Name,Species\n" +
		"C-1,Kim,none,,P-1,Rex,Dog\n")}
	made := must(c.CreateImport(ctx, a, table, petcare.CreateImportParams{As: []string{"customer", "pet"}}))
	all(c.ListImports(ctx, a, petcare.ListImportsParams{}))
	r.checkImport(made.ID)
	check(len(all(c.ListImportFaults(ctx, a, made.ID, petcare.ListImportFaultsParams{}))) == 1, "the fault is listed")
	must(c.UpdateImport(ctx, a, made.ID, petcare.ImportPatch{Map: petcare.Value(petcare.Map{Records: []petcare.MapRecord{{Type: "customer",
		Columns: map[string][]string{"external_id": {"Owner ID"}, "first_name": {"First Name"}}}}})}))
	r.checkImport(made.ID)
	must(c.ApplyImport(ctx, a, made.ID))
	r.waitForImport(made.ID)
	ok(c.DeleteImport(ctx, a, made.ID))
	lines := string(must(c.ExportAccount(ctx, a, petcare.ExportAccountParams{Type: []string{"customer", "pet"}})))
	check(strings.Contains(lines, `"external_id":"C-1"`), "the customer is exported")
}

func (r run) checkImport(id string) {
	must(r.client.CheckImport(r.ctx, r.account, id))
	r.waitForImport(id)
}

func (r run) waitForImport(id string) {
	for range 400 {
		if must(r.client.GetImport(r.ctx, r.account, id)).Progress == nil {
			return
		}
		time.Sleep(50 * time.Millisecond) //nolint:forbidigo // as a client does
	}
	check(false, "it has ended in time")
}
