package testkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// Import applies JSON lines of one type as one batch in one transaction. It returns faults as "external_id: field code", and then
// rolls the batch back. Resolve may be nil for lines without references.
func (k *Kit) Import(of importing.Type, resolve importing.Resolve, lines ...string) []string {
	k.Helper()
	if of.Begin != nil {
		if err := of.Begin(k.Ctx, k.Account); err != nil {
			k.Fatal(err)
		}
	}
	found := []string{}
	err := k.DB.InTx(k.Ctx, func(ctx context.Context) error {
		found = found[:0]
		batch, err := k.records(ctx, of, lines)
		if err != nil {
			return err
		}
		if err := of.Apply(ctx, k.Account, batch, resolve); err != nil {
			return err
		}
		for _, r := range batch {
			for _, f := range FieldErrors(*r.Errors) {
				found = append(found, r.ExternalID+": "+f)
			}
		}
		clashes, err := k.clashes(ctx, of, batch)
		if err != nil {
			return err
		}
		if found = append(found, clashes...); len(found) > 0 {
			return errFaulty
		}
		return nil
	})
	if err != nil && !errors.Is(err, errFaulty) {
		k.Fatal(err)
	}
	return found
}

// clashes are the clashes with records of the batch.
func (k *Kit) clashes(ctx context.Context, of importing.Type, batch []importing.Record[any]) ([]string, error) {
	if of.Clashes == nil {
		return nil, nil
	}
	lines := map[uuid.UUID]int{}
	for i, r := range batch {
		lines[r.ID] = i + 1
	}
	var found []string
	clashes, err := of.Clashes(ctx, k.Account)
	for _, c := range clashes {
		for _, line := range c.Blamed(func(id uuid.UUID) int { return lines[id] }) {
			found = append(found, batch[line-1].ExternalID+": "+c.Fault.Field+" "+c.Fault.Code)
		}
	}
	return found, err
}

// MustImport imports lines and fails the test if there are faults.
func (k *Kit) MustImport(of importing.Type, resolve importing.Resolve, lines ...string) {
	k.Helper()
	if found := k.Import(of, resolve, lines...); len(found) > 0 {
		k.Fatalf("import %s: %q", of.Name, found)
	}
}

// IDOf returns the id of the record of a type with an external id. It fails the test when there is none.
func (k *Kit) IDOf(of importing.Type, externalID string) uuid.UUID {
	k.Helper()
	known, err := of.Find(k.Ctx, k.Account, []string{externalID})
	if err != nil || known[externalID] == uuid.Nil {
		k.Fatalf("%s %s is not there: %v", of.Name, externalID, err)
	}
	return known[externalID]
}

var errFaulty = errors.New("lines are faulty")

func (k *Kit) records(ctx context.Context, of importing.Type, lines []string) ([]importing.Record[any], error) {
	batch := make([]importing.Record[any], len(lines))
	externalIDs := make([]string, len(lines))
	for i, text := range lines {
		var head struct {
			ExternalID string `json:"external_id"`
		}
		line := of.New()
		if err := errors.Join(json.Unmarshal([]byte(text), &head), json.Unmarshal([]byte(text), line)); err != nil {
			return nil, fmt.Errorf("read the line %s: %w", text, err)
		}
		externalIDs[i] = head.ExternalID
		batch[i] = importing.Record[any]{ExternalID: head.ExternalID, Line: line, Errors: &apperr.FieldErrors{}}
	}
	known, err := of.Find(ctx, k.Account, externalIDs)
	if err != nil {
		return nil, err
	}
	for i := range batch {
		batch[i].ID, batch[i].Exists = known[externalIDs[i]], known[externalIDs[i]] != uuid.Nil
		if !batch[i].Exists {
			batch[i].ID = ids.New()
		}
	}
	return batch, nil
}
