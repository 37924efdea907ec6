package load

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/testdb"
)

// byHand is what one would write for these five requests alone: net/http, pgx, encoding/json; the same SQL, the same
// JSON, the same event in the same transaction; no validation beyond decoding, no limits, no roles.
type byHand struct {
	pool    *pgxpool.Pool
	account uuid.UUID
	key     string
}

// handCustomer has the keys of a customer; nested values pass through as they are stored.
type handCustomer struct {
	ID             uuid.UUID       `json:"id"`
	AccountID      uuid.UUID       `json:"account_id"`
	FirstName      *string         `json:"first_name"`
	LastName       *string         `json:"last_name"`
	CompanyName    *string         `json:"company_name"`
	Email          *string         `json:"email"`
	Phones         json.RawMessage `json:"phones"`
	Address        json.RawMessage `json:"address"`
	Status         *string         `json:"status"`
	ReferralSource *string         `json:"referral_source"`
	Contacts       json.RawMessage `json:"contacts"`
	Vet            json.RawMessage `json:"vet"`
	Communication  json.RawMessage `json:"communication"`
	ColourCodeIDs  json.RawMessage `json:"colour_code_ids"`
	Tags           json.RawMessage `json:"tags"`
	Alert          *string         `json:"alert"`
	CustomFields   json.RawMessage `json:"custom_fields"`
	ExternalID     *string         `json:"external_id"`
	Login          handLogin       `json:"login"`
	CreatedAt      time.Time       `json:"created_at"`
	UpdatedAt      time.Time       `json:"updated_at"`
	Version        int64           `json:"version"`
}

type handLogin struct {
	Enabled     bool       `json:"enabled"`
	LastLoginAt *time.Time `json:"last_login_at"`
}

const handColumns = `id, account_id, first_name, last_name, company_name, email, phones, address, status, referral_source, contacts, vet,
	communication, colour_code_ids, tags, alert, custom_fields, external_id, login_enabled, login_last_login_at, created_at, updated_at, version`

func (c *handCustomer) scan(row pgx.Row) error {
	return row.Scan(&c.ID, &c.AccountID, &c.FirstName, &c.LastName, &c.CompanyName, &c.Email, &c.Phones, &c.Address, &c.Status,
		&c.ReferralSource, &c.Contacts, &c.Vet, &c.Communication, &c.ColourCodeIDs, &c.Tags, &c.Alert, &c.CustomFields, &c.ExternalID,
		&c.Login.Enabled, &c.Login.LastLoginAt, &c.CreatedAt, &c.UpdatedAt, &c.Version)
}

// startByHand serves the handler and returns the base that stands for the account.
func startByHand(b *testing.B, t kit.Tenant) string {
	b.Helper()
	c, err := pgxpool.ParseConfig(testdb.URL())
	if err != nil {
		b.Fatal(err)
	}
	c.MaxConns = 16 // as many as petcare has in these tests
	pool, err := pgxpool.NewWithConfig(context.Background(), c)
	if err != nil {
		b.Fatal(err)
	}
	h := byHand{pool, t.Account.ID, t.Key}
	mux := http.NewServeMux()
	for pattern, handle := range map[string]func(context.Context, *http.Request) (any, int, error){
		"GET /customers/{id}": h.get, "GET /customers": h.list, "POST /customers": h.create, "PATCH /customers/{id}": h.patch,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-API-Key") != h.key {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			body, status, err := handle(r.Context(), r)
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_ = json.NewEncoder(w).Encode(body)
		})
	}
	server := httptest.NewServer(mux)
	b.Cleanup(func() { server.Close(); pool.Close() })
	return server.URL
}

func (h byHand) get(ctx context.Context, r *http.Request) (any, int, error) {
	var c handCustomer
	err := c.scan(h.pool.QueryRow(ctx, `select `+handColumns+` from customerspets.customers where account_id = $1 and id = $2`, h.account, r.PathValue("id")))
	return c, http.StatusOK, err
}

func (h byHand) list(ctx context.Context, r *http.Request) (any, int, error) {
	query, args := `select `+handColumns+` from customerspets.customers where account_id = $1 order by id desc limit 51`, []any{h.account}
	if search := r.URL.Query().Get("search"); search != "" {
		query = `select ` + handColumns + ` from customerspets.customers where account_id = $1 and search like $2 order by id desc limit 51`
		args = append(args, "%"+strings.ToLower(search)+"%")
	}
	rows, err := h.pool.Query(ctx, query, args...)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	list := make([]handCustomer, 0, 51)
	for rows.Next() {
		list = append(list, handCustomer{})
		if err := list[len(list)-1].scan(rows); err != nil {
			return nil, 0, err
		}
	}
	next := any(nil)
	if len(list) > 50 {
		list, next = list[:50], list[49].ID
	}
	return map[string]any{"data": list, "next_cursor": next}, http.StatusOK, rows.Err()
}

// draft is the body of a create; nested values are kept as they come.
type handDraft struct {
	FirstName, LastName, CompanyName, Email, Alert *string
	ReferralSource                                 *string `json:"referral_source"`
	Phones, Address, Contacts, Vet, Communication  json.RawMessage
	Tags                                           json.RawMessage
}

