package scenarios

import (
	"bytes"
	"image"
	"image/png"

	petcare "github.com/petcare/petcare/adapters/clients/go"
)

func (r run) staff() {
	c, ctx := r.client, r.ctx
	role := must(c.CreateRole(ctx, petcare.RoleCreate{Name: "Night watch", Abilities: []string{"notes:read"}}))
	check(len(must(c.ListRoles(ctx)).Data) > 4, "the roles are listed")
	must(c.UpdateRole(ctx, role.ID, petcare.RolePatch{Abilities: &[]string{"notes:read", "customers:read"}}, petcare.IfMatch(role.Version)))

	kim := must(c.CreateStaff(ctx, petcare.MemberCreate{Name: "Kim", Email: "kim@example.com", RoleID: role.ID}))
	all(c.ListStaff(ctx, petcare.ListStaffParams{}))
	must(c.GetStaff(ctx, kim.ID))
	must(c.UpdateStaff(ctx, kim.ID, petcare.MemberPatch{Name: petcare.Ptr("Kim Lee")}))
	invitation := must(c.CreateStaffInvitation(ctx, kim.ID))

	anybody := petcare.New(r.url)
	must(anybody.AcceptStaffInvitation(ctx, petcare.AcceptInput{Token: invitation.Token, NewPassword: "correct horse battery"}))
	token := must(anybody.LoginStaff(ctx, petcare.StaffLoginInput{Email: "kim@example.com", Password: "correct horse battery"})).AccessToken
	signedIn := petcare.New(r.url, petcare.Token(func() (string, error) { return token, nil }))
	check(must(signedIn.GetStaffMe(ctx)).Name == "Kim Lee", "kim is signed in")
	change := petcare.PasswordChange{CurrentPassword: "correct horse battery", NewPassword: "another horse battery"}
	ok(signedIn.ChangeStaffPassword(ctx, change))
	ok(signedIn.LogoutStaff(ctx, petcare.LogoutStaffParams{Everywhere: petcare.Ptr(true)}))
	ok(c.DeleteStaff(ctx, kim.ID))
	ok(c.DeleteRole(ctx, role.ID))
}

func (r run) changes() {
	c, ctx, a := r.client, r.ctx, r.account
	breed := must(c.CreateBreed(ctx, a, petcare.BreedCreate{Name: "Yedoodle", Species: petcare.SpeciesDog}))
	change := all(c.ListChanges(ctx, a, petcare.ListChangesParams{RecordID: breed.ID}))[0]
	must(c.GetChange(ctx, a, change.ID))
	event, is := all(c.ListChangeEvents(ctx, a, change.ID, petcare.ListChangeEventsParams{}))[0].Event.(petcare.BreedCreated)
	check(is && event.Object.ID == breed.ID, "an event of a change has its type")
	plan := must(c.RevertChange(ctx, a, change.ID, petcare.Revert{DryRun: petcare.Ptr(true)}))
	check(plan.Would != nil && len(*plan.Would) == 1 && plan.ID == nil, "a dry run answers what would happen: %+v", plan)
	done := must(c.RevertChange(ctx, a, change.ID, petcare.Revert{}))
	check(done.ID != nil && done.Reverts.MustGet() == change.ID && done.Would == nil, "a revert answers the change that it is: %+v", done)
}

func (r run) files(customer petcare.Customer, pet petcare.Pet) {
	c, ctx, a := r.client, r.ctx, r.account
	var picture bytes.Buffer
	ok(png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))))
	upload := func(name string) petcare.Upload {
		return petcare.Upload{Type: "image/png", Name: name, Body: bytes.NewReader(picture.Bytes())}
	}
	order := all(c.ListOrders(ctx, a, petcare.ListOrdersParams{}))[0]
	must(c.CreateCustomerFile(ctx, a, customer.ID, upload(""), petcare.CreateCustomerFileParams{Kind: "other"}))
	all(c.ListCustomerFiles(ctx, a, customer.ID, petcare.ListCustomerFilesParams{}))
	must(c.CreateOrderFile(ctx, a, order.ID, upload("receipt.png"), petcare.CreateOrderFileParams{Kind: "other"}))
	all(c.ListOrderFiles(ctx, a, order.ID, petcare.ListOrderFilesParams{}))
	photo := must(c.CreatePetFile(ctx, a, pet.ID, upload("Zoë's (1)=a.png"), petcare.CreatePetFileParams{Kind: "photo"}))
	check(photo.Name == "Zoë's (1)=a.png", "a file has its name: %s", photo.Name)
	all(c.ListPetFiles(ctx, a, pet.ID, petcare.ListPetFilesParams{Kind: "photo"}))
	must(c.GetFile(ctx, a, photo.ID))
	content := must(c.GetFileContent(ctx, a, photo.ID, petcare.GetFileContentParams{}))
	check(int64(len(content)) == photo.Size, "a file is downloaded: %d bytes", len(content))
	must(c.UpdateFile(ctx, a, photo.ID, petcare.FilePatch{Title: petcare.Value("Zoë")}, petcare.IfMatch(photo.Version)))
	ok(c.DeleteFile(ctx, a, photo.ID))
}
