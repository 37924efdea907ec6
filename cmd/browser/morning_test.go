package browser

import (
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// hands use the console by keyboard alone on a wide screen, or by touch on a telephone.
type hands struct {
	*tab
	touch bool
}

// use presses a button or follows a link.
func (h hands) use(name string) {
	h.t.Helper()
	if !h.touch {
		h.enter(name)
		return
	}
	at := h.at(name)
	point := []*input.TouchPoint{{X: at.X, Y: at.Y}}
	call(h.tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: point})
	end := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}}
	call(h.tab, input.DispatchTouchEvent, end)
}

// begins uses what opens a dialog.
func (h hands) begins(name, title string) {
	h.t.Helper()
	h.use(name)
	h.form(title)
}

// menu opens a page of the menu.
func (h hands) menu(entry string) {
	h.t.Helper()
	if h.touch {
		h.use("Menu")
	}
	h.use(entry)
	h.heading(entry)
}

var isoDay = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)$`)

// put fills a field: of a choice with the beginning of its label, of a day with YYYY-MM-DD.
func (h hands) put(label, text string) {
	h.t.Helper()
	if h.touch {
		h.fill(label, text)
		return
	}
	h.types(label, isoDay.ReplaceAllString(text, "$3$2$1"))
}

// search writes into the search field of the frame.
func (h hands) search(text string) {
	h.t.Helper()
	if h.touch {
		h.fill(searchField, text)
		return
	}
	h.until("nothing holds the key", "(document.activeElement.blur(), true)")
	h.press("/")
	h.press(kb.Delete)
	h.write(text)
}

// hit opens the best match of the search.
func (h hands) hit(name string) {
	h.t.Helper()
	h.until("it is the best match", "document.querySelector('[role=option][aria-selected=true]')?.innerText.startsWith("+quote(name)+")")
	if h.touch {
		h.use(name)
	} else {
		h.press(kb.Enter)
	}
	h.heading(name)
}

// morning is what a receptionist does before noon: 30 tasks, in this order.
var morning = []struct {
	task string
	do   func(h hands)
}{
	{"see on Start that a pet arrives without a vaccination", func(h hands) {
		h.heading("Good to see you")
		h.until("the count is there", `[...document.querySelectorAll('.tile')].some((t) =>
			t.innerText.replace(/\s+/g, ' ') === '1 Arrive without a vaccination')`)
	}},
	{"see on Today what is missing and whom to call", func(h hands) {
		h.menu("Today")
		h.sees("1 of 1 arriving pet lacks vaccinations for the booked stay: Milo", "DHPP is missing · Call 07700 900413")
	}},
	{"open the list of whom to call", func(h hands) {
		h.use("Call list")
		h.heading("Compliance")
		h.sees("1 found.", "07700 900413", "Milo", "Beatrice Oakes", "DHPP")
		h.until("the telephone comes first", "/^07700 900413/.test(document.querySelector('tbody tr').innerText.trim())")
	}},
	{"open the pet", func(h hands) {
		h.use("Milo Dog")
		h.heading("Milo")
		h.sees("Owner: Text only", "Vaccinated for", "Boarding", "Not compliant", "DHPP is missing")
	}},
	{"enter the vaccination of the certificate that the owner has sent", func(h hands) {
		h.begins("New vaccination", "New vaccination")
		h.put("Vaccine", "DHPP")
		h.put("Expires on", "2031-05-05")
		h.use("Save")
		h.closed("DHPP", "5 May 2031")
	}},
	{"see that the pet may come", func(h hands) { h.sees("Compliant until") }},
	{"see that Today has no mark any more", func(h hands) {
		h.menu("Today")
		h.misses("lacks vaccinations", "is missing")
	}},
	{"look who is here tomorrow", func(h hands) {
		h.use("The day after")
		h.until("it is another day", "document.querySelector('h1').innerText !== 'Today'")
		h.sees("Nobody arrives", "Ella")
	}},
	{"find a customer by telephone", func(h hands) {
		h.search("0770 0900 413")
		h.hit("Beatrice Oakes")
	}},
	{"note that she is on holiday", func(h hands) {
		h.use("Notes")
		h.begins("New note", "New note")
		h.put("Title", "Away")
		h.put("Note", "On holiday until Friday")
		h.use("Save")
		h.closed("On holiday until Friday")
	}},
	{"pin the note", func(h hands) {
		h.begins("Edit: Away", "Edit note")
		h.put("Title", "Away!")
		h.use("Save")
		h.closed("Away!")
	}},
	{"change her e-mail", func(h hands) {
		h.use("Overview")
		h.sees("Details")
		h.use("Edit")
		h.heading("Edit customer")
		h.put("E-mail", "oakes@example.com")
		h.use("Save")
		h.heading("Beatrice Oakes")
		h.sees("oakes@example.com")
	}},
	{"make a token for her password", func(h hands) {
		h.begins("Reset password", "Reset password")
		h.use("Make token")
		h.until("the token is shown", "document.querySelector('#secret')?.innerText.length > 20")
		h.use("I have it")
		h.closed()
	}},
	{"look for a caller who is not known and make a customer of them", func(h hands) {
		h.search("Rosa Lind")
		h.sees("Nothing found")
		if h.touch {
			h.use("New customer “Rosa Lind”")
		} else {
			h.press(kb.Enter) // all results
			h.heading("Results for “Rosa Lind”")
			h.use("New customer “Rosa Lind”")
		}
		h.heading("New customer")
		h.holds("First name", "Rosa")
		h.until("the first field has the focus", "document.activeElement.value === 'Rosa'")
	}},
	{"hear that the number is that of somebody else", func(h hands) {
		h.put("Number", "07700 900413")
		h.sees("Already here?", "Beatrice Oakes", "Same phone", "Open instead")
		h.press(kb.Enter) // saves nothing
		h.heading("New customer")
	}},
	{"save her with her first pet all the same", func(h hands) {
		h.put("Name", "Pip")
		h.put("Species", "Cat")
		h.use("Save")
		h.heading("Rosa Lind")
		h.sees("These may be the same person", "Beatrice Oakes", "Pip")
	}},
	{"say that they are two", func(h hands) {
		h.use("They are not the same")
		h.until("nobody is said to be them, nor will be", `!finder.text().includes('These may be the same person') &&
			finder.settled() && !finder.text().includes('Another record may be the same')`)
	}},
	{"begin another pet, and keep what was typed when Escape is pressed", func(h hands) {
		h.use("New pet")
		h.heading("New pet")
		h.until("the first field has the focus", "document.activeElement.closest('form')")
		h.put("Name", "Pop")
		h.press(kb.Escape)
		h.dialog("Discard what you typed?")
		h.use("Cancel")
		h.closed()
		h.holds("Name", "Pop")
		h.put("Species", "Dog")
		h.use("Save")
		h.heading("Pop")
	}},
	{"weigh it", func(h hands) {
		h.use("Edit")
		h.heading("Edit pet")
		h.put("Weight", "12.5")
		h.use("Save")
		h.heading("Pop")
		h.sees("12.5 kg since")
	}},
	{"exempt it from a vaccination", func(h hands) {
		h.begins("New exemption", "New exemption")
		h.put("Vaccine", "DHPP")
		h.put("Reason", "Medical")
		h.use("Save")
		h.closed("Medical", "Always")
	}},
	{"open its kennel card", func(h hands) {
		h.use("Kennel card")
		h.heading("Kennel card: Pop")
		h.sees("Rosa Lind", "07700 900413", "12.5 kg", "Print")
		h.use("← Pop")
		h.heading("Pop")
	}},
	{"give it to the customer who has come for it", func(h hands) {
		h.begins("Transfer", "Give Pop to another customer")
		h.put("New owner", "oakes")
		h.use("Choose: Beatrice Oakes")
		h.use("Transfer")
		h.closed("Beatrice Oakes")
	}},
	{"see what has happened to it", func(h hands) {
		h.use("History")
		h.sees("Pet created", "Weight")
	}},
	{"see notes, vaccinations and orders in the history of a pet", func(h hands) {
		h.search("milo")
		h.hit("Milo")
		h.use("History")
		h.sees("Vaccination", "DHPP", "Order N-0")
	}},
	{"open the order of its stay", func(h hands) {
		h.use("Order N-0")
		h.heading("Order N-0")
		h.sees("Garden room", "£126.00", "£96.00")
	}},
	{"note when it is brought", func(h hands) {
		h.begins("New note", "New note")
		h.put("Note", "Comes at seven")
		h.use("Save")
		h.closed("Comes at seven")
	}},
	{"narrow the customers to a name, and see their pets", func(h hands) {
		h.menu("Customers")
		h.put(narrowField, "lind")
		h.until("one is left", "document.querySelectorAll('tbody tr').length === 1")
		h.sees("Rosa Lind", "Pip")
	}},
	{"begin a pet from the list of pets", func(h hands) {
		h.menu("Pets")
		h.use("New pet")
		h.heading("New pet")
		h.put("Owner", "rosa")
		h.use("Choose: Rosa Lind")
		h.until("the form of her pet has the focus", "location.hash.endsWith('/newPet') && document.activeElement.closest('form')")
	}},
	{"see who has to be called this week", func(h hands) {
		h.menu("Compliance")
		h.put("Which", "Those arriving")
		h.sees("0 found.", "No arriving pet is in this state")
	}},
	{"sign out", func(h hands) {
		h.use("Signed in as test")
		h.use("Sign out")
		h.sees("Sign in", "API key")
	}},
}

func TestMorningOfAReceptionist(t *testing.T) {
	t.Parallel()
	if len(morning) != 30 {
		t.Errorf("a morning has %d tasks", len(morning))
	}
	for name, size := range map[string][2]int64{"keyboard on 1440": {1440, 900}, "touch on 390": {390, 844}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tenant := kit.NewTenant(t)
			business(t, tenant)
			requires(tenant, "DHPP")
			h := hands{signedIn(t, serverURL(t), tenant.Key), size[0] < 1440}
			screen := emulation.SetDeviceMetricsOverrideParams{Width: size[0], Height: size[1], DeviceScaleFactor: 1, Mobile: h.touch}
			call(h.tab, emulation.SetDeviceMetricsOverride, screen)
			call(h.tab, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: h.touch})
			h.visit("/")
			start := time.Now()
			for i, m := range morning {
				began := time.Now()
				m.do(h)
				t.Logf("%2d %s: %s", i+1, m.task, time.Since(began).Round(time.Millisecond))
			}
			// The console asks who is signed in when it starts, and every 30 seconds.
			if asks, took := h.asks("/auth/staff/me"), time.Since(start); asks > 3+int(took/(15*time.Second)) {
				t.Errorf("the console has asked %d times in %s who is signed in", asks, took)
			}
		})
	}
}
