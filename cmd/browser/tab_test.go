package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// patience is how long something may take to appear. Only failing tests wait that long.
const patience = 2 * time.Minute

// tab is a tab in a browser profile of its own. When its test ends, its requests and complaints are checked.
type tab struct {
	t      *testing.T
	ctx    context.Context
	url    string // of the server
	opened int    // how often
	mu     sync.Mutex
	asked  []asked
	said   []string
	ways   map[network.RequestID]string // methods of requests
	not    []string                     // requests refused with 403
	spoilt bool                         // whether the profile cannot be used again
}

type asked struct{ method, url string }

// newTab opens a tab without a session.
func newTab(t *testing.T, url string) *tab {
	t.Helper()
	return tabIn(t, freeProfile(t), url)
}

func tabIn(t *testing.T, p profile, url string) *tab {
	t.Helper()
	ctx, stop := context.WithCancel(p.ctx)
	b := &tab{t: t, ctx: ctx, url: url, ways: map[network.RequestID]string{}}
	if err := chromedp.Listen(ctx, b.heard); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.check()
		stop()
		p.leave(t.Failed() || b.spoilt, url)
	})
	return b
}

// signedIn opens a tab with a session for a key.
func signedIn(t *testing.T, url, key string) *tab {
	t.Helper()
	b := newTab(t, url)
	b.cookie(session(t, url, key))
	return b
}

// invitation is that of a new member of staff with the name and the rights of a key, or "" for a key that cannot make one.
func invitation(t *testing.T, url, key string) string {
	t.Helper()
	s := kit.At(t, url)
	own := s.Send(key, "GET", "/v1/apiKeys/current", nil).Object(200)
	if abilities := own["abilities"].([]any); abilities[0] != "*" || own["expires_at"] != nil {
		return ""
	}
	roles := s.Send(key, "GET", "/v1/roles", nil).List() // the first is the manager
	made := s.Send(key, "POST", "/v1/staff", map[string]any{"name": own["name"], "email": ids.New().String() + "@example.com", "role_id": roles[0]["id"],
		"account_ids": own["account_ids"]}).Object(201)
	return made["invitation"].(map[string]any)["token"].(string)
}

// session signs in without the form, as a member of staff where the key can make one, and returns the value of the cookie.
func session(t *testing.T, url, key string) string {
	t.Helper()
	if token := invitation(t, url, key); token != "" {
		return cookieFor(t, url, `{"token": "`+token+`", "new_password": "correct horse"}`)
	}
	return keySession(t, url, key)
}

// keySession is the cookie of a browser that has signed in with the key itself.
func keySession(t *testing.T, url, key string) string {
	t.Helper()
	return cookieFor(t, url, `{"key": "`+key+`"}`)
}

func cookieFor(t *testing.T, url, body string) string {
	t.Helper()
	r := signIn(t, url, body)
	if r.StatusCode != http.StatusNoContent || len(r.Cookies()) != 1 {
		t.Fatalf("sign in: %d", r.StatusCode)
	}
	return r.Cookies()[0].Value
}

func signIn(t *testing.T, url, body string, headers ...string) *http.Response {
	t.Helper()
	r := testkit.Must[*http.Request](t)(
		http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/console/session", strings.NewReader(body)))
	r.Header.Set("Petcare-Console", "1")
	r.Header.Set("X-Forwarded-For", kit.AnyAddress())
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer := testkit.Must[*http.Response](t)(http.DefaultClient.Do(r))
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

func (b *tab) cookie(value string) {
	b.t.Helper()
	host, _ := url.Parse(b.url)
	yes := true
	call(b, network.SetCookie, network.SetCookieParams{Name: "petcare_console", Value: value, Domain: host.Hostname(), Path: "/",
		HTTPOnly: &yes, SameSite: network.CookieSameSiteStrict})
}

// visit opens a page of the location "main", from another page of the console like a link, and waits until it is rendered.
func (b *tab) visit(path string) {
	b.t.Helper()
	hash := "#/main" + path
	if !eval[bool](b, `!!window.finder && finder.go(`+quote(b.url+"/console")+`, `+quote(hash)+`)`) {
		b.open("main" + path)
	}
	b.settled()
}

// load is visit in a console that starts anew.
func (b *tab) load(path string) {
	b.t.Helper()
	b.open("main" + path)
	b.settled()
}

// open starts the console anew. The query makes it another address, as after another fragment alone the same page goes on.
func (b *tab) open(place string) {
	b.t.Helper()
	b.opened++
	b.do(chromedp.Navigate(fmt.Sprintf("%s/console?%d#/%s", b.url, b.opened, place)))
}

func (b *tab) settled() {
	b.t.Helper()
	b.until("the page is drawn", "window.finder && finder.settled()")
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 2*patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// eval returns the awaited value of an expression.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 2*patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

func quote(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}

// until waits until an expression is true.
func (b *tab) until(what, expression string) {
	b.t.Helper()
	wait[bool](b, what, "!!(await ("+expression+"))")
}

// wait returns the value of an expression as soon as it is one that counts as true. The page itself looks, a second at a time.
func wait[T any](b *tab, what, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 2*patience)
	defer cancel()
	for began := time.Now(); time.Since(began) < patience; {
		found, err := chromedp.Run(ctx, chromedp.Evaluate[[]T](`(async (look) => {
			const end = performance.now() + 1000;
			for (let pause = 10; performance.now() < end; pause = Math.min(1.5 * pause, 100)) {
				const value = await look();
				if (value) return [value];
				await new Promise((again) => setTimeout(again, pause));
			}
			return [];
		})(async () => `+expression+`)`, chromedp.EvalAwaitPromise))
		if thrown := (*chromedp.ExceptionError)(nil); errors.As(err, &thrown) || ctx.Err() != nil {
			b.t.Fatalf("%s: %s: %v", what, expression, err)
		}
		if len(found) > 0 {
			return found[0]
		}
		if err != nil { // another page is being loaded
			time.Sleep(15 * time.Millisecond)
		}
	}
	b.t.Fatalf("%s: not within %s; the page says: %s", what, patience, b.text())
	panic("unreachable")
}

func (b *tab) text() string {
	b.t.Helper()
	return eval[string](b, "window.finder ? finder.text() : ''")
}

// sees waits until the page, or the open dialog, contains the texts.
func (b *tab) sees(texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		b.until("see "+text, "window.finder && finder.text().includes("+quote(text)+")")
	}
}

// misses checks that the rendered page does not contain the texts.
func (b *tab) misses(texts ...string) {
	b.t.Helper()
	b.settled()
	for _, text := range texts {
		if strings.Contains(b.text(), text) {
			b.t.Errorf("the page says %q: %s", text, b.text())
		}
	}
}

type point struct{ X, Y float64 }

// at waits until the named element can be hit and returns where.
func (b *tab) at(name string) point {
	b.t.Helper()
	return wait[point](b, "something to click named "+name, "window.finder && finder.at("+quote(name)+")")
}

// click clicks the named element with the mouse, until it gets a click. It gets none when it is drawn anew between
// press and release, or when a dialog opens over it.
func (b *tab) click(name string) {
	b.t.Helper()
	for began := time.Now(); time.Since(began) < patience; {
		at := b.at(name)
		b.do(chromedp.MouseClickXY(at.X, at.Y))
		missed, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("!!window.finder?.awaitsClick"))
		if err != nil || !missed { // it worked, or another page is being loaded
			return
		}
	}
	b.t.Fatalf("%s gets no click; the page says: %s", name, b.text())
}

