package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

const paper = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n"

// choose gives a picture to an input for files.
func (b *tab) choose(input, name string) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void]("finder.picture(" + quote(name) + ").then((file) => finder.choose(" + quote(input) + ", file))"))
}

// pictured waits until a canvas shows the picture of choose.
func (b *tab) pictured(where string) {
	b.t.Helper()
	b.until("a picture is drawn in "+where, "finder.pictured("+quote(where)+")")
}

func TestPhotoIsTakenAndSeenWhereverThePetIs(t *testing.T) {
	tenant, b := phone(t)
	owner := tenant.NewCustomer(map[string]any{"external_id": "C"})
	pet := "/pets/" + id(tenant.NewPet(owner, map[string]any{"external_id": "P", "name": "Biscuit"}))
	order := `{"type":"order","external_id":"O","number":"N","customer":"C","status":"open","service_types":["boarding"],"pets":["P"],` +
		`"starts_at":"2031-05-05T09:00:00Z","ends_at":"2031-05-08T09:00:00Z","lines":[]}`
	if status, _, errs := tenant.Import(tenant.File(order)); status != 0 {
		t.Fatal(errs)
	}
	b.visit("/pets")
	b.until("the initial stands for it", `document.querySelector('.photo[data-letter=B]') && !document.querySelector('.photo canvas')`)
	b.visit(pet)
	b.choose(".face input[type=file]", "IMG\u202f1.png")
	b.pictured(".face")
	b.sees("Saved.", "IMG 1.png", "The photo")
	b.choose(".face input[capture=environment]", "IMG 2.png")
	b.sees("IMG 2.png")
	for _, page := range []string{"/pets", pet + "/card", "/today?day=2031-05-05", "/customers/" + id(owner), "/search?q=Biscuit"} {
		b.visit(page)
		b.pictured("main .photo")
	}
	b.fill(searchField, "Bisc")
	b.pictured(".hits")
	b.accessible("search")
}

func TestProofOfACustomerWaitsUntilStaffVerifyIt(t *testing.T) {
	tenant, b := phone(t)
	own, token := tenant.Login()
	pet := tenant.NewPet(own, map[string]any{"name": "Biscuit"})
	send := func(title string) map[string]any {
		return tenant.Send(token, "POST", tenant.Base+"/pets/"+id(pet)+"/files?kind=vaccination_proof&title="+title, paper,
			"Content-Type", "application/pdf").Object(201)
	}
	requires(tenant, "Rabies")
	of := tenant.Base + "/pets/" + id(pet) + "/vaccinations"
	rabies := vaccine(tenant, "Rabies")["id"]
	given := tenant.Do("POST", of, map[string]any{"vaccination_type_id": rabies, "expires_on": "2031-01-01"}).Object(201)
	tenant.Send(token, "PATCH", of+"/"+id(given), map[string]any{"proof_file_id": send("Old")["id"]}).Object(200)
	send("New")
	b.visit("/compliance?status=any&service=boarding")
	b.sees("Proof not verified")
	b.visit("/verify")
	b.sees("Biscuit", "Rabies", "New")
	b.accessible("to verify")
	b.opens("Verify: Biscuit: Rabies", "Biscuit: Rabies")
	b.sees("Open in a window beside", "Old")
	b.accessible("verify")
	b.fill("Expires on", "2031-02-01")
	b.click("Verify")
	b.sees("No proof waits")
	b.opens("Record: Biscuit, New", "Biscuit, New")
	b.fill("Vaccine", "Lyme")
	b.fill("Expires on", "2032-03-04")
	b.click("Verify")
	b.sees("Every proof belongs to a vaccination")
	b.visit("/pets/" + id(pet))
	name := eval[string](b, `document.querySelector('.avatar').closest('button').getAttribute('aria-label').replace('Signed in as ', '')`)
	b.sees("Verified by "+name, "Lyme", "4 Mar 2032", "1 Feb 2031")
	b.accessible("the pet")
	for _, v := range tenant.Do("GET", "pets/"+id(pet)+"/vaccinations", nil).List() {
		if v["verified"] != true || v["proof_file_id"] == nil {
			t.Errorf("%v", v)
		}
	}
	_, ana := tenant.Staff("front desk")
	for _, seen := range []bool{false, true} {
		tenant.Send(ana, "PATCH", of+"/"+id(given), map[string]any{"verified": seen}).Object(200)
	}
	b.visit("/pets/" + id(pet))
	b.sees("Verified by Ana front desk", "Verified by "+name)
}

func TestFilesAreShownDeletedAndRestored(t *testing.T) {
	tenant, b := phone(t)
	customer := tenant.NewCustomer(nil)
	heic := tenant.Send(tenant.Key, "POST", tenant.Base+"/customers/"+id(customer)+"/files?title=Rex",
		"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", "Content-Type", "image/heic").Object(201)
	b.visit("/customers/" + id(customer))
	b.click("Open: Rex") // it cannot be shown, so it is not made anew, and whoever gives it away should know what it tells
	b.sees("where the picture was taken", "Download")
	b.click("Close")
	tenant.Do("DELETE", "files/"+id(heic), nil)
	b.load("/customers/" + id(customer))
	b.choose(".uploads input[type=file]", "agreement.png")
	b.sees("agreement.png", "Agreement")
	b.opens("Edit: agreement.png", "Edit file")
	b.fill("Title", "Boarding agreement")
	b.click("Save")
	b.click("Open: Boarding agreement")
	b.pictured("dialog .sheet")
	b.accessible("file")
	b.click("Close")
	b.click("Delete: Boarding agreement")
	b.click("Delete")
	b.sees("No files", "Saved.")
	b.click("Undo")
	b.sees("This will happen:")
	b.click("Undo")
	b.sees("Boarding agreement")
	list := tenant.Do("GET", "customers/"+id(customer)+"/files", nil).List()
	if len(list) != 1 || list[0]["title"] != "Boarding agreement" ||
		tenant.Do("GET", "files/"+id(list[0])+"/content?size=256", nil).Status != 200 {
		t.Errorf("%v", list)
	}
}
