package scenarios

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"

	petcare "github.com/petcare/petcare/adapters/clients/go"
	"github.com/petcare/petcare/adapters/clients/go/webhookverify"
)

// promises are what the client itself adds to the operations.
func promises(r run) {
	c, ctx, a := r.client, r.ctx, r.account
	jo := must(c.CreateCustomer(ctx, a, petcare.CustomerPatch{FirstName: petcare.Value("Jo"), LastName: petcare.Value("Bloggs"),
		Alert: petcare.Value("deaf")}))
	changed := must(c.UpdateCustomer(ctx, a, jo.ID, petcare.CustomerPatch{Alert: petcare.Null[string](), CompanyName: petcare.Value("Zoo")}))
	check(changed.Alert == nil && *changed.CompanyName == "Zoo" && *changed.LastName == "Bloggs",
		"a PATCH clears, sets and leaves alone: %+v", changed)

	_, err := c.UpdateCustomer(ctx, a, jo.ID, petcare.CustomerPatch{Alert: petcare.Value("late")}, petcare.IfMatch(jo.Version))
	check(petcare.HasCode(err, "version_mismatch"), "a stale write is refused: %v", err)
	_, err = c.CreatePet(ctx, a, jo.ID, petcare.PetCreate{Name: "", Species: "wolf"})
	problem := (*petcare.Error)(nil)
	check(errors.As(err, &problem) && problem.Status == 422 && problem.Code == "validation_failed" && problem.RequestID != "", "%#v", err)
	check(problem.Field("body.name") != nil && problem.Field("body.species") != nil && problem.Field("body.sex") == nil,
		"the faults: %+v", problem.Errors)

	var headers []http.Header
	listen := petcare.OnResponse(func(h http.Header) { headers = append(headers, h) })
	twin := petcare.CustomerPatch{FirstName: petcare.Value("Jo"), Email: petcare.Value("twin@example.com")}
	first := must(c.CreateCustomer(ctx, a, twin, listen))
	must(c.CreateCustomer(ctx, a, twin, listen))
	_, err = c.GetCustomer(ctx, a, "0", listen)
	check(err != nil && len(headers) == 3 && headers[1].Get("Petcare-Possible-Duplicates") == first.ID &&
		headers[2].Get("Content-Type") == "application/problem+json", "the headers are told: %v", headers)

	elsewhere := httptest.NewServer(http.RedirectHandler(r.url, http.StatusMovedPermanently))
	defer elsewhere.Close()
	_, err = petcare.New(elsewhere.URL, petcare.HTTPClient(elsewhere.Client())).CreateCustomer(ctx, a, petcare.CustomerPatch{})
	check(errors.As(err, &problem) && problem.Status == 301, "a redirect is not followed: %v", err)

	one := must(c.CreatePet(ctx, a, jo.ID, petcare.PetCreate{Name: "Rex", Species: "dog"}, petcare.IdempotencyKey("rex-"+jo.ID)))
	two := must(c.CreatePet(ctx, a, jo.ID, petcare.PetCreate{Name: "Rex", Species: "dog"}, petcare.IdempotencyKey("rex-"+jo.ID)))
	check(one.ID == two.ID, "a key of one's own makes one pet")
	for range 4 {
		must(c.CreatePet(ctx, a, jo.ID, petcare.PetCreate{Name: "Rex", Species: "dog"}))
	}
	check(len(all(c.ListPets(ctx, a, jo.ID, petcare.ListPetsParams{Limit: 2}))) == 5, "a list goes over its pages")
	page := must(c.ListPets(ctx, a, jo.ID, petcare.ListPetsParams{Limit: 2}).Page())
	check(len(page.Data) == 2 && page.NextCursor != nil, "one page is a page")

	feed := c.Follow(a, petcare.FeedParams{Types: "pet.*", RecordID: one.ID, CatchUp: true})
	for event, err := range feed.Events(ctx) {
		ok(err)
		created, is := event.(petcare.PetCreated)
		check(is && created.Object.Name == "Rex" && created.Previous == nil && created.Type == "pet.created", "an event has its type: %#v", event)
	}
	check(feed.Cursor() != "", "the feed has a cursor")
}

