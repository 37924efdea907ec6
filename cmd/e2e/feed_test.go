package e2e

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// typesOf returns the types of the events in a page.
func typesOf(page map[string]any) (list []string) {
	for _, e := range page["data"].([]any) {
		list = append(list, e.(map[string]any)["type"].(string))
	}
	return list
}

func wantTypes(t testing.TB, page map[string]any, want ...string) (next string) {
	t.Helper()
	if got := typesOf(page); !slices.Equal(got, want) {
		t.Fatalf("the feed has %q, want %q", got, want)
	}
	return page["next_cursor"].(string)
}

// feed reads the whole feed, of events that match the query.
func feed(of kit.Tenant, query string) (list []map[string]any) {
	of.T.Helper()
	for after, more := "oldest", true; more; {
		r := of.Do("GET", "events?limit=200&after="+after+query, nil)
		list = append(list, r.List()...)
		after, more = r.Object(200)["next_cursor"].(string), r.Object(200)["has_more"].(bool)
	}
	return list
}

func TestFeedShowsChangesInOrder(t *testing.T) {
	s := newTenant(t)
	next := wantTypes(t, s.Do("GET", "events?after=now", nil).Object(200))
	customer := s.NewCustomer(nil)
	id := customer["id"].(string)
	s.Do("PATCH", "customers/"+id, map[string]any{"first_name": "Ann"}).Object(200)
	s.NewPet(customer, nil)
	page := s.Do("GET", "events?after="+next, nil).Object(200)
	wantTypes(t, page, "customer.created", "customer.updated", "pet.created")
	update := page["data"].([]any)[1].(map[string]any)
	data := update["data"].(map[string]any)
	if page["has_more"] != false || data["object"].(map[string]any)["first_name"] != "Ann" || fmt.Sprint(data["previous"]) != "map[first_name:Jo]" ||
		update["account_id"] != s.Account.ID.String() || update["actor"].(map[string]any)["type"] != "api_key" {
		t.Errorf("%v", page)
	}
	first := s.Do("GET", "events?limit=1&types=customer.*&recordId="+id+"&after="+next, nil)
	first.Problem(422, "validation_failed") // the cursor is bound to other filters
	of := s.Do("GET", "events?limit=1&types=customer.*&recordId="+id, nil).Object(200)
	if of["has_more"] != true {
		t.Errorf("%v", of)
	}
	after := wantTypes(t, of, "customer.created")
	s.Do("GET", "events?limit=1&types=customer.*&recordId="+id+"&after="+after[:8]+"%0A"+after[8:], nil).Problem(422, "validation_failed")
	wantTypes(t, s.Do("GET", "events?limit=1&types=customer.*&recordId="+id+"&after="+after, nil).Object(200), "customer.updated")

	// A key sees what it may read. A cursor is bound to account and filters, but not to the key.
	reader := s.NewKey("events:read", "notes:read")
	next = wantTypes(t, s.Send(reader, "GET", s.Base+"/events?types=*", nil).Object(200))
	wantTypes(t, s.Do("GET", "events?types=*&after="+next, nil).Object(200))
	s.Send(reader, "GET", s.Base+"/events?types=customer.created", nil).Problem(403, "ability_missing")
}

func TestWaitingReaderHearsOfACommit(t *testing.T) {
	s := newTenant(t)
	next := wantTypes(t, s.Do("GET", "events?after=now", nil).Object(200))
	answered := make(chan kit.Response, 1)
	go func() { answered <- s.Do("GET", "events?wait=10&after="+next, nil) }()
	select {
	case r := <-answered:
		t.Fatalf("an empty page came at once: %s", r.Text)
	case <-time.After(300 * time.Millisecond):
	}
	s.NewCustomer(nil)
	now := testkit.RunningTime(t)
	began := now()
	wantTypes(t, (<-answered).Object(200), "customer.created")
	if took := now() - began; took > time.Second {
		t.Errorf("it took %s", took)
	}
}

// stream opens a stream of events. It has begun.
func stream(t testing.TB, url string, headers ...string) *http.Response {
	t.Helper()
	r := testkit.Must[*http.Request](t)(http.NewRequestWithContext(t.Context(), "GET", url, nil))
	r.Header.Set("Accept", "text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer := testkit.Must[*http.Response](t)(http.DefaultClient.Do(r))
	t.Cleanup(func() { _ = answer.Body.Close() })
	if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%d %v", answer.StatusCode, answer.Header)
	}
	return answer
}

