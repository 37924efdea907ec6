//go:build screenshots

package browser

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/petcare/petcare/cmd/internal/demo"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/testkit"
)

// folder is the folder of the pictures, and picturesAtMost their maximum total size in bytes.
const (
	folder         = "../../deployments/screenshots"
	picturesAtMost = 1_500_000
)

// london returns the demo business's first location with its records.
func london(t *testing.T) kit.Tenant {
	t.Helper()
	location := testkit.Must[[]accounts.AccountCreate](t)(demo.Read())[0]
	tenant := kit.NewTenant(t)
	location.Organization = tenant.Organization
	tenant.Account = testkit.Must[accounts.Account](t)(tenant.Accounts.Create(t.Context(), location))
	tenant.Base = "/v1/accounts/" + tenant.Account.ID.String()
	records := testkit.Must[[]byte](t)(demo.Records(location, time.Now()))
	if status, _, errs := tenant.Import(tenant.File(string(records))); status != 0 {
		t.Fatal(errs)
	}
	return tenant
}

// deliver creates a week of deliveries.
func deliver(t *testing.T, tenant kit.Tenant) (webhook string) {
	t.Helper()
	tenant.URL = serverURL(t) // this server delivers
	url, status := receiver(t)
	h := tenant.Do("POST", "/v1/webhooks", map[string]any{"url": url, "event_types": []string{"customer.*", "pet.*"}, "description": "Till system"}).
		Object(201)
	path := "/v1/webhooks/" + id(h)
	for i := range 9 {
		status.Store([]int32{200, 200, 200, 410}[i%4])
		d := tenant.Do("POST", path+"/test", nil).Object(202)
		kit.Eventually(t, "it is tried", patience, func() bool {
			for _, found := range tenant.Do("GET", path+"/deliveries", nil).List() {
				if found["id"] == d["id"] {
					return found["status"] != "pending"
				}
			}
			return false
		})
	}
	return "/webhooks/" + id(h)
}

func TestScreenshots(t *testing.T) {
	tenant := london(t)
	webhook := deliver(t, tenant)
	customer := tenant.Do("GET", "customers?search=rosalind+okafor", nil).List()[0]
	pet := tenant.Do("GET", "customers/"+id(customer)+"/pets?status=active", nil).List()[0]
	b := signedIn(t, serverURL(t), tenant.Key)
	total := 0
	for name, at := range map[string][2]string{
		"start": {"/", "light"}, "today": {"/today", "light"}, "customer": {"/customers/" + id(customer), "light"}, "pet": {"/pets/" + id(pet), "dark"},
		"new-customer": {"/customers/new", "light"}, "compliance-phone": {"/compliance?who=arrivals", "light"},
		"form": {"/pets/" + id(pet) + "/edit", "light"}, "compliance": {"/compliance?service=boarding", "light"}, "fields": {"/fields", "light"}, "webhook": {webhook, "dark"},
	} {
		screen := emulation.SetDeviceMetricsOverrideParams{Width: 1280, Height: 860, DeviceScaleFactor: 1}
		if strings.HasSuffix(name, "-phone") {
			screen.Width, screen.Mobile = 390, true
		}
		call(b, emulation.SetDeviceMetricsOverride, screen)
		b.scheme(at[1])
		b.open("london" + at[0])
		b.settled()
		if name == "start" {
			b.until("the charts are drawn", "document.querySelectorAll('.plot canvas').length === 3")
		}
		if name == "new-customer" {
			b.fill("First name", "Rosalind")
			b.fill("Last name", "Okafor")
			b.sees("Already here?")
		}
		time.Sleep(400 * time.Millisecond)
		picture := testkit.Must[[]byte](t)(chromedp.Run(b.ctx, chromedp.CaptureScreenshot()))
		small := reduced(t, picture)
		total += len(small)
		if err := os.WriteFile(filepath.Join(folder, name+".png"), small, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if total > picturesAtMost {
		t.Errorf("the pictures have %d bytes, at most %d", total, picturesAtMost)
	}
}

// reduced returns the picture with its 256 most frequent colours, which has a third of the size.
func reduced(t *testing.T, picture []byte) []byte {
	t.Helper()
	full := testkit.Must[image.Image](t)(png.Decode(bytes.NewReader(picture)))
	count := map[color.RGBA]int{}
	bounds := full.Bounds()
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			count[at(x, y)]++
		}
	}
	var list []color.RGBA
	for c := range count {
		list = append(list, c)
	}
	sort.Slice(list, func(i, j int) bool { return count[list[i]] > count[list[j]] })
	var palette color.Palette
	for _, c := range list[:min(256, len(list))] {
		palette = append(palette, c)
	}
	small := image.NewPaletted(bounds, palette)
	nearest := map[color.RGBA]uint8{}
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			c := at(x, y)
			i, known := nearest[c]
			if !known {
				i = uint8(palette.Index(c))
				nearest[c] = i
			}
			small.SetColorIndex(x, y, i)
		}
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, small); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
