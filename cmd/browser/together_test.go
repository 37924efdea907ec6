package browser

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// twoAtOnePet returns two tabs of different people with the form of the same pet open.
func twoAtOnePet(t *testing.T) (tenant kit.Tenant, pet map[string]any, one, other *tab) {
	t.Helper()
	tenant = kit.NewTenant(t)
	pet = tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"name": "Rex", "coat": "short", "colour": "black"})
	one, other = signedIn(t, serverURL(t), tenant.Key), signedIn(t, serverURL(t), tenant.Key)
	for _, b := range []*tab{one, other} {
		b.visit("/pets/" + id(pet) + "/edit")
		b.holds("Name", "Rex")
	}
	return tenant, pet, one, other
}

func TestTwoPeopleWhoChangeDifferentFieldsBothSucceed(t *testing.T) {
	t.Parallel()
	tenant, pet, one, other := twoAtOnePet(t)
	one.fill("Coat", "curly")
	one.click("Save")
	one.sees("curly")
	other.fill("Markings", "white paws")
	other.click("Save")
	other.sees("white paws", "curly")
	now := tenant.Do("GET", "pets/"+id(pet), nil).Object(200)
	if now["coat"] != "curly" || now["markings"] != "white paws" || now["version"] != 3.0 {
		t.Errorf("%v", now)
	}
}

func TestClashOverBreedsNamesThem(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	breed := func(name string) any {
		return tenant.Do("POST", "breeds", map[string]any{"name": name, "species": "dog"}).Object(201)["id"]
	}
	c := tenant.NewCustomer(nil)
	terrier, _ := breed("Canal Terrier"), breed("Canal Spaniel")
	pet := tenant.NewPet(c, map[string]any{"name": "Rex"})
	b.visit("/pets/" + id(pet) + "/edit")
	b.holds("Name", "Rex")
	tenant.Do("PATCH", "customers/"+id(c)+"/pets/"+id(pet), map[string]any{"breed_ids": []any{terrier}}).Object(200)
	b.fill("Breed", "Canal Spaniel")
	b.until("the breed is a chip", "document.querySelector('.chip')")
	b.click("Save")
	b.dialog("Somebody else has changed this too")
	b.sees("Canal Terrier", "Canal Spaniel")
	b.click("Theirs")
	b.click("Save this choice")
	b.sees("Canal Terrier")
	if now := tenant.Do("GET", "pets/"+id(pet), nil).Object(200); now["breed"] != "Canal Terrier" {
		t.Errorf("%v", now)
	}
}

func TestInputIsKeptWhenTheServerDiesWhileSaving(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	address := kit.FreeAddress(t)
	begin := func() *kit.Instance {
		p := kit.NewInstance(t, kit.DatabaseURL(t), append(slices.Clone(settings), "PETCARE_ADDRESS="+address)...)
		p.URL = "http://" + address
		p.Begin(t)
		return p
	}
	first := begin()
	b := signedIn(t, "http://"+address, tenant.Key)
	b.visit("/customers/new")
	b.fill("First name", "Persistent")
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-first.Done
	b.click("Save")
	b.sees("No answer", "What you typed is kept here")
	b.holds("First name", "Persistent")
	b.until("the page says that the service is away", "document.querySelector('main > .trouble')")
	begin()
	b.until("the page says so no longer", "!document.querySelector('main > .trouble')")
	b.click("Save")
	b.until("the customer is open", "document.querySelector('h1')?.innerText === 'Persistent'")
	if list := tenant.Do("GET", "customers", nil).List(); len(list) != 1 {
		t.Errorf("%d customers", len(list))
	}
}

func TestInputSurvivesAReload(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(nil)
	b.visit("/customers/" + id(c) + "/edit")
	b.fill("Last name", "Not saved yet")
	b.visit("/customers/" + id(c) + "/edit")
	b.sees("This is what you typed before")
	b.holds("Last name", "Not saved yet")
	b.click("Discard it")
	b.holds("Last name", "Bloggs")
}

