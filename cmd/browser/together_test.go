package browser

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestSlowServerIsWaitedForAndAskedOnce(t *testing.T) {
	tenant := newTenant(t)
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
	tenant := newTenant(t)
	breed := tenant.Do("POST", "breeds", map[string]any{"name": "Canal Tosa", "species": "dog"}).Object(201)
	var saving atomic.Bool
	hold, open := gate("/breeds")
	b := signedIn(t, through(t, func(r *http.Request) {
		if saving.Load() {
			hold(r)
		}
	}), tenant.Key)
	b.visit("/breeds?q=canal")
	b.opens("Edit: Canal Tosa", "Edit breed")
	b.fill("Name", "Canal Kai")
	saving.Store(true)
	b.click("Save")
	b.answered("/breeds/" + id(breed))
	b.until("the dialog is open", "!!document.querySelector('dialog')")
	open()
	b.until("the dialog is closed", "!document.querySelector('dialog') && document.body.innerText.includes('Canal Kai')")
}

func TestTwoPeopleAtOnePet(t *testing.T) {
	tenant := newTenant(t)
	pet := "pets/" + id(tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"name": "Rex", "coat": "short"}))
	var ana, tom *tab
	for name, b := range map[string]**tab{"Ana Gonçalves": &ana, "Tom Whitfield": &tom} {
		token := invited(t, tenant, name, "front desk").Invitation.Token
		*b = newTab(t, serverURL(t))
		(*b).cookie(cookieFor(t, serverURL(t), `{"token": "`+token+`", "new_password": "correct horse"}`))
	}
	change := func(anas, value string) {
		for _, b := range []*tab{ana, tom} {
			b.visit("/" + pet + "/edit")
			b.holds("Name", "Rex")
		}
		tom.fill("Coat", value)
		tom.click("Save")
		tom.heading("Rex")
		ana.fill(anas, "white")
		ana.click("Save")
	}
	change("Markings", "curly") // different fields: both succeed
	ana.heading("Rex")
	ana.sees("white", "curly")
	if now := tenant.Do("GET", pet, nil).Object(200); now["coat"] != "curly" || now["markings"] != "white" || now["version"] != 3.0 {
		t.Errorf("%v", now)
	}
	change("Coat", "wiry")
	ana.sees("Somebody else has changed this too", "Changed by Tom Whitfield")
}

func TestRefusalIsNotRepeatedWhenItsCauseIsGone(t *testing.T) {
	tenant, b := desk(t)
	b.visit("/breeds")
	for _, kept := range []bool{false, true} { // whether what was typed comes from the draft
		taken := tenant.Do("POST", "breeds", map[string]any{"name": "Canalterrier", "species": "dog"}).Object(201)
		b.opens("New breed", "New breed")
		b.fill("Name", "Canalterrier")
		b.fill("Species", "dog")
		b.click("Save")
		b.until("it is refused", "document.querySelector('dialog [aria-invalid=true]')")
		tenant.Do("DELETE", "breeds/"+id(taken), nil)
		if kept {
			b.load("/breeds")
			b.opens("New breed", "New breed")
		}
		b.click("Save")
		b.closed()
		made := tenant.Do("GET", "breeds?search=Canalterrier", nil).List()
		if len(made) != 1 || id(made[0]) == id(taken) {
			t.Fatalf("%v", made)
		}
		tenant.Do("DELETE", "breeds/"+id(made[0]), nil)
	}
	b.until("no draft is left", "sessionStorage.length === 0")
}

// A server that is away when the console starts is asked again; a save that fails is seen on a long form; a record whose answer was
// lost is made once.
func TestServerThatIsAwayLosesNothing(t *testing.T) {
	tenant := newTenant(t)
	var away, lose, refuse atomic.Bool
	b := signedIn(t, through(t, func(r *http.Request) {
		unreachable(&away, ofTheAPI)(r)
		if refuse.Load() && r.Method == http.MethodPatch {
			r.Header.Set("If-Match", "nonsense")
		}
		if lose.Load() && r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/customers") {
			sent, _ := http.NewRequestWithContext(r.Context(), r.Method, serverURL(t)+r.URL.RequestURI(), r.Body)
			sent.Header = r.Header.Clone()
			if answer, err := http.DefaultClient.Do(sent); err == nil {
				answer.Body.Close()
			}
			panic(http.ErrAbortHandler)
		}
	}), tenant.Key)
	away.Store(true)
	b.open("main/customers/new")
	b.sees("No answer")
	away.Store(false)
	b.click("Try again")
	b.fill("First name", "Once")
	lose.Store(true)
	b.enter("Save")
	b.until("no answer is seen", inView("form .trouble"))
	b.sees("What you typed is kept here")
	b.holds("First name", "Once")
	lose.Store(false)
	b.click("Save")
	b.heading("Once")
	list := tenant.Do("GET", "customers", nil).List()
	if len(list) != 1 {
		t.Fatalf("%d customers", len(list))
	}
	refuse.Store(true)
	b.visit("/customers/" + id(list[0]) + "/edit")
	b.fill("First name", "Refused")
	b.press(kb.Enter)
	b.until("the refusal is seen", inView("form .trouble"))
}

// inView is an expression for whether an element is within the screen, with nothing over it.
func inView(selector string) string {
	return `(() => { const e = document.querySelector(` + quote(selector) + `), box = e?.getBoundingClientRect();
		return e && e.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) })()`
}
