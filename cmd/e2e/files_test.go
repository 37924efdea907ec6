package e2e

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// photograph is a JPEG with EXIF data that has a word in it, of another picture for each seed.
func photograph(t testing.TB, width, height, seed int) string {
	m := image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420)
	for i := range m.Y {
		m.Y[i] = byte(i*(seed+1)>>7) ^ byte(i*31>>10)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	segment := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x00" + "taken at home"
	return "\xff\xd8\xff\xe1" + string(binary.BigEndian.AppendUint16(nil, uint16(len(segment)+2))) + segment + b.String()[2:]
}

const pdf = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n"

func upload(t kit.Tenant, key, path, contentType, body string, headers ...string) kit.Response {
	t.T.Helper()
	return t.Send(key, "POST", t.Base+"/"+path, body, append(headers, "Content-Type", contentType)...)
}

func TestPhotoOfPetIsUploadedShownAndDeleted(t *testing.T) {
	x := newTenant(t)
	customer := x.NewCustomer(nil)
	pet := x.NewPet(customer, nil)
	petPath := "customers/" + customer["id"].(string) + "/pets/" + pet["id"].(string)
	created := upload(x, x.Key, "pets/"+pet["id"].(string)+"/files?kind=photo&title=Rex", "image/jpeg", photograph(t, 1500, 1000, 1),
		"Content-Disposition", `attachment; filename="IMG 1.JPG"`)
	file := created.Object(201)
	at := "files/" + file["id"].(string)
	if file["name"] != "IMG 1.jpg" || file["visibility"] != "customer" || file["width"] != 1500.0 || file["title"] != "Rex" ||
		created.Header.Get("ETag") != `"1"` || !strings.HasSuffix(created.Header.Get("Location"), "/files/"+file["id"].(string)) {
		t.Errorf("%v, %v", file, created.Header)
	}

	original := x.Do("GET", at+"/content", nil, "Accept", "image/*")
	for header, want := range map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Content-Disposition": `attachment; filename="IMG 1.jpg"`,
		"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'", "Etag": `"` + file["sha256"].(string) + `"`,
		"Accept-Ranges": "bytes", "Cache-Control": "private, no-cache",
	} {
		if got := original.Header.Get(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	if original.Status != 200 || float64(len(original.Text)) != file["size"] || strings.Contains(original.Text, "taken at home") {
		t.Errorf("%d, %d bytes, want %v without metadata", original.Status, len(original.Text), file["size"])
	}
	if r := x.Do("GET", at+"/content", nil, "If-None-Match", original.Header.Get("ETag")); r.Status != 304 || r.Text != "" {
		t.Errorf("%d, want 304", r.Status)
	}
	if r := x.Do("GET", at+"/content", nil, "Range", "bytes=2-9"); r.Status != 206 || r.Text != original.Text[2:10] {
		t.Errorf("%d %q, want 8 bytes", r.Status, r.Text)
	}
	if r := x.Do("HEAD", at+"/content", nil); r.Status != 200 || r.Header.Get("Content-Length") != fmt.Sprint(file["size"].(float64)) && r.Text != "" {
		t.Errorf("HEAD: %d %v", r.Status, r.Header)
	}
	for size, longer := range map[string]int{"1024": 1024, "256": 256} {
		preview := x.Do("GET", at+"/content?size="+size, nil)
		c, err := jpeg.DecodeConfig(strings.NewReader(preview.Text))
		if err != nil || c.Width != longer {
			t.Errorf("the preview of %s has %d pixels (%v)", size, c.Width, err)
		}
	}

	changed := x.Do("PATCH", petPath, map[string]any{"photo_file_id": file["id"]}).Object(200)
	url := changed["photo"].(map[string]any)["url"].(string)
	if r := x.Do("GET", url, nil); r.Status != 200 {
		t.Errorf("the photo of the pet: %d", r.Status)
	}
	for _, list := range []string{"pets", "customers/" + customer["id"].(string) + "/pets"} {
		if photo, _ := x.Do("GET", list, nil).List()[0]["photo"].(map[string]any); photo["url"] != url {
			t.Errorf("%s shows the photo %v, want %s", list, photo, url)
		}
	}
	if r := x.Do("DELETE", at, nil); r.Status != 204 {
		t.Fatalf("%d %s", r.Status, r.Text)
	}
	x.Do("GET", at+"/content", nil).Problem(404, "not_found")
	if now := x.Do("GET", petPath, nil).Object(200); now["photo_file_id"] != nil || now["photo"] != nil {
		t.Errorf("the pet has a photo that is gone: %v", now["photo"])
	}
	var told []string
	for _, e := range x.Events(0) {
		if strings.HasPrefix(e.Type, "file.") {
			told = append(told, e.Type)
		}
	}
	if fmt.Sprint(told) != "[file.created file.deleted]" {
		t.Errorf("told: %v", told)
	}
}

// The place stays in it, as the document says.
func TestHEICIsKeptAsItIs(t *testing.T) {
	x := newTenant(t)
	const heic = "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + "taken at home"
	pet := x.NewPet(x.NewCustomer(nil), nil)["id"].(string)
	file := upload(x, x.Key, "pets/"+pet+"/files", "image/heic", heic).Object(201)
	if r := x.Do("GET", "files/"+file["id"].(string)+"/content", nil, "Accept", "image/*"); r.Text != heic || file["width"] != nil {
		t.Errorf("%v, %q", file, r.Text)
	}
}

func TestSameBytesAreKeptOnceInAnAccount(t *testing.T) {
	x := newTenant(t)
	pet := x.NewPet(x.NewCustomer(nil), nil)
	path := "pets/" + pet["id"].(string) + "/files"
	first := upload(x, x.Key, path, "application/pdf", pdf).Object(201)
	second := upload(x, x.Key, path, "", pdf, "Idempotency-Key", "again").Object(201)
	repeated := upload(x, x.Key, path, "", pdf, "Idempotency-Key", "again")
	if repeated.Object(201)["id"] != second["id"] || repeated.Header.Get("Idempotency-Replayed") != "true" || first["id"] == second["id"] {
		t.Errorf("%v, %v, %v", first["id"], second["id"], repeated.Text)
	}
	upload(x, x.Key, path, "", pdf+"\n", "Idempotency-Key", "again").Problem(422, "idempotency_key_reused")
	for _, table := range []string{"files.blobs", "files.chunks"} {
		if n := number(t, x.DB, "select count(*) from "+table+" where account_id = ?", x.Account.ID); n != 1 {
			t.Errorf("%d rows of %s, want one", n, table)
		}
	}
	x.Do("DELETE", "files/"+first["id"].(string), nil).Object(204)
	if r := x.Do("GET", "files/"+second["id"].(string)+"/content", nil); r.Text != pdf {
		t.Errorf("%d %q", r.Status, r.Text)
	}
	other := x.AddAccount("other", "Europe/London", "GBP", "GB")
	r := x.Send(x.Key, "GET", "/v1/accounts/"+other.ID.String()+"/files/"+second["id"].(string)+"/content", nil)
	r.Problem(404, "not_found")
}

func TestBadUploadsAreRefusedAndNothingIsStored(t *testing.T) {
	x := newTenant(t)
	pet := x.NewPet(x.NewCustomer(nil), nil)
	path := "pets/" + pet["id"].(string) + "/files"
	photo := photograph(t, 64, 64, 2)
	named := func(name string) []string { return []string{"Content-Disposition", name} }
	for what, c := range map[string]struct {
		contentType, body string
		headers           []string
		status            int
		code              string
	}{
		"nothing":               {"image/jpeg", "", nil, 422, "validation_failed"},
		"20 MiB and a byte":     {"application/pdf", pdf + strings.Repeat(" ", 20<<20+1-len(pdf)), nil, 413, "payload_too_large"},
		"another type":          {"image/png", photo, nil, 415, "unsupported_media_type"},
		"JSON":                  {"application/json", `{"a": 1}`, nil, 415, "unsupported_media_type"},
		"SVG":                   {"image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", nil, 415, "unsupported_media_type"},
		"HTML":                  {"image/jpeg", "<!doctype html><script>alert(1)</script>", nil, 415, "unsupported_media_type"},
		"a PDF with an archive": {"application/pdf", pdf + "PK\x03\x04 and more", nil, 415, "unsupported_media_type"},
		"a form":                {"multipart/form-data; boundary=x", "--x\r\n\r\n" + photo + "\r\n--x--", nil, 415, "unsupported_media_type"},
		"compressed":            {"image/jpeg", photo, []string{"Content-Encoding", "gzip"}, 415, "unsupported_media_type"},
		"half a picture":        {"image/jpeg", photo[:len(photo)/2], nil, 422, "validation_failed"},
		"a path":                {"image/jpeg", photo, named(`attachment; filename="../../etc/passwd"`), 422, "validation_failed"},
		"a Windows path":        {"image/jpeg", photo, named(`attachment; filename*=UTF-8''C%3A%5Ca.jpg`), 422, "validation_failed"},
		"a line break":          {"image/jpeg", photo, named(`attachment; filename*=UTF-8''a%0Ab.jpg`), 422, "validation_failed"},
		"a right-to-left mark":  {"image/jpeg", photo, named(`attachment; filename*=UTF-8''a%E2%80%AEgpj.exe`), 422, "validation_failed"},
		"no name":               {"image/jpeg", photo, named(`attachment; filename`), 422, "validation_failed"},
		"a name without end":    {"image/jpeg", photo, named(`attachment; filename="` + strings.Repeat("a", 300) + `"`), 422, "validation_failed"},
	} {
		r := upload(x, x.Key, path, c.contentType, c.body, c.headers...)
		if r.Status != c.status || r.Object(c.status)["code"] != c.code {
			t.Errorf("%s: %d %s, want %d %s", what, r.Status, r.Text, c.status, c.code)
		}
	}
	upload(x, x.Key, path+"?kind=photo", "application/pdf", pdf).Problem(422, "validation_failed")
	upload(x, x.Key, path+"?kind=selfie", "application/pdf", pdf).Problem(422, "validation_failed")
	upload(x, x.Key, "pets/"+x.Account.ID.String()+"/files", "application/pdf", pdf).Problem(404, "not_found")
	if list := x.Do("GET", path, nil).List(); len(list) != 0 {
		t.Errorf("%d files are there", len(list))
	}
	for _, table := range []string{"files.blobs", "files.chunks"} {
		if n := number(t, x.DB, "select count(*) from "+table+" where account_id = ?", x.Account.ID); n != 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
}

func TestFilesOfAnAccountHaveALimit(t *testing.T) {
	x := newTenant(t)
	pet := x.NewPet(x.NewCustomer(nil), nil)
	// A file that says it is nearly as large as the limit stands for as many as it takes.
	err := x.DB.In(t.Context()).Exec(`with b as (insert into files.blobs values (@account, 'x', gen_random_uuid(), null, null, 2147483600, now()) returning *)
		select 1`, map[string]any{"account": x.Account.ID}).Error
	if err == nil {
		err = x.DB.In(t.Context()).Exec(`insert into files.files values (@account, gen_random_uuid(), 'pet', @pet, 'other', 'staff', null, 'x.pdf',
			'application/pdf', 2147483600, 'x', null, null, null, now(), now(), 1)`, map[string]any{"account": x.Account.ID, "pet": pet["id"]}).Error
	}
	if err != nil {
		t.Fatal(err)
	}
	path := "pets/" + pet["id"].(string) + "/files"
	upload(x, x.Key, path, "application/pdf", pdf).Object(201)
	upload(x, x.Key, path, "application/pdf", pdf+"\n").Problem(409, "storage_full")
	upload(x, x.Key, path, "application/pdf", pdf).Object(201) // which adds no bytes
}

func TestFilesAreForWhomTheirParentIs(t *testing.T) {
	x := newTenant(t)
	own, token := x.Login()
	_, stranger := x.Login()
	pet := x.NewPet(own, nil)
	path := "pets/" + pet["id"].(string) + "/files"
	shown := upload(x, x.Key, path+"?kind=vaccination_proof", "application/pdf", pdf).Object(201)["id"].(string)
	staffs := upload(x, x.Key, path, "application/pdf", pdf).Object(201)["id"].(string)
	ofOwner := upload(x, x.Key, "customers/"+own["id"].(string)+"/files?visibility=customer", "application/pdf", pdf).Object(201)["id"].(string)
	all := x.NewKey("files:read", "files:write", "customers:read", "customers:write")
	for _, c := range []struct {
		key                 string
		shown, staffs, list int
		ofOwner             int
	}{
		{all, 200, 200, 200, 200},
		{x.NewKey("files:read", "customers:read"), 200, 200, 200, 200},
		{x.NewKey("files:read", "orders:read"), 403, 403, 403, 403},
		{x.NewKey("customers:read"), 403, 403, 403, 403},
		{kit.NewTenant(t).Key, 404, 404, 404, 404},
		{token, 200, 404, 200, 404},
		{stranger, 404, 404, 404, 404},
	} {
		for i, want := range []int{c.shown, c.staffs, c.list, c.ofOwner} {
			at := []string{"files/" + shown, "files/" + staffs, path, "files/" + ofOwner}[i]
			if r := x.Send(c.key, "GET", x.Base+"/"+at, nil); r.Status != want {
				t.Errorf("%s: %d, want %d: %s", at, r.Status, want, r.Text)
			}
			if i != 2 {
				if r := x.Send(c.key, "GET", x.Base+"/"+at+"/content", nil); r.Status != want {
					t.Errorf("%s/content: %d, want %d: %s", at, r.Status, want, r.Text)
				}
			}
		}
	}
	x.Send(token, "GET", x.Base+"/customers/"+own["id"].(string)+"/files", nil).Problem(403, "forbidden")
	reads := x.NewKey("files:write", "customers:read")
	upload(x, reads, path, "application/pdf", pdf).Problem(403, "ability_missing")
	x.Send(reads, "PATCH", x.Base+"/files/"+shown, `{"title": "a"}`).Problem(403, "ability_missing")
	x.Send(reads, "DELETE", x.Base+"/files/"+shown, nil).Problem(403, "ability_missing")
	for _, kind := range []string{"photo", "other", "vaccination_proof&visibility=staff"} {
		upload(x, token, path+"?kind="+kind, "", photograph(t, 32, 32, 3)).Problem(403, "forbidden")
	}
	upload(x, stranger, path+"?kind=vaccination_proof", "application/pdf", pdf).Problem(404, "not_found")
	x.Send(token, "DELETE", x.Base+"/files/"+shown, nil).Problem(403, "forbidden")
}

func TestCustomerSendsAProofThatStaffVerify(t *testing.T) {
	x := newTenant(t)
	own, token := x.Login()
	pet := x.NewPet(own, nil)
	id := pet["id"].(string)
	var rabies any
	for _, kind := range x.Do("GET", "vaccinationTypes?limit=200", nil).List() {
		if kind["name"] == "Rabies" {
			rabies = kind["id"]
		}
	}
	vaccination := x.Do("POST", "pets/"+id+"/vaccinations", map[string]any{"vaccination_type_id": rabies, "expires_on": "2099-01-01"}).Object(201)
	at := x.Base + "/pets/" + id + "/vaccinations/" + vaccination["id"].(string)
	proof := upload(x, token, "pets/"+id+"/files?kind=vaccination_proof", "application/pdf", pdf).Object(201)
	upload(x, x.Key, "pets/"+id+"/files?kind=other", "application/pdf", pdf).Object(201)
	if list := x.Do("GET", "unrecordedProofs", nil).List(); len(list) != 1 || list[0]["id"] != proof["id"] ||
		list[0]["pet"].(map[string]any)["id"] != id || list[0]["customer"].(map[string]any)["id"] != own["id"] {
		t.Errorf("proofs without a vaccination: %v", list)
	}
	x.Send(token, "PATCH", at, map[string]any{"verified": true}).Problem(403, "forbidden")
	x.Send(token, "PATCH", at, map[string]any{"proof_file_id": proof["id"], "expires_on": "2099-02-01"}).Problem(403, "forbidden")
	x.Send(token, "PATCH", at, map[string]any{"proof_file_id": vaccination["id"]}).Problem(422, "validation_failed")
	sent := x.Send(token, "PATCH", at, map[string]any{"proof_file_id": proof["id"], "verified": false}).Object(200)
	if sent["proof_file_id"] != proof["id"] || sent["verified"] != false {
		t.Errorf("%v", sent)
	}
	if list := x.Do("GET", "unrecordedProofs", nil).List(); len(list) != 0 {
		t.Errorf("a vaccination names it: %v", list)
	}
	if list := x.Do("GET", "vaccinations?verified=false&hasProof=true", nil).List(); len(list) != 1 || list[0]["id"] != vaccination["id"] {
		t.Errorf("to be verified: %v", list)
	}
	x.Do("PUT", "vaccinationRequirements/"+rabies.(string), map[string]any{"required_for": []string{"boarding"}}).Object(200)
	row := func(query string) map[string]any {
		return x.Do("GET", "compliance?serviceType=boarding"+query, nil).List()[0]
	}
	if all, verified := row(""), row("&verified=true"); all["status"] != "compliant" || len(all["unverified"].([]any)) != 1 ||
		verified["status"] != "non_compliant" {
		t.Errorf("unverified: %v, then %v", all, verified)
	}
	x.Do("PATCH", at, map[string]any{"verified": true}).Object(200)
	if verified := row("&verified=true"); verified["status"] != "compliant" || len(verified["unverified"].([]any)) != 0 {
		t.Errorf("verified: %v", verified)
	}
	x.Send(token, "PATCH", at, map[string]any{"proof_file_id": nil}).Problem(403, "forbidden")
	x.Do("DELETE", "files/"+proof["id"].(string), nil).Object(204)
	if now := x.Do("GET", "vaccinations", nil).List()[0]; now["proof_file_id"] != nil || now["verified"] != true {
		t.Errorf("%v", now)
	}
}
