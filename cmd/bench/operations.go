package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/petcare/petcare/cmd/bench/internal/load"
	"github.com/petcare/petcare/cmd/bench/internal/rows"
)

const (
	pageSize   = 50
	searchSize = 20
	feedSize   = 200 // events
	nearPages  = 20
	feedPages  = 100
	allPages   = rows.Customers / pageSize
	// variety is the number of different requests of an operation.
	variety = 4000
	// window is how many orders start within the requested time.
	window = 40
)

// question is a request and what its response must contain.
type question struct {
	method, path, body string
	want               []string // parts of the response; load.Serial stands for the number in the request
	count              int      // length of data; 0: any
	most               int      // maximum length of data if more than count is correct, too
	each               string   // text in every element of data, in lower case
	readBack           string   // path that returns what was written
}

// operation is a kind of request. Both sides get the same requests.
type operation struct {
	name  string
	needs records
	ask   func(r *rand.Rand, s *side) question
}

// Pets with an odd number are read, and those with an even number get new records. Otherwise lists would grow during the other
// operations, and faster on the faster side.
func readPet(r *rand.Rand) int    { return 2*r.IntN(rows.Pets/2) + 1 }
func writtenPet(r *rand.Rand) int { return 2*r.IntN(rows.Pets/2) + 2 }

func (s *side) customerPath(n int) string { return "/customers/" + s.customers[n-1] }
func (s *side) petPath(n int) string      { return s.customerPath(rows.Owner(n)) + "/pets/" + s.pets[n-1] }

var operations = []operation{
	{"get", records{}, func(r *rand.Rand, s *side) question {
		p := rows.PetAt(1 + r.IntN(rows.Pets))
		return question{method: http.MethodGet, path: s.petPath(p.Number), want: []string{p.Microchip, p.Medical}}
	}},
	{"list", records{}, func(r *rand.Rand, s *side) question { return listCustomers(r, s, nearPages) }},
	{"list_deep", records{}, func(r *rand.Rand, s *side) question { return listCustomers(r, s, allPages) }},
	{"search", records{}, searchCustomers},
	{"create", records{notes: true}, func(r *rand.Rand, s *side) question {
		path, text := s.petPath(writtenPet(r))+"/notes", "Left at "+load.Serial+": fed, walked, asleep on the blue blanket"
		return question{method: http.MethodPost, path: path, body: encode(object{"body": text}), want: []string{text}, readBack: path}
	}},
	{"update", records{}, func(r *rand.Rand, s *side) question {
		c := rows.CustomerAt(1 + r.IntN(rows.Customers))
		path, text := s.customerPath(c.Number), "The gate opens with "+load.Serial
		return question{method: http.MethodPatch, path: path, body: encode(object{"alert": text}), want: []string{text, c.Email}, readBack: path}
	}},
	{"customer_get", records{}, func(r *rand.Rand, s *side) question {
		c := rows.CustomerAt(1 + r.IntN(rows.Customers))
		return question{method: http.MethodGet, path: s.customerPath(c.Number), want: []string{c.Email, c.Practice}}
	}},
	{"pet_create", records{}, func(r *rand.Rand, s *side) question {
		p := rows.PetAt(1 + r.IntN(rows.Pets))
		p.Microchip = "998" + load.Serial
		return question{method: http.MethodPost, path: s.customerPath(rows.Owner(p.Number)) + "/pets", body: encode(petBody(p)),
			want: []string{p.Microchip, p.Feeding}, readBack: s.customerPath(rows.Owner(p.Number)) + "/pets"}
	}},
	{"pet_update", records{}, func(r *rand.Rand, s *side) question {
		path, text := s.petPath(1+r.IntN(rows.Pets)), "Two spoonfuls of number "+load.Serial
		return question{method: http.MethodPatch, path: path, body: encode(object{"feeding_instructions": text}), want: []string{text},
			readBack: path}
	}},
	{"notes", records{notes: true}, func(r *rand.Rand, s *side) question {
		p := rows.PetAt(readPet(r))
		return question{method: http.MethodGet, path: s.petPath(p.Number) + "/notes", want: []string{p.Note()}, count: 1}
	}},
	{"vaccinations", records{vaccinations: true}, func(r *rand.Rand, s *side) question {
		p := rows.PetAt(readPet(r))
		return question{method: http.MethodGet, path: "/pets/" + s.pets[p.Number-1] + "/vaccinations",
			want: append(p.Vaccines(), rows.Lot(p.Number)), count: len(p.Vaccines())}
	}},
	{"vaccination_create", records{vaccinations: true}, func(r *rand.Rand, s *side) question {
		n := writtenPet(r)
		path, body := "/pets/"+s.pets[n-1]+"/vaccinations", vaccinationBody(n)
		body["vaccination_type_id"], body["lot_number"] = s.vaccines["Rabies"], "N"+load.Serial
		return question{method: http.MethodPost, path: path, body: encode(body), want: []string{"N" + load.Serial}, readBack: path}
	}},
	{"order_get", records{orders: true}, func(r *rand.Rand, s *side) question {
		o := rows.OrderAt(1 + r.IntN(rows.Orders))
		return question{method: http.MethodGet, path: "/orders/" + s.orders[o.Number-1],
			want: []string{o.Name(), o.Payment.Reference, "Rope tug"}}
	}},
	{"orders", records{orders: true}, func(r *rand.Rand, s *side) question {
		from := r.IntN(rows.Orders - window)
		at := func(place int) []string { return []string{rows.StartOf(place).Format(time.RFC3339)} }
		q := url.Values{"startsFrom": at(from), "startsTo": at(from + window - 1), "limit": {fmt.Sprint(pageSize)}}
		return question{method: http.MethodGet, path: "/orders?" + q.Encode(), count: window}
	}},
	{"account_pets", records{}, listPets},
	{"events", records{}, readFeed},
	{"customer_create", records{}, func(r *rand.Rand, s *side) question { // last, as it adds to lists
		c := rows.CustomerAt(1 + r.IntN(rows.Customers))
		c.Email, c.Mobile, c.Phone = load.Serial+"@example.com", "+4478"+load.Serial, "+4479"+load.Serial
		return question{method: http.MethodPost, path: "/customers", body: encode(customerBody(c)), want: []string{c.Email, c.Mobile, c.Practice},
			readBack: "/customers"}
	}},
}

