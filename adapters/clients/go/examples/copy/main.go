package main

import (
	"context"
	"fmt"
	"log"
	"os"

	petcare "github.com/petcare/petcare/adapters/clients/go"
)

// pets is the copy: names by id. A real program keeps it in its database, and the cursor beside it.
type pets map[string]string

func main() {
	client := petcare.New(os.Getenv("PETCARE_URL"), petcare.APIKey(os.Getenv("PETCARE_KEY")))
	for {
		err := stayInStep(context.Background(), client, os.Getenv("PETCARE_ACCOUNT"))
		if !petcare.HasCode(err, "cursor_expired") {
			log.Fatal(err)
		} // else copy anew
	}
}

func stayInStep(ctx context.Context, client *petcare.Client, account string) error {
	now, err := client.ListEvents(ctx, account, petcare.ListEventsParams{After: "now", Types: "pet.*"})
	if err != nil {
		return err
	}
	copied := pets{}
	for pet, err := range client.ListAccountPets(ctx, account, petcare.ListAccountPetsParams{}).All() {
		if err != nil {
			return err
		}
		copied[pet.ID] = pet.Name
	}
	fmt.Println(len(copied), "pets")
	feed := client.Follow(account, petcare.FeedParams{After: now.NextCursor, Types: "pet.*"})
	for event, err := range feed.Events(ctx) {
		if err != nil {
			return err
		}
		copied.apply(event) // and feed.Cursor(), in one transaction
		fmt.Println(len(copied), "pets")
	}
	return ctx.Err()
}

// apply keeps the later state: what changed while the pets were listed comes once more.
func (p pets) apply(event petcare.Event) {
	switch e := event.(type) {
	case petcare.PetCreated:
		p[e.Object.ID] = e.Object.Name
	case petcare.PetUpdated:
		p[e.Object.ID] = e.Object.Name
	}
}
