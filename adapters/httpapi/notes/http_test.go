package notes

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/record"
)

// desk is everything around the handlers: one account, one pet, and notes that are kept in memory.
type desk struct {
	notes.Store
	*testing.T
	handler  http.Handler
	account  uuid.UUID
	customer uuid.UUID
	pet      uuid.UUID
	kept     map[uuid.UUID]notes.Note
	filter   notes.Filter
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{T: t, account: ids.New(), customer: ids.New(), pet: ids.New(), kept: map[uuid.UUID]notes.Note{}}
	now := func() time.Time { return time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC) }
	a := httpapi.New(httpapi.Options{Authenticator: d})
	register(a, notes.NewService(d, d, record.Env{Tx: d, Events: d, Clock: now}))
	handler, err := a.Handler()
	if err != nil {
		t.Fatal(err)
	}
	d.handler = handler
	return d
}

// APIKey takes a key for the ability it holds.
func (d *desk) APIKey(_ context.Context, key string, _ bool) (caller.Caller, error) {
	return caller.Caller{Kind: caller.APIKey, ID: ids.New(), Name: "Front desk", Accounts: []uuid.UUID{d.account}, Abilities: []string{key}}, nil
}

func (d *desk) Bearer(context.Context, string) (caller.Caller, error) {
	return caller.Caller{Kind: caller.Customer, ID: d.customer, Customer: d.customer, Accounts: []uuid.UUID{d.account}}, nil
}

func (d *desk) Exists(_ context.Context, _ uuid.UUID, scope notes.Scope) error {
	if scope != notes.UnderPet(d.customer, d.pet) {
		return apperr.NewNotFound()
	}
	return nil
}

func (d *desk) InTx(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }
func (d *desk) Record(context.Context, ...events.Public) error                 { return nil }

func (d *desk) Insert(_ context.Context, list ...notes.Note) error {
	for _, n := range list {
		d.kept[n.ID] = n
	}
	return nil
}

func (d *desk) Update(ctx context.Context, changes ...record.Change[notes.Note]) error {
	return d.Insert(ctx, changes[0].After)
}
func (d *desk) Differ(before, after notes.Note) bool { return !reflect.DeepEqual(before, after) }
func (d *desk) Delete(_ context.Context, n notes.Note) error {
	delete(d.kept, n.ID)
	return nil
}

func (d *desk) Lock(_ context.Context, _, id uuid.UUID) (notes.Note, error) {
	n, ok := d.kept[id]
	if !ok {
		return n, apperr.NewNotFound()
	}
	return n, nil
}

func (d *desk) List(_ context.Context, _ uuid.UUID, _ notes.Parent, f notes.Filter, page paging.Request) (paging.Page[notes.Note], error) {
	d.filter = f
	var all []notes.Note
	for _, n := range d.kept {
		all = append(all, n)
	}
	return paging.Cut(page, all, func(n notes.Note) []string { return []string{"0", n.ID.String()} }), nil
}

// send asks with a key that holds the ability, or with "customer" as the customer, and returns the answer.
func (d *desk) send(as, method, path, body string, header ...string) (int, http.Header, map[string]any) {
	d.Helper()
	r := httptest.NewRequestWithContext(d.Context(), method, "/v1/accounts/"+d.account.String()+path, strings.NewReader(body))
	if as == "customer" {
		r.Header.Set("Authorization", "Bearer token")
	} else {
		r.Header.Set("X-API-Key", as)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	answer := map[string]any{}
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			d.Fatalf("%s %s: %v: %s", method, path, err, w.Body)
		}
	}
	return w.Code, w.Header(), answer
}

func (d *desk) want(status int, as, method, path, body string, header ...string) map[string]any {
	d.Helper()
	got, _, answer := d.send(as, method, path, body, header...)
	if got != status {
		d.Errorf("%s %s %s %s: %d %v, want %d", as, method, path, body, got, answer, status)
	}
	return answer
}

