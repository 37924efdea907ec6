package scenarios

import (
	"errors"
	"fmt"
	"time"

	petcare "github.com/petcare/petcare/adapters/clients/go"
)

// lost reads and changes a customer through a network that loses answers, and prints what becomes of it.
func lost(r run) {
	jo := must(r.client.CreateCustomer(r.ctx, r.account, petcare.CustomerPatch{FirstName: petcare.Value("Jo")}))
	begun := time.Now()
	must(r.client.GetCustomer(r.ctx, r.account, jo.ID))
	fmt.Println("waited", time.Since(begun) >= 2*time.Second)
	_, err := r.client.UpdateCustomer(r.ctx, r.account, jo.ID, petcare.CustomerPatch{FirstName: petcare.Value("Joe")})
	fmt.Println("failed", err != nil && !errors.As(err, new(*petcare.Error)))
	_, err = r.client.PutVaccinationRequirement(r.ctx, r.account, jo.ID, petcare.Requirement{})
	fmt.Println("failed", err != nil && !errors.As(err, new(*petcare.Error)))
}
