package store

import (
	"fmt"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/postgres"
)

// failed says what went wrong while doing something; a constraint that an input can break has its own error.
func failed(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case postgres.NoRow(err), postgres.Violates(err, "pets_customer_fk"):
		return apperr.NewNotFound()
	case postgres.Violates(err, "customers_login_email_key"):
		return customerspets.ErrEmailTaken
	case postgres.Violates(err, "customers_external_key"):
		return customerspets.ErrCustomerExternalIDTaken
	case postgres.Violates(err, "pets_external_key"):
		return customerspets.ErrPetExternalIDTaken
	}
	return fmt.Errorf("%s: %w", doing, err)
}
