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
	By      string   `json:"by"`      // the value that they share, such as "email"
	Records []string `json:"records"` // external ids, or ids of records without one
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
	isOther := func(id uuid.UUID) bool { _, ok := inFile[id]; return !ok }
	kept := slices.DeleteFunc(slices.Clone(groups), func(g importing.Alike) bool {
		return len(slices.DeleteFunc(slices.Clone(g.Records), isOther)) == 0
	})
	listed := kept[:min(len(kept), maxAlike-len(r.alike))]
	r.moreAlike += len(kept) - len(listed)
	for _, g := range listed {
		others = append(others, g.Records...)
	}
	var named map[uuid.UUID]string
	if others = slices.DeleteFunc(others, func(id uuid.UUID) bool { return !isOther(id) }); len(others) > 0 && r.kinds[k].ExternalIDs != nil {
		if named, err = r.kinds[k].ExternalIDs(ctx, r.job.Account, others); err != nil {
			return fmt.Errorf("look up records that are alike: %w", err)
		}
	}
	for _, g := range listed {
		found := Alike{Type: r.kinds[k].Name, By: g.By}
		for _, id := range g.Records {
			found.Records = append(found.Records, cmp.Or(inFile[id].ExternalID, named[id], id.String()))
		}
		r.alike = append(r.alike, found)
	}
	return nil
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
			r.faults.add(Fault{Line: line, Field: c.Fault.Field, Message: c.Fault.Message, Code: c.Fault.Code,
				Type: r.kinds[k].Name})
		}
	}
	return nil
}
