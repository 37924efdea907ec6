package limit

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

const (
	longestPage = 200
	// farOffset is the offset from which a page's ids are first looked up in the index, so that rows before them are not read.
	farOffset = 1000
)

const petColumns = `id:n account_id:n customer_id:n name species breed sex altered birth_date:d weight:j colour microchip
	feeding_instructions medications allergies behaviour_notes medical_notes created_at:t updated_at:t version:n`

var (
	customer = columns(`id:n account_id:n first_name last_name company_name email mobile phone line1 city region postcode country status
		referral_source contact_name contact_phone practice vet marketing:b tags:j alert created_at:t updated_at:t version:n`)
	pet         = columns(petColumns)
	ownedPet    = columns(petColumns + " owner owner_phone")
	event       = columns(`id:n account_id:n type object:j`)
	note        = columns(`id:n account_id:n customer_id:n pet_id:n body author created_at:t updated_at:t`)
	vaccination = columns(`id:n account_id:n pet_id:n vaccination_type_id:n type expires_on:d administered_on:d clinic lot_number
		created_at:t updated_at:t version:n`)
	order = columns(`id:n account_id:n customer_id:n number status payment_status pet_ids:j service_types:j starts_at:t ends_at:t placed_at:t
		lines:j totals:j payments:j created_at:t updated_at:t version:n`)
)

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	const (
		account   = "/v1/accounts/{account}"
		customers = account + "/customers"
		pets      = customers + "/{customer}/pets"
	)
	for pattern, handler := range map[string]func(*http.Request, int64) (statement, error){
		"GET " + customers:                             listCustomers,
		"GET " + customers + "/{customer}":             getCustomer,
		"POST " + customers:                            createCustomer,
		"PATCH " + customers + "/{customer}":           updateCustomer,
		"GET " + pets:                                  listPets,
		"POST " + pets:                                 createPet,
		"GET " + pets + "/{pet}":                       getPet,
		"PATCH " + pets + "/{pet}":                     updatePet,
		"GET " + pets + "/{pet}/notes":                 listNotes,
		"POST " + pets + "/{pet}/notes":                createNote,
		"GET " + account + "/pets/{pet}/vaccinations":  listVaccinations,
		"POST " + account + "/pets/{pet}/vaccinations": createVaccination,
		"GET " + account + "/orders":                   listOrders,
		"GET " + account + "/pets":                     listAccountPets,
		"GET " + account + "/events":                   listEvents,
		"GET " + account + "/orders/{order}":           getOrder,
	} {
		mux.HandleFunc(pattern, s.serve(handler))
	}
	return mux
}

func one(t *table, sql string, args ...any) (statement, error) {
	return statement{status: http.StatusOK, rows: t, sql: sql, args: args}, nil
}

func many(t *table, sql string, args ...any) (statement, error) {
	return statement{status: http.StatusOK, rows: t, list: true, sql: sql, args: args}, nil
}

func made(t *table, sql string, args ...any) (statement, error) {
	return statement{status: http.StatusCreated, rows: t, sql: sql, args: args}, nil
}

func between(q url.Values, name string, least, most int) int {
	n, err := strconv.Atoi(q.Get(name))
	if err != nil {
		return least
	}
	return min(max(n, least), most)
}

var pattern = strings.NewReplacer(`%`, `\%`, `_`, `\_`, `\`, `\\`)

func listCustomers(r *http.Request, account int64) (statement, error) {
	q := r.URL.Query()
	limit := between(q, "limit", 1, longestPage)
	offset := (between(q, "page", 1, 1<<30) - 1) * limit
	if term := q.Get("search"); term != "" {
		return many(&customer, "select "+customer.list+" from customers where account_id = $1 and words like $2"+
			" order by id desc limit $3 offset $4", account, "%"+pattern.Replace(strings.ToLower(term))+"%", limit, offset)
	}
	if offset > farOffset {
		return many(&customer, "select "+customer.list+" from customers where id = any (array(select id from customers where account_id = $1"+
			" order by id desc limit $2 offset $3)) order by id desc", account, limit, offset)
	}
	return many(&customer, "select "+customer.list+" from customers where account_id = $1 order by id desc limit $2 offset $3",
		account, limit, offset)
}

func getCustomer(r *http.Request, account int64) (statement, error) {
	return one(&customer, "select "+customer.list+" from customers where id = $1 and account_id = $2", id(r, "customer"), account)
}

func getPet(r *http.Request, account int64) (statement, error) {
	return one(&pet, "select "+pet.list+" from pets where id = $1 and customer_id = $2 and account_id = $3",
		id(r, "pet"), id(r, "customer"), account)
}

func listPets(r *http.Request, account int64) (statement, error) {
	return many(&pet, "select "+pet.list+" from pets where customer_id = $1 and account_id = $2 order by id desc limit 50",
		id(r, "customer"), account)
}

func listAccountPets(r *http.Request, account int64) (statement, error) {
	q := r.URL.Query()
	limit := between(q, "limit", 1, longestPage)
	return many(&ownedPet, "select "+ownedPet.list+" from (select * from pets where account_id = $1 order by id desc limit $2 offset $3) as p"+
		" cross join lateral (select first_name || ' ' || last_name as owner, mobile as owner_phone from customers c where c.id = p.customer_id"+
		" offset 0) as c order by p.id desc",
		account, limit, (between(q, "page", 1, 1<<30)-1)*limit)
}

func listEvents(r *http.Request, account int64) (statement, error) {
	q := r.URL.Query()
	return many(&event, "select "+event.list+" from events where account_id = $1 and id > $2 order by id limit $3",
		account, between(q, "after", 0, 1<<30), between(q, "limit", 1, longestPage))
}

func listNotes(r *http.Request, account int64) (statement, error) {
	return many(&note, "select "+note.list+" from notes where pet_id = $1 and customer_id = $2 and account_id = $3 order by id desc limit 50",
		id(r, "pet"), id(r, "customer"), account)
}

func listVaccinations(r *http.Request, account int64) (statement, error) {
	return many(&vaccination, "select "+vaccination.list+" from vaccinations where pet_id = $1 and account_id = $2 order by id desc limit 50",
		id(r, "pet"), account)
}

func getOrder(r *http.Request, account int64) (statement, error) {
	return one(&order, "select "+order.list+" from orders where id = $1 and account_id = $2", id(r, "order"), account)
}

func listOrders(r *http.Request, account int64) (statement, error) {
	q := r.URL.Query()
	return many(&order, "select "+order.list+" from orders where account_id = $1 and starts_at between $2::text::timestamptz"+
		" and $3::text::timestamptz order by starts_at desc limit $4",
		account, q.Get("startsFrom"), q.Get("startsTo"), between(q, "limit", 1, longestPage))
}

func decode(r *http.Request, into any) error {
	return json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<20)).Decode(into)
}
