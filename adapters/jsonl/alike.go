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
	if err := r.indexIDs(ctx); err != nil {
		return err
	}
	return r.kinds[k].Alike(ctx, r.job.Account, func(groups []importing.Alike) error { return r.keepAlike(ctx, k, groups) })
}

// keepAlike keeps the groups with a record of the file.
func (r *run) keepAlike(ctx context.Context, k int, groups []importing.Alike) error {
	inFile, err := r.inFile(ctx, k, groups)
	if err != nil {
		return fmt.Errorf("look for lines that are alike: %w", err)
	}
	kept := slices.DeleteFunc(slices.Clone(groups), func(g importing.Alike) bool {
		return !slices.ContainsFunc(g.Records, func(id uuid.UUID) bool { return inFile[id] != "" })
	})
	listed := kept[:min(len(kept), maxAlike-len(r.alike))]
	r.moreAlike += len(kept) - len(listed)
	inAccount, err := r.inAccount(ctx, k, listed, inFile)
	if err != nil {
		return fmt.Errorf("look up records that are alike: %w", err)
	}
	for _, g := range listed {
		found := Alike{Type: r.kinds[k].Name, By: g.By}
		for _, id := range g.Records {
			found.Records = append(found.Records, cmp.Or(inFile[id], inAccount[id], id.String()))
		}
		r.alike = append(r.alike, found)
	}
	return nil
}

// inFile returns the external ids of those records that are in the file.
func (r *run) inFile(ctx context.Context, k int, groups []importing.Alike) (map[uuid.UUID]string, error) {
	var all []uuid.UUID
	for _, g := range groups {
		all = append(all, g.Records...)
	}
	lines, err := r.linesWith(ctx, k, all)
	found := make(map[uuid.UUID]string, len(lines))
	for _, l := range lines {
		found[l.ID] = l.ExternalID
	}
	return found, err
}

// inAccount returns the external ids of the other records.
func (r *run) inAccount(ctx context.Context, k int, groups []importing.Alike, inFile map[uuid.UUID]string) (map[uuid.UUID]string, error) {
	var others []uuid.UUID
	for _, g := range groups {
		for _, id := range g.Records {
			if inFile[id] == "" {
				others = append(others, id)
			}
		}
	}
	if len(others) == 0 || r.kinds[k].ExternalIDs == nil {
		return nil, nil
	}
	return r.kinds[k].ExternalIDs(ctx, r.job.Account, others)
}