func TestNoteIsWrittenReadChangedAndDeletedOverHTTP(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	path := "/customers/" + d.customer.String() + "/pets/" + d.pet.String() + "/notes"
	status, header, made := d.send("notes:write", "POST", path, `{"body": "  Barks  ", "visibility": "customer"}`)
	id, _ := made["id"].(string)
	if status != 201 || header.Get("Etag") != `"1"` || !strings.HasSuffix(header.Get("Location"), path+"/"+id) {
		t.Fatalf("%d %v %v", status, header, made)
	}
	if made["body"] != "Barks" || made["title"] != nil || made["category"] != "general" || made["created_at"] != "2026-05-01T09:30:00Z" {
		t.Errorf("%v", made)
	}
	list := d.want(200, "notes:read", "GET", path+"?category=medical&visibility=staff&limit=5", "")
	if data := list["data"].([]any); len(data) != 1 || d.filter != (notes.Filter{Category: "medical", Visibility: "staff"}) {
		t.Errorf("%v, filter %v", list, d.filter)
	}
	d.want(200, "customer", "GET", path, "")
	if d.filter.Visibility != notes.ForCustomer {
		t.Errorf("customers read %v", d.filter)
	}
	changed := d.want(200, "notes:write", "PATCH", "/notes/"+id, `{"title": "Loud", "pinned": true}`)
	if changed["title"] != "Loud" || changed["pinned"] != true || changed["version"] != 2.0 || changed["body"] != "Barks" {
		t.Errorf("%v", changed)
	}
	d.want(412, "notes:write", "DELETE", path+"/"+id, "", "If-Match", `"1"`)
	d.want(204, "notes:write", "DELETE", path+"/"+id, "", "If-Match", `"2"`)
	d.want(404, "notes:write", "DELETE", "/notes/"+id, "")
}

func TestFaultyNotesAreRefusedByName(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	path := "/customers/" + d.customer.String() + "/pets/" + d.pet.String() + "/notes"
	id := d.want(201, "*", "POST", path, `{"body": "x"}`)["id"].(string)
	for _, c := range []struct{ method, path, body, location string }{
		{"POST", path, `{}`, "body.body"},
		{"POST", path, `{"body": "   "}`, "body.body"},
		{"POST", path, `{"body": "x", "author": null}`, "body.author"},
		{"POST", path, `{"body": "x", "category": "gossip"}`, "body.category"},
		{"POST", path, `{"body": "x", "title": "` + strings.Repeat("é", 151) + `"}`, "body.title"},
		{"PATCH", "/notes/" + id, `{"body": null}`, "body.body"},
		{"PATCH", "/notes/" + id, `{"parent": {"type": "pet"}}`, "body.parent"},
		{"GET", path + "?category=gossip", "", "query.category"},
		{"GET", path + "?pinned=true", "", "query.pinned"},
	} {
		answer := d.want(422, "*", c.method, c.path, c.body)
		faults, _ := answer["errors"].([]any)
		if len(faults) != 1 || faults[0].(map[string]any)["location"] != c.location {
			t.Errorf("%s %s: %v", c.method, c.body, faults)
		}
	}
	if len(d.kept) != 1 || d.kept[uuid.MustParse(id)].Version != 1 {
		t.Errorf("%v", d.kept)
	}
}

func TestNotesNeedTheirAbilitiesAndCustomersWriteNone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	path := "/customers/" + d.customer.String() + "/pets/" + d.pet.String() + "/notes"
	d.want(403, "notes:write", "GET", path, "")
	d.want(403, "notes:read", "POST", path, `{"body": "x"}`)
	d.want(403, "customers:write", "POST", path, `{"body": "x"}`)
	for _, method := range []string{"PATCH", "DELETE"} {
		d.want(403, "notes:read", method, "/notes/"+d.pet.String(), `{}`)
		d.want(403, "customer", method, path+"/"+d.pet.String(), `{}`)
		d.want(404, "*", method, "/orders/"+d.pet.String()+"/notes/"+d.pet.String(), `{}`)
	}
	d.want(403, "customer", "POST", path, `{"body": "x"}`)
	d.want(404, "customer", "GET", "/customers/"+ids.New().String()+"/notes", "")
	d.want(404, "*", "POST", "/customers/"+ids.New().String()+"/pets/"+d.pet.String()+"/notes", `{"body": "x"}`)
}
