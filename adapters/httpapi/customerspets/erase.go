package customerspets

import (
	"context"
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/customerspets"
)

func (h handler) exportCustomer(ctx context.Context, in *httpapi.CustomerPath) (*httpapi.Output[customerspets.PersonExport], error) {
	e, err := h.service.ExportCustomer(ctx, in.AccountID, in.CustomerID)
	if err != nil {
		return nil, err
	}
	return &httpapi.Output[customerspets.PersonExport]{Body: e}, nil
}

func (h handler) eraseCustomer(ctx context.Context, in *struct {
	httpapi.CustomerPath
	Body customerspets.Erasure
}) (*httpapi.Nothing, error) {
	return nil, h.service.EraseCustomer(ctx, in.AccountID, in.CustomerID, in.Body)
}

func (h handler) registerPrivacy(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Operation{
		ID: "exportCustomer", Method: http.MethodGet, Path: customer + "/export", Tag: customersTag, Status: http.StatusOK,
		Summary: "Export everything that is held on a person",
		Description: "The rows of all modules about the customer, those that were merged into it, and their pets, as they are kept: also what " +
			"forms hide from customers. Files are listed; their contents are downloads of their own. Copies in events are not repeated. Secrets, " +
			"such as password hashes, are left out.",
		Access: httpapi.Ability("customers:export").AndCustomers("themselves"),
	}, h.exportCustomer)
	httpapi.Handle(a, httpapi.Operation{
		ID: "eraseCustomer", Method: http.MethodPost, Path: customer + "/erase", Tag: customersTag, Status: http.StatusNoContent,
		Problems: []string{"open_orders"},
		Summary:  "Erase a person",
		Description: "Removes what identifies the person, for good: the values of the customer and of those merged into it, free texts and " +
			"microchips of its pets, notes, names and numbers in orders, free texts of health records, files with their bytes, sessions, and the " +
			"records in events, deliveries and kept answers. Ids, amounts, dates and kinds stay; the customer shows `erased_at` and changes no " +
			"more, and changes of before that are about it cannot be reverted any more. The event `customer.erased` has the id alone: receivers " +
			"erase, too. 409 `open_orders` while it has open orders. It reads all events of the account, which takes seconds where there are " +
			"millions. Backups are not touched: they keep the person until they are gone.",
		Access: httpapi.Ability("customers:erase"),
	}, h.eraseCustomer)
}
