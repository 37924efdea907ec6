package customerspets

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/customerspets"
)

// CustomerMerge is what a merge of customers came to, or would come to.
type CustomerMerge struct {
	ChangeID *uuid.UUID             `json:"change_id" format:"uuid" doc:"The change that undoes it when it is reverted; null in a preview"`
	Customer customerspets.Customer `json:"customer" doc:"The customer that is left"`
	Moved    map[string]int         `json:"moved" maxProperties:"100" doc:"How many records of each kind moved" example:"{\"pets\": 2}"`
}

func (h handler) mergeCustomers(ctx context.Context, in *struct {
	httpapi.CustomerPath
	httpapi.IfMatch
	Body customerspets.MergeRequest
}) (*httpapi.Output[CustomerMerge], error) {
	made, err := h.service.MergeCustomers(ctx, in.AccountID, in.CustomerID, in.Body, in.Match())
	if err != nil {
		return nil, err
	}
	out := httpapi.One(CustomerMerge{made.ChangeID, made.Record, made.Moved}, made.Record.Version)
	if made.ChangeID != nil {
		out.Status, out.Location = http.StatusCreated, "/v1/accounts/"+in.AccountID.String()+"/customers/"+in.CustomerID.String()
	}
	return out, nil
}

// PetMerge is what a merge of pets came to, or would come to.
type PetMerge struct {
	ChangeID *uuid.UUID        `json:"change_id" format:"uuid" doc:"The change that undoes it when it is reverted; null in a preview"`
	Pet      customerspets.Pet `json:"pet" doc:"The pet that is left"`
	Moved    map[string]int    `json:"moved" maxProperties:"100" doc:"How many records of each kind moved" example:"{\"vaccinations\": 2}"`
}

func (h handler) mergePets(ctx context.Context, in *struct {
	httpapi.PetPath
	httpapi.IfMatch
	Body customerspets.MergeRequest
}) (*httpapi.Output[PetMerge], error) {
	made, err := h.service.MergePets(ctx, in.AccountID, in.PetID, in.Body, in.Match())
	if err != nil {
		return nil, err
	}
	out := httpapi.One(PetMerge{made.ChangeID, made.Record, made.Moved}, made.Record.Version)
	if made.ChangeID != nil {
		out.Status, out.Location = http.StatusCreated, "/v1/accounts/"+in.AccountID.String()+"/pets/"+in.PetID.String()
	}
	return out, nil
}

func (h handler) registerMerges(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Operation{
		ID: "mergeCustomers", Method: http.MethodPost, Path: customer + "/merge", Tag: customersTag,
		Status: http.StatusCreated, AlsoStatus: http.StatusOK, Problems: []string{"merge_blocked", "merged", "erased", "too_large"},
		Summary: "Merge a customer into another one",
		Description: "The customer source_id goes up in the one of the path. That one keeps its values; where it has none, it gets the " +
			"source's; phones, contacts, tags, colour codes and custom fields with several values are united, its own first. keep says otherwise " +
			"for single keys. Pets, notes, orders, files and what other modules hold move in the same transaction, each with its ordinary event. " +
			"Afterwards, GET of the source is a 301, and anything else on it a 409 `merged` with `merged_into`; imports by its external_id change " +
			"the customer that is left. A login goes with its password; the source's sessions end.\n\n" +
			"409 `merge_blocked` names the keys for which keep has to decide: lists that are too long together, two logins, a blocked customer " +
			"and one that is not. 409 `too_large`: more than 10,000 records would move. With `dry_run` the answer is a 200 that shows what the " +
			"merge would come to; nothing is changed. To undo the merge, revert the change `change_id` (`revertChange`).",
		Access: httpapi.Ability("customers:write"),
	}, h.mergeCustomers)
	httpapi.Handle(a, httpapi.Operation{
		ID: "mergePets", Method: http.MethodPost, Path: accountPets + "/{petId}/merge", Tag: petsTag,
		Status: http.StatusCreated, AlsoStatus: http.StatusOK, Problems: []string{"merge_blocked", "merged", "too_large"},
		Summary: "Merge a pet into another one",
		Description: "The pet source_id goes up in the one of the path, by the same rules as a customer in another one (`mergeCustomers`): the " +
			"values of the one that is left stay, what it lacks comes from the source; colour codes, tags and custom fields with several values " +
			"are united. Notes, vaccinations, preventives, exemptions, orders, files and what other modules hold move. The pet that is left stays " +
			"with its owner, whoever owned the other one.\n\n" +
			"409 `merge_blocked` names the keys for which keep has to decide: two species, lists that are too long together.",
		Access: httpapi.Ability("customers:write"),
	}, h.mergePets)
}
