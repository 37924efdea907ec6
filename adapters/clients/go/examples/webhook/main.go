package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	petcare "github.com/petcare/petcare/adapters/clients/go"
	"github.com/petcare/petcare/adapters/clients/go/webhookverify"
)

func main() {
	verifier, err := webhookverify.New(webhookverify.Options{Secrets: []string{os.Getenv("PETCARE_SECRET")}})
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe(":"+os.Getenv("PORT"), petcare.Receive(verifier, func(_ context.Context, event petcare.Event) error {
		if e, ok := event.(petcare.PetUpdated); ok && e.Previous.Name != nil {
			fmt.Println(e.Object.Name, "was", *e.Previous.Name)
		}
		return nil
	}, func(_ *http.Request, err error) { log.Print(err) })))
}