func TestSlowServerIsWaitedForAndAskedOnce(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	hold, open := gate("/customers")
	slow := through(t, hold)
	b := signedIn(t, slow, tenant.Key)
	b.open("main/customers")
	b.sees("Loading …")
	b.open("main/customers/new")
	b.fill("First name", "Slow")
	b.click("Save")
	b.sees("Saving …")
	b.press(kb.Enter)
	away := signedIn(t, slow, tenant.Key)
	away.open("main/customers/new")
	away.fill("First name", "Meanwhile")
	away.click("Save")
	away.sees("Saving …")
	away.follow("Today")
	open()
	b.until("the customer is open", "document.querySelector('h1')?.innerText === 'Slow'")
	kit.Eventually(t, "both are saved, once", patience, func() bool { return len(tenant.Do("GET", "customers", nil).List()) == 2 })
	away.until("the draft is gone", "sessionStorage.length === 0")
	away.misses("Meanwhile")
	away.sees("Nobody arrives")
}

// Else the record could be edited as it was, and saving that would look like a change of somebody else.
func TestDialogIsOpenUntilTheListHasWhatWasSaved(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	breed := tenant.Do("POST", "breeds", map[string]any{"name": "Canal Tosa", "species": "dog"}).Object(201)
	var saving atomic.Bool
	hold, open := gate("/breeds")
	b := signedIn(t, through(t, func(r *http.Request) {
		if saving.Load() {
			hold(r)
		}
	}), tenant.Key)
	b.visit("/breeds?q=canal")
	b.click("Edit: Canal Tosa")
	b.dialog("Edit breed")
	b.fill("Name", "Canal Kai")
	saving.Store(true)
	b.click("Save")
	b.answered("/breeds/" + id(breed))
	b.until("the dialog is open", "!!document.querySelector('dialog')")
	open()
	b.until("the dialog is closed", "!document.querySelector('dialog') && document.body.innerText.includes('Canal Kai')")
}

func TestStartWithoutTheServerIsTriedAgain(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	var away atomic.Bool
	b := signedIn(t, through(t, unreachable(&away, ofTheAPI)), tenant.Key)
	away.Store(true)
	b.open("main/customers")
	b.sees("No answer")
	away.Store(false)
	b.click("Try again")
	b.sees("No customers yet")
}

func TestRefusalIsNotRepeatedWhenItsCauseIsGone(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	for name, again := range map[string]func(){
		"Canalterrier": func() {},
		"Riverterrier": func() { // the draft is kept
			b.visit("/breeds")
			b.click("New breed")
			b.dialog("New breed")
		},
	} {
		taken := tenant.Do("POST", "breeds", map[string]any{"name": name, "species": "dog"}).Object(201)
		b.visit("/breeds")
		b.click("New breed")
		b.dialog("New breed")
		b.fill("Name", name)
		b.fill("Species", "dog")
		b.click("Save")
		b.until("it is refused", "document.querySelector('dialog [aria-invalid=true]')")
		tenant.Do("DELETE", "breeds/"+id(taken), nil)
		again()
		b.click("Save")
		b.until("it is saved", "!document.querySelector('dialog')")
		if list := tenant.Do("GET", "breeds?search="+name, nil).List(); len(list) != 1 || id(list[0]) == id(taken) {
			t.Errorf("%v", list)
		}
	}
	b.until("no draft is left", "sessionStorage.length === 0")
}

func TestRecordWhoseAnswerWasLostIsMadeOnce(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	var lose atomic.Bool
	lose.Store(true)
	b := signedIn(t, through(t, func(r *http.Request) {
		if lose.Load() && r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/customers") {
			sent, _ := http.NewRequestWithContext(r.Context(), r.Method, serverURL(t)+r.URL.RequestURI(), r.Body)
			sent.Header = r.Header.Clone()
			if answer, err := http.DefaultClient.Do(sent); err == nil {
				answer.Body.Close()
			}
			panic(http.ErrAbortHandler)
		}
	}), tenant.Key)
	b.visit("/customers/new")
	b.fill("First name", "Once")
	b.click("Save")
	b.sees("No answer")
	lose.Store(false)
	b.click("Save")
	b.until("the customer is open", "document.querySelector('h1')?.innerText === 'Once'")
	if list := tenant.Do("GET", "customers", nil).List(); len(list) != 1 {
		t.Errorf("%d customers", len(list))
	}
}