func TestStreamResumesAtItsLastID(t *testing.T) {
	s := newTenant(t)
	open := func(headers ...string) (next func() (id, data string), end func()) {
		res := stream(t, s.URL+s.Base+"/events", append(headers, "X-API-Key", s.Key)...)
		lines := bufio.NewScanner(res.Body)
		lines.Buffer(nil, 1<<20)
		return func() (id, data string) {
			for lines.Scan() {
				if v, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
					id = v
				}
				if v, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
					data = v
				}
				if lines.Text() == "" && data != "" {
					return id, data
				}
			}
			return "", ""
		}, func() { res.Body.Close() }
	}
	s.NewCustomer(map[string]any{"first_name": "One"})
	s.NewCustomer(map[string]any{"first_name": "Two"})
	next, end := open()
	id, data := next()
	if !strings.Contains(data, `"One"`) {
		t.Fatalf("%s", data)
	}
	end()
	next, end = open("Last-Event-ID", id)
	defer end()
	if _, data := next(); !strings.Contains(data, `"Two"`) {
		t.Fatalf("%s", data)
	}
	s.NewCustomer(map[string]any{"first_name": "Three"})
	if _, data := next(); !strings.Contains(data, `"Three"`) {
		t.Fatalf("%s", data)
	}
	s.Do("GET", "events", nil, "Accept", "text/event-stream", "Last-Event-ID", "x").Problem(422, "validation_failed")
	s.Do("GET", "customers", nil, "Accept", "text/event-stream").Problem(406, "not_acceptable")
}

func TestWaitingReadersEndWithTheirKey(t *testing.T) {
	s := newTenant(t)
	key := s.NewKey("events:read", "customers:read")
	id := s.Send(key, "GET", s.Base+"/events?after=now", nil).Object(200)["next_cursor"].(string)
	page, streamed := make(chan int, 1), make(chan error, 1)
	go func() { page <- s.Send(key, "GET", s.Base+"/events?wait=10&after="+id, nil).Status }()
	open := stream(t, s.URL+s.Base+"/events?after="+id, "X-API-Key", key)
	go func() {
		_, err := io.Copy(io.Discard, open.Body)
		streamed <- err
	}()
	if err := s.DB.In(t.Context()).Exec(`update auth.api_keys set revoked_at = now() where id = (
		select id from auth.api_keys where abilities::text like '%events:read%' and organization_id =
			(select organization_id from accounts.accounts where id = ?))`, s.Account.ID).Error; err != nil {
		t.Fatal(err)
	}
	now := testkit.RunningTime(t)
	began := now()
	status, err := <-page, <-streamed
	if took := now() - began; took > 5*time.Second || status != 401 || err != nil {
		t.Errorf("the page ends with %d, the stream with %v, after %s", status, err, took)
	}
}

func TestActingStaffAreNamed(t *testing.T) {
	s := newTenant(t)
	staff := []string{"X-Staff-Id", "u+7", "X-Staff-Name", "Ana+Gon%C3%A7alves%20"}
	customer := s.Do("POST", "customers", map[string]any{"first_name": "Jo", "last_name": "Bloggs"}, staff...).Object(201)
	note := s.Do("POST", "customers/"+customer["id"].(string)+"/notes", map[string]any{"body": "x"}, staff...).Object(201)
	plain := s.Do("POST", "customers/"+customer["id"].(string)+"/notes", map[string]any{"body": "y"}).Object(201)
	author := note["author"].(map[string]any)
	via, ok := author["via"].(map[string]any)
	if author["type"] != "staff" || author["id"] != "u+7" || author["name"] != "Ana+Gonçalves" || !ok || via["type"] != "api_key" || via["name"] != "test" {
		t.Errorf("%v", author)
	}
	if author := plain["author"].(map[string]any); author["type"] != "api_key" || author["via"] != nil || len(author) != 4 {
		t.Errorf("%v", author)
	}
	wantTypes(t, s.Do("GET", "events?actorId=u%2B7", nil).Object(200), "customer.created", "note.created")
	page := s.Do("GET", "events?actorId="+strings.ToUpper(via["id"].(string)), nil).Object(200)
	wantTypes(t, page, "customer.created", "note.created", "note.created")
	if got := page["data"].([]any)[0].(map[string]any)["actor"]; fmt.Sprint(got) != fmt.Sprint(author) {
		t.Errorf("%v", got)
	}
	s.Do("GET", "customers", nil, "X-Staff-Id", strings.Repeat("~", 100), "X-Staff-Name", strings.Repeat("%C3%A9", 120)).List()
	_, token := s.Login()
	s.Send(token, "GET", "/v1/auth/me", nil, "X-Staff-Id", "7").Problem(403, "forbidden")
	s.Send(s.NewKey("customers:read"), "GET", s.Base+"/customers", nil, "X-Staff-Id", "7").Problem(403, "ability_missing")
	for fault, headers := range map[string][]string{
		"header.X-Staff-Id format":   {"X-Staff-Id", strings.Repeat("x", 101)},
		"header.X-Staff-Name format": {"X-Staff-Id", "7", "X-Staff-Name", strings.Repeat("%C3%A9", 121)},
	} {
		wantFaults(t, s.Do("GET", "customers", nil, headers...), fault)
	}
}
