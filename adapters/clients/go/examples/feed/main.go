package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"os"

	petcare "github.com/petcare/petcare/adapters/clients/go"
)

func main() {
	client := petcare.New(os.Getenv("PETCARE_URL"), petcare.APIKey(os.Getenv("PETCARE_KEY")))
	// Begin where the last run stopped: feed.Cursor(), stored after each event, is the next After.
	after := cmp.Or(os.Getenv("PETCARE_AFTER"), "now")
	feed := client.Follow(os.Getenv("PETCARE_ACCOUNT"), petcare.FeedParams{After: after, Types: "customer.*,pet.*"})
	for event, err := range feed.Events(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		switch e := event.(type) {
		case petcare.PetUpdated:
			if was := e.Previous.Name; was != nil { // else it is another key that has changed
				fmt.Println(e.Object.Name, "was", *was)
			}
		default:
			fmt.Println(e.Info().Type, "by", e.Info().Actor.Name)
		}
	}
}