// listPets requests pets of the account, whichever owner they have.
func listPets(r *rand.Rand, s *side) question {
	return question{method: http.MethodGet, path: fmt.Sprintf("/pets?limit=%d%s", pageSize, s.pages.pets(1+r.IntN(nearPages))),
		count: pageSize}
}

func readFeed(r *rand.Rand, s *side) question {
	return question{method: http.MethodGet, path: fmt.Sprintf("/events?limit=%d%s", feedSize, s.pages.feed(1+r.IntN(feedPages))),
		count: feedSize,
		each:  `"customer.created"`}
}

func listCustomers(r *rand.Rand, s *side, pages int) question {
	return question{method: http.MethodGet, path: fmt.Sprintf("/customers?limit=%d%s", pageSize, s.pages.customers(1+r.IntN(pages))),
		count: pageSize}
}

// petcare also searches fields other than names and e-mail addresses, so it may find more.
func searchCustomers(r *rand.Rand, s *side) question {
	term := rows.Term(r)
	return question{method: http.MethodGet, path: fmt.Sprintf("/customers?limit=%d&search=%s", searchSize, url.QueryEscape(term)),
		count: min(matching(term), searchSize), most: searchSize, each: term}
}

// questions returns the same requests for both sides and every run.
func (o operation) questions(s *side) []question {
	r := rand.New(rand.NewPCG(uint64(slices.IndexFunc(operations, func(p operation) bool { return p.name == o.name })), variety))
	list := make([]question, variety)
	for i := range list {
		list[i] = o.ask(r, s)
	}
	return list
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // they are maps of texts
	}
	return string(b)
}

// choose returns operations by name, or all if there is no name.
func choose(names string) (list []operation, wanted records, err error) {
	known := map[string]operation{}
	for _, o := range operations {
		known[o.name] = o
	}
	chosen := strings.FieldsFunc(names, func(c rune) bool { return c == ' ' || c == ',' })
	for _, name := range chosen {
		if _, ok := known[name]; !ok {
			return nil, records{}, fmt.Errorf("there is no operation %s", name)
		}
	}
	for _, o := range operations {
		if len(chosen) > 0 && !slices.Contains(chosen, o.name) {
			continue
		}
		list = append(list, o)
		wanted.notes = wanted.notes || o.needs.notes
		wanted.vaccinations = wanted.vaccinations || o.needs.vaccinations
		wanted.orders = wanted.orders || o.needs.orders
	}
	return list, wanted, nil
}