// dialog waits until a dialog with the title is open.
func (b *tab) dialog(title string) {
	b.t.Helper()
	b.until("the dialog "+title+" is open", "document.querySelector('dialog[open] h2')?.innerText === "+quote(title))
}

// opens clicks what opens a dialog with the title.
func (b *tab) opens(name, title string) {
	b.t.Helper()
	b.click(name)
	b.dialog(title)
}

// follow clicks what leads to another page of the console.
func (b *tab) follow(name string) {
	b.t.Helper()
	before := eval[string](b, "location.hash")
	b.click(name)
	b.until(name+" leads elsewhere", "location.hash !== "+quote(before))
}

// fill writes into the field with the label, or sets its value for selects and dates.
func (b *tab) fill(label, text string) {
	b.t.Helper()
	switch kind := wait[string](b, "a field labelled "+label, "window.finder && finder.focus("+quote(label)+")"); kind {
	case "select-one", "date", "color", "datetime-local":
		b.until(label+" can be "+text, "finder.set("+quote(label)+", "+quote(text)+")")
	default:
		b.press(kb.Delete)
		call(b, input.InsertText, input.InsertTextParams{Text: text})
	}
}

// holds checks the value of the field with the label.
func (b *tab) holds(label, want string) {
	b.t.Helper()
	b.until(label+" holds "+want, "window.finder && finder.value("+quote(label)+") === "+quote(want))
}

// press presses keys on the focused element.
func (b *tab) press(keys ...string) {
	b.t.Helper()
	for _, key := range keys {
		for _, r := range key {
			k := kb.Keys[r]
			if k == nil {
				call(b, input.InsertText, input.InsertTextParams{Text: string(r)})
				continue
			}
			// A single event, so that no character follows if the page prevents its default.
			down := input.DispatchKeyEventParams{
				Type:                  input.DispatchKeyEventTypeRawKeyDown,
				Code:                  k.Code,
				Key:                   k.Key,
				WindowsVirtualKeyCode: k.Windows,
			}
			if k.Print {
				down.Type, down.Text, down.UnmodifiedText = input.DispatchKeyEventTypeKeyDown, k.Text, k.Unmodified
			}
			up := down
			up.Type, up.Text, up.UnmodifiedText = input.DispatchKeyEventTypeKeyUp, "", ""
			call(b, input.DispatchKeyEvent, down)
			call(b, input.DispatchKeyEvent, up)
		}
	}
}

// write types a text.
func (b *tab) write(text string) {
	b.t.Helper()
	b.press(text)
}

func call[P, R any](b *tab, command cdp.Command[P, R], params P) {
	b.t.Helper()
	testkit.Must[R](b.t)(chromedp.Call(b.ctx, command, params))
}

func (b *tab) heard(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, asked{e.Request.Method, e.Request.URL})
		b.ways[e.RequestID] = e.Request.Method
	case *network.EventResponseReceived:
		if e.Response.Status == http.StatusForbidden {
			b.not = append(b.not, e.Response.URL)
		}
		if e.Response.Status == http.StatusUnprocessableEntity && b.ways[e.RequestID] == http.MethodGet {
			b.said = append(b.said, "422: "+e.Response.URL)
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		b.said = append(b.said, text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			b.said = append(b.said, fmt.Sprint("console: ", string(e.Args[0].Value), e.Args[0].Description))
		}
	case *log.EventEntryAdded:
		if e.Entry.Source != log.EntrySourceNetwork && e.Entry.Level == log.EntryLevelError {
			b.said = append(b.said, e.Entry.Text)
		}
	}
}

// refusedCalls returns the calls that were refused with 403.
func (b *tab) refusedCalls() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.not
}