// creates makes 1,000 customers while the server comes and goes.
func creates(r run) {
	c := petcare.New(r.url, petcare.APIKey(os.Getenv("PETCARE_KEY")), petcare.Retries(20))
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := worker; i < 1000; i += 8 {
				must(c.CreateCustomer(r.ctx, r.account, petcare.CustomerPatch{FirstName: petcare.Value(fmt.Sprintf("Customer %d", i))}))
				fmt.Println(i)
			}
		})
	}
	wg.Wait()
}

// follow prints the events of the feed from the cursor in PETCARE_AFTER on, each with the cursor behind it.
func follow(r run) {
	feed := r.client.Follow(r.account, petcare.FeedParams{After: os.Getenv("PETCARE_AFTER"), Types: "customer.*"})
	for event, err := range feed.Events(r.ctx) {
		ok(err)
		switch e := event.(type) {
		case petcare.CustomerCreated:
			fmt.Println(e.Type, *e.Object.FirstName, feed.Cursor())
		default:
			fmt.Println(e.Info().Type, "-", feed.Cursor())
		}
	}
}

// receive serves a webhook on PETCARE_LISTEN and prints what comes.
func receive(run) {
	verifier := must(webhookverify.New(webhookverify.Options{Secrets: []string{os.Getenv("PETCARE_SECRET")}}))
	ok(http.ListenAndServe(os.Getenv("PETCARE_LISTEN"), petcare.Receive(verifier, func(_ context.Context, event petcare.Event) error {
		switch e := event.(type) {
		case petcare.CustomerCreated:
			fmt.Println(e.Type, *e.Object.FirstName)
		case petcare.CustomerUpdated:
			fmt.Println(e.Type, e.Previous.FirstName.MustGet())
		default:
			fmt.Println(e.Info().Type)
		}
		return nil
	}, nil)))
}

// mirror follows the feed from its beginning, and ends with what the lists show, through merges and what undoes and redoes them.
func mirror(r run) {
	c, ctx, a := r.client, r.ctx, r.account
	copied, into := map[string]string{}, map[string]string{}
	line := func(of any) string { return string(must(json.Marshal(of))) }
	keep := func(id, line string) { copied[id] = line; delete(into, id) }
	pet := func(p petcare.Pet) string { return fmt.Sprint(p.Name, p.CustomerID, p.Version) }
	for event, err := range c.Follow(a, petcare.FeedParams{After: "oldest", CatchUp: true}).Events(ctx) {
		ok(err)
		switch e := event.(type) {
		case petcare.CustomerCreated:
			keep(e.Object.ID, line(e.Object))
		case petcare.CustomerUpdated:
			keep(e.Object.ID, line(e.Object))
		case petcare.PetCreated:
			keep(e.Object.ID, pet(e.Object))
		case petcare.PetUpdated:
			keep(e.Object.ID, pet(e.Object))
		case petcare.CustomerMerged:
			into[e.Object.SourceID] = e.Object.ID
		case petcare.PetMerged:
			into[e.Object.SourceID] = e.Object.ID
		case petcare.CustomerDeleted:
			delete(copied, e.Object.ID)
		case petcare.PetDeleted:
			delete(copied, e.Object.ID)
		}
	}
	listed := map[string]string{}
	for _, customer := range all(c.ListCustomers(ctx, a, petcare.ListCustomersParams{})) {
		listed[customer.ID] = line(customer)
	}
	for _, p := range all(c.ListAccountPets(ctx, a, petcare.ListAccountPetsParams{})) {
		listed[p.ID] = pet(p.Pet)
	}
	check(maps.Equal(copied, listed), "the copy is\n%v\nthe lists are\n%v", copied, listed)
	for from, to := range into {
		_, err := c.GetCustomer(ctx, a, from)
		if petcare.HasCode(err, "not_found") {
			_, err = c.GetAccountPet(ctx, a, from)
		}
		problem := (*petcare.Error)(nil)
		check(errors.As(err, &problem) && len(problem.MergedInto) > 0 && problem.MergedInto.MustGet() == to, "%s is %s: %v", from, to, err)
	}
	fmt.Println(len(listed), "records,", len(into), "merged")
}
