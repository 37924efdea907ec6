package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"

	petcare "github.com/petcare/petcare/adapters/clients/go"
)

func main() {
	client := petcare.New(os.Getenv("PETCARE_URL"), petcare.APIKey(os.Getenv("PETCARE_KEY")))
	if err := records(context.Background(), client, os.Getenv("PETCARE_ACCOUNT")); err != nil {
		log.Fatal(err)
	}
}

func records(ctx context.Context, client *petcare.Client, account string) error {
	body := petcare.CustomerPatch{FirstName: petcare.Value("Jo"), Email: petcare.Value("jo@example.com"), Alert: petcare.Value("deaf")}
	jo, err := client.CreateCustomer(ctx, account, body, petcare.OnResponse(func(header http.Header) {
		if alike := header.Get("Petcare-Possible-Duplicates"); alike != "" {
			fmt.Println("Jo may be", alike)
		}
	}))
	if err != nil {
		return err
	}
	if _, err := client.CreatePet(ctx, account, jo.ID, petcare.PetCreate{Name: "Rex", Species: petcare.SpeciesDog}); err != nil {
		return err
	}
	for pet, err := range client.ListAccountPets(ctx, account, petcare.ListAccountPetsParams{Species: "dog"}).All() {
		if err != nil {
			return err
		}
		fmt.Println(pet.Name, "of", pet.Customer.Name)
	}
	// Null clears, what is not set stays; IfMatch: only while nobody else has changed the record.
	_, err = client.UpdateCustomer(ctx, account, jo.ID, petcare.CustomerPatch{Alert: petcare.Null[string]()}, petcare.IfMatch(jo.Version))
	if petcare.HasCode(err, "version_mismatch") {
		fmt.Println("somebody was faster")
	}
	_, err = client.CreatePet(ctx, account, jo.ID, petcare.PetCreate{Name: "", Species: petcare.SpeciesDog})
	if problem := (*petcare.Error)(nil); errors.As(err, &problem) {
		fmt.Println(problem.Code, problem.Field("body.name").Message)
	}
	return nil
}