func (h byHand) create(ctx context.Context, r *http.Request) (any, int, error) {
	var d handDraft
	if err := json.NewDecoder(r.Body).Decode(&d); err != nil {
		return nil, 0, err
	}
	now := time.Now().UTC().Truncate(time.Microsecond)
	active := "active"
	c := handCustomer{ID: ids.New(), AccountID: h.account, FirstName: d.FirstName, LastName: d.LastName, CompanyName: d.CompanyName, Email: d.Email,
		Phones: d.Phones, Address: d.Address, Status: &active, ReferralSource: d.ReferralSource, Contacts: d.Contacts, Vet: d.Vet,
		Communication: d.Communication, ColourCodeIDs: json.RawMessage("[]"), Tags: d.Tags, Alert: d.Alert, CustomFields: json.RawMessage("{}"),
		CreatedAt: now, UpdatedAt: now, Version: 1}
	err := pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `insert into customerspets.customers (`+handColumns+`, search)
			values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24)`,
			c.ID, c.AccountID, c.FirstName, c.LastName, c.CompanyName, c.Email, c.Phones, c.Address, c.Status, c.ReferralSource, c.Contacts, c.Vet,
			c.Communication, c.ColourCodeIDs, c.Tags, c.Alert, c.CustomFields, c.ExternalID, false, nil, c.CreatedAt, c.UpdatedAt, c.Version,
			strings.ToLower(fmt.Sprint(text(c.FirstName), " ", text(c.LastName), " ", text(c.CompanyName), " ", text(c.Email), digits(d.Phones))))
		if err != nil {
			return err
		}
		return h.event(ctx, tx, "customer.created", c, nil)
	})
	return c, http.StatusCreated, err
}

func (h byHand) patch(ctx context.Context, r *http.Request) (any, int, error) {
	var change struct {
		Alert *string `json:"alert"`
	}
	if err := json.NewDecoder(r.Body).Decode(&change); err != nil {
		return nil, 0, err
	}
	var c handCustomer
	err := pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		if err := c.scan(tx.QueryRow(ctx, `select `+handColumns+` from customerspets.customers where account_id = $1 and id = $2 for update`, h.account, r.PathValue("id"))); err != nil {
			return err
		}
		before := c
		c.Alert, c.Version, c.UpdatedAt = change.Alert, c.Version+1, time.Now().UTC()
		_, err := tx.Exec(ctx, `update customerspets.customers set alert = $3, version = $4, updated_at = $5 where account_id = $1 and id = $2`,
			h.account, c.ID, c.Alert, c.Version, c.UpdatedAt)
		if err != nil {
			return err
		}
		return h.event(ctx, tx, "customer.updated", c, before)
	})
	return c, http.StatusOK, err
}

func (h byHand) event(ctx context.Context, tx pgx.Tx, kind string, object handCustomer, before any) error {
	var previous map[string]json.RawMessage
	if before != nil {
		var err error
		if previous, err = events.Changed(before, object); err != nil {
			return err
		}
	}
	id := ids.New()
	var sequence int64
	if err := tx.QueryRow(ctx, `select nextval('outbox.sequence')`).Scan(&sequence); err != nil {
		return err
	}
	body, err := json.Marshal(map[string]any{"id": id, "type": kind, "sequence": sequence, "account_id": h.account, "created_at": object.UpdatedAt,
		"data": map[string]any{"object": object, "previous": previous}})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		h.account, id, sequence, kind, object.ID, string(body), object.UpdatedAt)
	return err
}

// digits are what the search finds phone numbers by: in international form, and dialled inside of the country.
func digits(phones json.RawMessage) string {
	var list []struct{ Number string }
	_ = json.Unmarshal(phones, &list) // whoever sends no list is not found by it
	var found strings.Builder
	for _, p := range list {
		international := strings.TrimPrefix(p.Number, "+")
		found.WriteString(" " + international + " 0" + strings.TrimPrefix(international, "44"))
	}
	return found.String()
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// fillCustomers makes n customers in the account straight in the database and returns their ids.
func fillCustomers(t kit.Tenant, n int) []uuid.UUID {
	t.T.Helper()
	list := make([]uuid.UUID, n)
	names := make([]string, n)
	for i := range list {
		list[i], names[i] = ids.New(), fmt.Sprintf("Name%05d", i)
	}
	model := t.Do("POST", "customers", `{"first_name":"Rosalind","last_name":"Model","email":"r@example.com","company_name":"Second Chance Rescue",
		"phones":[{"type":"mobile","number":"+447700900123","primary":true},{"type":"home","number":"+442079460123"}],
		"address":{"line1":"12 Willow Lane","line2":"Flat 3","city":"London","region":"Greater London","postcode":"NW1 8AB","country":"GB"},
		"contacts":[{"name":"Tom Hughes","relationship":"Partner","phone":"+447700900124","emergency":true,"authorised_pickup":true}],
		"vet":{"practice":"Goose Green Vets","name":"Dr Patel","phone":"+442079460123"},"tags":["regular","collects late"],
		"alert":"Text only, hard of hearing","referral_source":"Friend"}`).Object(201)
	_, err := t.DB.Exec(context.Background(), `
		insert into customerspets.customers (`+handColumns+`, search)
		select u.id, account_id, first_name, u.name, company_name, u.name || '@example.com', phones, address, status, referral_source, contacts, vet,
			communication, colour_code_ids, tags, alert, custom_fields, null, false, null, created_at, updated_at, 1,
			'rosalind ' || lower(u.name) || ' second chance rescue ' || lower(u.name) || '@example.com 447700900123 442079460123'
		from customerspets.customers c, unnest($3::uuid[], $4::text[]) as u (id, name) where c.account_id = $1 and c.id = $2`,
		t.Account.ID, model["id"], list, names)
	if err != nil {
		t.T.Fatal(err)
	}
	if _, err := t.DB.Exec(context.Background(), `vacuum analyze customerspets.customers`); err != nil {
		t.T.Fatal(err)
	}
	return list
}
