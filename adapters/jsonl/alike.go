package jsonl

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// Alike lists records of a type that may be duplicates, at least one of which is in the file.
type Alike struct {
	Type    string   `json:"type"`
	By      string   `json:"by"`      // the values that they share, such as "email" or "email, phone"
	Records []string `json:"records"` // external ids, or ids of records without one
	Names   []string `json:"names"`   // what the records are called, in the same order
}

// maxAlike is how many of them are listed; the rest is counted.
const maxAlike = 20

// findAlike collects possible duplicates of a type.
func (r *run) findAlike(ctx context.Context, k int) error {
	if r.kinds[k].Alike == nil || r.counts[k].Records() == 0 {
		return nil
	}
	return r.kinds[k].Alike(ctx, r.job.Account, func(groups []importing.Alike) error { return r.keepAlike(ctx, k, groups) })
}

// keepAlike keeps the groups with a record of the file.
func (r *run) keepAlike(ctx context.Context, k int, groups []importing.Alike) error {
	var records, others []uuid.UUID
	for _, g := range groups {
		records = append(records, g.Records...)
	}
	inFile, err := r.byID(ctx, k, records)
	if err != nil {
		return err
	}
	isInFile := func(id uuid.UUID) bool { _, ok := inFile[id]; return ok }
	var kept []importing.Alike
	for _, g := range groups {
		if !slices.ContainsFunc(g.Records, isInFile) {
			continue
		}
		listed := len(r.alike)+len(kept) < maxAlike
		if !listed {
			r.moreAlike++
		}
		if listed || r.job.Alike != nil {
			kept = append(kept, g)
		}
	}
	for _, g := range kept {
		others = append(others, g.Records...)
	}
	names, err := lookUp(ctx, r.kinds[k].Names, r.job.Account, others)
	if err != nil {
		return err
	}
	others = slices.DeleteFunc(others, isInFile)
	ids, err := lookUp(ctx, r.kinds[k].ExternalIDs, r.job.Account, others)
	if err != nil {
		return err
	}
	for _, g := range kept {
		found := Alike{Type: r.kinds[k].Name, By: g.By}
		for _, id := range g.Records {
			found.Records = append(found.Records, cmp.Or(inFile[id].ExternalID, ids[id], id.String()))
			found.Names = append(found.Names, names[id])
		}
		if len(r.alike) < maxAlike {
			r.alike = append(r.alike, found)
		}
		if r.job.Alike != nil {
			if err := r.job.Alike(found); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookUp asks a module about records that are alike, if it can say.
func lookUp(ctx context.Context, ask func(context.Context, uuid.UUID, []uuid.UUID) (map[uuid.UUID]string, error), account uuid.UUID,
	records []uuid.UUID) (map[uuid.UUID]string, error) {
	if ask == nil || len(records) == 0 {
		return nil, nil
	}
	found, err := ask(ctx, account, records)
	if err != nil {
		return nil, fmt.Errorf("look up records that are alike: %w", err)
	}
	return found, nil
}

// reportClashes reports the lines whose records contradict others, once all lines of their type are applied. If one of the records has a
// faulty line, which was not applied, the contradiction may only be a consequence.
func (r *run) reportClashes(ctx context.Context, k int) error {
	if r.kinds[k].Clashes == nil {
		return nil
	}
	clashes, err := r.kinds[k].Clashes(ctx, r.job.Account)
	if err != nil {
		return fmt.Errorf("look for contradictions between records of type %s: %w", r.kinds[k].Name, err)
	}
	var records []uuid.UUID
	for _, c := range clashes {
		records = append(records, c.Records...)
	}
	lines, err := r.byID(ctx, k, records)
	if err != nil {
		return err
	}
	for _, c := range clashes {
		if slices.ContainsFunc(c.Records, func(id uuid.UUID) bool { return lines[id].Faulty }) {
			continue
		}
		for _, line := range c.Blamed(func(id uuid.UUID) int { return lines[id].Line }) {
			r.faults.add(Fault{Line: line, Field: c.Fault.Field, Code: c.Fault.Code, Message: c.Fault.Message,
				Type: r.kinds[k].Name})
		}
	}
	return nil
}
